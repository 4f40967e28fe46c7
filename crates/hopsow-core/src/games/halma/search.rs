//! What the search asks of Halma beyond the rules.

use super::board::camp;
use super::endings::Races;
use super::{Halma, Play};
use crate::evaluation::Score;
use crate::game::{Position, Side};
use crate::search::contract::Searchable;
use crate::strategy::Strategic;

/// There are none: no tables reach its start.
impl Strategic for Halma {}

impl Searchable for Halma {
    type Endings = Races;

    const SLOTS: usize = 1 << 16;
    const LOOKS_AHEAD: bool = false;
    const OPTIONAL_NOISE: bool = false;
    const BENCH_DEPTH: u32 = 6;
    const BENCH_POSITIONS: &'static [&'static str] = &[
        "bbbbb11/bbbbb11/bbbb12/bbb13/bb14/16/16/16/16/16/16/14ww/13www/12wwww/11wwwww/11wwwww b",
        "7b8/5bb9/8b7/4b1b1b7/6b2b6/7b8/b1bbbbb2b6/15w/1b5w1w6/b10ww3/9www1w1w/11ww3/10w1w3/9ww5/7w8/7ww7 w",
        "6b9/16/6b9/5b10/3b12/4b11/bb2b11/2b3b1w4b2/4w1w2b1w2w1/4b7w1w1/3b4www4w/6wb2wb1wb1/10w5/5w5w4/7w3b4/6b2w6 w",
        "12b3/5b10/5b10/3b3b8/2b1bbbbb7/b5b9/b4b6w1w1/b3b11/12w1w1/3b6w5/1b7ww4w/7ww3ww2/8ww6/7ww7/9w6/9ww5 w",
    ];

    #[inline(always)]
    fn slot(play: Play) -> usize {
        play.from.place() << 8 | play.to.place()
    }

    #[inline(always)]
    fn is_forced(&self) -> bool {
        false
    }

    #[inline(always)]
    fn is_noisy(&self, _: &Self) -> bool {
        false
    }

    #[inline(always)]
    fn minds_repetition(&self) -> bool {
        true
    }

    /// Men that are home can shuffle for ever, so only the others have to stand as before.
    #[inline(always)]
    fn repetition_key(&self) -> u64 {
        let men =
            [Side::One, Side::Two].map(|side| self.men[side as usize].minus(camp(side.other())));
        Halma { men, ..*self }.key()
    }

    /// Repeating is never worth anything: it costs whoever does it, ahead or behind, the more the
    /// longer it goes on.
    fn value_if_repeated(
        &self,
        occurrences: usize,
        estimate: impl FnOnce() -> Score,
    ) -> Option<Score> {
        let excess = occurrences.checked_sub(FREE_OCCURRENCES)?;
        (excess > 0).then(|| estimate() + REPETITION_COST * excess as Score)
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

    #[inline(always)]
    fn reduction_at_root(depth: i32, index: usize) -> i32 {
        Self::reduction(depth, index, true).unwrap_or(LATE_AT_ROOT).min(depth - 1)
    }

    /// Near the end a play may be worth the game, whatever it gains.
    #[inline(always)]
    fn passed(&self) -> Option<Self> {
        let holes = |side: Side| camp(side.other()).minus(self.occupied()).len();
        let holes = holes(Side::One).min(holes(Side::Two));
        (holes >= HOLES).then(|| Halma { to_move: self.to_move.other(), ..*self })
    }

    #[inline(always)]
    fn search_key(&self, _: i32) -> u64 {
        self.key()
    }
}

/// By how many plies the moves of the root are reduced that would be skipped elsewhere.
const LATE_AT_ROOT: i32 = 3;
/// With so many holes in both goals nobody wins within two plies.
const HOLES: usize = 3;
/// A position may occur this often at no cost. Who is ahead must not even come back to it once: the
/// other may see to the third occurrence, and referees call that a draw.
const FREE_OCCURRENCES: usize = 1;
/// What the side that repeats a position more often loses by it, each time.
const REPETITION_COST: Score = 200;
