//! Halma's side of the search contract.

use super::board::camp;
use super::endings::Races;
use super::{Halma, Move};
use crate::evaluation::Score;
use crate::game::{Position, Side};
use crate::search::contract::{Pruning, Quiescence, Repetition, Searchable, TableKeys};
use crate::strategy::Strategic;

/// Halma has no strategies: no table covers its start position.
impl Strategic for Halma {}

impl Searchable for Halma {
    type Endings = Races;

    const SLOTS: usize = 1 << 16;
    const PREFETCHES: bool = false;
    const BENCH_DEPTH: u32 = 6;
    const BENCH_POSITIONS: &'static [&'static str] = &[
        "bbbbb11/bbbbb11/bbbb12/bbb13/bb14/16/16/16/16/16/16/14ww/13www/12wwww/11wwwww/11wwwww b",
        "7b8/5bb9/8b7/4b1b1b7/6b2b6/7b8/b1bbbbb2b6/15w/1b5w1w6/b10ww3/9www1w1w/11ww3/10w1w3/9ww5/7w8/7ww7 w",
        "6b9/16/6b9/5b10/3b12/4b11/bb2b11/2b3b1w4b2/4w1w2b1w2w1/4b7w1w1/3b4www4w/6wb2wb1wb1/10w5/5w5w4/7w3b4/6b2w6 w",
        "12b3/5b10/5b10/3b3b8/2b1bbbbb7/b5b9/b4b6w1w1/b3b11/12w1w1/3b6w5/1b7ww4w/7ww3ww2/8ww6/7ww7/9w6/9ww5 w",
    ];

    #[inline(always)]
    fn slot(play: Move) -> usize {
        play.from.place() << 8 | play.to.place()
    }

    #[inline(always)]
    fn reduction(depth: i32, index: usize, open: bool) -> Option<i32> {
        let wide = if open { 2 } else { 1 };
        match index {
            _ if depth < 2 => Some(0),
            i if i >= 40 * wide => None,
            i if i >= 12 * wide && depth > 3 => Some(2),
            i if i >= 4 * wide && depth > 2 => Some(1),
            _ => Some(0),
        }
    }
}

impl Quiescence for Halma {}

impl Repetition for Halma {
    #[inline(always)]
    fn minds_repetition(&self) -> bool {
        true
    }

    /// Men in the goal can shuffle for ever, so only the men outside it are compared.
    #[inline(always)]
    fn repetition_key(&self) -> u64 {
        let men =
            [Side::One, Side::Two].map(|side| self.men[side as usize].minus(camp(side.other())));
        Halma { men, ..*self }.key()
    }

    /// Repetition costs the side that repeats, ahead or behind, more each time.
    fn value_if_repeated(
        &self,
        occurrences: usize,
        estimate: impl FnOnce() -> Score,
    ) -> Option<Score> {
        let excess = occurrences.checked_sub(FREE_OCCURRENCES)?;
        (excess > 0).then(|| estimate() + REPETITION_COST * excess as Score)
    }
}

impl Pruning for Halma {
    #[inline(always)]
    fn reduction_at_root(depth: i32, index: usize) -> i32 {
        Self::reduction(depth, index, true).unwrap_or(LATE_AT_ROOT).min(depth - 1)
    }

    /// Near the end a move may win the game whatever its static gain, so passing says nothing.
    #[inline(always)]
    fn passed(&self) -> Option<Self> {
        let holes = |side: Side| camp(side.other()).minus(self.occupied()).len();
        let holes = holes(Side::One).min(holes(Side::Two));
        (holes >= HOLES).then(|| Halma { to_move: self.to_move.other(), ..*self })
    }
}

impl TableKeys for Halma {}

/// The reduction at the root of moves that are skipped elsewhere, in plies.
const LATE_AT_ROOT: i32 = 3;
/// With this many holes in both goals, neither side wins within two plies.
const HOLES: usize = 3;
/// The occurrences of a position that cost nothing. The side ahead must not return to it even once:
/// its opponent may force the third occurrence, which referees call a draw.
const FREE_OCCURRENCES: usize = 1;
/// The cost of each further occurrence to the side that repeats.
const REPETITION_COST: Score = 200;
