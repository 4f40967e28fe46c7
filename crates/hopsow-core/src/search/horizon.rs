//! The ends of the lines: what is judged instead of searched, at the horizon and shortly before it.

use crate::evaluation::{Judge, OnePly, Score, WIN};

use super::contract::Searchable;
use super::engine::Style;
use super::node::Worker;
use super::ordering::value_of_end;

/// What a look at a position says before its moves are searched.
pub(super) enum Outlook {
    /// It is worth so much, or so much at least or at most: beyond the window.
    Stands(Score),
    Search {
        /// Quiet moves after the first are not worth a look.
        skips_late: bool,
        /// Moves that gain no more are not worth a look.
        least_gain: Score,
    },
}

/// A move may turn out this much better than what it seems to gain over passing.
const PASSING_MARGIN: Score = 30;

impl<P: Searchable, J: Judge<P>> Worker<'_, P, J> {
    /// What estimates say of a position whose value is only to be compared with `alpha`.
    #[inline(always)]
    pub fn outlook(&mut self, position: &P, alpha: Score, beta: Score, depth: i32) -> Outlook {
        let (most_gain, most_loss) = (P::most_gain(depth), P::most_loss(depth));
        let mut skips_late = false;
        if (most_gain.is_some() || most_loss.is_some()) && !position.is_forced() {
            let value = self.judge.value(position);
            // An estimate knows nothing of a game that is over.
            if most_loss.is_some_and(|loss| value - loss >= beta) && position.outcome().is_none() {
                return Outlook::Stands(value);
            }
            skips_late = most_gain.is_some_and(|gain| value + gain <= alpha);
        }
        let mut least_gain = Score::MIN;
        if depth == 2
            && let Some(value) = self.value_of_passing(position, beta)
        {
            if value >= beta && position.outcome().is_none() {
                return Outlook::Stands(beta);
            }
            least_gain = alpha - value - PASSING_MARGIN;
        }
        Outlook::Search { skips_late, least_gain }
    }

    /// What the opponent's best play makes of a pass: exact below `beta`, else a bound.
    #[inline(always)]
    fn value_of_passing(&mut self, position: &P, beta: Score) -> Option<Score> {
        let passed = position.passed()?;
        let best = self.judge.best_after_one(&passed, -beta, WIN);
        match best? {
            OnePly::Wins => None,
            OnePly::Estimate(score) => Some(-score),
        }
    }

    /// The value at the horizon: noisy moves are played out before judging.
    pub fn quiet(&mut self, position: &P, mut alpha: Score, beta: Score, ply: i32) -> Score {
        if let Some(outcome) = position.outcome() {
            return value_of_end(position, outcome.winner, ply);
        }
        if let Some(score) = self.look_up(position) {
            return score;
        }
        let (least, most) = self.limits(position);
        if least >= beta || most <= alpha {
            return if least >= beta { least } else { most };
        }
        let last = self.is_last(ply);
        let forced = position.is_forced();
        if last || self.style == Style::Exact || !(forced || P::OPTIONAL_NOISE) {
            return self.judge.value(position).clamp(least, most);
        }
        let mut best = if forced { -WIN } else { self.judge.value(position) };
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
