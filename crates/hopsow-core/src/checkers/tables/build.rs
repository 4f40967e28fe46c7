//! Making tables: pair after pair of slices, from few pieces to many and from few men to many.
//!
//! All finished slices stay in memory at a byte a position, since captures and crownings may lead
//! anywhere among them. Given a folder, finished slices are written there and found again.

use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use super::layout::Layout;
use super::material::Material;
use super::probe::{CheckersTables, open_slice, table_id};
use super::slice::Slice;
use super::solve::{Finished, Pair, by_captures};
use super::value::{LONGEST, Value};
use crate::checkers::{Checkers, Rules};
use crate::tables::{Cache, Counts, TableError, write_counted};

/// What the header of a file says about its values.
const NOTE: &str = "plies to the capture or end that keeps the result: won (positive) or lost \
    (negative) if and only if counter + plies <= 50; entries of positions with a capture say nothing";

/// What to make.
#[derive(Clone, Debug)]
pub struct Build {
    /// The most pieces on the board.
    pub pieces: u8,
    /// The number of threads.
    pub threads: usize,
    /// Whether plies without a capture are counted, as the rules want it. Without, for comparison
    /// with other programs, nothing is written.
    pub counts_plies: bool,
    /// Where to keep the files, if anywhere.
    pub folder: Option<PathBuf>,
}

/// How far the work is, told after each pair of slices.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Progress {
    /// The slices just finished and what is in them; two, or one that is its own turned one.
    pub finished: Vec<(String, Counts)>,
    /// Positions done so far.
    pub positions: u64,
    /// Positions to do in all.
    pub of_positions: u64,
}

impl Build {
    /// The number of positions in all slices together.
    #[must_use]
    pub fn positions(&self) -> u64 {
        (2..=self.pieces).map(positions).sum()
    }

    /// About how much memory the work takes.
    #[must_use]
    pub fn memory_bytes(&self) -> u64 {
        const THE_REST: u64 = 32 << 20;
        self.positions() + THE_REST
    }

    /// Do the work; `TableError::Stopped` if `stop` is set meanwhile. What has been written until
    /// then stays and is not done again next time.
    pub fn run(
        &self,
        stop: &AtomicBool,
        mut progress: impl FnMut(&Progress),
    ) -> Result<CheckersTables, TableError> {
        let limit = if self.counts_plies { Rules::Dd2380.limit() } else { LONGEST };
        let mut tables = CheckersTables::empty(limit);
        let mut told =
            Progress { finished: Vec::new(), positions: 0, of_positions: self.positions() };
        let pool = crate::pool(self.threads);
        for pieces in 2..=self.pieces {
            for material in Material::pairs(pieces) {
                let slices = pool.install(|| self.pair(material, &tables, stop))?;
                told.finished.clear();
                for slice in slices {
                    told.finished.push((slice.layout.material().to_string(), slice.counts()));
                    told.positions += slice.layout.positions() as u64;
                    tables.insert(slice);
                }
                progress(&told);
            }
            tables.complete(pieces);
        }
        Ok(tables)
    }

    /// A pair of slices, read where it has been written before, or else made and written.
    fn pair(
        &self,
        material: Material,
        tables: &CheckersTables,
        stop: &AtomicBool,
    ) -> Result<Vec<Slice>, TableError> {
        let folder = self.folder.as_deref().filter(|_| self.counts_plies);
        // Whatever is wrong with a file, making it again is the remedy.
        if let Some(Ok(slices)) = folder.map(|folder| read_pair(folder, material, tables)) {
            return Ok(slices);
        }
        let slices = Pair::new(material, tables.limit, tables, stop)
            .and_then(|pair| pair.solve(tables, stop))
            .ok_or(TableError::Stopped)?;
        assert!(
            self.counts_plies || slices.iter().all(|slice| slice.longest() < LONGEST),
            "distances without the rule fit a value"
        );
        if let Some(folder) = folder {
            for slice in &slices {
                write_slice(folder, slice, stop)?;
            }
        }
        Ok(slices)
    }
}

/// The number of positions with exactly `pieces` pieces and both colours present.
fn positions(pieces: u8) -> u64 {
    Material::all(pieces).map(|material| Layout::new(material).positions() as u64).sum()
}

impl Finished for CheckersTables {
    fn slice(&self, material: Material) -> &Slice {
        self.slice(material).expect("slices are made in order")
    }

    fn value(&self, position: &Checkers) -> Value {
        CheckersTables::value(self, position).expect("slices are made in order")
    }
}

/// Write a slice. A position with a capture gets the entry before it, which costs next to nothing:
/// its value follows from positions with fewer pieces.
fn write_slice(folder: &Path, slice: &Slice, stop: &AtomicBool) -> Result<(), TableError> {
    let id = table_id(slice.layout.material());
    let fill = |first: u64, entries: &mut [i8]| {
        let ranks = first as usize..;
        for (entry, rank) in entries.iter_mut().zip(ranks.clone()) {
            *entry = slice.value(rank).0;
        }
        let counts = Counts::of(entries);
        let mut before = Value::DRAW.0;
        for (entry, rank) in entries.iter_mut().zip(ranks) {
            match slice.layout.position(rank).must_capture() {
                true => *entry = before,
                false => before = *entry,
            }
        }
        counts
    };
    let entries = slice.layout.positions() as u64;
    write_counted(&folder.join(id.file_name()), &id, NOTE, entries, fill, stop)?;
    Ok(())
}

fn read_pair(
    folder: &Path,
    material: Material,
    tables: &CheckersTables,
) -> Result<Vec<Slice>, TableError> {
    // Whole slices are read past the cache.
    let cache = Arc::new(Cache::new(0));
    let read = |material| {
        let (layout, table) = open_slice(folder, material, &cache)?;
        let entries = table.read_all()?;
        let slice = Slice::new(layout);
        slice.fill(|rank| {
            let position = slice.layout.position(rank);
            match position.must_capture() {
                true => by_captures(&position, tables),
                false => Value(entries[rank]),
            }
        });
        Ok(slice)
    };
    material.with_turned().map(read).collect()
}
