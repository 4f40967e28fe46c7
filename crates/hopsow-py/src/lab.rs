//! What the lab computes: self-play, what nets see of positions, and strategies.

use std::path::PathBuf;
use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};

use hopsow_core::games::any::Game;
use hopsow_lab::learning::{self, SelfPlay};
use hopsow_lab::selfplay::Plan;
use hopsow_lab::strategy::{self, Failure, Layers, Order, Tally};
use numpy::PyReadonlyArray1;
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use pyo3::types::PyBytes;

use crate::errors::unknown_name;
use crate::position::Position;
use crate::search::{positions, read_file, unusable};
use crate::strategy::Strategy;
use crate::tables::{Tables, always_there};
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
    Ok(learning::record_bytes(game))
}

/// The position that some bytes stand for.
#[pyfunction]
pub fn unpack_position(game: &str, rules: &str, packed: &[u8]) -> PyResult<Position> {
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

/// Extract a strategy for a game that begins with `start`, down to the size `below`; for one side, or for
/// both. Values come from `layers`, by size and in the order of tables, and from tables. `progress` is
/// called with the size at hand and the positions so far.
#[pyfunction]
#[pyo3(signature = (start, below, tables, side=None, progress=None, layers=None))]
pub fn make_strategy(
    py: Python<'_>,
    start: &Bound<'_, Position>,
    below: u32,
    tables: &Bound<'_, Tables>,
    side: Option<&str>,
    progress: Option<Py<PyAny>>,
    layers: Option<std::collections::HashMap<u32, PyReadonlyArray1<'_, i8>>>,
) -> PyResult<Strategy> {
    let layers = layers.unwrap_or_default();
    let layers: PyResult<Layers<'_>> =
        layers.iter().map(|(&size, values)| Ok((size, values.as_slice()?))).collect();
    let layers = layers?;
    let (start, tables) = (start.get().0, &tables.get().0);
    let side = side.map(|name| start.game().side(name).map_err(unknown_name)).transpose()?;
    let made = watched(py, progress, |stop, done| {
        strategy::make(&Order { start, below, side }, &layers, tables, stop, done)
    });
    made.map(Strategy)
}

/// Play every reply against a strategy: the numbers of positions, replies, leaves that tables confirm
/// and ends.
#[pyfunction]
#[pyo3(signature = (strategy, tables, progress=None))]
pub fn verify_strategy(
    py: Python<'_>,
    strategy: &Bound<'_, Strategy>,
    tables: &Bound<'_, Tables>,
    progress: Option<Py<PyAny>>,
) -> PyResult<(u64, u64, u64, u64)> {
    let (file, tables) = (&strategy.get().0, &tables.get().0);
    let tally = watched(py, progress, |stop, done| strategy::verify(file, tables, stop, done));
    let Tally { positions, replies, leaves, ends } = tally?;
    Ok((positions, replies, leaves, ends))
}

/// Do long work that says where it is, and pass that on to `progress`.
fn watched<T: Send>(
    py: Python<'_>,
    progress: Option<Py<PyAny>>,
    work: impl FnOnce(&AtomicBool, &dyn Fn(u32, u64)) -> Result<T, Failure> + Send,
) -> PyResult<T> {
    let latest = Mutex::new((0, 0));
    let done = |size, positions| *latest.lock().expect("nobody panics with it") = (size, positions);
    let tell = |py: Python<'_>| match &progress {
        Some(progress) => {
            let latest = *latest.lock().expect("nobody panics with it");
            progress.call1(py, latest).map(|_| ())
        }
        None => Ok(()),
    };
    run_long(py, |stop| work(stop, &done), tell)?
        .map_err(|failure| PyValueError::new_err(failure.to_string()))
}
