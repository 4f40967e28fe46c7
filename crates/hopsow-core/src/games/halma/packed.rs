//! Positions as bytes: black's men and white's, for each of 256 squares a bit (that of (x, y) is
//! bit x mod 8 of byte 2·y + x / 8), the side to move.

use super::Halma;
use super::board::{Square, Words};
use crate::game::Position;
use crate::packed::{Packed, side};

/// The bytes of one side's men.
const SET_BYTES: usize = 32;

impl Packed for Halma {
    const BYTES: usize = 2 * SET_BYTES + 1;

    fn pack(&self, bytes: &mut Vec<u8>) {
        for men in self.men {
            let mut set = [0; SET_BYTES];
            for square in men.squares() {
                set[square.index() / 8] |= 1 << (square.index() % 8);
            }
            bytes.extend_from_slice(&set);
        }
        bytes.push(self.to_move as u8);
    }

    fn unpack(bytes: &[u8], rules: Self::Rules) -> Option<Self> {
        let (sets, rest) = bytes.split_at_checked(2 * SET_BYTES)?;
        let &[mover] = rest else { return None };
        let men = [0, 1].map(|side| {
            let set = &sets[SET_BYTES * side..][..SET_BYTES];
            let is_on = |square: &Square| set[square.index() / 8] >> (square.index() % 8) & 1 != 0;
            let mut men = Words::EMPTY;
            Square::all().filter(is_on).for_each(|square| square.toggle(&mut men));
            men
        });
        let position = Halma { men, to_move: side(mover)?, rules };
        // Its text is refused, or says something else, where there is no such position.
        Halma::parse(&position.to_string(), rules).ok().filter(|parsed| *parsed == position)
    }
}
