//! Strategies for Awari, under the `forfeit` rules: where a position stands in one, and what its
//! entry says.
//!
//! - `number`: the number of a position, and back
//!
//! What has been captured enters only as a difference: a side that is promised a result *needs* so
//! many stones more than the other from here on, and that is all there is to remember. A strategy
//! has one move for a position, for the largest need that comes about in it; that move will do for
//! smaller needs, too.

mod number;

pub use number::{MOST, numbered};

use super::board::ROW;
use super::{Awari, Move, Rules};
use crate::game::Position;
use crate::strategy::{Entry, Strategic};

/// The rules that strategies are for.
pub const RULES: Rules = Rules::Forfeit;

impl Strategic for Awari {
    fn place(&self) -> Option<(u32, u64)> {
        let stones = self.stones_in_pits();
        let fits = self.rules() == RULES && stones <= MOST;
        fits.then(|| (stones, number::number(self)))
    }

    fn answer(&self, entry: Entry) -> Option<(Move, i8)> {
        let mv = Move::in_row(self.to_move(), entry.mv as usize % ROW);
        let result = (self.lead() + i32::from(entry.need)).signum() as i8;
        (result >= 0 && self.legal_moves().contains(&mv)).then_some((mv, result))
    }
}
