//! Positions as bytes: red's pieces, white's pieces and the kings as sets of squares (bit 0 is
//! square 1), the side to move, the plies without progress.

use super::Checkers;
use super::inputs::without_ghosts;
use crate::game::{Position, Side};
use crate::packed::{Packed, side};

impl Packed for Checkers {
    const BYTES: usize = 14;

    fn pack(&self, bytes: &mut Vec<u8>) {
        let [red, white] = Side::BOTH.map(|side| self.pieces(side));
        for set in [red, white, self.kings] {
            bytes.extend_from_slice(&without_ghosts(set).to_le_bytes());
        }
        bytes.extend_from_slice(&[self.side as u8, self.counter]);
    }

    fn unpack(bytes: &[u8], rules: Self::Rules) -> Option<Self> {
        let (sets, rest) = bytes.split_at_checked(12)?;
        let &[mover, counter] = rest else { return None };
        let set = |i: usize| with_ghosts(sets.as_chunks::<4>().0[i]);
        let side = side(mover)?;
        let pieces = [set(0), set(1)];
        let [own, opponent] = [side, side.other()].map(|side| pieces[side as usize]);
        let position = Checkers { own, opponent, kings: set(2), counter, side, rules };
        // Its text is refused, or says something else, where there is no such position.
        Checkers::parse(&position.to_string(), rules).ok().filter(|parsed| *parsed == position)
    }
}

/// The set as a board word, whose every ninth bit stands for no square.
fn with_ghosts(rows: [u8; 4]) -> u64 {
    (0..4).fold(0, |set, i| set | u64::from(rows[i]) << (9 * i))
}
