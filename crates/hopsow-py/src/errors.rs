//! The core's errors as Python exceptions.
//!
//! The classes are written in Python, in `hopsow.errors`: the stable interface of Python 3.11 does
//! not let native code extend built-in exceptions.

use hopsow_core::games::any::{Game, ReadError, UnknownName};
use hopsow_core::setup;
use hopsow_core::text::{self, MoveError, Refused};
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;

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
            SetupError::new_err((why.sentence, why.kind, square))
        }
        ReadError::Rules(error) => unknown_name(error),
        ReadError::Text(error) => parse_error(&error),
    }
}

pub fn unplayable(error: MoveError<Refused>) -> PyErr {
    match error {
        MoveError::NotAMove(error) => parse_error(&error),
        MoveError::Ambiguous(_) => AmbiguousMoveError::new_err(error.to_string()),
        MoveError::Illegal(why) => illegal(why),
    }
}

pub fn illegal(why: Refused) -> PyErr {
    IllegalMoveError::new_err((why.sentence, why.kind))
}

fn parse_error(error: &text::ParseError) -> PyErr {
    ParseError::new_err((error.problem.to_string(), error.line, error.column))
}
