//! What the search asks of Awari beyond the rules.

use super::board::PITS;
use super::endings::AwariTables;
use super::{Awari, Move};
use crate::evaluation::{Score, WIN};
use crate::game::Position;
use crate::search::contract::Searchable;

impl Searchable for Awari {
    type Endings = AwariTables;

    const SLOTS: usize = PITS;
    const LOOKS_AHEAD: bool = true;
    const OPTIONAL_NOISE: bool = true;
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
    fn is_forced(&self) -> bool {
        false
    }

    #[inline(always)]
    fn is_noisy(&self, child: &Self) -> bool {
        self.is_left_for_good(child)
    }

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

    #[inline(always)]
    fn reduction(depth: i32, index: usize, open: bool) -> Option<i32> {
        Some(i32::from(depth >= 4 && index >= 2 + usize::from(open)))
    }

    #[inline(always)]
    fn search_key(&self, _: i32) -> u64 {
        self.key()
    }
}
