//! Checking tables against themselves: every value must follow from the children's values.
//!
//! Done for all positions this is a proof: applied from the last ply before the limit backwards,
//! the rule that makes a value out of the children's leaves one solution.

use std::path::Path;
use std::sync::atomic::{AtomicBool, Ordering};

use rayon::prelude::*;

use super::layout::Layout;
use super::material::Material;
use super::probe::{CheckersTables, open_slice};
use crate::games::checkers::{Checkers, Rules};
use crate::tables::{Contradiction, Shelf, TableError};

/// Positions between two looks at the stop flag.
const BATCH: usize = 1 << 12;
/// Enough for the slices that the children of a slice are in.
const CACHE_BYTES: usize = 256 << 20;

/// Check the positions with `pieces` pieces that are selected against their successors, with all
/// tables in `folder`; a position that disagrees is returned with both values.
pub fn verify(
    rules: Rules,
    folder: &Path,
    pieces: u8,
    step: u64,
    stop: &AtomicBool,
    done: impl Fn(f64) + Sync,
) -> Result<Option<Contradiction<Checkers>>, TableError> {
    let shelf = Shelf::new(&[], Some(folder), CACHE_BYTES);
    for material in Material::all(pieces) {
        let (_, slice) = open_slice(&shelf, rules, material)?;
        slice.check()?;
    }
    let tables = CheckersTables::open(&shelf);
    let wrong = tables.disagreement(rules, pieces, step, stop, done);
    if stop.load(Ordering::Relaxed) {
        return Err(TableError::Stopped);
    }
    match tables.take_problems().into_iter().next() {
        Some(problem) => Err(problem),
        None => Ok(wrong),
    }
}

impl CheckersTables {
    /// A position with `pieces` pieces among those selected whose value is not what its moves make
    /// it, with both values.
    pub(super) fn disagreement(
        &self,
        rules: Rules,
        pieces: u8,
        step: u64,
        stop: &AtomicBool,
        done: impl Fn(f64) + Sync,
    ) -> Option<Contradiction<Checkers>> {
        let total = super::positions(pieces) as f64;
        let mut before = 0;
        Material::all(pieces).find_map(|material| {
            let layout = Layout::new(rules, material);
            let positions = layout.positions();
            let wrong = (0..positions.div_ceil(BATCH)).into_par_iter().find_map_first(|batch| {
                if stop.load(Ordering::Relaxed) {
                    return None;
                }
                done((before + batch * BATCH) as f64 / total);
                let ranks = batch * BATCH..((batch + 1) * BATCH).min(positions);
                ranks
                    .filter(|rank| (*rank as u64).is_multiple_of(step))
                    .find_map(|rank| self.disagrees(&layout.position(rank)))
            });
            before += positions;
            wrong
        })
    }

    /// `position` with its value and what its moves make it, if these are known and differ.
    fn disagrees(&self, position: &Checkers) -> Option<Contradiction<Checkers>> {
        let stored = self.value(position)?;
        let by_moves = CheckersTables::by_moves(position, |child| self.value(child))?;
        (stored != by_moves).then_some(Contradiction {
            position: *position,
            stored: stored.0,
            expected: by_moves.0,
        })
    }
}
