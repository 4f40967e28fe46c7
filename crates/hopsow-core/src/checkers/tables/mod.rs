//! Endgame tables of checkers under `dd2380` rules.
//!
//! For every position with few pieces, the result and the distance to the capture or end that
//! keeps it, so that the result with any number of plies on the counter is known exactly; `value`
//! defines and proves it. The parts: `material` names slices, `layout` ranks positions, `slice`
//! holds values, `solve` makes a pair of slices from finished ones, `build` makes all of them,
//! `probe` reads them, `verify` holds them against their own successors, `choices` picks positions in
//! which the choice of a move matters.

mod build;
mod choices;
mod layout;
mod material;
mod probe;
mod slice;
mod solve;
mod value;
mod verify;

#[cfg(test)]
mod tests;

pub use build::{Build, Progress};
pub use choices::{Choice, positions_where_choice_matters};
pub use material::MAX_TABLE_PIECES;
pub use probe::{CheckersTables, Ending};
pub use verify::Contradiction;
