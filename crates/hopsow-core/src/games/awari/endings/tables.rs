//! The contract of tables fulfilled.

use std::ops::RangeInclusive;
use std::path::Path;
use std::sync::atomic::AtomicBool;

use super::probe::certain;
use super::ranges::{
    MAX_BOUNDS_STONES, build_bounds, bytes_of_bounds_disk, bytes_of_bounds_memory, verify_bounds,
};
use super::{
    AwariTables, BOUNDS_RULES, MAX_STONES, bounds_id, bytes_of_disk, bytes_of_memory, layer_id,
};
use crate::games::awari::{Awari, Move, Rules};
use crate::tables::{Contradiction, Header, Needs, Shelf, TableError, TableFiles, Tables, Worth};

/// One file for each layer under a rule set, with values or with bounds; the size is the number of
/// stones in the pits.
struct Layers(Rules);

impl Layers {
    fn are_bounds(&self) -> bool {
        self.0 == BOUNDS_RULES
    }
}

/// Stones up to which the layers are part of the program.
const BUILT_IN_STONES: u32 = 12;
/// Stones up to which the bounds of layers are.
const BUILT_IN_BOUNDS: u32 = 10;

impl Tables<Awari> for AwariTables {
    const FILES: &'static [&'static dyn TableFiles<Awari>] =
        &[&Layers(Rules::Forfeit), &Layers(Rules::Oware), &Layers(BOUNDS_RULES)];

    fn open(shelf: &Shelf) -> Self {
        AwariTables::open(shelf)
    }

    fn reach(&self, rules: Rules) -> Option<u32> {
        self.reach(rules).map(|stones| stones as u32)
    }

    fn probe(&self, position: &Awari) -> Option<Worth> {
        worth(position, self.bounds(position)?)
    }

    fn bounds(&self, position: &Awari) -> Option<(Worth, Worth)> {
        let (least, most) = self.bounds(position)?;
        let exactly = |value| worth(position, (value, value));
        exactly(least).zip(exactly(most))
    }

    fn rank_moves(&self, position: &Awari) -> Option<Vec<(Move, Worth)>> {
        let certain = |(mv, bounds)| Some((mv, worth(position, bounds)?));
        let mut moves: Vec<_> =
            self.move_bounds(position)?.into_iter().map(certain).collect::<Option<_>>()?;
        moves.sort_by_key(|(_, worth): &(Move, Worth)| (-worth.result, -worth.value));
        Some(moves)
    }

    fn take_problems(&self) -> Vec<TableError> {
        self.take_problems()
    }
}

/// The result and what the mover will still get more than the opponent, or what the winner gets for
/// certain, if the bounds say who wins.
fn worth(position: &Awari, bounds: (i8, i8)) -> Option<Worth> {
    let lead = position.lead();
    let ahead = certain(lead, bounds)?;
    Some(Worth { result: ahead.signum() as i8, value: (ahead - lead) as i16 })
}

impl TableFiles<Awari> for Layers {
    fn rules(&self) -> Rules {
        self.0
    }

    fn sizes(&self) -> RangeInclusive<u32> {
        let most = if self.are_bounds() { MAX_BOUNDS_STONES } else { MAX_STONES };
        0..=most as u32
    }

    fn built_in(&self) -> u32 {
        if self.are_bounds() { BUILT_IN_BOUNDS } else { BUILT_IN_STONES }
    }

    fn size(&self, position: &Awari) -> u32 {
        position.stones_in_pits()
    }

    fn names(&self, size: u32) -> Vec<String> {
        let size = size as usize;
        let id = if self.are_bounds() { bounds_id(size) } else { layer_id(self.0, size) };
        vec![id.file_name()]
    }

    fn needs(&self, size: u32) -> Needs {
        let size = size as usize;
        if self.are_bounds() {
            return Needs {
                memory: bytes_of_bounds_memory(size),
                disk: bytes_of_bounds_disk(size),
            };
        }
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
        if self.are_bounds() {
            return build_bounds(folder, size as usize, threads, stop, done);
        }
        super::build(folder, self.0, size as usize, threads, stop, done)
    }

    fn write(
        &self,
        folder: &Path,
        size: u32,
        values: &[i8],
        stop: &AtomicBool,
    ) -> Option<Result<Header, TableError>> {
        let write = || super::write_layer(folder, self.0, size as usize, values, stop);
        (!self.are_bounds()).then(write)
    }

    fn verify(
        &self,
        folder: &Path,
        size: u32,
        step: u64,
        stop: &AtomicBool,
        done: &(dyn Fn(f64) + Sync),
    ) -> Result<Option<Contradiction<Awari>>, TableError> {
        if self.are_bounds() {
            return verify_bounds(folder, size as usize, step, stop, done);
        }
        super::verify(folder, self.0, size as usize, step, stop, done)
    }
}
