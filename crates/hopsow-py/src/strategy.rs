//! Strategies: making, reading, asking and verifying them.

use std::collections::HashMap;
use std::sync::Mutex;
use std::sync::atomic::AtomicBool;

use hopsow_core::games::any::strategy::{self, Layers};
use hopsow_core::strategy::{StrategyError, StrategyFile, Tally};
use numpy::PyReadonlyArray1;
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use pyo3::types::PyBytes;

use crate::errors::unknown_name;
use crate::moves::Move;
use crate::position::Position;
use crate::tables::Tables;
use crate::work::run_long;

/// Moves that keep a result whatever the other side plays.
#[pyclass(frozen, module = "hopsow._native")]
pub struct Strategy(StrategyFile);

#[pymethods]
impl Strategy {
    #[new]
    fn new(content: &[u8]) -> PyResult<Strategy> {
        StrategyFile::read(content.to_vec()).map(Strategy).map_err(error)
    }

    #[getter]
    fn game(&self) -> &str {
        &self.0.about().game
    }

    #[getter]
    fn rules(&self) -> &str {
        &self.0.about().rules
    }

    /// The text of the position it begins with.
    #[getter]
    fn start(&self) -> &str {
        &self.0.about().start
    }

    /// The size up to which it leaves positions to tables.
    #[getter]
    fn below(&self) -> u32 {
        self.0.about().below
    }

    /// A first move, or nothing for the start itself, and the result that the side to move is sure
    /// of after it.
    #[getter]
    fn promises(&self) -> Vec<(&str, i8)> {
        let promises = self.0.about().promises.iter();
        promises.map(|promise| (promise.after.as_str(), promise.result)).collect()
    }

    /// How many positions it has of each size, the largest first.
    #[getter]
    fn sizes(&self) -> Vec<(u32, u64)> {
        self.0.sizes()
    }

    /// How many positions it has a move for.
    fn __len__(&self) -> usize {
        self.0.positions() as usize
    }

    /// Its file.
    fn content<'py>(&self, py: Python<'py>) -> Bound<'py, PyBytes> {
        PyBytes::new(py, self.0.bytes())
    }

    /// The move for a position and the result that its side is sure of, or None.
    fn answer(&self, position: &Bound<'_, Position>) -> Option<(Move, i8)> {
        let position = position.get().0;
        let (mv, result) = strategy::answer(&self.0, &position)?;
        Some((Move { mv, position }, result))
    }

    /// Play every reply against it: the numbers of positions, replies, leaves that tables confirm
    /// and ends.
    #[pyo3(signature = (tables, progress=None))]
    fn verify(
        &self,
        py: Python<'_>,
        tables: &Bound<'_, Tables>,
        progress: Option<Py<PyAny>>,
    ) -> PyResult<(u64, u64, u64, u64)> {
        let tables = &tables.get().0;
        let tally =
            watched(py, progress, |stop, done| strategy::verify(&self.0, tables, stop, done));
        let Tally { positions, replies, leaves, ends } = tally?;
        Ok((positions, replies, leaves, ends))
    }
}

/// Draw a strategy for a game that begins with `start`, down to the size `below`; for one side, or for
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
    layers: Option<HashMap<u32, PyReadonlyArray1<'_, i8>>>,
) -> PyResult<Strategy> {
    let layers = layers.unwrap_or_default();
    let layers: PyResult<Layers<'_>> =
        layers.iter().map(|(&size, values)| Ok((size, values.as_slice()?))).collect();
    let layers = layers?;
    let (start, tables) = (start.get().0, &tables.get().0);
    let side = side.map(|name| start.game().side(name).map_err(unknown_name)).transpose()?;
    let made = watched(py, progress, |stop, done| {
        strategy::make(&layers, tables, &start, below, side, stop, done)
    });
    made.map(Strategy)
}

/// Do long work that says where it is, and pass that on to `progress`.
fn watched<T: Send>(
    py: Python<'_>,
    progress: Option<Py<PyAny>>,
    work: impl FnOnce(&AtomicBool, &dyn Fn(u32, u64)) -> Result<T, StrategyError> + Send,
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
    run_long(py, |stop| work(stop, &done), tell)?.map_err(error)
}

fn error(error: StrategyError) -> PyErr {
    PyValueError::new_err(error.to_string())
}
