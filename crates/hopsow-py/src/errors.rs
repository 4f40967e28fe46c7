//! The core's errors as Python exceptions.
//!
//! The classes are written in Python, in `hopsow.errors`: the stable interface of Python 3.11 does
//! not let native code extend built-in exceptions.

use hopsow_core::games::any::{Game, ReadError, UnknownName};
use hopsow_core::message::{Argument, Message, Refusal};
use hopsow_core::setup;
use hopsow_core::text::{self, MoveError};
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use pyo3::types::PyDict;

use crate::setup::Square;

pyo3::import_exception!(hopsow.errors, ParseError);
pyo3::import_exception!(hopsow.errors, IllegalMoveError);
pyo3::import_exception!(hopsow.errors, AmbiguousMoveError);
pyo3::import_exception!(hopsow.errors, SetupError);

pub fn unknown_name(error: UnknownName) -> PyErr {
    PyValueError::new_err(error.to_string())
}

pub fn unread(game: Game, error: ReadError) -> PyErr {
    match error {
        ReadError::Setup(setup::SetupError { place, why }) => {
            let square = place.map(|place| Square::of(game, place));
            SetupError::new_err((Told(why), square))
        }
        ReadError::Rules(error) => unknown_name(error),
        ReadError::Text(error) => parse_error(&error),
    }
}

pub fn unplayable(error: MoveError<Message>) -> PyErr {
    match error {
        MoveError::NotAMove(error) => parse_error(&error),
        MoveError::Ambiguous(_) => AmbiguousMoveError::new_err((Told(error.message()),)),
        MoveError::Illegal(why) => illegal(why),
    }
}

pub fn illegal(why: Message) -> PyErr {
    IllegalMoveError::new_err((Told(why),))
}

/// A message as a `hopsow.messages.Message`.
pub struct Told(pub Message);

impl<'py> IntoPyObject<'py> for Told {
    type Target = PyAny;
    type Output = Bound<'py, PyAny>;
    type Error = PyErr;

    fn into_pyobject(self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        let arguments = PyDict::new(py);
        for (name, argument) in self.0.arguments {
            match argument {
                Argument::Number(number) => arguments.set_item(name, number)?,
                Argument::Text(text) => arguments.set_item(name, text)?,
                Argument::Message(message) => arguments.set_item(name, Told(message))?,
            }
        }
        let class = py.import("hopsow.messages")?.getattr("Message")?;
        class.call((self.0.kind,), Some(&arguments))
    }
}

fn parse_error(error: &text::ParseError) -> PyErr {
    ParseError::new_err((Told(error.problem.clone()), error.line, error.column))
}
