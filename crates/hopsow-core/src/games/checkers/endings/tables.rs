//! The contract of tables fulfilled.

use std::ops::RangeInclusive;
use std::path::Path;
use std::sync::atomic::AtomicBool;

use super::material::MAX_TABLE_PIECES;
use super::{CheckersTables, Ending, bytes_of_disk, bytes_of_memory, slice_ids};
use crate::games::checkers::{Checkers, Move, Rules};
use crate::tables::{
    Contradiction, Header, Needs, Shelf, TableError, TableFiles, TablePart, Tables, Worth,
};

/// One file for each slice of a rule set; the size is the number of pieces.
struct Slices(Rules);

/// Pieces up to which the slices are part of the program.
const BUILT_IN_PIECES: u32 = 3;

impl Tables<Checkers> for CheckersTables {
    const FILES: &'static [&'static dyn TableFiles<Checkers>] =
        &[&Slices(Rules::Dd2380), &Slices(Rules::Tournament), &Slices(Rules::Openspiel)];

    fn open(shelf: &Shelf) -> Self {
        CheckersTables::open(shelf)
    }

    fn reach(&self, rules: Rules) -> Option<u32> {
        self.reach(rules).map(u32::from)
    }

    fn probe(&self, position: &Checkers) -> Option<Worth> {
        self.probe(position).map(Worth::from)
    }

    fn rank_moves(&self, position: &Checkers) -> Option<Vec<(Move, Worth)>> {
        let moves = self.rank_moves(position)?;
        Some(moves.into_iter().map(|(mv, ending)| (mv, ending.into())).collect())
    }

    fn take_problems(&self) -> Vec<TableError> {
        self.take_problems()
    }
}

/// The value is the distance, negative for a loss, 0 for a draw.
impl From<Ending> for Worth {
    fn from(ending: Ending) -> Worth {
        let value = match ending {
            Ending::Win { plies } => i16::from(plies),
            Ending::Draw => 0,
            Ending::Loss { plies } => -i16::from(plies),
        };
        Worth { result: ending.result(), value }
    }
}

impl TableFiles<Checkers> for Slices {
    fn rules(&self) -> Rules {
        self.0
    }

    fn sizes(&self) -> RangeInclusive<u32> {
        2..=MAX_TABLE_PIECES.into()
    }

    fn built_in(&self) -> u32 {
        BUILT_IN_PIECES
    }

    fn size(&self, position: &Checkers) -> u32 {
        (position.own | position.opponent).count_ones()
    }

    fn names(&self, size: u32) -> Vec<String> {
        slice_ids(self.0, size as u8).map(|id| id.file_name()).collect()
    }

    fn needs(&self, size: u32) -> Needs {
        Needs { memory: bytes_of_memory(size as u8), disk: bytes_of_disk(size as u8) }
    }

    fn build(
        &self,
        folder: &Path,
        size: u32,
        threads: usize,
        stop: &AtomicBool,
        done: &(dyn Fn(f64) + Sync),
    ) -> Result<Vec<Header>, TableError> {
        super::build(self.0, folder, size as u8, threads, stop, done)
    }

    fn parts(&self, size: u32) -> Vec<Box<dyn TablePart>> {
        super::parts(self.0, size as u8)
    }

    fn verify(
        &self,
        folder: &Path,
        size: u32,
        step: u64,
        stop: &AtomicBool,
        done: &(dyn Fn(f64) + Sync),
    ) -> Result<Option<Contradiction<Checkers>>, TableError> {
        super::verify(self.0, folder, size as u8, step, stop, done)
    }
}
