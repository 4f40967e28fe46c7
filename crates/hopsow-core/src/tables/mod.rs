//! Tables of exact values: one file for each layer or slice of a game.
//!
//! - `contract`: what a game says about its endings and their files
//! - `choices`: positions in which one move keeps what another spoils
//! - `format`: the bytes of a file
//! - `block`: the bytes of a block
//! - `write`: writing a file, completely or not at all
//! - `read`: opening and reading a table
//! - `source`: where its bytes come from
//! - `cache`: decoded blocks, shared by all open tables
//! - `shelf`: where tables are looked for
//! - `error`: what can be wrong with a file
//!
//! An entry is one signed byte, and its sign is the result for the side to move: positive is won,
//! 0 drawn, negative lost. The meaning of the size and the numbering of positions are up to the
//! game; this folder never names one. [`NO_POSITION`] marks ranks that are not positions.

mod block;
mod cache;
mod choices;
mod contract;
mod error;
mod format;
mod read;
mod shelf;
mod source;
mod write;

#[cfg(test)]
pub(crate) mod scratch;
#[cfg(test)]
mod tests;

pub use cache::Cache;
pub use choices::{Choice, positions_where_choice_matters};
pub use contract::{Contradiction, Needs, TableFiles, TablePart, Tables, Worth};
pub use error::TableError;
pub use format::{Counts, Header, NO_POSITION, TableId};
pub use read::Table;
pub use shelf::{BuiltIn, Shelf};
pub use write::{BLOCK_ENTRIES, write, write_counted};
