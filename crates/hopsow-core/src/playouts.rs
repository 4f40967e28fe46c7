//! Random games to the end, many at once.
//!
//! Game `i` draws from a generator seeded by (seed, i), so the results do not depend on threads.

use std::sync::atomic::{AtomicBool, Ordering};

use rayon::prelude::*;

use crate::game::{Position, RuleSet, Side};
use crate::random::SplitMix;

/// The results of a batch of games.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Playouts {
    /// 1 if side `One` won, -1 if side `Two` did, 0 for a draw or a game that was cut off.
    pub results: Vec<i8>,
    /// The number of plies played.
    pub lengths: Vec<u32>,
}

/// The number and length of the playouts.
#[derive(Clone, Copy, Debug)]
pub struct Batch {
    /// The number of games.
    pub games: usize,
    /// The seed of the whole batch.
    pub seed: u64,
    /// The number of threads.
    pub threads: usize,
    /// A game that reaches this length is cut off and counts as a draw.
    pub max_plies: u32,
}

/// Play uniformly random games from `position`, or give up with `None` when `stop` is set.
pub fn playouts<P: Position>(position: &P, batch: Batch, stop: &AtomicBool) -> Option<Playouts> {
    let play = |table: &mut Table<P>, game: usize| {
        if stop.load(Ordering::Relaxed) {
            return (0, 0);
        }
        table.play_out(position, SplitMix::new(batch.seed, game as u64), batch.max_plies, stop)
    };
    let games: Vec<(i8, u32)> = if batch.threads == 1 {
        let mut table = Table::default();
        (0..batch.games).map(|game| play(&mut table, game)).collect()
    } else {
        crate::pool(batch.threads)
            .install(|| (0..batch.games).into_par_iter().map_init(Table::default, play).collect())
    };
    let (results, lengths) = games.into_iter().unzip();
    (!stop.load(Ordering::Relaxed)).then_some(Playouts { results, lengths })
}

/// The buffers of one thread.
struct Table<P: Position> {
    moves: Vec<P::Move>,
    earlier: Vec<P>,
}

impl<P: Position> Default for Table<P> {
    fn default() -> Self {
        Table { moves: Vec::new(), earlier: Vec::new() }
    }
}

impl<P: Position> Table<P> {
    fn play_out(
        &mut self,
        start: &P,
        mut random: SplitMix,
        max_plies: u32,
        stop: &AtomicBool,
    ) -> (i8, u32) {
        let remembers = start.rules().repetitions().is_some();
        let mut position = *start;
        self.earlier.clear();
        for ply in 0..max_plies {
            self.moves.clear();
            position.list_moves(&mut self.moves);
            let over = if self.moves.is_empty() {
                position.outcome()
            } else if remembers {
                position.outcome_by_repetition(&self.earlier)
            } else {
                None
            };
            if let Some(outcome) = over {
                return (score(outcome.winner), ply);
            }
            if ply & 0xfff == 0xfff && stop.load(Ordering::Relaxed) {
                break;
            }
            let child = position.play(self.moves[random.below(self.moves.len())]);
            if position.is_left_for_good(&child) {
                self.earlier.clear();
            } else if remembers {
                self.earlier.push(position);
            }
            position = child;
        }
        (position.outcome_after(&self.earlier).map_or(0, |o| score(o.winner)), max_plies)
    }
}

fn score(winner: Option<Side>) -> i8 {
    match winner {
        Some(Side::One) => 1,
        Some(Side::Two) => -1,
        None => 0,
    }
}
