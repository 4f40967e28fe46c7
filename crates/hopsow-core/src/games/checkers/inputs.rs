//! The inputs of a net: on each square a man or king of the mover or of the opponent.

use super::Checkers;
use crate::evaluation::net::Inputs;
use crate::game::Side;

/// The mover's men and kings, the opponent's men and kings.
const SETS: usize = 4;
const SQUARES: usize = 32;

/// The range of piece counts of one bucket.
const PIECES_OF_A_KIND: u32 = 6;
const KINDS_BY_PIECES: usize = 4;

impl Checkers {
    /// The sets of squares that hold each sort of piece, seen from the mover's back row.
    #[inline(always)]
    fn sets(&self) -> [u32; SETS] {
        let men = !self.kings;
        let sets = [
            self.own & men,
            self.own & self.kings,
            self.opponent & men,
            self.opponent & self.kings,
        ];
        match self.side {
            Side::One => sets.map(without_ghosts),
            Side::Two => sets.map(|set| without_ghosts(set).reverse_bits()),
        }
    }
}

/// The squares of a board word, whose every ninth bit stands for no square, as 32 bits in a row.
#[inline(always)]
pub(super) fn without_ghosts(squares: u64) -> u32 {
    (0..4).fold(0, |set, rows| set | ((squares >> (9 * rows) & 0xff) as u32) << (8 * rows))
}

impl Inputs for Checkers {
    const INPUTS: usize = SETS * SQUARES;
    const MOST_ON: usize = 24;
    const KINDS: usize = 2 * KINDS_BY_PIECES;

    #[inline(always)]
    fn kind(&self) -> usize {
        let pieces = (self.own | self.opponent).count_ones().max(1);
        let by_pieces = ((pieces - 1) / PIECES_OF_A_KIND) as usize;
        by_pieces + if self.kings == 0 { 0 } else { KINDS_BY_PIECES }
    }

    #[inline(always)]
    fn for_each_input(&self, mut visit: impl FnMut(usize)) {
        for (i, set) in self.sets().into_iter().enumerate() {
            for_each_bit(set, |square| visit(SQUARES * i + square));
        }
    }

    #[inline(always)]
    fn for_each_difference(&self, other: &Self, mut visit: impl FnMut(usize, bool)) {
        let (here, there) = (self.sets(), other.sets());
        for i in 0..SETS {
            for_each_bit(here[i] & !there[i], |square| visit(SQUARES * i + square, true));
            for_each_bit(there[i] & !here[i], |square| visit(SQUARES * i + square, false));
        }
    }
}

#[inline(always)]
fn for_each_bit(mut set: u32, mut visit: impl FnMut(usize)) {
    while set != 0 {
        visit(set.trailing_zeros() as usize);
        set &= set - 1;
    }
}
