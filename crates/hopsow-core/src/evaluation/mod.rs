//! Judging positions that nobody looks further into.
//!
//! - this file: the contract, which knows nothing of how a judgement comes about
//! - [`net`]: a small net over the men or stones of both sides
//!
//! An [`Evaluation`] is what was loaded: weights, or a net. It is shared by all threads and searches.
//! A [`Evaluator`] is what one thread of one search makes of it; it may keep sums between two questions
//! instead of adding up every position from nothing.

pub mod net;

use crate::game::Position;
use net::{Inputs, Net};

/// A value from the view of the side to move, in hundredths of the game's unit.
pub type Score = i32;

/// The value of a game that is won here and now; a win in n plies is worth n less.
pub const WIN: Score = 30_000;

/// A result that is certain though its distance is not: scores about this are neither estimates
/// nor wins in so many plies. What is added or taken away only orders them.
pub const CERTAIN: Score = 25_000;

/// Estimates stay within this, so that none looks proven.
pub const MAX_ESTIMATE: Score = 20_000;

/// A way to judge the positions of a game.
pub trait Evaluation<P: Position>: Send + Sync + 'static {
    /// Judges the positions of one search.
    type Evaluator: Evaluator<P>;

    /// Whether two searches may judge the same position differently.
    const DEPENDS_ON_ROOT: bool;

    /// A judge for a search from `root`, who looks at `root`.
    fn evaluator(&self, root: &P) -> Self::Evaluator;
}

/// A judge of the positions of a search.
pub trait Evaluator<P: Position>: Clone + Send + Sync {
    /// The estimate for the side to move, within `MAX_ESTIMATE`.
    fn value(&mut self, position: &P) -> Score;

    /// What a move seems to gain before it is searched, in any unit; it only orders the moves.
    #[inline(always)]
    fn gain(&self, _position: &P, _mv: P::Move) -> i32 {
        0
    }

    /// The best value that any move leads to, where that is known without playing the moves:
    /// exact within (`alpha`, `beta`) and a bound outside.
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

/// A game that brings a judgement of its own.
pub trait Evaluated: Inputs {
    /// How an engine judges that is given nothing else.
    type Evaluation: Evaluation<Self>;

    /// How an engine judges that is given a net.
    type ByNet: Evaluation<Self>;

    /// How the plain reference players evaluator.
    type Beginner: Evaluation<Self>;

    /// What one whole point of an estimate is called.
    const UNIT: &'static str;

    /// The evaluation that is part of the program.
    fn evaluation() -> Self::Evaluation;

    /// The evaluation by a net.
    fn by_net(net: Net<Self>) -> Self::ByNet;

    /// The evaluation of a beginner, who counts what everybody sees.
    fn beginner() -> Self::Beginner;
}
