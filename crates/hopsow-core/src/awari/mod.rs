//! Awari: two rows of six pits, sown counter-clockwise.
//!
//! - `board`: the stones as two words of bytes, and moves
//! - `sow`: sowing by table, capturing by byte arithmetic
//! - `rules`: the two rule sets, and the contract of a game
//! - `evaluation`: what a position is worth to the search
//! - `text`: texts of positions and moves
//! - `illegal`: why a move cannot be played
//!
//! The rules are those of the fifth source document ("slightly modified Abapa rules"): sowing
//! skips the start pit on every lap (rule 4), a grand slam captures nothing (note to rule 3), and
//! the rule sets differ in who gets the stones that are left at the end (rule 5).

mod board;
mod evaluation;
mod illegal;
mod rules;
mod sow;
mod text;

#[cfg(test)]
mod laws;
#[cfg(test)]
mod tests;

pub use board::{Awari, Move, SetupError};
pub use evaluation::Balance;
pub use illegal::Illegal;
pub use rules::Rules;
