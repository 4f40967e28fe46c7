//! Move ordering: the table move, noisy moves, killers, then the history heuristic.

use std::cmp::Reverse;

use super::contract::Searchable;
use crate::evaluation::{Score, WIN};
use crate::game::{Position, Side};

/// A move to search.
#[derive(Clone, Copy)]
pub(super) struct Candidate<M> {
    pub mv: M,
    pub order: i32,
    pub noisy: bool,
}

const TABLE_MOVE: i32 = 1 << 30;
const NOISY: i32 = 1 << 28;
const KILLER: i32 = 1 << 26;

/// One thread's killers and history.
pub(super) struct Ordering {
    history: [Vec<i16>; 2],
    killers: Vec<[Option<usize>; 2]>,
}

/// History values stay below this, so that killers rank above them.
const MAX_HISTORY: i32 = 1 << 14;

impl Ordering {
    pub fn new<P: Searchable>() -> Self {
        Ordering { history: [vec![0; P::SLOTS], vec![0; P::SLOTS]], killers: Vec::new() }
    }

    /// Make room for lines of up to `plies`.
    pub fn reach(&mut self, plies: usize) {
        if self.killers.len() <= plies {
            self.killers.resize(plies + 1, [None; 2]);
        }
    }

    /// Return the rank of a move among its siblings: higher is searched earlier.
    #[inline(always)]
    pub fn rank(
        &self,
        side: Side,
        ply: usize,
        slot: usize,
        table_move: Option<usize>,
        noisy: bool,
        promise: i32,
    ) -> i32 {
        if table_move == Some(slot) {
            return TABLE_MOVE;
        }
        let killers = &self.killers[ply];
        let base = if noisy {
            NOISY
        } else if killers[0] == Some(slot) {
            KILLER + 1
        } else if killers[1] == Some(slot) {
            KILLER
        } else {
            self.history[side as usize][slot].into()
        };
        base + promise
    }

    /// A quiet move caused a cut-off: raise it, and lower the quiet moves tried before it.
    pub fn reward(&mut self, side: Side, ply: usize, slot: usize, tried: &[usize], depth: i32) {
        let killers = &mut self.killers[ply];
        if killers[0] != Some(slot) {
            *killers = [Some(slot), killers[0]];
        }
        let bonus = (depth * depth).min(400);
        let history = &mut self.history[side as usize];
        let mut change = |slot: usize, bonus: i32| {
            let value = i32::from(history[slot]);
            history[slot] = (value + bonus - value * bonus.abs() / MAX_HISTORY) as i16;
        };
        tried.iter().for_each(|&other| change(other, -bonus));
        change(slot, bonus);
    }

    /// Halve the history of earlier searches and drop their killers.
    pub fn fade(&mut self) {
        for value in self.history.iter_mut().flatten() {
            *value /= 2;
        }
        self.killers.fill([None; 2]);
    }
}

/// The number of moves picked one by one before the rest is sorted: most nodes are cut off by then.
const PICKED: usize = 3;

/// Bring the highest-ranked of `candidates[from..]` to `from`. Call it with 0, 1, 2 and so on.
#[inline(always)]
pub(super) fn pick<M: Copy>(candidates: &mut [Candidate<M>], from: usize) -> Candidate<M> {
    let rest = &mut candidates[from..];
    if from < PICKED {
        let best = (1..rest.len())
            .fold(0, |best, i| if rest[i].order > rest[best].order { i } else { best });
        rest.swap(0, best);
    } else if from == PICKED {
        rest.sort_unstable_by_key(|candidate| Reverse(candidate.order));
    }
    rest[0]
}

/// Turn a value for the mover of `child` into one for the mover of `parent`.
#[inline(always)]
pub(super) fn seen_from<P: Position>(parent: &P, child: &P, value: Score) -> Score {
    if parent.to_move() == child.to_move() { value } else { -value }
}

/// Return the value of a game that ended at `ply`, for the side to move.
pub(super) fn value_of_end<P: Position>(position: &P, winner: Option<Side>, ply: i32) -> Score {
    match winner {
        None => 0,
        Some(side) if side == position.to_move() => WIN - ply,
        Some(_) => ply - WIN,
    }
}
