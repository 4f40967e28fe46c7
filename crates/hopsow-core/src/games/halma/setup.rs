//! A position from its cells, and back: `b` and `w` for men.

use super::board::{MEN, SIZE, Square, Words};
use super::{Halma, Rules};
use crate::game::{Side, side_name};
use crate::message::{Message, Refusal, message};
use crate::setup::{Board, Place, Setup, SetupError};

/// The content of a square: nothing, or a man of either side.
const CELLS: &str = ".bw";

/// Why there is no such position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Impossible {
    /// A side has more men than it can have.
    TooManyMen {
        /// The side.
        side: Side,
        /// The number of its men.
        found: usize,
    },
}

/// Every kind of set-up that is refused: those of the wrong form, then the impossible ones.
pub(super) const KINDS: &[&str] =
    &["wrong-board", "wrong-size", "unknown-cell", "no-counter", "too-many-men"];

impl Refusal for Impossible {
    fn message(&self) -> Message {
        let Impossible::TooManyMen { side, found } = *self;
        message!("halma.too-many-men", side = side_name::<Halma>(side), found = found, most = MEN)
    }
}

/// The position with these men, and otherwise the first man that is one too many.
pub(super) fn with_men(
    men: [Words; 2],
    to_move: Side,
    rules: Rules,
) -> Result<Halma, (Square, Impossible)> {
    for side in Side::BOTH {
        if let Some(square) = men[side as usize].squares().nth(MEN) {
            let found = men[side as usize].len();
            return Err((square, Impossible::TooManyMen { side, found }));
        }
    }
    Ok(Halma { men, to_move, rules })
}

pub(super) fn set_up(setup: &Setup, rules: Rules) -> Result<Halma, SetupError> {
    let cells = setup.cells::<{ SIZE as usize * SIZE as usize }>(CELLS)?;
    setup.check_no_counter()?;
    let mut men = [Words::EMPTY; 2];
    for (square, cell) in Square::all().zip(cells) {
        match cell {
            b'b' => square.toggle(&mut men[0]),
            b'w' => square.toggle(&mut men[1]),
            _ => {}
        }
    }
    with_men(men, setup.to_move, rules)
        .map_err(|(square, why)| SetupError::at(square.index() as Place, why))
}

pub(super) fn taken_apart(position: &Halma) -> Setup {
    let cells = position.cells().into_iter().map(char::from).collect();
    Setup { board: Board::Cells(cells), to_move: position.to_move, counter: None }
}
