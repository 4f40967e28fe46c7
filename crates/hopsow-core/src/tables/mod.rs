//! Tables of exact values: one file for each layer or slice of a game.
//!
//! - `format`: the bytes of a file
//! - `block`: the bytes of a block
//! - `write`: making one, all at once or not at all
//! - `read`: opening and reading one
//! - `cache`: decoded blocks, shared by all open tables
//! - `shelf`: where tables are looked for
//! - `error`: what can be wrong with a file
//!
//! An entry is one signed byte, and its sign is the result for the side to move: positive is won,
//! 0 drawn, negative lost. What the size means, and which position has which entry, is the game's
//! affair; this folder never names one. [`NO_POSITION`] marks entries that stand for nothing.

mod block;
mod cache;
mod error;
mod format;
mod read;
mod shelf;
mod write;

#[cfg(test)]
pub(crate) mod scratch;
#[cfg(test)]
mod tests;

pub use cache::Cache;
pub use error::TableError;
pub use format::{Counts, Header, NO_POSITION, TableId};
pub use read::Table;
pub use shelf::{BuiltIn, Shelf};
pub use write::{BLOCK_ENTRIES, write, write_counted};
