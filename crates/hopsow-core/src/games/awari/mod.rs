//! Awari: two rows of six pits, sown counter-clockwise.
//!
//! - `board`: a row as one word of bytes
//! - `rules`: the rule sets as data
//! - `position`: a position, and the contract of a game fulfilled
//! - `moves`: a turn
//! - `generate`: sowing by table, capturing by byte arithmetic
//! - `notation`: positions and moves as text
//! - `illegal`: why a move is not allowed
//! - `setup`: a position from its stones, and back
//! - `story`: a move stone by stone
//! - `actions`: moves as numbers
//! - `environment`: the game as learners see it, action by action
//! - `evaluation`: what a position is worth
//! - `inputs`: what a net sees of it
//! - `packed`: positions as bytes
//! - `search`: what the search asks of it beyond the rules
//! - [`endings`]: exact values of positions with few stones
//! - [`strategy`]: where a position stands in a strategy
//!
//! Source: S5 of docs/sources.md: sowing skips the start pit on every lap (S5.6), a grand slam
//! captures nothing (S5.5), and the rule sets differ in who gets the stones that are left at the
//! end (S0.21).

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
pub mod strategy;
#[cfg(test)]
mod tests;

pub use environment::AwariState;
pub use illegal::Illegal;
pub use moves::Move;
pub use position::Awari;
pub use rules::{MAJORITY, Rules};
pub use setup::Impossible;
