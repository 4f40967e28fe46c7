//! Games to learn from, and what nets see of their positions.

use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicUsize, Ordering};

use hopsow_core::evaluation::net::NetError;
use hopsow_core::games::any::Game;
use hopsow_core::games::any::learning::{self, SelfPlay};
use hopsow_core::selfplay::{Plan, SCORE_BYTES};
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use pyo3::types::PyBytes;

use crate::errors::unknown_name;
use crate::position::Position;
use crate::search::positions;
use crate::tables::always_there;
use crate::work::{MAX_THREADS, integer, run_long, within};

const MAX_NODES: u64 = 1_000_000_000;
const MAX_NOISE: u64 = 1_000_000;
/// More hundredths than any estimate.
const MAX_HUNDREDTHS: u64 = 100_000;
/// Games have numbers up to this.
const MAX_NUMBER: u64 = 1 << 40;
/// The records of this many games take at most a gigabyte.
const MAX_GAMES: u64 = 50_000;

/// The records of some games of an engine against itself, by their numbers.
#[pyfunction]
#[pyo3(signature = (
    start, first, games, nodes, noise=12, seed=1, net=None, level=0, adjudicate=0, openings=None,
    threads=1, progress=None
))]
#[expect(clippy::too_many_arguments, reason = "each is a part of the plan")]
pub fn self_play<'py>(
    start: &Bound<'py, Position>,
    #[pyo3(from_py_with = integer)] first: i128,
    #[pyo3(from_py_with = integer)] games: i128,
    #[pyo3(from_py_with = integer)] nodes: i128,
    #[pyo3(from_py_with = integer)] noise: i128,
    #[pyo3(from_py_with = integer)] seed: i128,
    net: Option<PathBuf>,
    #[pyo3(from_py_with = integer)] level: i128,
    #[pyo3(from_py_with = integer)] adjudicate: i128,
    openings: Option<&Bound<'py, PyAny>>,
    #[pyo3(from_py_with = integer)] threads: i128,
    progress: Option<Py<PyAny>>,
) -> PyResult<Bound<'py, PyBytes>> {
    let py = start.py();
    let plan = Plan {
        seed: within("seed", seed, 0..=u64::MAX)?,
        nodes: within("nodes", nodes, 1..=MAX_NODES)?,
        noise: within("noise", noise, 0..=MAX_NOISE)?,
        level: within("level", level, 0..=MAX_HUNDREDTHS)? as i32,
        adjudicate: within("adjudicate", adjudicate, 0..=MAX_HUNDREDTHS)? as i32,
    };
    let first = within("first", first, 0..=MAX_NUMBER)? as usize;
    let numbers = first..first + within("games", games, 0..=MAX_GAMES)? as usize;
    let file = net.as_deref().map(|path| read_file(py, path)).transpose()?;
    let start = start.get().0;
    let openings = openings.map(|list| positions(list, start.game())).transpose()?;
    let play = SelfPlay {
        start,
        openings: openings.unwrap_or_default(),
        plan,
        net: file.as_deref(),
        tables: always_there(),
        threads: within("threads", threads, 1..=MAX_THREADS)? as usize,
    };
    let played = AtomicUsize::new(0);
    let tell = |py: Python<'_>| match &progress {
        Some(progress) => progress.call1(py, (played.load(Ordering::Relaxed),)).map(|_| ()),
        None => Ok(()),
    };
    let count = || {
        played.fetch_add(1, Ordering::Relaxed);
    };
    let records = run_long(py, |stop| play.play(numbers, stop, count), tell)?;
    let records = records.map_err(|error| unusable(net.as_deref(), &error))?;
    Ok(PyBytes::new(py, &records.expect("only signals and failures stop it")))
}

/// The bytes of a record: a packed position, its score, result and ply.
#[pyfunction]
pub fn record_bytes(game: &str) -> PyResult<usize> {
    let game = Game::named(game).map_err(unknown_name)?;
    Ok(learning::position_bytes(game) + SCORE_BYTES)
}

/// The position that some bytes stand for.
#[pyfunction]
pub fn unpack(game: &str, rules: &str, packed: &[u8]) -> PyResult<Position> {
    let game = Game::named(game).map_err(unknown_name)?;
    learning::unpack(game, rules, packed).map(Position).ok_or_else(|| {
        PyValueError::new_err(format!("these bytes are no position of {}", game.name()))
    })
}

/// The shape of a game's nets: inputs, the most that are on at once, kinds of positions.
#[pyfunction]
pub fn net_shape(game: &str) -> PyResult<(usize, usize, usize)> {
    let game = Game::named(game).map_err(unknown_name)?;
    let shape = learning::shape(game);
    Ok((shape.inputs, shape.most_on, shape.kinds))
}

/// Return the net inputs of the positions in records: active inputs (16 bits each) and buckets.
#[pyfunction]
pub fn net_inputs<'py>(
    py: Python<'py>,
    game: &str,
    rules: &str,
    records: &[u8],
) -> PyResult<(Bound<'py, PyBytes>, Bound<'py, PyBytes>)> {
    let game = Game::named(game).map_err(unknown_name)?;
    let seen = py.detach(|| learning::inputs(game, rules, records)).ok_or_else(|| {
        PyValueError::new_err(format!(
            "these records hold something else than positions of {}",
            game.name()
        ))
    })?;
    let inputs: Vec<u8> = seen.inputs.iter().flat_map(|input| input.to_ne_bytes()).collect();
    Ok((PyBytes::new(py, &inputs), PyBytes::new(py, &seen.kinds)))
}

/// A file's bytes, read by Python, whose errors say which file they are about.
pub fn read_file(py: Python<'_>, path: &Path) -> PyResult<Vec<u8>> {
    let file = py.import("io")?.call_method1("open", (path, "rb"))?;
    let bytes = file.call_method0("read").and_then(|bytes| bytes.extract());
    file.call_method0("close")?;
    bytes
}

/// A net that cannot be used.
pub fn unusable(path: Option<&Path>, error: &NetError) -> PyErr {
    PyValueError::new_err(match path {
        Some(path) => format!("{}: {error}", path.display()),
        None => error.to_string(),
    })
}
