//! A position on the way home, with its bounds.

use crate::game::Position;

use super::super::board::camp;
use super::super::{Halma, Move, generate};
use super::HOME;
use super::bound::{Crowds, Standing};
use super::ladder::{self, Need};

#[derive(Clone, Copy)]
pub(super) struct Node {
    pub runner: Halma,
    pub at: Standing,
    crowds: Crowds,
    need: Need,
}

/// A move that the cheap bound leaves possible.
pub(super) struct Candidate {
    pub play: Move,
    /// Detours left after the move.
    pub budget: u32,
    /// The standing after it.
    pub at: Standing,
}

impl Node {
    pub fn new(runner: Halma, budget: u32) -> Node {
        Node::with(runner, Standing::of(&runner), Crowds::of(&runner), budget)
    }

    fn with(runner: Halma, at: Standing, crowds: Crowds, budget: u32) -> Node {
        let need = if at.needs_all() {
            ladder::need(&runner, at.shut(), budget, at.crowded(budget))
        } else {
            Need::NONE
        };
        Node { runner, at, crowds, need }
    }

    /// Detours that every way home makes.
    pub fn detours(&self) -> u32 {
        self.at.detours().max(self.need.detours)
    }

    /// Visit the moves that may belong to a way home with at most `budget` detours; whether there
    /// were others.
    #[inline(always)]
    pub fn candidates(&self, budget: u32, mut visit: impl FnMut(Candidate)) -> bool {
        let home = camp(HOME);
        let mut cut = false;
        let mut list = generate::List(|play: Move| {
            let enters = play.to.is_in(&home) && !play.from.is_in(&home);
            if !enters && (budget == 0 || !self.need.affords(play, budget)) {
                cut = true;
                return;
            }
            let budget = budget - u32::from(!enters);
            let at = self.at.after(&self.crowds, play);
            if at.detours() > budget {
                cut = true;
            } else {
                visit(Candidate { play, budget, at });
            }
        });
        generate::generate(&self.runner, &mut list);
        cut
    }

    /// The position after `play`, for `budget` detours from there on.
    pub fn play(&self, play: Move, budget: u32) -> Node {
        let at = self.at.after(&self.crowds, play);
        Node::with(pass_after(&self.runner, play), at, self.crowds.after(play), budget)
    }

    /// Two hashes of the position after `play`.
    #[inline(always)]
    pub fn hashes_after(&self, play: Move) -> (u64, u64) {
        let fold = |a: u64, b: u64| {
            let product = u128::from(a) * u128::from(b);
            product as u64 ^ (product >> 64) as u64
        };
        let [a, b, c, d] = pass_after(&self.runner, play).men[0].0;
        let pair = fold(a ^ 0xa076_1d64_78bd_642f, b ^ 0xe703_7ed1_a0b4_28db);
        let other = fold(c ^ 0x8ebc_6af0_9c88_c6e3, d ^ 0x5899_65cc_7537_4cc3);
        let one = fold(pair ^ 0x9e37_79b9_7f4a_7c15, other ^ 0x1d8e_4e27_c47d_124f);
        (one, fold(pair.rotate_left(32) ^ 0xeb44_acca_b455_d165, other ^ one))
    }
}

/// The position after a move to which the opponent replies by passing.
fn pass_after(runner: &Halma, play: Move) -> Halma {
    Halma { to_move: runner.to_move, ..runner.play(play) }
}
