//! Moves as numbers, and turns that are put together from them.

use hopsow_core::actions::{Action, Turn as Core};
use hopsow_core::games::any::{AnyMove, AnyPosition, Game};
use hopsow_core::message::Message;
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use pyo3::types::{PyTuple, PyType};

use crate::errors::{illegal, unknown_name};
use crate::moves::Move;
use crate::position::Position;
use crate::setup::Setup;
use crate::work::integer;

/// A turn put together action by action; in checkers a capture takes one for each jump.
#[pyclass(frozen, eq, module = "hopsow._native")]
#[derive(PartialEq)]
pub struct Turn {
    position: AnyPosition,
    turn: Core<AnyMove>,
}

#[pymethods]
impl Turn {
    #[new]
    #[pyo3(signature = (position, actions=vec![]))]
    fn new(position: &Position, actions: Vec<Bound<'_, PyAny>>) -> PyResult<Turn> {
        let start = Turn { position: position.0, turn: position.0.turn() };
        actions.iter().try_fold(start, |turn, action| turn.push(integer(action)?))
    }

    /// The position before the turn.
    #[getter]
    fn position(&self) -> Position {
        Position(self.position)
    }

    /// The actions taken so far.
    #[getter]
    fn actions<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
        PyTuple::new(py, self.turn.made())
    }

    /// The actions that can be taken next, ascending; none once the turn is finished.
    #[getter]
    fn legal_actions<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
        PyTuple::new(py, self.turn.legal())
    }

    /// The move that has been made, or None until the turn is finished.
    #[getter]
    fn r#move(&self) -> Option<Move> {
        self.turn.finished().map(|mv| Move { mv, position: self.position })
    }

    /// The board as it stands now, with the same side to move.
    #[getter]
    fn setup(&self) -> Setup {
        let now = self.turn.setup(self.position.setup(), |mv| self.position.story(mv));
        Setup::of(&Position(self.position), now)
    }

    /// The turn after one more action.
    fn push(&self, #[pyo3(from_py_with = integer)] action: i128) -> PyResult<Turn> {
        let turn = numbered(action).and_then(|action| self.turn.push(action).ok());
        let turn = turn.ok_or_else(|| no_action(action))?;
        Ok(Turn { position: self.position, turn })
    }

    fn __repr__(&self) -> String {
        format!("Turn({}, {:?})", Position(self.position).__repr__(), self.turn.made())
    }

    fn __hash__(&self) -> u64 {
        let start = self.position.key();
        self.turn.made().iter().fold(start, |key, &action| {
            key.rotate_left(7).wrapping_mul(0x9e37_79b9_7f4a_7c15) ^ u64::from(action)
        })
    }

    fn __reduce__<'py>(&self, py: Python<'py>) -> (Bound<'py, PyType>, (Position, Vec<Action>)) {
        (py.get_type::<Self>(), (self.position(), self.turn.made().to_vec()))
    }
}

impl Turn {
    /// The turn that has begun in a position with these actions, all of them legal.
    pub fn after(position: AnyPosition, made: &[Action]) -> Turn {
        let push = |turn: Core<AnyMove>, &action: &Action| turn.push(action).expect("legal");
        Turn { position, turn: made.iter().fold(position.turn(), push) }
    }

    /// The position before the turn and its actions; a finished turn is an error.
    pub fn apart(&self) -> PyResult<(AnyPosition, Vec<Action>)> {
        if self.turn.finished().is_some() {
            return Err(PyValueError::new_err("the turn is finished: play its move"));
        }
        Ok((self.position, self.turn.made().to_vec()))
    }
}

/// The action with a number, whatever the game.
pub fn numbered(number: i128) -> Option<Action> {
    Action::try_from(number).ok()
}

pub fn no_action(number: i128) -> PyErr {
    illegal(Message::not_here(number))
}

/// The number of a game's actions; they are numbered from 0 and never change.
#[pyfunction]
pub fn actions(game: &str) -> PyResult<usize> {
    Ok(Game::named(game).map_err(unknown_name)?.actions())
}
