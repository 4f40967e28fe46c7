//! The rules of Halma, English checkers and Awari, and what can be computed from them alone.
//!
//! - [`game`]: the contract that every game fulfils
//! - [`setup`]: a position taken apart; [`story`]: what happens in a move; [`actions`]: moves as
//!   numbers
//! - [`evaluation`]: static evaluation
//! - [`message`]: kinds of refusals and results with their arguments, and their English sentences
//! - [`text`]: reading texts, and the errors that say where and why
//! - [`games`]: one room for each game, and [`games::any`]: one type over all of them, for callers
//!   that know the game only at run time
//! - [`packed`]: positions as a fixed number of bytes
//! - [`perft`]: counting move paths, the definition of the rules in numbers
//! - [`playouts`]: random games to the end
//! - [`batch`]: many games side by side, for learners; [`mcts`]: a tree search in each of them
//! - [`search`]: one search for all games
//! - [`tables`]: files of exact values
//! - [`strategy`]: files of moves that keep a result whatever the other side plays
//! - [`random`]: chance that is the same everywhere
//! - [`bench`]: fixed searches whose node counts identify the engine
//!
//! Nothing here prints or knows Python, and only [`tables`] touches files.

pub mod actions;
pub mod batch;
pub mod bench;
pub mod evaluation;
pub mod game;
pub mod games;
pub mod mcts;
pub mod message;
pub mod packed;
pub mod perft;
pub mod playouts;
mod prefetch;
pub mod random;
pub mod search;
pub mod setup;
pub mod story;
pub mod strategy;
pub mod tables;
pub mod text;

/// A pool of `threads` workers for one piece of work.
///
/// # Panics
///
/// If the operating system starts no threads.
#[must_use]
pub fn pool(threads: usize) -> rayon::ThreadPool {
    rayon::ThreadPoolBuilder::new()
        .num_threads(threads)
        .build()
        .expect("the operating system starts threads")
}
