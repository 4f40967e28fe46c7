//! The contract of tables fulfilled.

use std::ops::RangeInclusive;
use std::path::Path;
use std::sync::atomic::AtomicBool;

use super::probe::lead;
use super::{AwariTables, MAX_STONES, RULES, bytes_of_disk, bytes_of_memory, layer_id};
use crate::evaluation::Score;
use crate::game::Side;
use crate::games::awari::{Awari, Move, Rules};
use crate::tables::{
    Contradiction, Header, Needs, Selection, Shelf, TableError, TableFiles, Tables, Worth,
};

/// One file for each layer; the size is the number of stones in the pits.
struct Layers;

/// Stones up to which the layers are part of the program.
const BUILT_IN_STONES: u32 = 12;

impl Tables<Awari> for AwariTables {
    const FILES: &'static [&'static dyn TableFiles<Awari>] = &[&Layers];

    fn open(shelf: &Shelf) -> Self {
        AwariTables::open(shelf)
    }

    fn reach(&self, rules: Rules) -> Option<u32> {
        self.reach(rules).map(|stones| stones as u32)
    }

    fn probe(&self, position: &Awari) -> Option<Worth> {
        self.probe(position).map(|value| worth(position, value))
    }

    fn rank_moves(&self, position: &Awari) -> Option<Vec<(Move, Worth)>> {
        let moves = self.rank_moves(position)?;
        Some(moves.into_iter().map(|(mv, value)| (mv, worth(position, value))).collect())
    }

    fn take_problems(&self) -> Vec<TableError> {
        self.take_problems()
    }
}

/// The value is what the mover will still capture minus what the opponent will.
fn worth(position: &Awari, value: i8) -> Worth {
    let result = (lead(position) + Score::from(value)).signum() as i8;
    Worth { result, value: value.into() }
}

impl TableFiles<Awari> for Layers {
    fn rules(&self) -> Rules {
        RULES
    }

    fn sizes(&self) -> RangeInclusive<u32> {
        0..=MAX_STONES as u32
    }

    fn built_in(&self) -> u32 {
        BUILT_IN_STONES
    }

    fn size(&self, position: &Awari) -> u32 {
        Side::BOTH.map(|side| position.stones_in_row(side)).iter().sum()
    }

    fn names(&self, size: u32) -> Vec<String> {
        vec![layer_id(size as usize).file_name()]
    }

    fn needs(&self, size: u32) -> Needs {
        let size = size as usize;
        Needs { memory: bytes_of_memory(size), disk: bytes_of_disk(size) }
    }

    fn build(
        &self,
        folder: &Path,
        size: u32,
        threads: usize,
        stop: &AtomicBool,
        done: &(dyn Fn(f64) + Sync),
    ) -> Result<Vec<Header>, TableError> {
        super::build(folder, size as usize, threads, stop, done)
    }

    fn write(
        &self,
        folder: &Path,
        size: u32,
        values: &[i8],
        stop: &AtomicBool,
    ) -> Option<Result<Header, TableError>> {
        Some(super::write_layer(folder, size as usize, values, stop))
    }

    fn verify(
        &self,
        folder: &Path,
        size: u32,
        selection: Selection,
        stop: &AtomicBool,
        done: &(dyn Fn(f64) + Sync),
    ) -> Result<Option<Contradiction<Awari>>, TableError> {
        super::verify(folder, size as usize, selection, stop, done)
    }
}
