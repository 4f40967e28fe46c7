//! Strategies: reading and asking them.

use hopsow_core::games::any::strategy;
use hopsow_core::strategy::{StrategyError, StrategyFile};
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use pyo3::types::PyBytes;

use crate::moves::Move;
use crate::position::Position;

/// Moves that keep a result whatever the other side plays.
#[pyclass(frozen, module = "hopsow._native")]
pub struct Strategy(pub StrategyFile);

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
}

fn error(error: StrategyError) -> PyErr {
    PyValueError::new_err(error.to_string())
}
