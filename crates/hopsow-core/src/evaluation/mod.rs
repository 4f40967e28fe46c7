//! Static evaluation.
//!
//! - this file: the contract
//! - [`net`]: a small net over the men or stones of both sides
//!
//! An [`Evaluation`] holds what was loaded, weights or a net, and is shared by all threads and
//! searches. An [`Evaluator`] is its working copy for one thread of one search; it may update sums
//! from one position to the next instead of recomputing them.

pub mod net;

use crate::game::Position;
use net::{Inputs, Net};

/// A value from the view of the side to move, in hundredths of the game's unit.
pub type Score = i32;

/// The value of a game won here and now; a win in n plies is worth n less.
pub const WIN: Score = 30_000;

/// A certain result of unknown distance: scores about this are neither estimates nor wins in a
/// number of plies. Small differences only order them.
pub const CERTAIN: Score = 25_000;

/// Estimates stay within this, so that none looks proven.
pub const MAX_ESTIMATE: Score = 20_000;

/// A static evaluation of a game's positions.
pub trait Evaluation<P: Position>: Send + Sync + 'static {
    /// Evaluates the positions of one thread's search.
    type Evaluator: Evaluator<P>;

    /// True if two searches may evaluate the same position differently.
    const DEPENDS_ON_ROOT: bool;

    /// Create an evaluator for a search from `root`.
    fn evaluator(&self, root: &P) -> Self::Evaluator;
}

/// Evaluates the positions of one thread's search.
pub trait Evaluator<P: Position>: Clone + Send + Sync {
    /// Return the estimate for the side to move, within `MAX_ESTIMATE`.
    fn value(&mut self, position: &P) -> Score;

    /// Return the static gain of a move, in any unit; it only orders the moves.
    #[inline(always)]
    fn gain(&self, _position: &P, _mv: P::Move) -> i32 {
        0
    }

    /// Return the value of the best move, if it can be computed without playing the moves: exact
    /// within (`alpha`, `beta`) and a bound outside.
    #[inline(always)]
    fn best_after_one(&mut self, _position: &P, _alpha: Score, _beta: Score) -> Option<OnePly> {
        None
    }
}

/// The outcome of looking exactly one ply ahead.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum OnePly {
    /// A move ends the game in the mover's favour.
    Wins,
    /// No move does, and this is the best estimate after one.
    Estimate(Score),
}

/// An evaluation that is a function of the position alone.
#[derive(Clone, Copy)]
pub struct Plain<P>(pub fn(&P) -> Score);

impl<P: Position> Evaluation<P> for Plain<P> {
    type Evaluator = Plain<P>;

    const DEPENDS_ON_ROOT: bool = false;

    fn evaluator(&self, _: &P) -> Plain<P> {
        *self
    }
}

impl<P: Position> Evaluator<P> for Plain<P> {
    fn value(&mut self, position: &P) -> Score {
        self.0(position)
    }
}

/// A game with its own evaluation.
pub trait Evaluated: Inputs {
    /// The default evaluation of an engine.
    type Evaluation: Evaluation<Self>;

    /// The evaluation of an engine that is given a net.
    type ByNet: Evaluation<Self>;

    /// The evaluation of the plain reference players.
    type Beginner: Evaluation<Self>;

    /// The name of one whole point of an estimate.
    const UNIT: &'static str;

    /// Return the default evaluation.
    fn evaluation() -> Self::Evaluation;

    /// Return the evaluation by a net.
    fn by_net(net: Net<Self>) -> Self::ByNet;

    /// Return the evaluation of a beginner: material, stores or distance.
    fn beginner() -> Self::Beginner;
}
