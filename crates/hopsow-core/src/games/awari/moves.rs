//! A turn.

use super::board::{PITS, ROW};
use crate::game::Side;

/// A turn: the pit that is sown, 0 to 5 South's and 6 to 11 North's.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Move(u8);

impl Move {
    /// Sow `pit`, if there is such a pit.
    #[must_use]
    pub const fn of_pit(pit: u8) -> Option<Move> {
        if pit < PITS as u8 { Some(Move(pit)) } else { None }
    }

    /// The pit that is sown.
    #[inline(always)]
    #[must_use]
    pub const fn pit(self) -> u8 {
        self.0
    }

    /// The side whose pit it is.
    #[must_use]
    pub const fn side(self) -> Side {
        if (self.0 as usize) < ROW { Side::One } else { Side::Two }
    }

    /// The pit as counted in its own row.
    #[inline(always)]
    pub(super) const fn pit_in_row(self) -> usize {
        self.0 as usize % ROW
    }

    /// Sow the pit `pit` of the row of `side`.
    #[inline(always)]
    pub(super) const fn in_row(side: Side, pit: usize) -> Move {
        Move((side as usize * ROW + pit) as u8)
    }
}
