//! The rules of Halma, English checkers and Awari, and what can be computed from them alone.
//!
//! - [`game`]: the contract that every game fulfils
//! - [`evaluation`]: what a search asks of a game beyond its rules
//! - [`text`]: reading texts, and the errors that say where and why
//! - [`halma`], [`checkers`], [`awari`]: one game each
//! - [`perft`]: counting move paths, the definition of the rules in numbers
//! - [`playouts`]: random games to the end
//! - [`search`]: one search for all games
//! - [`tune`]: fitting the weights of the evaluation to the results of games
//! - [`any`]: one type over all games, for callers that know the game only at run time
//! - [`bench`]: fixed searches whose node counts identify the engine
//!
//! Nothing here prints, reads files or knows Python.

pub mod any;
pub mod awari;
pub mod bench;
pub mod checkers;
pub mod evaluation;
pub mod game;
pub mod halma;
pub mod perft;
pub mod playouts;
mod random;
pub mod search;
pub mod text;
pub mod tune;

/// A pool of `threads` workers for one piece of work.
fn pool(threads: usize) -> rayon::ThreadPool {
    rayon::ThreadPoolBuilder::new()
        .num_threads(threads)
        .build()
        .expect("the operating system starts threads")
}
