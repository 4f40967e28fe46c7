//! Exact endings of checkers with few pieces, under each rule set.
//!
//! - [`CheckersTables`][]: probing
//! - [`build`]: solving slice by slice, into files
//! - [`parts`]: what can be built apart, on another machine
//! - [`verify`]: recomputing values from successors
//! - `tables`: the contract of tables fulfilled
//! - `value`: what is stored, and why it is enough
//! - `material`, `layout`: the slices, and the number of a position in its slice
//! - `slice`, `solve`: the values of a slice in memory, and how they are found
//!
//! A slice is all positions with the same men and kings, seen from the side to move. A value is the
//! result with the distance to the progress or end that preserves it, which makes the result exact
//! for any number of plies already played without progress.

mod build;
mod layout;
mod material;
mod part;
mod probe;
mod retract;
mod slice;
mod solve;
mod tables;
mod value;
mod verify;

#[cfg(test)]
mod tests;

use crate::game::{Position, RuleSet};
use crate::games::checkers::{Checkers, Rules};
use crate::tables::TableId;

use build::positions;
pub use build::{build, bytes_of_disk, bytes_of_memory};
pub use material::MAX_TABLE_PIECES;
use material::Material;
pub use part::parts;
pub use probe::{CheckersTables, Ending};
pub use value::LONGEST;
pub use verify::verify;

/// Return the note on the values that the files hold.
fn note(rules: Rules) -> String {
    let progress = match rules.mans_move_is_progress() {
        true => "capture, man's move or end",
        false => "capture or end",
    };
    let limit = rules.limit();
    format!(
        "plies to the {progress} that keeps the result: won (positive) or lost (negative) if and \
         only if counter + plies <= {limit}; entries of positions with a capture mean nothing"
    )
}

/// The tables of all positions with `pieces` pieces, in the order in which they are built.
pub fn slice_ids(rules: Rules, pieces: u8) -> impl Iterator<Item = TableId> {
    Material::all(pieces).map(move |material| slice_id(rules, material))
}

fn slice_id(rules: Rules, material: Material) -> TableId {
    TableId::new(Checkers::GAME, rules.name(), &material.to_string())
}
