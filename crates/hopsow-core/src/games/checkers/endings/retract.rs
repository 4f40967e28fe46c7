//! Taking back steps: the positions that one step could have come from.
//!
//! Only the geometry is undone. Where the earlier position had a capture the step was illegal, and
//! the counter before it is unknown: both are the caller's to check.

use super::super::Checkers;
use super::super::board::{BOARD, Direction, crowning_row, take_lowest};
use crate::game::Side;

impl Checkers {
    /// Visit every position, with counter 0, from which a step that is no progress and crowns no
    /// man leads here.
    #[inline(always)]
    pub(super) fn for_each_step_back(&self, mut visit: impl FnMut(Checkers)) {
        match self.side {
            Side::One => self.steps_back(Side::Two, &mut visit),
            Side::Two => self.steps_back(Side::One, &mut visit),
        }
    }

    /// Visit every position, with counter 0, from which a step that crowns a man leads here.
    #[inline(always)]
    pub(super) fn for_each_crowning_back(&self, mut visit: impl FnMut(Checkers)) {
        let mover = self.side.other();
        let crowned = self.opponent & self.kings & crowning_row(mover);
        if crowned != 0 {
            self.back_along(&Direction::forward(mover), crowned, true, &mut visit);
        }
    }

    #[inline(always)]
    fn steps_back<V: FnMut(Checkers)>(&self, mover: Side, visit: &mut V) {
        if !self.rules.mans_move_is_progress() {
            let men = self.opponent & !self.kings;
            self.back_along(&Direction::forward(mover), men, false, visit);
        }
        self.back_along(&Direction::ALL, self.opponent & self.kings, false, visit);
    }

    /// Take each of `pieces` back along each of `directions`; what was crowned becomes a man.
    #[inline(always)]
    fn back_along<V: FnMut(Checkers)>(
        &self,
        directions: &[Direction],
        pieces: u64,
        was_crowned: bool,
        visit: &mut V,
    ) {
        let empty = BOARD & !(self.own | self.opponent);
        for &direction in directions {
            let mut pieces = pieces & direction.ahead(empty);
            while let Some(to) = take_lowest(&mut pieces) {
                let from = direction.behind(to);
                let king = if self.kings & to != 0 && !was_crowned { from } else { 0 };
                visit(Checkers {
                    own: self.opponent ^ to ^ from,
                    opponent: self.own,
                    kings: (self.kings & !to) | king,
                    counter: 0,
                    side: self.side.other(),
                    rules: self.rules,
                });
            }
        }
    }
}
