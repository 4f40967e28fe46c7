//! Building tables: one pair of slices after another, from few pieces to many and from few men to
//! many.
//!
//! All finished slices stay in memory at a byte a position, since captures and crownings may lead
//! anywhere among them. A pair whose files exist and are valid is not built again.

use std::path::Path;
use std::sync::atomic::AtomicBool;

use super::layout::Layout;
use super::material::{MAX_TABLE_PIECES, Material};
use super::probe::{CheckersTables, open_slice};
use super::slice::Slice;
use super::solve::{Finished, Pair, by_captures};
use super::value::Value;
use super::{note, slice_id};
use crate::game::RuleSet;
use crate::games::checkers::{Checkers, Rules};
use crate::tables::{Counts, Header, Shelf, TableError, write_counted};

/// The share of a pair's work that is solving; the rest is compressing and writing.
const SOLVING: f64 = 0.8;
/// Blocks on their way to a file, and the program.
pub(super) const THE_REST: u64 = 32 << 20;

/// Build all slices of up to `pieces` pieces under `rules` in `folder`, and return their headers.
///
/// `done` is called now and then, from any thread, with the share of the work that is done.
pub fn build(
    rules: Rules,
    folder: &Path,
    pieces: u8,
    threads: usize,
    stop: &AtomicBool,
    done: impl Fn(f64) + Sync,
) -> Result<Vec<Header>, TableError> {
    crate::pool(threads).install(|| {
        let pairs: Vec<Material> = pairs(pieces).collect();
        let is_missing = |pair: &Material| headers(rules, folder, *pair).is_err();
        let last_missing = pairs.iter().rposition(is_missing);
        let (to_do, there) = pairs.split_at(last_missing.map_or(0, |last| last + 1));

        let mut tables = CheckersTables::new();
        let mut all_headers = Vec::new();
        let mut share = Share::new(to_do);
        for &pair in to_do {
            let done = share.of(pair, &done);
            if let Ok(slices) = read(rules, folder, pair, &tables) {
                tables.extend(slices);
                all_headers.extend(headers(rules, folder, pair)?);
                continue;
            }
            let (slices, headers) = make(rules, folder, pair, &tables, stop, &done)?;
            all_headers.extend(headers);
            tables.extend(slices);
        }
        for &pair in there {
            all_headers.extend(headers(rules, folder, pair)?);
        }
        Ok(all_headers)
    })
}

/// Solve a pair and write its files to `folder`.
pub(super) fn make(
    rules: Rules,
    folder: &Path,
    pair: Material,
    tables: &CheckersTables,
    stop: &AtomicBool,
    done: impl Fn(f64),
) -> Result<(Vec<Slice>, Vec<Header>), TableError> {
    let pair = Pair::new(rules, pair, rules.limit());
    let slices =
        pair.solve(tables, stop, |part| done(SOLVING * part)).ok_or(TableError::Stopped)?;
    let write = |slice: &Slice| {
        let value = |rank| slice.value(rank).0;
        write_slice(folder, &slice.layout, value, stop)
    };
    let headers = slices.iter().map(write).collect::<Result<_, _>>()?;
    Ok((slices, headers))
}

/// The memory that building up to `pieces` pieces takes.
#[must_use]
pub fn bytes_of_memory(pieces: u8) -> u64 {
    let slices = (2..=pieces).flat_map(layouts);
    let sizes: Vec<u64> = slices.map(|layout| layout.positions() as u64).collect();
    // All slices, and the entries of one that is being read from its file.
    sizes.iter().sum::<u64>() + sizes.iter().max().unwrap_or(&0) + THE_REST
}

/// An upper bound of the disk space that all slices up to `pieces` pieces take.
#[must_use]
pub fn bytes_of_disk(pieces: u8) -> u64 {
    let slices = (2..=pieces).flat_map(layouts);
    slices.map(|layout| layout.positions() as u64 * 4 / 10 + 4096).sum()
}

/// The number of positions with exactly `pieces` pieces, both colours present, one side to move.
#[must_use]
pub fn positions(pieces: u8) -> u64 {
    layouts(pieces).map(|layout| layout.positions() as u64).sum()
}

/// The ranks of a material, which all rules share.
fn ranks_of(material: Material) -> Layout {
    Layout::new(Rules::ALL[0], material)
}

fn layouts(pieces: u8) -> impl Iterator<Item = Layout> {
    Material::all(pieces).map(ranks_of)
}

pub(super) fn pairs(pieces: u8) -> impl Iterator<Item = Material> {
    (2..=pieces.min(MAX_TABLE_PIECES)).flat_map(Material::pairs)
}

/// The share of the whole work that each pair is.
struct Share {
    before: u64,
    total: u64,
}

impl Share {
    fn new(pairs: &[Material]) -> Share {
        Share { before: 0, total: pairs.iter().copied().map(Share::size).sum() }
    }

    fn size(pair: Material) -> u64 {
        pair.with_turned().map(|material| ranks_of(material).positions() as u64).sum()
    }

    /// `done` for the next pair, which counts only its own work.
    fn of(&mut self, pair: Material, done: &(impl Fn(f64) + Sync)) -> impl Fn(f64) + Sync {
        let (before, total, size) = (self.before as f64, self.total as f64, Share::size(pair));
        self.before += size;
        move |part| done((before + part * size as f64) / total)
    }
}

impl Finished for CheckersTables {
    fn slice(&self, rules: Rules, material: Material) -> &Slice {
        self.in_memory(rules, material).expect("slices are made in order")
    }

    fn value(&self, position: &Checkers) -> Value {
        CheckersTables::value(self, position).expect("slices are made in order")
    }
}

/// Write the file of a slice to `folder`: `value` gives the value of each rank, one to `LONGEST`
/// plies for a win, as many less than 0 for a loss, 0 for a draw. The file does not depend on the
/// builder.
///
/// A position with a capture gets the entry before it, which costs next to nothing: its value
/// follows from positions with fewer pieces, and only counts among the results.
pub fn write_slice(
    folder: &Path,
    layout: &Layout,
    value: impl Fn(usize) -> i8 + Sync,
    stop: &AtomicBool,
) -> Result<Header, TableError> {
    let (rules, material) = (layout.rules(), layout.material());
    let (id, note) = (slice_id(rules, material), note(rules));
    let fill = |first: u64, entries: &mut [i8]| {
        let ranks = first as usize..;
        for (entry, rank) in entries.iter_mut().zip(ranks.clone()) {
            *entry = value(rank);
        }
        let counts = Counts::of(entries);
        let mut before = Value::DRAW.0;
        for (entry, rank) in entries.iter_mut().zip(ranks) {
            match layout.position(rank).must_capture() {
                true => *entry = before,
                false => before = *entry,
            }
        }
        counts
    };
    let entries = layout.positions() as u64;
    write_counted(&folder.join(id.file_name()), &id, &note, entries, fill, stop)
}

/// The headers of a pair's files, if they exist and are the right ones.
fn headers(rules: Rules, folder: &Path, pair: Material) -> Result<Vec<Header>, TableError> {
    let shelf = Shelf::new(&[], Some(folder), 0);
    let header = |material| Ok(open_slice(&shelf, rules, material)?.1.header().clone());
    pair.with_turned().map(header).collect()
}

/// The slices of a pair from their files.
fn read(
    rules: Rules,
    folder: &Path,
    pair: Material,
    tables: &CheckersTables,
) -> Result<Vec<Slice>, TableError> {
    pair.with_turned().map(|material| read_slice(rules, folder, material, tables)).collect()
}

/// A slice from its file, with the values that the file leaves out.
pub(super) fn read_slice(
    rules: Rules,
    folder: &Path,
    material: Material,
    tables: &CheckersTables,
) -> Result<Slice, TableError> {
    // Whole slices are read past the cache.
    let shelf = Shelf::new(&[], Some(folder), 0);
    let (layout, table) = open_slice(&shelf, rules, material)?;
    let entries = table.read_all()?;
    let slice = Slice::new(layout);
    slice.fill(&slice.ranks(), |rank| {
        let position = slice.layout.position(rank);
        match position.must_capture() {
            true => by_captures(&position, tables),
            false => Value(entries[rank]),
        }
    });
    Ok(slice)
}
