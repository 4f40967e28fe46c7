//! What a position is worth: to the engine what its net says, to plain players a sum of features.
//!
//! The features are the stores, and each pit by its place and its number of stones: a hoard next to
//! the opponent's row is worth something else than single stones about to be captured.

use std::sync::OnceLock;

use super::Awari;
use super::board::{ROW, stones_in};
use crate::evaluation::Judged;
use crate::evaluation::linear::{Features, Weights};
use crate::evaluation::net::Net;
use crate::game::Side;

/// Pits with more stones than this count as if they had this many.
const MAX_COUNTED: usize = 15;

const STORE: usize = 0;
const ON_THE_MOVE: usize = 1;
const FIRST_PIT: usize = 2;

impl Judged for Awari {
    type Evaluation = Net<Awari>;
    type ByNet = Net<Awari>;

    const UNIT: &'static str = "stones";

    fn evaluation() -> Net<Awari> {
        static NET: OnceLock<Net<Awari>> = OnceLock::new();
        let read =
            || Net::read(include_bytes!("../../../nets/awari.net")).expect("a net of this game");
        NET.get_or_init(read).clone()
    }

    fn by_net(net: Net<Awari>) -> Net<Awari> {
        net
    }
}

impl Features for Awari {
    type Linear = Weights;

    const FEATURES: usize = FIRST_PIT + ROW * (MAX_COUNTED + 1);
    const ONE: i32 = 1;
    const FULL: i32 = 48;
    const BASELINE: &'static [(usize, i16)] = &[(STORE, 100)];

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
