//! The rules of Halma, English checkers and Awari, and what can be computed from them alone.
//!
//! - [`game`]: the contract that every game fulfils
//! - [`text`]: reading texts, and the errors that say where and why
//! - [`halma`], [`checkers`], [`awari`]: one game each
//! - [`perft`]: counting move paths, the definition of the rules in numbers
//! - [`playouts`]: random games to the end
//! - [`tables`]: files of exact values
//! - [`any`]: one type over all games, for callers that know the game only at run time
//! - [`endings`]: the same for their tables
//!
//! Nothing here prints or knows Python, and only [`tables`] touches files.

pub mod any;
pub mod awari;
pub mod checkers;
pub mod endings;
pub mod game;
pub mod halma;
pub mod perft;
pub mod playouts;
pub mod tables;
pub mod text;

/// A pool of `threads` workers for one piece of work.
fn pool(threads: usize) -> rayon::ThreadPool {
    rayon::ThreadPoolBuilder::new()
        .num_threads(threads)
        .build()
        .expect("the operating system starts threads")
}
