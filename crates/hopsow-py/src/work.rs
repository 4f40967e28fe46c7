//! Work that may take long: counting and playing out.
//!
//! The interpreter is released during the work. Signal handlers run only on the calling thread, so
//! the work runs on another one while the caller checks for signals. Short work stays on the
//! calling thread, since starting a thread would cost more.

use std::ops::RangeInclusive;
use std::panic::resume_unwind;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{self, RecvTimeoutError};
use std::thread::{self, Scope};
use std::time::Duration;

use hopsow_core::playouts::Batch;
use pyo3::exceptions::{PyOverflowError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::PyBytes;

use crate::moves::Move;
use crate::position::Position;

/// The interval at which the caller checks for signals.
const SIGNAL_INTERVAL: Duration = Duration::from_millis(20);

/// Perft to this depth ends within a twentieth of a second in every game.
const SHORT_DEPTH: u32 = 3;

/// Playouts of this many plies in all end within a fifth of a second in every game.
const SHORT_PLIES: u64 = 100_000;

/// The walk of perft takes a stack frame a ply.
pub const MAX_DEPTH: u64 = 100;

pub const MAX_THREADS: u64 = 256;

/// The arrays of this many games take half a gigabyte.
const MAX_GAMES: u64 = 100_000_000;

/// The number of paths of `depth` moves.
#[pyfunction]
#[pyo3(signature = (position, depth, threads=1))]
pub fn perft(
    position: &Bound<'_, Position>,
    #[pyo3(from_py_with = integer)] depth: i128,
    #[pyo3(from_py_with = integer)] threads: i128,
) -> PyResult<u64> {
    let (py, position) = (position.py(), position.get().0);
    let depth = within("depth", depth, 0..=MAX_DEPTH)? as u32;
    let threads = within("threads", threads, 1..=MAX_THREADS)? as usize;
    run(py, depth <= SHORT_DEPTH, |stop| position.perft(depth, threads, stop))
}

/// The number of paths of `depth` moves that begin with each legal move.
#[pyfunction]
#[pyo3(signature = (position, depth, threads=1))]
pub fn divide(
    position: &Bound<'_, Position>,
    #[pyo3(from_py_with = integer)] depth: i128,
    #[pyo3(from_py_with = integer)] threads: i128,
) -> PyResult<Vec<(Move, u64)>> {
    let (py, position) = (position.py(), position.get().0);
    let depth = within("depth", depth, 1..=MAX_DEPTH)? as u32;
    let threads = within("threads", threads, 1..=MAX_THREADS)? as usize;
    let counts = run(py, depth <= SHORT_DEPTH, |stop| position.divide(depth, threads, stop))?;
    Ok(counts.into_iter().map(|(mv, count)| (Move { mv, position }, count)).collect())
}

/// Play random games to the end: results (1, -1 or 0) as an array of type `b`, lengths as one of
/// `I`.
#[pyfunction]
#[pyo3(signature = (position, games, seed=0, threads=1, max_plies=100_000))]
pub fn playouts<'py>(
    position: &Bound<'py, Position>,
    #[pyo3(from_py_with = integer)] games: i128,
    #[pyo3(from_py_with = integer)] seed: i128,
    #[pyo3(from_py_with = integer)] threads: i128,
    #[pyo3(from_py_with = integer)] max_plies: i128,
) -> PyResult<(Bound<'py, PyAny>, Bound<'py, PyAny>)> {
    let (py, position) = (position.py(), position.get().0);
    let games = within("games", games, 0..=MAX_GAMES)?;
    let max_plies = within("max_plies", max_plies, 0..=u32::MAX.into())?;
    let batch = Batch {
        games: games as usize,
        seed: within("seed", seed, 0..=u64::MAX)?,
        threads: within("threads", threads, 1..=MAX_THREADS)? as usize,
        max_plies: max_plies as u32,
    };
    let is_short = games.saturating_mul(max_plies) <= SHORT_PLIES;
    let played = run(py, is_short, |stop| position.playouts(batch, stop))?;
    let results = played.results.iter().flat_map(|result| result.to_ne_bytes()).collect();
    let lengths = played.lengths.iter().flat_map(|length| length.to_ne_bytes()).collect();
    Ok((array(py, "b", results)?, array(py, "I", lengths)?))
}

/// Do `work` without the interpreter; a signal sets the flag that `work` is given.
pub fn run<T: Send>(
    py: Python<'_>,
    is_short: bool,
    work: impl FnOnce(&AtomicBool) -> Option<T> + Send,
) -> PyResult<T> {
    run_until(py, &AtomicBool::new(false), is_short, work)
}

/// Run work with a flag that others may set as well; `work` still has to return a result then.
pub fn run_until<T: Send>(
    py: Python<'_>,
    stop: &AtomicBool,
    is_short: bool,
    work: impl FnOnce(&AtomicBool) -> Option<T> + Send,
) -> PyResult<T> {
    if is_short {
        return Ok(py.detach(|| work(stop)).expect("the flag is unset"));
    }
    let result = py.detach(|| thread::scope(|scope| watch(scope, stop, work, |_| Ok(()))))?;
    Ok(result.expect("the flag is unset"))
}

/// Run work that always returns something; `tell` is called now and then, and an
/// exception of its own ends the work as a signal does.
pub fn run_long<T: Send>(
    py: Python<'_>,
    work: impl FnOnce(&AtomicBool) -> T + Send,
    tell: impl FnMut(Python<'_>) -> PyResult<()> + Send,
) -> PyResult<T> {
    let stop = AtomicBool::new(false);
    py.detach(|| thread::scope(|scope| watch(scope, &stop, work, tell)))
}

/// Run `work` on a thread of its own and look for signals until it is done.
fn watch<'scope, T: Send + 'scope>(
    scope: &'scope Scope<'scope, '_>,
    stop: &'scope AtomicBool,
    work: impl FnOnce(&AtomicBool) -> T + Send + 'scope,
    mut tell: impl FnMut(Python<'_>) -> PyResult<()>,
) -> PyResult<T> {
    let (running, finished) = mpsc::channel::<()>();
    let worker = thread::Builder::new().spawn_scoped(scope, move || {
        let _running = running;
        work(stop)
    })?;
    let mut interruption = None;
    while finished.recv_timeout(SIGNAL_INTERVAL) == Err(RecvTimeoutError::Timeout) {
        if interruption.is_some() {
            continue;
        }
        if let Err(error) = Python::attach(|py| py.check_signals().and_then(|()| tell(py))) {
            stop.store(true, Ordering::Relaxed);
            interruption = Some(error);
        }
    }
    let result = worker.join().unwrap_or_else(|panic| resume_unwind(panic));
    interruption.map_or(Ok(result), Err)
}

/// An integer of any size; those beyond the range of the type become its ends.
pub fn integer(value: &Bound<'_, PyAny>) -> PyResult<i128> {
    match value.extract::<i128>() {
        Err(error) if error.is_instance_of::<PyOverflowError>(value.py()) => {
            Ok(if value.lt(0)? { i128::MIN } else { i128::MAX })
        }
        number => number,
    }
}

pub fn within(name: &str, value: i128, range: RangeInclusive<u64>) -> PyResult<u64> {
    let number = u64::try_from(value).ok().filter(|number| range.contains(number));
    number.ok_or_else(|| {
        let (low, high) = (range.start(), range.end());
        PyValueError::new_err(format!("{name} must be from {low} to {high}"))
    })
}

fn array<'py>(py: Python<'py>, kind: &str, items: Vec<u8>) -> PyResult<Bound<'py, PyAny>> {
    py.import("array")?.getattr("array")?.call1((kind, PyBytes::new(py, &items)))
}
