//! Exact answers: the values of states, and the losses of actions.

use std::sync::atomic::{AtomicBool, Ordering};

use super::contract::{Learnable, State};
use super::share::share;
use super::{Batch, IllegalAction};
use crate::actions::Action;
use crate::tables::{Tables, Worth};

impl<P: Learnable> Batch<P> {
    /// Return the value of each state for the side to move, where `tables` know it; `None` once
    /// `stop` is set. Repetition is ignored.
    pub fn values(&self, tables: &impl Tables<P>, stop: &AtomicBool) -> Option<Vec<Option<Worth>>> {
        self.ask(stop, |_, state| match &state.made()[..] {
            [] => tables.probe(&state.position()),
            made => best(tables, &state.position(), made).map(|(worth, _)| worth),
        })
    }

    /// The part of a game, from 0 to 1, that each action gives away against perfect play, where
    /// `tables` know it; `None` once `stop` is set. A draw is half a game.
    pub fn regret(
        &self,
        actions: &[i64],
        tables: &impl Tables<P>,
        stop: &AtomicBool,
    ) -> Result<Option<Vec<Option<f32>>>, IllegalAction> {
        assert_eq!(actions.len(), self.games.len(), "an action for each game");
        self.check(actions)?;
        Ok(self.ask(stop, |at, state| {
            let (position, mut made) = (state.position(), state.made());
            let (best_one, is_certain) = best(tables, &position, &made)?;
            made.push(actions[at] as Action);
            let (chosen, _) = best(tables, &position, &made)?;
            is_certain.then(|| f32::from(best_one.result - chosen.result) / 2.0)
        }))
    }

    /// Ask `question` of every state; finished games have no answer.
    fn ask<T: Send>(
        &self,
        stop: &AtomicBool,
        question: impl Fn(usize, &P::State) -> Option<T> + Sync,
    ) -> Option<Vec<Option<T>>> {
        let size = self.games_a_thread();
        let mut answers: Vec<Option<T>> = self.games.iter().map(|_| None).collect();
        let parts = self.games.chunks(size).zip(answers.chunks_mut(size)).enumerate();
        share(self.helpers.as_deref(), parts.collect(), |(part, (games, answers))| {
            for (i, (game, answer)) in games.iter().zip(answers).enumerate() {
                if !game.is_over && !stop.load(Ordering::Relaxed) {
                    *answer = question(part * size + i, &game.state);
                }
            }
        });
        (!stop.load(Ordering::Relaxed)).then_some(answers)
    }
}

/// The worth of the best move that begins with the actions `made`, and whether no other can be
/// better: tables may know some moves only.
fn best<P: Learnable>(
    tables: &impl Tables<P>,
    position: &P,
    made: &[Action],
) -> Option<(Worth, bool)> {
    let ranked = tables.rank_moves(position)?;
    let begins = |&mv: &P::Move| {
        let mut actions = position.actions(mv);
        made.iter().all(|&action| actions.next() == Some(action))
    };
    let (_, worth) = *ranked.iter().find(|(mv, _)| begins(mv))?;
    let is_complete = ranked.len() as u64 == position.count_moves();
    Some((worth, is_complete || worth.result == 1))
}
