//! The board as four parity boards.
//!
//! Squares fall into four classes by the parities of x and y, each an 8×8 board in one word:
//!
//! ```text
//!   x  0 1 2 3 …          class 0: x even, y even      bit 8·(y / 2) + x / 2
//! y 0  0 1 0 1            class 1: x odd,  y even
//!   1  2 3 2 3            class 2: x even, y odd
//!   2  0 1 0 1            class 3: x odd,  y odd
//! ```
//!
//! A jump keeps both parities, so a whole chain lives in one word, and what it jumps over lies in
//! the other three. A step always changes class.

use std::fmt;

use crate::game::Side;

/// The number of men a side starts with, and the number of squares in a camp.
pub const MEN: usize = 19;

/// The width of the board.
pub const SIZE: u8 = 16;

/// A set of squares, one word for each parity class.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) struct Words(pub [u64; 4]);

impl Words {
    pub const EMPTY: Words = Words([0; 4]);

    #[inline(always)]
    pub fn and(self, other: Words) -> Words {
        self.zip(other, |a, b| a & b)
    }

    #[inline(always)]
    pub fn or(self, other: Words) -> Words {
        self.zip(other, |a, b| a | b)
    }

    #[inline(always)]
    pub fn minus(self, other: Words) -> Words {
        self.zip(other, |a, b| a & !b)
    }

    #[inline(always)]
    pub fn complement(self) -> Words {
        Words(self.0.map(|word| !word))
    }

    #[inline(always)]
    pub fn is_empty(self) -> bool {
        self.0[0] | self.0[1] | self.0[2] | self.0[3] == 0
    }

    #[inline(always)]
    pub fn zip(self, other: Words, f: impl Fn(u64, u64) -> u64) -> Words {
        Words(std::array::from_fn(|class| f(self.0[class], other.0[class])))
    }

    /// Return the set as the other side sees it: every square (x, y) at (15 − x, 15 − y).
    pub fn mirrored(self) -> Words {
        let [a, b, c, d] = self.0.map(u64::reverse_bits);
        Words([d, c, b, a])
    }

    pub fn len(self) -> usize {
        self.0.iter().map(|word| word.count_ones() as usize).sum()
    }

    pub fn squares(self) -> impl Iterator<Item = Square> {
        Square::all().filter(move |square| square.is_in(&self))
    }
}

/// `squares` and all that touch them.
#[inline(always)]
pub(super) fn around(squares: Words) -> Words {
    const FIRST_COLUMN: u64 = 0x0101_0101_0101_0101;
    let wider = |even: u64, odd: u64| {
        (even | odd | (odd & !(FIRST_COLUMN << 7)) << 1, odd | even | (even & !FIRST_COLUMN) >> 1)
    };
    let [a, b, c, d] = squares.0;
    let ((a, b), (c, d)) = (wider(a, b), wider(c, d));
    Words([a | c | c << 8, b | d | d << 8, c | a | a >> 8, d | b | b >> 8])
}

/// A square of the board, stored as its place in the four words: class·64 + bit.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Square(u8);

impl Square {
    /// The square in column `x` and row `y`, both below 16 and from the top left.
    #[must_use]
    pub const fn new(x: u8, y: u8) -> Square {
        assert!(x < SIZE && y < SIZE);
        Square(((y & 1) << 7) | ((x & 1) << 6) | ((y >> 1) << 3) | (x >> 1))
    }

    /// The square with this `index`.
    #[must_use]
    pub const fn from_index(index: u8) -> Square {
        Square::new(index % SIZE, index / SIZE)
    }

    #[inline(always)]
    pub(super) const fn at(class: usize, bit: u32) -> Square {
        Square(((class as u8) << 6) | bit as u8)
    }

    /// The place in the four words: class·64 + bit.
    #[inline(always)]
    pub(super) const fn place(self) -> usize {
        self.0 as usize
    }

    /// The column, from the left.
    #[must_use]
    pub const fn x(self) -> u8 {
        (self.0 & 7) << 1 | (self.0 >> 6) & 1
    }

    /// The row, from the top.
    #[must_use]
    pub const fn y(self) -> u8 {
        (self.0 >> 3 & 7) << 1 | self.0 >> 7
    }

    /// 16·y + x.
    #[must_use]
    pub const fn index(self) -> usize {
        SIZE as usize * self.y() as usize + self.x() as usize
    }

    /// All squares, row by row.
    pub fn all() -> impl Iterator<Item = Square> {
        (0..=u8::MAX).map(Square::from_index)
    }

    /// The square `dx` to the right and `dy` down, if the board has it.
    #[must_use]
    pub fn offset(self, dx: i8, dy: i8) -> Option<Square> {
        let (x, y) = (self.x().checked_add_signed(dx)?, self.y().checked_add_signed(dy)?);
        (x < SIZE && y < SIZE).then(|| Square::new(x, y))
    }

    /// The square (15 − x, 15 − y).
    pub(super) const fn mirrored(self) -> Square {
        Square(u8::MAX - self.0)
    }

    #[inline(always)]
    pub(super) const fn class(self) -> usize {
        self.0 as usize >> 6
    }

    /// The place in the word of its class.
    #[inline(always)]
    pub(super) const fn bit(self) -> u32 {
        self.0 as u32 & 63
    }

    #[inline(always)]
    pub(super) fn is_in(self, words: &Words) -> bool {
        words.0[self.0 as usize >> 6] >> (self.0 & 63) & 1 != 0
    }

    #[inline(always)]
    pub(super) fn toggle(self, words: &mut Words) {
        words.0[self.0 as usize >> 6] ^= 1 << (self.0 & 63);
    }
}

impl fmt::Display for Square {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{},{}", self.x(), self.y())
    }
}

/// The widths of the camp's rows, from the corner.
const CAMP_WIDTHS: [u8; 5] = [5, 5, 4, 3, 2];

const CAMPS: [Words; 2] = {
    let mut camps = [[0u64; 4]; 2];
    let mut y = 0;
    while y < CAMP_WIDTHS.len() {
        let mut x = 0;
        while x < CAMP_WIDTHS[y] {
            let home = Square::new(x, y as u8).0;
            let away = Square::new(SIZE - 1 - x, SIZE - 1 - y as u8).0;
            camps[0][home as usize >> 6] |= 1 << (home & 63);
            camps[1][away as usize >> 6] |= 1 << (away & 63);
            x += 1;
        }
        y += 1;
    }
    [Words(camps[0]), Words(camps[1])]
};

/// The squares where `side` starts.
#[inline(always)]
pub(super) fn camp(side: Side) -> Words {
    CAMPS[side as usize]
}

/// Return the number of columns and rows between `square` and `side`'s corner.
pub(super) fn corner_distance(side: Side, square: Square) -> (u8, u8) {
    match side {
        Side::One => (square.x(), square.y()),
        Side::Two => (SIZE - 1 - square.x(), SIZE - 1 - square.y()),
    }
}

/// The eight directions, clockwise from the east.
pub(super) const DIRECTIONS: [(i8, i8); 8] =
    [(1, 0), (1, 1), (0, 1), (-1, 1), (-1, 0), (-1, -1), (0, -1), (1, -1)];
