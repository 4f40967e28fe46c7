//! A position in parts: the pieces or stones by place, the side to move, the counters.
//!
//! A set-up is anything that a caller or a file may say; a position is a set-up that has been
//! checked. The texts of positions are read through the same checks.

use std::fmt::{self, Display};

use crate::game::Side;
use crate::message::{Message, Refusal, message};

/// A square, pit or store: its index in the cells or stones of a set-up.
pub type Place = u8;

/// A place as its game counts it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Square {
    /// By a number.
    Number(u8),
    /// By column and row from the top left.
    At(u8, u8),
}

/// The pieces or stones by place.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Board {
    /// A character for each square, upper case for kings, `.` for nothing.
    Cells(String),
    /// The stones in each pit, then those in the stores of both sides.
    Stones(Vec<u32>),
}

/// The kind of message that names them.
const CELLS: &str = "setup.cells";

/// The parts of a position, unchecked.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Setup {
    /// The pieces or stones by place.
    pub board: Board,
    /// The side whose turn it is.
    pub to_move: Side,
    /// The plies counted towards a draw, where a game counts them; `None` stands for 0 there.
    pub counter: Option<u32>,
}

/// Why a set-up is no position, and where.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SetupError {
    /// The place at fault, where it is one.
    pub place: Option<Place>,
    /// The problem.
    pub why: Message,
}

impl Display for SetupError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.why.fmt(f)
    }
}

impl std::error::Error for SetupError {}

impl SetupError {
    /// The set-up cannot be because of what stands on `place`.
    #[must_use]
    pub fn at(place: Place, why: impl Refusal) -> SetupError {
        SetupError { place: Some(place), why: why.message() }
    }

    /// The set-up cannot be, though no place is at fault.
    #[must_use]
    pub fn overall(why: impl Refusal) -> SetupError {
        SetupError { place: None, why: why.message() }
    }
}

/// Why a set-up does not even have the form that its game needs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Malformed {
    /// The game is set up with cells, or with stones.
    WrongBoard {
        /// The kind of message that names the board that the game has.
        expected: &'static str,
    },
    /// There are too few or too many cells or stones.
    WrongSize {
        /// The kind of message that names what there are too few or too many of.
        what: &'static str,
        /// The number given.
        found: usize,
        /// The right one.
        expected: usize,
    },
    /// A character that stands for nothing.
    UnknownCell {
        /// The character.
        found: char,
        /// Those that the game knows.
        expected: &'static str,
    },
    /// A counter in a game that counts no plies.
    NoCounter,
}

impl Refusal for Malformed {
    fn message(&self) -> Message {
        match *self {
            Malformed::WrongBoard { expected } => {
                message!("setup.wrong-board", expected = message!(expected))
            }
            Malformed::WrongSize { what, found, expected } => {
                message!(
                    "setup.wrong-size",
                    what = message!(what),
                    found = found,
                    expected = expected
                )
            }
            Malformed::UnknownCell { found, expected } => {
                message!("setup.unknown-cell", found = format!("{found:?}"), expected = expected)
            }
            Malformed::NoCounter => message!("setup.no-counter"),
        }
    }
}

impl Setup {
    /// The cells, each one of `alphabet`, if there are `N` of them.
    pub(crate) fn cells<const N: usize>(
        &self,
        alphabet: &'static str,
    ) -> Result<[u8; N], SetupError> {
        let Board::Cells(cells) = &self.board else {
            return Err(SetupError::overall(Malformed::WrongBoard { expected: CELLS }));
        };
        let mut checked = [0; N];
        check_size(CELLS, cells.chars().count(), N)?;
        for (place, (cell, to)) in cells.chars().zip(&mut checked).enumerate() {
            if !alphabet.contains(cell) {
                let why = Malformed::UnknownCell { found: cell, expected: alphabet };
                return Err(SetupError::at(place as Place, why));
            }
            *to = cell as u8;
        }
        Ok(checked)
    }

    /// The stones, if there are `N` numbers.
    pub(crate) fn stones<const N: usize>(&self) -> Result<[u32; N], SetupError> {
        let Board::Stones(stones) = &self.board else {
            return Err(SetupError::overall(Malformed::WrongBoard { expected: "setup.stones" }));
        };
        check_size("setup.numbers", stones.len(), N)?;
        Ok(std::array::from_fn(|place| stones[place]))
    }

    /// The game counts no plies.
    pub(crate) fn check_no_counter(&self) -> Result<(), SetupError> {
        match self.counter {
            Some(_) => Err(SetupError::overall(Malformed::NoCounter)),
            None => Ok(()),
        }
    }
}

fn check_size(what: &'static str, found: usize, expected: usize) -> Result<(), SetupError> {
    if found == expected {
        return Ok(());
    }
    Err(SetupError::overall(Malformed::WrongSize { what, found, expected }))
}
