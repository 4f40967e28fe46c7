//! An estimate by random play. If a game does not end soon that way, the static evaluation of the
//! position reached counts.

use crate::actions::Action;
use crate::batch::contract::{Learnable, State};
use crate::evaluation::{Evaluated, Evaluation, Evaluator};
use crate::game::Side;
use crate::random::SplitMix;

/// The buffers of one thread.
pub(super) struct Player<'a, E> {
    evaluation: &'a E,
    legal: Vec<Action>,
}

impl<'a, E> Player<'a, E> {
    pub fn new(evaluation: &'a E) -> Self {
        Player { evaluation, legal: Vec::new() }
    }

    /// The value of one random game from `state`, from -1 to 1 for its side to move.
    pub fn estimate<P>(&mut self, state: &P::State, random: &mut SplitMix) -> f32
    where
        P: Learnable + Evaluated<Evaluation = E>,
        E: Evaluation<P>,
    {
        let mut now = state.clone();
        let mut plies = 0;
        while plies < P::PLAYOUT_PLIES || !now.is_between_turns() {
            self.legal.clear();
            now.for_each_legal(|action| self.legal.push(action));
            if let Some(outcome) = now.take(self.legal[random.below(self.legal.len())]) {
                return outcome.winner.map_or(0.0, |winner| sign(winner, state.to_move()));
            }
            plies += u16::from(now.is_between_turns());
        }
        let position = now.position();
        let score = self.evaluation.evaluator(&position).value(&position);
        let ahead = score as f32 / P::CLEAR_LEAD as f32;
        sign(now.to_move(), state.to_move()) * BEST_ESTIMATE * (HALF_WAY * ahead).tanh()
    }
}

/// The largest estimate: below a win.
const BEST_ESTIMATE: f32 = 0.9;
/// The hyperbolic tangent of this is one half: three of four games won.
const HALF_WAY: f32 = 0.549_306;

fn sign(side: Side, other: Side) -> f32 {
    if side == other { 1.0 } else { -1.0 }
}
