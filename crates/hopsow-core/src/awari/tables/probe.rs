//! Looking positions up.

use std::path::Path;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex};

use super::RULES;
use super::layer_id;
use super::rank::{MAX_STONES, positions, rank};
use crate::awari::board::Awari;
use crate::awari::rules::Rules;
use crate::tables::{Cache, Table, TableError};

/// The layers at hand. Probing takes `&self` and may happen in many threads at once.
#[derive(Debug, Default)]
pub struct AwariTables {
    /// By number of stones.
    layers: Vec<Option<Layer>>,
    problems: Mutex<Vec<TableError>>,
}

#[derive(Debug)]
struct Layer {
    table: Table,
    /// Set when a block turns out to be damaged: the layer is out of use from then on.
    damaged: AtomicBool,
}

impl AwariTables {
    /// The layers among `built_in`, and those in `folder`, which come first.
    ///
    /// A file that is not there is no problem; one that is there and unsound is.
    #[must_use]
    pub fn open(
        folder: Option<&Path>,
        built_in: &[&'static [u8]],
        cache: &Arc<Cache>,
    ) -> AwariTables {
        let mut tables = AwariTables::default();
        for stones in 0..=MAX_STONES {
            let id = layer_id(stones);
            let entries = positions(stones);
            let mut layer = None;
            if let Some(folder) = folder {
                match Table::open(&folder.join(id.file_name()), cache)
                    .and_then(|table| table.expect(&id, entries))
                {
                    Ok(table) => layer = Some(table),
                    Err(TableError::Missing { .. }) => {}
                    Err(problem) => tables.note(problem),
                }
            }
            if let (None, Some(bytes)) = (&layer, built_in.get(stones)) {
                match Table::built_in(&format!("built-in {}", id.file_name()), bytes, cache)
                    .and_then(|table| table.expect(&id, entries))
                {
                    Ok(table) => layer = Some(table),
                    Err(problem) => tables.note(problem),
                }
            }
            let layer = layer.map(|table| Layer { table, damaged: AtomicBool::new(false) });
            tables.layers.push(layer);
        }
        tables
    }

    /// The stones that the mover will still capture less those of the opponent, if a table knows.
    #[inline]
    #[must_use]
    pub fn probe(&self, position: &Awari) -> Option<i8> {
        if position.rules != RULES {
            return None;
        }
        let (stones, rank) = rank(position)?;
        let layer = self.layers.get(stones)?.as_ref()?;
        if layer.damaged.load(Ordering::Relaxed) {
            return None;
        }
        layer.table.get(rank).map_err(|problem| self.retire(layer, problem)).ok()
    }

    /// Whether all positions with up to `stones` stones can be probed.
    #[must_use]
    pub fn reach(&self, rules: Rules) -> Option<usize> {
        let known = self.layers.iter().take_while(|layer| layer.is_some()).count();
        (rules == RULES).then_some(known).and_then(|known| known.checked_sub(1))
    }

    /// What has been found wrong since the last call.
    #[must_use]
    pub fn take_problems(&self) -> Vec<TableError> {
        std::mem::take(&mut self.problems.lock().expect("nobody panics with the list in hand"))
    }

    #[cold]
    fn retire(&self, layer: &Layer, problem: TableError) {
        if !layer.damaged.swap(true, Ordering::Relaxed) {
            self.note(problem);
        }
    }

    fn note(&self, problem: TableError) {
        self.problems.lock().expect("nobody panics with the list in hand").push(problem);
    }
}
