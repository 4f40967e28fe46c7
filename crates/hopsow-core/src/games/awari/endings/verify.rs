//! Recomputing values: each is the best of what its moves lead to.

use std::path::Path;
use std::sync::atomic::{AtomicBool, Ordering};

use rayon::prelude::*;

use super::rank::{positions, stones_of, unrank};
use super::{AwariTables, Convention, layer_id};
use crate::game::Position;
use crate::games::awari::Awari;
use crate::games::awari::rules::Rules;
use crate::tables::{Contradiction, Shelf, Table, TableError};

/// Positions between two looks at the stop flag.
const BATCH: u64 = 1 << 12;
/// Enough for the parts of the layers that neighbouring ranks lead to.
const CACHE_BYTES: usize = 256 << 20;

/// Check the layer in `folder`: every block against its checksum, and the values that are selected
/// against their successors'. A position that disagrees is returned with its value and the right
/// one.
///
/// Successors in layers that are missing are an error, too.
pub fn verify(
    folder: &Path,
    rules: Rules,
    stones: usize,
    step: u64,
    stop: &AtomicBool,
    done: impl Fn(f64) + Sync,
) -> Result<Option<Contradiction<Awari>>, TableError> {
    let open = |shelf: &Shelf| shelf.open(&layer_id(rules, stones), positions(stones));
    let disagrees = |tables: &AwariTables, rank: u64| disagrees(tables, rules, stones, rank);
    first_wrong(folder, stones, step, stop, done, open, disagrees)
}

/// Verify any files of layers: `open` finds the one at hand, and `disagrees` says
/// what is wrong with the entries of a rank, if anything is.
pub(super) fn first_wrong(
    folder: &Path,
    stones: usize,
    step: u64,
    stop: &AtomicBool,
    done: impl Fn(f64) + Sync,
    open: impl FnOnce(&Shelf) -> Result<Table, TableError>,
    disagrees: impl Fn(&AwariTables, u64) -> Option<Contradiction<Awari>> + Sync,
) -> Result<Option<Contradiction<Awari>>, TableError> {
    let shelf = Shelf::new(&[], Some(folder), CACHE_BYTES);
    let layer = open(&shelf)?;
    layer.check()?;
    let tables = AwariTables::open(&shelf);
    let total = positions(stones);
    let wrong = (0..total.div_ceil(BATCH)).into_par_iter().find_map_first(|batch| {
        if stop.load(Ordering::Relaxed) {
            return None;
        }
        done((batch * BATCH) as f64 / total as f64);
        let ranks = batch * BATCH..((batch + 1) * BATCH).min(total);
        ranks.filter(|rank| rank % step == 0).find_map(|rank| disagrees(&tables, rank))
    });
    if stop.load(Ordering::Relaxed) {
        return Err(TableError::Stopped);
    }
    match tables.take_problems().into_iter().next() {
        Some(problem) => Err(problem),
        None => Ok(wrong),
    }
}

/// The position of this rank with its value and what its moves are worth, if they differ.
fn disagrees(
    tables: &AwariTables,
    rules: Rules,
    stones: usize,
    rank: u64,
) -> Option<Contradiction<Awari>> {
    let position = Awari { rules, ..unrank(stones, rank) };
    let stored = tables.probe(&position)?;
    let mover = position.to_move();
    let mut best = None;
    let mut unknown = false;
    position.for_each_child(|_, child| {
        let captured = child.store(mover) as i8;
        match tables.probe(&child) {
            Some(value) => best = best.max(Some(captured - value)),
            None => unknown = true,
        }
    });
    let expected = best
        .unwrap_or_else(|| Convention::of(rules).without_moves(stones_of(position.own), stones));
    (!unknown && stored != expected).then_some(Contradiction { position, stored, expected })
}
