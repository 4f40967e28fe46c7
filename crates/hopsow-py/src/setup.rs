//! A position's parts as a value, and the squares that they stand on.

use hopsow_core::games::any::Game;
use hopsow_core::setup::{self, Board, Place};
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyTuple};

use crate::errors::{unknown_name, unread};
use crate::position::Position;
use crate::work::{integer, within};

/// A square as its game counts it: a number, or column and row.
#[derive(Clone, Copy, PartialEq, Eq, Hash, IntoPyObject, FromPyObject)]
pub enum Square {
    Number(u8),
    At(u8, u8),
}

impl Square {
    pub fn of(game: Game, place: Place) -> Square {
        match game.square(place) {
            setup::Square::Number(number) => Square::Number(number),
            setup::Square::At(x, y) => Square::At(x, y),
        }
    }
}

impl From<Square> for setup::Square {
    fn from(square: Square) -> setup::Square {
        match square {
            Square::Number(number) => setup::Square::Number(number),
            Square::At(x, y) => setup::Square::At(x, y),
        }
    }
}

/// The parts of a position, not yet checked: `position()` puts them together.
#[pyclass(frozen, eq, hash, module = "hopsow._native")]
#[derive(PartialEq, Eq, Hash)]
pub struct Setup {
    game: Game,
    rules: &'static str,
    parts: setup::Setup,
}

#[pymethods]
impl Setup {
    #[new]
    #[pyo3(signature = (game, *, to_move, cells=None, stones=None, counter=None, rules=None))]
    fn new(
        game: &str,
        to_move: &str,
        cells: Option<String>,
        stones: Option<Vec<Bound<'_, PyAny>>>,
        counter: Option<Bound<'_, PyAny>>,
        rules: Option<&str>,
    ) -> PyResult<Setup> {
        let game = Game::named(game).map_err(unknown_name)?;
        let start = game.start(rules, Some(to_move)).map_err(unknown_name)?;
        let board = match (cells, stones) {
            (Some(cells), None) => Board::Cells(cells),
            (None, Some(stones)) => {
                let counts = stones.iter().map(|count| count_of("stones", count));
                Board::Stones(counts.collect::<PyResult<_>>()?)
            }
            _ => return Err(PyValueError::new_err("a set-up has either cells or stones")),
        };
        let counter = counter.map(|counter| count_of("counter", &counter)).transpose()?;
        let parts = setup::Setup { board, to_move: start.to_move(), counter };
        Ok(Setup { game, rules: start.rules(), parts })
    }

    /// The name of the game.
    #[getter]
    fn game(&self) -> &'static str {
        self.game.name()
    }

    /// The name of the rule set.
    #[getter]
    fn rules(&self) -> &'static str {
        self.rules
    }

    /// The side whose turn it is.
    #[getter]
    fn to_move(&self) -> &'static str {
        self.game.sides()[self.parts.to_move as usize]
    }

    /// The board from the top left, a character for each square; None for a board of pits.
    #[getter]
    pub fn cells(&self) -> Option<&str> {
        match &self.parts.board {
            Board::Cells(cells) => Some(cells),
            Board::Stones(_) => None,
        }
    }

    /// The stones in the pits, then in the stores; None for a board of squares.
    #[getter]
    pub fn stones<'py>(&self, py: Python<'py>) -> PyResult<Option<Bound<'py, PyTuple>>> {
        match &self.parts.board {
            Board::Cells(_) => Ok(None),
            Board::Stones(stones) => PyTuple::new(py, stones).map(Some),
        }
    }

    /// The plies without progress that are counted towards a draw; None where none are counted.
    #[getter]
    pub fn counter(&self) -> Option<u32> {
        self.parts.counter
    }

    /// The position with these parts.
    fn position(&self) -> PyResult<Position> {
        let position = self.game.set_up(&self.parts, Some(self.rules));
        position.map(Position).map_err(|error| unread(self.game, error))
    }

    fn __repr__(slf: &Bound<'_, Self>) -> PyResult<String> {
        let mut text = format!("Setup({}", slf.getattr("game")?.repr()?);
        for (name, value) in Self::options(slf)?.iter() {
            text.push_str(&format!(", {name}={}", value.repr()?));
        }
        Ok(text + ")")
    }

    fn __reduce__<'py>(
        slf: &Bound<'py, Self>,
    ) -> PyResult<(Bound<'py, PyAny>, Bound<'py, PyTuple>)> {
        let partial = slf.py().import("functools")?.getattr("partial")?;
        let arguments = (slf.get_type(), slf.getattr("game")?);
        let make = partial.call(arguments, Some(&Self::options(slf)?))?;
        Ok((make, PyTuple::empty(slf.py())))
    }
}

impl Setup {
    pub fn of(position: &Position, parts: setup::Setup) -> Setup {
        Setup { game: position.0.game(), rules: position.0.rules(), parts }
    }

    /// The keyword arguments that make this set-up.
    fn options<'py>(slf: &Bound<'py, Self>) -> PyResult<Bound<'py, PyDict>> {
        let options = PyDict::new(slf.py());
        for name in ["to_move", "cells", "stones", "counter", "rules"] {
            let value = slf.getattr(name)?;
            if !value.is_none() {
                options.set_item(name, value)?;
            }
        }
        Ok(options)
    }
}

fn count_of(name: &str, value: &Bound<'_, PyAny>) -> PyResult<u32> {
    Ok(within(name, integer(value)?, 0..=u32::MAX.into())? as u32)
}

/// The position with these parts; SetupError says what is wrong with them, and where.
#[pyfunction]
#[pyo3(signature = (game, *, to_move, cells=None, stones=None, counter=None, rules=None))]
pub fn set_up(
    game: &str,
    to_move: &str,
    cells: Option<String>,
    stones: Option<Vec<Bound<'_, PyAny>>>,
    counter: Option<Bound<'_, PyAny>>,
    rules: Option<&str>,
) -> PyResult<Position> {
    Setup::new(game, to_move, cells, stones, counter, rules)?.position()
}

/// Every kind of set-up that a game refuses, as `SetupError.kind` names it.
#[pyfunction]
pub fn setup_kinds<'py>(py: Python<'py>, game: &str) -> PyResult<Bound<'py, PyTuple>> {
    PyTuple::new(py, Game::named(game).map_err(unknown_name)?.setup_kinds())
}
