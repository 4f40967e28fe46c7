//! English checkers.
//!
//! The rules are the third source document's: red (PDN's black) moves first and down the board,
//! capturing is compulsory, the choice among captures is free, a sequence must be finished,
//! captured pieces come off at once, and crowning ends the turn. Where that document is silent:
//!
//! - a king may pass over its own start square in the middle of a sequence;
//! - two sequences of jumps are two moves even if they lead to the same position, as in the
//!   published perft counts;
//! - the draw by counter comes before everything else, also before a side without moves and before
//!   a capture that is available.
//!
//! The parts: `board` lays squares into words, `moves` holds a whole turn, `generate` finds and
//! counts turns, `evaluation` judges positions, `position` fulfils the contract, `rules` is the data that differs between rule
//! sets, `setup` and `notation` read and write texts, `illegal` says why a move is none.

mod board;
mod evaluation;
mod generate;
mod illegal;
mod moves;
mod notation;
mod position;
mod rules;
mod setup;

#[cfg(test)]
mod laws;
#[cfg(test)]
mod traps;

pub use evaluation::Balance;
pub use illegal::Illegal;
pub use moves::Move;
pub use position::Checkers;
pub use rules::Rules;
