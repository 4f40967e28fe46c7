//! The places of tables: first those built into the program, then a folder.

use std::path::{Path, PathBuf};
use std::sync::Arc;

use super::cache::Cache;
use super::error::TableError;
use super::format::TableId;
use super::read::Table;

/// Files that are part of the program, by name.
pub type BuiltIn = &'static [(&'static str, &'static [u8])];

/// The available tables, and the cache that they share.
#[derive(Clone, Debug)]
pub struct Shelf {
    built_in: BuiltIn,
    folder: Option<PathBuf>,
    cache: Arc<Cache>,
}

impl Shelf {
    /// The tables in `built_in` and in `folder`, read through a cache of `cache_bytes`.
    #[must_use]
    pub fn new(built_in: BuiltIn, folder: Option<&Path>, cache_bytes: usize) -> Shelf {
        let cache = Arc::new(Cache::new(cache_bytes));
        Shelf { built_in, folder: folder.map(Path::to_owned), cache }
    }

    /// The cache.
    #[must_use]
    pub fn cache(&self) -> &Arc<Cache> {
        &self.cache
    }

    /// Open the table `id`, which must have `entries` entries.
    pub fn open(&self, id: &TableId, entries: u64) -> Result<Table, TableError> {
        let name = id.file_name();
        let built_in = self.built_in.iter().find(|(built_in, _)| *built_in == name);
        let table = match (built_in, &self.folder) {
            (Some((_, bytes)), _) => Table::built_in(&name, bytes, &self.cache),
            (None, Some(folder)) => Table::open(&folder.join(name), &self.cache),
            (None, None) => Err(TableError::Missing { path: name.into() }),
        };
        table?.expect(id, entries)
    }
}
