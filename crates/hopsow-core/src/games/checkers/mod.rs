//! English checkers.
//!
//! Source: S4.3 to S4.9 of docs/sources.md: red (PDN's black) moves first and down the board,
//! capturing is compulsory, the choice among captures is free, a sequence must be finished, and
//! crowning ends the turn. The document is silent on these:
//!
//! - captured pieces come off at once, and a king may pass over its own start square (S0.11);
//! - two sequences of jumps are two moves even if they lead to the same position (S0.13);
//! - the draw by counter comes before everything else, also before a side without moves and before
//!   a capture that is available (S0.14).
//!
//! - `board`: squares laid into words
//! - `rules`: what differs between the rule sets
//! - `position`: a position, and the contract of a game fulfilled
//! - `moves`: a whole turn
//! - `generate`: finding and counting turns
//! - `notation`: positions and moves as text
//! - `illegal`: why a move is not allowed
//! - `setup`: a position from its cells, and back
//! - `story`: a move as its hops
//! - `actions`: hops as numbers
//! - `environment`: the game as learners see it, action by action
//! - `evaluation`: what a position is worth
//! - `inputs`: what a net sees of it
//! - `packed`: positions as bytes
//! - `search`: what the search asks of it beyond the rules
//! - [`endings`]: exact values of positions with few pieces

mod actions;
mod board;
pub mod endings;
mod environment;
mod evaluation;
mod generate;
mod illegal;
mod inputs;
mod moves;
mod notation;
mod packed;
mod position;
mod rules;
mod search;
mod setup;
mod story;
#[cfg(test)]
mod tests;

pub use environment::CheckersState;
pub use illegal::Illegal;
pub use moves::Move;
pub use position::Checkers;
pub use rules::{NO_PROGRESS, Rules};
pub use setup::Impossible;
