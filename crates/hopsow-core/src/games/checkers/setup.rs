//! A position from its cells and counter, and back: `r` and `w` for men, `R` and `W` for kings.

use super::board::{MAX_PIECES, SQUARES, bit, crowning_row};
use super::{Checkers, Rules};
use crate::game::{Side, side_name};
use crate::message::{Message, Refusal, message};
use crate::setup::{Board, Place, Setup, SetupError};

/// The content of a square: nothing, a man or a king of either side.
const CELLS: &str = ".rwRW";

/// Why there is no such position. Squares are PDN's.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[allow(missing_docs, reason = "the sentence of each variant says what its fields are")]
pub enum Impossible {
    /// "a red man on 32 would have been crowned"
    UncrownedMan { side: Side, square: u8 },
    /// "red has more than 12 pieces"
    TooManyPieces { side: Side },
    /// "51 plies without progress, but the game ends after 50"
    CounterTooHigh { found: u32, most: u8 },
}

/// Every kind of set-up that is refused: those of the wrong form, then the impossible ones.
pub(super) const KINDS: &[&str] = &[
    "wrong-board",
    "wrong-size",
    "unknown-cell",
    "uncrowned-man",
    "too-many-pieces",
    "counter-too-high",
];

impl Refusal for Impossible {
    fn message(&self) -> Message {
        let name = side_name::<Checkers>;
        match *self {
            Impossible::UncrownedMan { side, square } => {
                message!("checkers.uncrowned-man", side = name(side), square = square)
            }
            Impossible::TooManyPieces { side } => {
                message!("checkers.too-many-pieces", side = name(side), most = MAX_PIECES)
            }
            Impossible::CounterTooHigh { found, most } => {
                message!("checkers.counter-too-high", found = found, most = most)
            }
        }
    }
}

/// Pieces that have been put on the board one by one: a possible part of a position.
#[derive(Default)]
pub(super) struct Pieces {
    of_side: [u64; 2],
    kings: u64,
}

impl Pieces {
    pub fn stands_on(&self, square: u8) -> bool {
        (self.of_side[0] | self.of_side[1]) & bit(square) != 0
    }

    /// Put a piece on an empty square.
    pub fn put(&mut self, side: Side, square: u8, is_king: bool) -> Result<(), Impossible> {
        let bit = bit(square);
        if !is_king && crowning_row(side) & bit != 0 {
            return Err(Impossible::UncrownedMan { side, square });
        }
        let pieces = &mut self.of_side[side as usize];
        *pieces |= bit;
        if pieces.count_ones() > MAX_PIECES {
            return Err(Impossible::TooManyPieces { side });
        }
        if is_king {
            self.kings |= bit;
        }
        Ok(())
    }

    /// The position with these pieces.
    pub fn with(self, counter: u32, side: Side, rules: Rules) -> Result<Checkers, Impossible> {
        let most = rules.limit();
        let counter = match u8::try_from(counter) {
            Ok(counter) if counter <= most => counter,
            _ => return Err(Impossible::CounterTooHigh { found: counter, most }),
        };
        let [own, opponent] = [side, side.other()].map(|side| self.of_side[side as usize]);
        Ok(Checkers { own, opponent, kings: self.kings, counter, side, rules })
    }
}

pub(super) fn set_up(setup: &Setup, rules: Rules) -> Result<Checkers, SetupError> {
    let cells = setup.cells::<{ SQUARES as usize }>(CELLS)?;
    let mut pieces = Pieces::default();
    for (square, cell) in (1..=SQUARES).zip(cells) {
        let side = match cell {
            b'r' | b'R' => Side::One,
            b'w' | b'W' => Side::Two,
            _ => continue,
        };
        pieces
            .put(side, square, cell.is_ascii_uppercase())
            .map_err(|why| SetupError::at(place(square), why))?;
    }
    pieces.with(setup.counter.unwrap_or(0), setup.to_move, rules).map_err(SetupError::overall)
}

pub(super) fn taken_apart(position: &Checkers) -> Setup {
    let cells = position.cells().into_iter().map(char::from).collect();
    let counter = Some(position.counter.into());
    Setup { board: Board::Cells(cells), to_move: position.side, counter }
}

/// The place of a PDN square.
pub(super) const fn place(square: u8) -> Place {
    square - 1
}
