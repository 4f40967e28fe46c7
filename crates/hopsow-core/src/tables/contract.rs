//! The interface of a game's exact endings: the value of a position, and the files it comes from.

use std::ops::RangeInclusive;
use std::path::Path;
use std::sync::atomic::AtomicBool;

use super::error::TableError;
use super::format::Header;
use super::shelf::Shelf;
use crate::game::Position;

/// The exact endings of a game. Probing takes `&self` and may happen in many threads at once.
pub trait Tables<P: Position>: Sized + Send + Sync {
    /// The files with the endings, for each rule set that has some; none in a game that computes
    /// them on demand.
    const FILES: &'static [&'static dyn TableFiles<P>];

    /// Open the tables on `shelf`.
    ///
    /// A missing file is not a problem; an invalid one is.
    fn open(shelf: &Shelf) -> Self;

    /// Create the endings of a single engine, with a cache of computed ones; `None` if all engines
    /// can share the opened ones.
    #[must_use]
    fn of_one_engine() -> Option<Self> {
        None
    }

    /// Return the size up to which the files hold every position under `rules`.
    fn reach(&self, rules: P::Rules) -> Option<u32>;

    /// Return the value of `position`, if the tables have it. A finished game has the value of its
    /// result; repetition is ignored. The answer does not depend on earlier calls.
    fn probe(&self, position: &P) -> Option<Worth>;

    /// Return the lower and upper bound on the value of `position`, if the tables have them. A
    /// position has a value where both bounds have the same result.
    fn bounds(&self, position: &P) -> Option<(Worth, Worth)> {
        self.probe(position).map(|worth| (worth, worth))
    }

    /// Moves with their value for the mover, best first, or `None`. A game with files lists all
    /// legal moves or none, a game without files those whose value it can compute.
    fn rank_moves(&self, position: &P) -> Option<Vec<(P::Move, Worth)>>;

    /// The problems with files that have come up since the last call.
    fn take_problems(&self) -> Vec<TableError>;
}

/// The files of a game under one rule set. All sizes given must be among `sizes`.
pub trait TableFiles<P: Position>: Sync {
    /// The rules that they are for.
    fn rules(&self) -> P::Rules;

    /// The sizes that they can have: stones in the pits, or pieces on the board.
    fn sizes(&self) -> RangeInclusive<u32>;

    /// The size up to which they are part of the program.
    fn built_in(&self) -> u32;

    /// The size of a position.
    fn size(&self, position: &P) -> u32;

    /// The names of the files that hold exactly the positions of `size`.
    fn names(&self, size: u32) -> Vec<String>;

    /// Return the resources that building all files up to `size` takes.
    fn needs(&self, size: u32) -> Needs;

    /// Build all files up to `size` in `folder` and return what their headers say. A file that is
    /// there and sound is not made again. `done` is called with the share of the work that is
    /// done, now and then and from any thread.
    fn build(
        &self,
        folder: &Path,
        size: u32,
        threads: usize,
        stop: &AtomicBool,
        done: &(dyn Fn(f64) + Sync),
    ) -> Result<Vec<Header>, TableError>;

    /// The parts in which the files up to `size` are built, each after those that it needs. Parts
    /// of which none needs the other can be built side by side, on different machines. The parts of
    /// a smaller size come first. None if every file needs the one before it.
    fn parts(&self, _size: u32) -> Vec<Box<dyn TablePart>> {
        Vec::new()
    }

    /// Write the file of `size` to `folder`, given its values by rank. The file does not depend on
    /// the builder. `None` if no other builder can make a game's files.
    fn write(
        &self,
        _folder: &Path,
        _size: u32,
        _values: &[i8],
        _stop: &AtomicBool,
    ) -> Option<Result<Header, TableError>> {
        None
    }

    /// Check the files of exactly `size` in `folder`, and every `step`-th value against its
    /// successors. It runs in the threads of the current pool.
    fn verify(
        &self,
        folder: &Path,
        size: u32,
        step: u64,
        stop: &AtomicBool,
        done: &(dyn Fn(f64) + Sync),
    ) -> Result<Option<Contradiction<P>>, TableError>;
}

/// Files that are built together, and apart from others.
pub trait TablePart: Send + Sync {
    /// Their names.
    fn names(&self) -> Vec<String>;

    /// The names of the files that building them reads.
    fn needs(&self) -> Vec<String>;

    /// The positions in them.
    fn positions(&self) -> u64;

    /// The bytes of memory that building them takes.
    fn memory(&self) -> u64;

    /// Return true if `folder` holds them and every block is sound.
    fn is_in(&self, folder: &Path) -> bool;

    /// Build them in `folder`, which holds what they need; the files are the same as those of
    /// `TableFiles::build`.
    fn build(
        &self,
        folder: &Path,
        threads: usize,
        stop: &AtomicBool,
        done: &(dyn Fn(f64) + Sync),
    ) -> Result<Vec<Header>, TableError>;
}

/// The exact value of a position or move for the side to move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Worth {
    /// 1 if it wins, 0 for a draw, -1 if it loses, with stores and counter taken into account.
    pub result: i8,
    /// Distance or margin, in the game's own measure: plies to the end or to the next event
    /// that keeps the result, negative for a loss; or what will still be gained.
    pub value: i16,
}

/// The resources of a build, in bytes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Needs {
    /// Memory while it runs.
    pub memory: u64,
    /// Disk space for all files.
    pub disk: u64,
}

/// A value that its successors contradict.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Contradiction<P> {
    /// The position.
    pub position: P,
    /// The value in its table.
    pub stored: i8,
    /// The value that follows from its moves.
    pub expected: i8,
}
