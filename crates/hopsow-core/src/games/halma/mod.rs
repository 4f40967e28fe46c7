//! Halma for two on 16×16 squares, as the course's agents play it.
//!
//! - `board`: the four parity boards, squares and camps
//! - `rules`: the two rule sets as data
//! - `position`: a position, and the contract of a game fulfilled
//! - `moves`: a move, and the shortest chain that makes it
//! - `generate`: the move generator
//! - `notation`: positions and moves as text
//! - `illegal`: why a move is not allowed
//! - `setup`: a position from its cells, and back
//! - `story`: a move as its hops
//! - `actions`: moves as numbers
//! - `environment`: the game as learners see it, action by action
//! - `evaluation`: how far each side still has to go
//! - `inputs`: what a net sees of it
//! - `packed`: positions as bytes
//! - `search`: what the search asks of it beyond the rules
//! - [`endings`]: the shortest way home once the armies have passed each other
//!
//! Source: S1, S2 and S3 of docs/sources.md, and the rulings S0.1 to S0.7.

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

pub use board::{MEN, Square};
pub use environment::HalmaState;
pub use evaluation::{Distances, Guide, Guided, SquareValues};
pub use illegal::Illegal;
pub use moves::Move;
pub use position::Halma;
pub use rules::{CAMP_FILLED, Rules};
pub use setup::Impossible;
