//! What a game says about its exact endings: what is known of a position, and the files it comes from.

use std::ops::RangeInclusive;
use std::path::Path;
use std::sync::atomic::AtomicBool;

use super::error::TableError;
use super::format::Header;
use super::shelf::Shelf;
use crate::game::Position;

/// The exact endings of a game. Probing takes `&self` and may happen in many threads at once.
pub trait Tables<P: Position>: Sized + Send + Sync {
    /// The files that endings can be read from; `None` for a game that works them out when asked.
    const FILES: Option<&'static dyn TableFiles<P>>;

    /// What is on `shelf`.
    ///
    /// A file that is not there is no problem; one that is there and unsound is.
    fn open(shelf: &Shelf) -> Self;

    /// What each engine has for itself, because it remembers what it worked out; `None` if all can
    /// share what was opened.
    #[must_use]
    fn of_one_engine() -> Option<Self> {
        None
    }

    /// The size up to which every position can be probed under the files' rules.
    fn reach(&self) -> Option<u32>;

    /// What `position` is worth, if that is known. A game that has ended is worth its result;
    /// repetition is not looked at. The answer does not depend on earlier questions.
    fn probe(&self, position: &P) -> Option<Worth>;

    /// Moves with what they are worth to the mover, best first, or `None`. A game with files lists
    /// all legal moves, one that works endings out those for which it can.
    fn rank_moves(&self, position: &P) -> Option<Vec<(P::Move, Worth)>>;

    /// What has been found wrong with files since the last call.
    fn take_problems(&self) -> Vec<TableError>;
}

/// The files of a game. A size that is not among `sizes` must not be asked about.
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

    /// What building all files up to `size` takes.
    fn needs(&self, size: u32) -> Needs;

    /// Build all files up to `size` in `folder` and return what their headers say. A file that is
    /// there and sound is not made again. `done` is given the part of the work that is done, now and
    /// then and from any thread.
    fn build(
        &self,
        folder: &Path,
        size: u32,
        threads: usize,
        stop: &AtomicBool,
        done: &(dyn Fn(f64) + Sync),
    ) -> Result<Vec<Header>, TableError>;

    /// Check the files of exactly `size` in `folder`, and every `step`-th value in them against its
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

/// The exact worth of a position or move for the side to move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Worth {
    /// 1 if it wins, 0 for a draw, -1 if it loses, stores and counter considered.
    pub result: i8,
    /// How far or by how much, in the game's own measure: plies to the end or to the next event
    /// that keeps the result, negative for a loss; or what will still be gained.
    pub value: i16,
}

/// What a build takes, in bytes.
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
    pub found: i8,
    /// The value that follows from its moves.
    pub expected: i8,
}
