//! Exact values of Awari positions with few stones under the `forfeit` and `oware` rules, and
//! bounds of them under the `abapa` rules.
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
//! will, when both play for the largest difference. Endless play is worth 0. A position without a
//! move is worth 0 under `forfeit`; under `oware` each side keeps the stones of its own row. The
//! stores don't matter, nor does the end by majority: it comes when the rest cannot change the
//! winner. So the sign of the stores' difference plus the value is the exact result.
//!
//! Another builder needs [`positions`], [`rank`], [`unrank`], the rules, and [`write_layer`]: a
//! move that captures leads to a rank in a layer below, any other to one in the same layer.

mod bounds;
mod build;
mod probe;
mod ranges;
mod rank;
mod rows;
mod solve;
mod tables;
mod verify;

use std::sync::atomic::AtomicBool;

#[cfg(test)]
mod bounds_tests;
#[cfg(test)]
mod tests;

use crate::game::{Position, Reason, RuleSet};
use crate::games::awari::Awari;
use crate::games::awari::rules::{Leftovers, Rules};
use crate::tables::TableId;
use solve::Solver;

pub use build::{build, bytes_of_disk, bytes_of_memory, write_layer};
pub use probe::AwariTables;
pub use ranges::{
    MAX_BOUNDS_STONES, build_bounds, bytes_of_bounds_disk, bytes_of_bounds_memory, verify_bounds,
};
pub use rank::{MAX_STONES, positions, rank, unrank};
pub use verify::verify;

/// The rules that tables of exact values are for.
pub const EXACT_RULES: [Rules; 2] = [Rules::Forfeit, Rules::Oware];

/// The rules that the tables of bounds are for.
pub const BOUNDS_RULES: Rules = Rules::Abapa;

/// The note on the values in the files.
fn note(rules: Rules) -> &'static str {
    match rules {
        Rules::Forfeit => {
            "stones that the mover will still capture less those of the opponent; \
             endless play and positions without a move are worth 0"
        }
        _ => {
            "stones that the mover will still get less those of the opponent; \
             endless play is worth 0, a position without a move what lies in each row"
        }
    }
}

/// The rules as a solver sees them.
#[derive(Clone, Copy, Debug)]
pub(super) struct Convention {
    /// True if a grand slam takes nothing; otherwise it is a move only where there is no other.
    slams_take_nothing: bool,
    /// True if the stones that are left count for the row they are in when the mover has no move.
    keeps_rows: bool,
}

impl Convention {
    /// The rules that Romein and Bal solved: a grand slam, or a move that leaves an opponent
    /// without stones as it is, is allowed only where there is no other, and leaves all stones to
    /// the mover.
    const ROMEIN_BAL: Convention = Convention { slams_take_nothing: false, keeps_rows: true };

    fn of(rules: Rules) -> Convention {
        let keeps_rows = rules.leftovers(Reason::NO_MOVES) == Leftovers::RowOwners;
        Convention { slams_take_nothing: true, keeps_rows }
    }

    /// The value of a position without a move in which the mover has `own` of the `stones`.
    ///
    /// One side then has them all: a mover with stones ends the game only if the opponent has none.
    fn without_moves(self, own: usize, stones: usize) -> i8 {
        match own {
            _ if !self.keeps_rows => 0,
            0 => -(stones as i8),
            _ => stones as i8,
        }
    }
}

/// The values of all positions of up to `stones` stones under the rules of Romein and Bal: by
/// number of stones, then by rank. `None` if `stop` was set.
#[must_use]
pub fn romein_bal(
    stones: usize,
    threads: usize,
    stop: &AtomicBool,
    done: impl Fn(f64) + Sync,
) -> Option<Vec<Vec<i8>>> {
    let total: u64 = (0..=stones).map(positions).sum();
    crate::pool(threads).install(|| {
        let mut solver = Solver::new(Convention::ROMEIN_BAL, stones);
        let mut before = 0;
        for layer in 0..=stones {
            let size = positions(layer) as f64;
            solver.solve(stop, |part| done((before as f64 + part * size) / total as f64))?;
            before += positions(layer);
        }
        Some(solver.into_layers())
    })
}

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
pub fn layer_id(rules: Rules, stones: usize) -> TableId {
    TableId::new(Awari::GAME, rules.name(), &format!("{stones:02}"))
}
