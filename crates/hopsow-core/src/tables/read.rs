//! Reading tables. Opening looks at header and index only, so it costs little whatever the size.

use std::path::{Path, PathBuf};
use std::sync::{Arc, OnceLock};

use rayon::prelude::*;

use super::block;
use super::cache::Cache;
use super::error::TableError;
use super::format::{Header, Layout, TableId};
use super::source::Source;
use crate::prefetch::prefetch;

/// An open table. Reading takes `&self` and may happen in many threads at once.
#[derive(Debug)]
pub struct Table {
    path: PathBuf,
    source: Source,
    layout: Layout,
    cache: Arc<Cache>,
    /// This table's number in the cache.
    number: u32,
    /// The blocks that stay decoded: reading them takes no lock.
    held: Box<[OnceLock<Box<[u8]>>]>,
}

impl Table {
    /// Open the table in the file `path`.
    pub fn open(path: &Path, cache: &Arc<Cache>) -> Result<Table, TableError> {
        Table::new(path, Source::open(path)?, cache)
    }

    /// Open the table in `bytes`, which are part of the program; `name` is for messages.
    pub fn built_in(
        name: &str,
        bytes: &'static [u8],
        cache: &Arc<Cache>,
    ) -> Result<Table, TableError> {
        Table::new(Path::new(name), Source::BuiltIn(bytes), cache)
    }

    fn new(path: &Path, source: Source, cache: &Arc<Cache>) -> Result<Table, TableError> {
        let layout = Layout::read(&source, path)?;
        let (path, number) = (path.to_owned(), cache.admit());
        let held = (0..layout.header.blocks()).map(|_| OnceLock::new()).collect();
        Ok(Table { path, source, layout, cache: Arc::clone(cache), number, held })
    }

    /// This table, if it is `id` and has `entries` entries.
    pub fn expect(self, id: &TableId, entries: u64) -> Result<Table, TableError> {
        let header = self.header();
        if header.id == *id && header.entries == entries {
            return Ok(self);
        }
        Err(TableError::Other {
            found: format!("{} entries of {}", header.entries, header.id),
            expected: format!("{entries} of {id}"),
            path: self.path,
        })
    }

    /// Return the file's header.
    #[must_use]
    pub fn header(&self) -> &Header {
        &self.layout.header
    }

    /// The file.
    #[must_use]
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// The size of the file when it was opened.
    #[must_use]
    pub fn bytes(&self) -> u64 {
        self.source.length()
    }

    /// The entry at `rank`, which must be below the number of entries.
    #[inline]
    pub fn get(&self, rank: u64) -> Result<i8, TableError> {
        let (block, place) = self.place(rank);
        match self.held.get(block).and_then(OnceLock::get) {
            Some(values) => Ok(values[place] as i8),
            None => self.fetch(block, place),
        }
    }

    /// Have the entry at `rank` brought into the cache of the processor, if it is decoded.
    #[inline]
    pub fn prefetch(&self, rank: u64) {
        let (block, place) = self.place(rank);
        if let Some(value) = self.held[block].get().and_then(|values| values.get(place)) {
            prefetch(value);
        }
    }

    /// The block of an entry, and the place in it.
    #[inline(always)]
    fn place(&self, rank: u64) -> (usize, usize) {
        let block_log = self.layout.header.block_log;
        ((rank >> block_log) as usize, rank as usize & ((1 << block_log) - 1))
    }

    /// An entry whose block is not held; from now on it is, if there is room.
    #[cold]
    fn fetch(&self, block: usize, place: usize) -> Result<i8, TableError> {
        let Header { entries, block_log, .. } = self.layout.header;
        let rank = ((block as u64) << block_log) + place as u64;
        assert!(rank < entries, "entry {rank} of a table of {entries}");
        let decode = || {
            self.cache.note_read();
            self.decode(block as u64).map(Vec::into_boxed_slice)
        };
        if !self.cache.take(1 << block_log) {
            let value = self.cache.value(self.number, block as u32, place, decode)?;
            return Ok(value as i8);
        }
        let values = decode().inspect_err(|_| self.cache.give_back(1 << block_log))?;
        if let Err(again) = self.held[block].set(values) {
            self.cache.give_back(1 << block_log); // another thread was sooner
            return Ok(again[place] as i8);
        }
        Ok(self.held[block].get().expect("it has just been set")[place] as i8)
    }

    /// All entries, decoded by the threads of the current pool without filling the cache.
    pub fn read_all(&self) -> Result<Vec<i8>, TableError> {
        let mut entries = vec![0; self.header().entries as usize];
        entries.par_chunks_mut(1 << self.header().block_log).enumerate().try_for_each(
            |(block, entries)| {
                let values = self.decode(block as u64)?;
                entries.iter_mut().zip(values).for_each(|(entry, value)| *entry = value as i8);
                Ok(())
            },
        )?;
        Ok(entries)
    }

    /// Check every block against its checksum.
    pub fn check(&self) -> Result<(), TableError> {
        (0..self.header().blocks()).try_for_each(|block| self.decode(block).map(|_| ()))
    }

    #[cold]
    fn decode(&self, block: u64) -> Result<Vec<u8>, TableError> {
        let damaged = || TableError::DamagedBlock { path: self.path.clone(), block };
        let range = self.header().range(block);
        let length = (range.end - range.start) as usize;
        let compressed = self.layout.block(&self.source, &self.path, block)?;
        block::decode(&compressed.ok_or_else(damaged)?, length).ok_or_else(damaged)
    }
}
