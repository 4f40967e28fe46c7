//! Exact values of Awari positions with few stones under the `forfeit` rules, and bounds of them under
//! the `abapa` rules.
//!
//! - `probe`: looking positions up
//! - `build`: solving layer by layer, into files
//! - `verify`: recomputing values from successors
//! - `tables`: the contract of tables fulfilled
//! - `rank`: the number of a position in its layer
//! - `rows`: what moves do to the two rows of a board
//! - `solve`: the values of one layer
//! - `bounds`: the bounds of one layer, and why they hold
//! - `ranges`: the files of bounds
//!
//! A layer is all positions with the same number of stones in the pits, seen from the side to move.
//! A value is the number of stones that the mover will still capture minus those that the opponent
//! will, when both play for the largest difference. A position without a move, and play that never ends, are
//! worth 0. The stores don't matter, nor does the end by majority: it comes when the rest cannot
//! change the winner. So the sign of the stores' difference plus the value is the exact result.
//!
//! Another builder needs [`positions`], [`rank`], [`unrank`], the rules, and [`write_layer`]: a move
//! that captures leads to a rank in a layer below, any other to one in the same layer.

mod bounds;
mod build;
mod probe;
mod ranges;
mod rank;
mod rows;
mod solve;
mod tables;
mod verify;

#[cfg(test)]
mod bounds_tests;
#[cfg(test)]
mod tests;

use crate::game::{Position, RuleSet};
use crate::games::awari::Awari;
use crate::games::awari::rules::Rules;
use crate::tables::TableId;

pub use build::{build, bytes_of_disk, bytes_of_memory, write_layer};
pub use probe::AwariTables;
pub use ranges::{
    MAX_BOUNDS_STONES, build_bounds, bytes_of_bounds_disk, bytes_of_bounds_memory, verify_bounds,
};
pub use rank::{MAX_STONES, positions, rank, unrank};
pub use verify::verify;

/// The rules that the tables of exact values are for.
pub const RULES: Rules = Rules::Forfeit;

/// The rules that the tables of bounds are for.
pub const BOUNDS_RULES: Rules = Rules::Abapa;

/// The note on the values in the files.
const NOTE: &str = "stones that the mover will still capture less those of the opponent; \
                    endless play and positions without a move are worth 0";

/// The note in the files of bounds.
const BOUNDS_NOTE: &str = "what the mover gets at least more than the opponent by captures and in its \
                           own row at the end; then, for all positions again, how much more at most";

/// The table of the bounds of the positions with `stones` stones in the pits.
#[must_use]
pub fn bounds_id(stones: usize) -> TableId {
    TableId::new(Awari::GAME, BOUNDS_RULES.name(), &format!("{stones:02}"))
}

/// The table of the positions with `stones` stones in the pits.
#[must_use]
pub fn layer_id(stones: usize) -> TableId {
    TableId::new(Awari::GAME, RULES.name(), &format!("{stones:02}"))
}
