//! The horizon: pruning shortly before it, and the quiescence search at it.

use crate::evaluation::{Evaluator, OnePly, Score, WIN};

use super::contract::Searchable;
use super::ordering::value_of_end;
use super::request::Style;
use super::worker::Worker;

/// The verdict of the static evaluation on a node, before its moves are searched.
pub(super) enum Outlook {
    /// Prune the node with this bound, which lies outside the window.
    Prune(Score),
    Search {
        /// True if quiet moves after the first are skipped.
        skips_late: bool,
        /// Skip the moves that gain no more than this.
        least_gain: Score,
    },
}

/// The margin by which a move may exceed its static gain over passing.
const PASSING_MARGIN: Score = 30;

impl<P: Searchable, E: Evaluator<P>> Worker<'_, P, E> {
    /// Ask the static evaluation about a node with a null window.
    #[inline(always)]
    pub fn outlook(&mut self, position: &P, alpha: Score, beta: Score, depth: i32) -> Outlook {
        let (most_gain, most_loss) = (P::futility_margin(depth), P::reverse_futility_margin(depth));
        let mut skips_late = false;
        if (most_gain.is_some() || most_loss.is_some()) && !position.is_forced() {
            let value = self.evaluator.value(position);
            // The static evaluation does not recognise the end of the game.
            if most_loss.is_some_and(|loss| value - loss >= beta) && position.outcome().is_none() {
                return Outlook::Prune(value);
            }
            skips_late = most_gain.is_some_and(|gain| value + gain <= alpha);
        }
        let mut least_gain = Score::MIN;
        if depth == 2
            && let Some(value) = self.value_of_passing(position, beta)
        {
            if value >= beta && position.outcome().is_none() {
                return Outlook::Prune(beta);
            }
            least_gain = alpha - value - PASSING_MARGIN;
        }
        Outlook::Search { skips_late, least_gain }
    }

    /// Return the value of passing, by the opponent's best reply: exact below `beta`, else a bound.
    #[inline(always)]
    fn value_of_passing(&mut self, position: &P, beta: Score) -> Option<Score> {
        let passed = position.passed()?;
        let best = self.evaluator.best_after_one(&passed, -beta, WIN);
        match best? {
            OnePly::Wins => None,
            OnePly::Estimate(score) => Some(-score),
        }
    }

    /// Quiescence search: play out noisy moves, then evaluate.
    pub fn quiet(&mut self, position: &P, mut alpha: Score, beta: Score, ply: i32) -> Score {
        if let Some(outcome) = position.outcome() {
            return value_of_end(position, outcome.winner, ply);
        }
        let (least, most) = self.probe(position);
        if least == most || least >= beta || most <= alpha {
            return if least >= beta { least } else { most };
        }
        let last = self.is_last(ply);
        let forced = position.is_forced();
        if last || self.style == Style::Exact || !(forced || P::HAS_NOISY_MOVES) {
            return self.evaluator.value(position).clamp(least, most);
        }
        let mut best = if forced { -WIN } else { self.evaluator.value(position) };
        if best >= beta {
            return best;
        }
        alpha = alpha.max(best);
        position.for_each_child(|_, child| {
            if best >= beta || self.stopped || !forced && !position.is_noisy(&child) {
                return;
            }
            self.count();
            let score = if position.to_move() == child.to_move() {
                self.quiet(&child, alpha, beta, ply + 1)
            } else {
                -self.quiet(&child, -beta, -alpha, ply + 1)
            };
            best = best.max(score);
            alpha = alpha.max(best);
        });
        best.clamp(least, most)
    }
}
