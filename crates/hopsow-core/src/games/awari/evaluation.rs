//! What a position is worth beyond the stones already captured.
//!
//! Each pit counts by its place and its number of stones: a hoard next to the opponent's row is
//! worth something else than single stones about to be captured. Source of the weights:
//! `hopsow tune awari`.

use super::board::{PITS, ROW, stones_in};
use super::endings::AwariTables;
use super::{Awari, Move};
use crate::evaluation::{Evaluation, Features, Score, Searchable, WIN, Weights, weigh};
use crate::game::{Position, Side};

/// Pits with more stones than this count like those with as many.
const MAX_COUNTED: usize = 15;

const STORE: usize = 0;
const ON_THE_MOVE: usize = 1;
const FIRST_PIT: usize = 2;

static BASELINE: [u8; 4 * Awari::FEATURES] = weigh(&[(STORE, 100)]);

impl Features for Awari {
    const FEATURES: usize = FIRST_PIT + ROW * (MAX_COUNTED + 1);
    const ONE: i32 = 1;
    const FULL: i32 = 48;
    const BASELINE: Weights = Weights(&BASELINE);

    fn unit(weights: &[[f32; 2]]) -> f32 {
        (weights[STORE][0] + weights[STORE][1]) / 2.0
    }

    #[inline(always)]
    fn phase(&self) -> i32 {
        let stones = self.stones_in_row(Side::One) + self.stones_in_row(Side::Two);
        stones.min(Self::FULL as u32) as i32
    }

    #[inline(always)]
    fn for_each_feature(&self, mut visit: impl FnMut(usize, i32)) {
        let [own, other] = [self.to_move, self.to_move.other()].map(|side| self.store(side));
        visit(STORE, i32::from(own) - i32::from(other));
        visit(ON_THE_MOVE, 1);
        for (row, sign) in [(self.own, 1), (self.opponent, -1)] {
            for pit in 0..ROW {
                let stones = usize::from(stones_in(row, pit)).min(MAX_COUNTED);
                visit(FIRST_PIT + pit * (MAX_COUNTED + 1) + stones, sign);
            }
        }
    }
}

/// The weighted sum of the features.
pub struct Balance(Weights);

impl Evaluation<Awari> for Balance {
    const DEPENDS_ON_ROOT: bool = false;

    fn prepare(_: &Awari, weights: Weights) -> Self {
        Balance(weights)
    }

    #[inline(always)]
    fn value(&self, position: &Awari) -> Score {
        self.0.value(position)
    }

    #[inline(always)]
    fn promise(&self, _: &Awari, mv: Move) -> i32 {
        mv.pit_in_row() as i32
    }
}

impl Searchable for Awari {
    type Evaluation = Balance;
    type Endings = AwariTables;

    const WEIGHTS: Weights = Weights(include_bytes!("../../../weights/awari.bin"));

    const UNIT: &'static str = "stones";
    const SLOTS: usize = PITS;
    const LOOKS_AHEAD: bool = true;
    const OPTIONAL_NOISE: bool = true;

    #[inline(always)]
    fn slot(mv: Move) -> usize {
        mv.pit().into()
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

    fn value_if_repeated(&self, occurrences: usize, _: &Balance) -> Option<Score> {
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
