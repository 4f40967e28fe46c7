//! A whole turn: one step, or one sequence of jumps.
//!
//! A piece jumps within one of four classes of eight squares, and nine squares lie between the
//! squares of a class, so no sequence is longer than nine jumps. The path is kept as directions,
//! two bits each: two sequences that lead to the same position stay two moves.

use std::fmt::{self, Debug, Display};

use super::board::{Direction, Squares, square};

/// A legal move of some position.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct Move {
    pub(super) captured: u64,
    /// The directions of the jumps, the first in the lowest two bits.
    pub(super) turns: u32,
    pub(super) from: u8,
    pub(super) to: u8,
    pub(super) jumps: u8,
}

impl Move {
    #[inline(always)]
    pub(super) const fn step(from: u64, to: u64) -> Move {
        let (from, to) = (from.trailing_zeros() as u8, to.trailing_zeros() as u8);
        Move { captured: 0, turns: 0, from, to, jumps: 0 }
    }

    /// The sequence of jumps that begins with one from `from` to `to` over `captured`.
    #[inline(always)]
    pub(super) const fn jump(from: u64, to: u64, captured: u64, direction: Direction) -> Move {
        let Move { from, to, .. } = Move::step(from, to);
        Move { captured, turns: direction as u32, from, to, jumps: 1 }
    }

    /// This sequence of jumps, gone on by one to `to` over `captured`.
    #[inline(always)]
    pub(super) const fn and_jump(self, to: u64, captured: u64, direction: Direction) -> Move {
        Move {
            captured: self.captured | captured,
            turns: self.turns | (direction as u32) << (2 * self.jumps),
            to: to.trailing_zeros() as u8,
            jumps: self.jumps + 1,
            ..self
        }
    }

    /// The PDN square of the piece that moves.
    #[must_use]
    pub const fn from(self) -> u8 {
        square(self.from)
    }

    /// The PDN square where it ends up.
    #[must_use]
    pub const fn to(self) -> u8 {
        square(self.to)
    }

    /// Return true if pieces are captured.
    #[inline(always)]
    #[must_use]
    pub const fn is_capture(self) -> bool {
        self.jumps > 0
    }

    /// The PDN squares of the captured pieces, ascending.
    pub fn captured(self) -> impl Iterator<Item = u8> + Clone {
        Squares(self.captured)
    }

    /// The directions of the jumps, in order.
    pub(super) fn directions(self) -> impl Iterator<Item = Direction> + Clone {
        (0..self.jumps).map(move |jump| Direction::numbered(self.turns >> (2 * jump)))
    }

    /// The PDN squares that the piece touches, from first to last.
    pub fn path(self) -> impl Iterator<Item = u8> + Clone {
        let landings = self.directions().scan(1u64 << self.from, |at, direction| {
            *at = direction.ahead(direction.ahead(*at));
            Some(square(at.trailing_zeros() as u8))
        });
        let step = (!self.is_capture()).then_some(self.to());
        std::iter::once(self.from()).chain(landings).chain(step)
    }
}

/// The move's text: `11-15` or the full path `22x15x8`.
impl Display for Move {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let separator = if self.is_capture() { 'x' } else { '-' };
        for (i, square) in self.path().enumerate() {
            if i > 0 {
                write!(f, "{separator}")?;
            }
            write!(f, "{square}")?;
        }
        Ok(())
    }
}

impl Debug for Move {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        Display::fmt(self, f)
    }
}
