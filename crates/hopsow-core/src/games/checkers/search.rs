//! Checkers' side of the search contract.

use super::endings::CheckersTables;
use super::{Checkers, Move};
use crate::evaluation::Score;
use crate::game::{Position, RuleSet};
use crate::search::contract::{Pruning, Quiescence, Repetition, Searchable, TableKeys};
use crate::strategy::Strategic;

/// The plies that extensions may add to the depth.
const EXTENSION_MARGIN: i32 = 8;

/// Checkers has no strategies: no table covers its start position.
impl Strategic for Checkers {}

impl Searchable for Checkers {
    type Endings = CheckersTables;

    const SLOTS: usize = 36 << 6;
    const PREFETCHES: bool = true;
    const BENCH_DEPTH: u32 = 14;
    const BENCH_POSITIONS: &'static [&'static str] = &[
        "B:W21,22,23,24,25,26,27,28,29,30,31,32:B1,2,3,4,5,6,7,8,9,10,11,12",
        "W:W18,19,21,23,24,26,29,30,31,32:B1,2,3,5,6,7,9,11,12,16",
        "B:W19,20,22,27,30,K11:B5,12,13,21,K25,K29",
        "W:W27,28,K18:B3,12,K14",
    ];

    #[inline(always)]
    fn slot(mv: Move) -> usize {
        usize::from(mv.from) << 6 | usize::from(mv.to)
    }

    /// Long captures first.
    #[inline(always)]
    fn promise(mv: Move) -> i32 {
        i32::from(mv.jumps) * 16
    }

    #[inline(always)]
    fn reduction(depth: i32, index: usize, open: bool) -> Option<i32> {
        let late = index >= 3 + usize::from(open);
        Some(i32::from(depth >= 3 && late) + i32::from(depth >= 6 && index >= 6))
    }
}

/// Captures are forced, so quiet positions have no noisy moves.
impl Quiescence for Checkers {
    #[inline(always)]
    fn is_forced(&self) -> bool {
        self.must_capture()
    }
}

impl Repetition for Checkers {
    #[inline(always)]
    fn minds_repetition(&self) -> bool {
        self.rules.repetitions().is_some()
    }

    /// A side that can repeat once can do so again, so the second occurrence counts as a draw.
    fn value_if_repeated(&self, occurrences: usize, _: impl FnOnce() -> Score) -> Option<Score> {
        (occurrences >= 2).then_some(0)
    }
}

impl Pruning for Checkers {
    #[inline(always)]
    fn futility_margin(depth: i32) -> Option<Score> {
        (depth <= 3).then_some(10 + 20 * depth)
    }

    #[inline(always)]
    fn reverse_futility_margin(depth: i32) -> Option<Score> {
        (depth <= 7).then_some(15 * depth)
    }
}

impl TableKeys for Checkers {
    /// The counter matters only where it can run out within the search.
    #[inline(always)]
    fn search_key(&self, depth: i32) -> u64 {
        if self.outlasts(depth) { self.placement().key() } else { self.key() }
    }

    /// A result found under another counter stands if it comes before this one runs out.
    #[inline(always)]
    fn is_decided_here(&self, depth: i32, plies: Option<i32>) -> bool {
        !self.outlasts(depth) || plies.is_some_and(|plies| plies < self.plies_left())
    }
}

impl Checkers {
    #[inline(always)]
    fn plies_left(&self) -> i32 {
        i32::from(self.rules.limit()) - i32::from(self.counter)
    }

    /// Return true if the counter cannot run out in a search to `depth`.
    #[inline(always)]
    fn outlasts(&self, depth: i32) -> bool {
        self.plies_left() > depth + EXTENSION_MARGIN
    }
}
