//! The inputs of a net: on each square a man of the mover or of the opponent.

use super::Halma;
use super::board::{MEN, SIZE, Square, Words};
use super::generate::bits;
use crate::evaluation::net::Inputs;
use crate::game::Side;

const SQUARES: usize = 256;

/// The bucket counts the men of both sides that have crossed the middle; this many share a bucket.
const MEN_OF_A_KIND: usize = 5;

/// The half of the board that lies beyond the long diagonal, for each side.
const FAR_HALVES: [Words; 2] = {
    let mut halves = [[0u64; 4]; 2];
    let mut index = 0;
    while index < SQUARES {
        let square = Square::from_index(index as u8);
        let diagonal = square.x() + square.y();
        let place = square.place();
        if diagonal >= SIZE {
            halves[0][place >> 6] |= 1 << (place & 63);
        } else if diagonal < SIZE - 1 {
            halves[1][place >> 6] |= 1 << (place & 63);
        }
        index += 1;
    }
    [Words(halves[0]), Words(halves[1])]
};

impl Halma {
    /// The mover's men and the opponent's, as if the mover were black.
    #[inline(always)]
    fn sets(&self) -> [Words; 2] {
        match self.to_move {
            Side::One => self.men,
            Side::Two => [self.men[1].mirrored(), self.men[0].mirrored()],
        }
    }
}

impl Inputs for Halma {
    const INPUTS: usize = 2 * SQUARES;
    const MOST_ON: usize = 2 * MEN;
    const KINDS: usize = 2 * MEN / MEN_OF_A_KIND + 1;

    #[inline(always)]
    fn kind(&self) -> usize {
        let [black, white] = self.men;
        let far = black.and(FAR_HALVES[0]).len() + white.and(FAR_HALVES[1]).len();
        far / MEN_OF_A_KIND
    }

    #[inline(always)]
    fn for_each_input(&self, mut visit: impl FnMut(usize)) {
        for (i, set) in self.sets().into_iter().enumerate() {
            for_each_place(set, |place| visit(SQUARES * i + place));
        }
    }

    #[inline(always)]
    fn for_each_difference(&self, other: &Self, mut visit: impl FnMut(usize, bool)) {
        let (here, there) = (self.sets(), other.sets());
        for i in 0..2 {
            for_each_place(here[i].minus(there[i]), |place| visit(SQUARES * i + place, true));
            for_each_place(there[i].minus(here[i]), |place| visit(SQUARES * i + place, false));
        }
    }
}

#[inline(always)]
fn for_each_place(set: Words, mut visit: impl FnMut(usize)) {
    for (class, word) in set.0.into_iter().enumerate() {
        bits(word).for_each(|bit| visit(class << 6 | bit as usize));
    }
}
