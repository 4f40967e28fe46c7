//! What a game says about its strategies.

use std::sync::atomic::AtomicBool;

use super::error::StrategyError;
use super::file::{Entry, StrategyFile};
use crate::game::{Position, Side};

/// The exact values that strategies are drawn from: what the mover will still gain, where it is
/// known. Tables answer, or whatever else has solved the layers.
pub type Values<'a, P> = &'a dyn Fn(&P) -> Option<i16>;

/// A game that may have strategies.
pub trait Strategic: Position {
    /// How they are made and checked; `None` for a game without any.
    const STRATEGIES: Option<&'static dyn Strategies<Self>> = None;
}

/// What is wanted.
#[derive(Clone, Copy, Debug)]
pub struct Order<P> {
    /// Where the game begins.
    pub start: P,
    /// The size up to which tables answer, so that the strategy need not.
    pub below: u32,
    /// The side that follows the strategy; `None` for either.
    pub side: Option<Side>,
}

/// How a game makes and checks its strategies.
pub trait Strategies<P: Position>: Sync {
    /// Draw a strategy from `values`; `done` is called with the size at hand and the number of
    /// positions so far.
    fn make(
        &self,
        order: &Order<P>,
        values: Values<'_, P>,
        stop: &AtomicBool,
        done: &dyn Fn(u32, u64),
    ) -> Result<StrategyFile, StrategyError>;

    /// Where `position` would be in a strategy of the game: its size and its number.
    fn place(&self, position: &P) -> Option<(u32, u64)>;

    /// The move of an entry for `position`, and the result that the mover is sure of with it.
    fn answer(&self, position: &P, entry: Entry) -> Option<(P::Move, i8)>;

    /// Play every reply against every entry, and ask `values` about every position that the
    /// strategy leaves to tables. An error names the first fault.
    fn verify(
        &self,
        file: &StrategyFile,
        values: Values<'_, P>,
        stop: &AtomicBool,
        done: &dyn Fn(u32, u64),
    ) -> Result<Tally, StrategyError>;
}

/// What a verification has looked at.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Tally {
    /// Positions with a move.
    pub positions: u64,
    /// Replies of the other side to those moves.
    pub replies: u64,
    /// Those that lead to positions which tables confirm.
    pub leaves: u64,
    /// Those after which the game is over, or nothing that follows can break the promise.
    pub ends: u64,
}
