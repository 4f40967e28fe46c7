//! The files of bounds: building them, smallest layer first, and recomputing them from successors.
//!
//! A file has two entries for each position: by rank what it is worth at least, and after all of
//! these by rank how much more it may be worth at most.

use std::path::Path;
use std::sync::atomic::AtomicBool;

use super::bounds::{self, Bounds};
use super::rank::{positions, stones_of, unrank};
use super::verify::first_wrong;
use super::{AwariTables, BOUNDS_NOTE, BOUNDS_RULES, bounds_id};
use crate::game::Position;
use crate::games::awari::Awari;
use crate::tables::{Contradiction, Counts, Header, Shelf, Table, TableError, write_counted};

/// The largest layer whose bounds can be built.
pub const MAX_BOUNDS_STONES: usize = 18;

/// The share of a layer's work that is solving; the rest is compressing and writing.
const SOLVING: f64 = 0.9;
/// A position while its layer is solved: moves, ways back, states and lists of them.
const BYTES_A_POSITION: u64 = 80;

/// Build the bounds of all layers of up to `stones` stones in `folder`, and return their headers.
///
/// `done` is called now and then with the share of the work that is done.
pub fn build_bounds(
    folder: &Path,
    stones: usize,
    threads: usize,
    stop: &AtomicBool,
    done: impl Fn(f64) + Sync,
) -> Result<Vec<Header>, TableError> {
    crate::pool(threads).install(|| {
        let total: u64 = (0..=stones).map(positions).sum();
        let mut layers: Vec<Bounds> = Vec::new();
        let mut headers = Vec::new();
        let mut before = 0;
        for layer in 0..=stones {
            let size = positions(layer);
            let report = |part: f64| done((before as f64 + part * size as f64) / total as f64);
            let (bounds, header) = build_layer(folder, layer, &layers, stop, report)?;
            layers.push(bounds);
            headers.push(header);
            before += size;
        }
        Ok(headers)
    })
}

/// Take a layer from its file, or solve and write it.
fn build_layer(
    folder: &Path,
    stones: usize,
    below: &[Bounds],
    stop: &AtomicBool,
    done: impl Fn(f64) + Sync,
) -> Result<(Bounds, Header), TableError> {
    if let Ok(table) = open(&Shelf::new(&[], Some(folder), 0), stones)
        && let Ok(mut least) = table.read_all()
    {
        let mut most = least.split_off(positions(stones) as usize);
        most.iter_mut().zip(&least).for_each(|(most, least)| *most += least);
        return Ok((Bounds { least, most }, table.header().clone()));
    }
    let solved = bounds::solve(stones, below, stop, |part| done(SOLVING * part));
    let bounds = solved.ok_or(TableError::Stopped)?;
    let header = write(folder, stones, &bounds, stop)?;
    Ok((bounds, header))
}

fn write(
    folder: &Path,
    stones: usize,
    bounds: &Bounds,
    stop: &AtomicBool,
) -> Result<Header, TableError> {
    let Bounds { least, most } = bounds;
    let fill = |first: u64, entries: &mut [i8]| {
        let mut counts = Counts::default();
        for (entry, rank) in entries.iter_mut().zip(first as usize..) {
            if let Some(rank) = rank.checked_sub(least.len()) {
                *entry = most[rank] - least[rank];
                continue;
            }
            *entry = least[rank];
            counts.wins += u64::from(least[rank] > 0);
            counts.draws += u64::from((least[rank], most[rank]) == (0, 0));
            counts.losses += u64::from(most[rank] < 0);
        }
        counts
    };
    let id = bounds_id(stones);
    let entries = 2 * positions(stones);
    write_counted(&folder.join(id.file_name()), &id, BOUNDS_NOTE, entries, fill, stop)
}

/// The file of a layer on `shelf`, if it is the right one; its blocks are not checked.
pub(super) fn open(shelf: &Shelf, stones: usize) -> Result<Table, TableError> {
    shelf.open(&bounds_id(stones), 2 * positions(stones))
}

/// The memory that building up to `stones` stones takes.
#[must_use]
pub fn bytes_of_bounds_memory(stones: usize) -> u64 {
    2 * (0..=stones).map(positions).sum::<u64>() + BYTES_A_POSITION * positions(stones)
}

/// An upper bound of the disk space that the bounds of all layers up to `stones` stones take.
#[must_use]
pub fn bytes_of_bounds_disk(stones: usize) -> u64 {
    (0..=stones).map(|n| positions(n) + 4096).sum()
}

/// Check the bounds of a layer in `folder`: every block against its checksum, and those that are
/// selected against their successors'. A position that disagrees is returned with the bound and the
/// right one.
pub fn verify_bounds(
    folder: &Path,
    stones: usize,
    step: u64,
    stop: &AtomicBool,
    done: impl Fn(f64) + Sync,
) -> Result<Option<Contradiction<Awari>>, TableError> {
    let open = |shelf: &Shelf| open(shelf, stones);
    let disagrees = |tables: &AwariTables, rank: u64| disagrees(tables, stones, rank);
    first_wrong(folder, stones, step, stop, done, open, disagrees)
}

/// The position of this rank with a bound and what its moves make of it, if they differ.
fn disagrees(tables: &AwariTables, stones: usize, rank: u64) -> Option<Contradiction<Awari>> {
    let position = Awari { rules: BOUNDS_RULES, ..unrank(stones, rank) };
    let stored = tables.bounds(&position)?;
    let mover = position.to_move();
    let mut expected: Option<(i8, i8)> = None;
    let mut unknown = false;
    position.for_each_child(|_, child| {
        let captured = child.store(mover) as i8;
        match tables.bounds(&child) {
            Some((least, most)) => {
                let (low, high) = expected.unwrap_or((i8::MIN, i8::MIN));
                expected = Some((low.max(captured - most), high.max(captured - least)));
            }
            None => unknown = true,
        }
    });
    let lead = stones_of(position.own) as i8 - stones_of(position.opponent) as i8;
    let (least, most) = expected.unwrap_or((lead, lead));
    let (stored, expected) = match stored {
        (low, _) if low != least => (low, least),
        (_, high) => (high, most),
    };
    (!unknown && stored != expected).then_some(Contradiction { position, stored, expected })
}
