//! Awari's side of the search contract.

use super::board::PITS;
use super::endings::AwariTables;
use super::{Awari, Move};
use crate::evaluation::{Score, WIN};
use crate::game::Position;
use crate::search::contract::{Pruning, Quiescence, Repetition, Searchable, TableKeys};

impl Searchable for Awari {
    type Endings = AwariTables;

    const SLOTS: usize = PITS;
    const PREFETCHES: bool = true;
    const BENCH_DEPTH: u32 = 16;
    const BENCH_POSITIONS: &'static [&'static str] = &[
        "4-4-4-4-4-4-4-4-4-4-4-4-0-0-S",
        "0-6-1-0-7-2-1-6-0-3-8-1-7-6-N",
        "1-0-2-0-3-1-0-2-1-0-4-1-16-17-S",
    ];

    #[inline(always)]
    fn slot(mv: Move) -> usize {
        mv.pit().into()
    }

    /// Pits near the opponent's row first.
    #[inline(always)]
    fn promise(mv: Move) -> i32 {
        mv.pit_in_row() as i32
    }

    #[inline(always)]
    fn reduction(depth: i32, index: usize, open: bool) -> Option<i32> {
        Some(i32::from(depth >= 4 && index >= 2 + usize::from(open)))
    }
}

/// Captures are noisy.
impl Quiescence for Awari {
    const HAS_NOISY_MOVES: bool = true;

    #[inline(always)]
    fn is_noisy(&self, child: &Self) -> bool {
        self.is_left_for_good(child)
    }
}

/// A repetition ends the game.
impl Repetition for Awari {
    #[inline(always)]
    fn minds_repetition(&self) -> bool {
        true
    }

    fn value_if_repeated(&self, occurrences: usize, _: impl FnOnce() -> Score) -> Option<Score> {
        if occurrences < 2 {
            return None;
        }
        Some(match self.outcome_if_repeated().winner {
            None => 0,
            Some(side) if side == self.to_move => WIN,
            Some(_) => -WIN,
        })
    }
}

impl Pruning for Awari {}

impl TableKeys for Awari {}
