//! The board as bits of a word.
//!
//! Each pair of rows is followed by a ghost bit (`*`) that is never occupied. With the ghosts a
//! diagonal step is a shift by 4 or 5 from every square, and whatever leaves the board lands on a
//! ghost or outside the 35 bits: no masks for edges.
//!
//! ```text
//!      bits, red's side on top            PDN squares
//!        0     1     2     3              1   2   3   4
//!     4     5     6     7    (8 *)      5   6   7   8
//!        9    10    11    12              9  10  11  12
//!    13    14    15    16   (17 *)     13  14  15  16
//!       18    19    20    21             17  18  19  20
//!    22    23    24    25   (26 *)     21  22  23  24
//!       27    28    29    30             25  26  27  28
//!    31    32    33    34              29  30  31  32
//! ```

use crate::game::Side;

const GHOSTS: u64 = 1 << 8 | 1 << 17 | 1 << 26;
/// The squares of the board.
pub const BOARD: u64 = ((1 << 35) - 1) & !GHOSTS;
/// Squares 1..12, where red starts.
pub const TOP_THREE_ROWS: u64 = BOARD & ((1 << 13) - 1);
/// Squares 21..32, where white starts.
pub const BOTTOM_THREE_ROWS: u64 = BOARD & !((1 << 22) - 1);
/// The number of squares.
pub const SQUARES: u8 = 32;
/// The most pieces that a side can have.
pub const MAX_PIECES: u32 = 12;

/// The row where `side`'s men are crowned.
#[inline(always)]
pub const fn crowning_row(side: Side) -> u64 {
    match side {
        Side::One => 0b1111 << 31,
        Side::Two => 0b1111,
    }
}

/// The bit of a PDN square, which must be in 1..=32.
pub const fn bit(square: u8) -> u64 {
    let cell = square - 1;
    1 << (cell + cell / 8)
}

/// The PDN square of a bit's index.
pub const fn square(index: u8) -> u8 {
    index - index / 9 + 1
}

/// The PDN squares of a set, ascending.
#[derive(Clone, Debug)]
pub struct Squares(pub u64);

impl Iterator for Squares {
    type Item = u8;

    fn next(&mut self) -> Option<u8> {
        let bit = take_lowest(&mut self.0)?;
        Some(square(bit.trailing_zeros() as u8))
    }
}

/// Take the lowest bit out of a set.
#[inline(always)]
pub fn take_lowest(set: &mut u64) -> Option<u64> {
    let bit = *set & set.wrapping_neg();
    *set ^= bit;
    (bit != 0).then_some(bit)
}

/// A diagonal, as red's side sees the board on top.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(u8)]
pub enum Direction {
    DownLeft,
    DownRight,
    UpRight,
    UpLeft,
}

use Direction::{DownLeft, DownRight, UpLeft, UpRight};

impl Direction {
    pub const ALL: [Direction; 4] = [DownLeft, DownRight, UpRight, UpLeft];

    /// The two directions in which `side`'s men go.
    #[inline(always)]
    pub const fn forward(side: Side) -> [Direction; 2] {
        match side {
            Side::One => [DownLeft, DownRight],
            Side::Two => [UpRight, UpLeft],
        }
    }

    /// The direction whose number is the lowest two bits of `number`.
    pub const fn numbered(number: u32) -> Direction {
        Direction::ALL[(number & 3) as usize]
    }

    /// Return the ends of a step from each of `squares`; may hold ghosts.
    #[inline(always)]
    pub const fn ahead(self, squares: u64) -> u64 {
        match self {
            DownLeft => squares << 4,
            DownRight => squares << 5,
            UpRight => squares >> 4,
            UpLeft => squares >> 5,
        }
    }

    /// Return the starts of a step to each of `squares`; may hold ghosts.
    #[inline(always)]
    pub const fn behind(self, squares: u64) -> u64 {
        match self {
            DownLeft => squares >> 4,
            DownRight => squares >> 5,
            UpRight => squares << 4,
            UpLeft => squares << 5,
        }
    }
}
