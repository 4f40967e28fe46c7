//! Strategies: for the positions that come about while a side follows one, the move that keeps what
//! it promises, whatever the other side plays.
//!
//! - `file`: the bytes of a strategy, read and written
//! - `error`: why bytes are none
//!
//! A strategy ends where tables begin: positions up to a size are not in it. Nothing here names a
//! game or opens a file; the caller has the bytes. Making and verifying strategies is not the core's.

mod error;
mod file;

pub use error::StrategyError;
pub use file::{About, Entry, Promise, StrategyFile, Writer};

use crate::game::Position;

/// A game whose strategies can be played.
pub trait Strategic: Position {
    /// Size and number of this position in a strategy of the game; `None` for a game without any.
    fn place(&self) -> Option<(u32, u64)> {
        None
    }

    /// The move of an entry for this position, and the result that the mover is sure of with it.
    fn answer(&self, _entry: Entry) -> Option<(Self::Move, i8)> {
        None
    }
}
