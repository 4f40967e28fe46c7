//! Positions as bytes: the stones in pits 0 to 11 and in South's and North's store, the side to
//! move.

use super::Awari;
use super::board::PITS;
use crate::packed::{Packed, side};

impl Packed for Awari {
    const BYTES: usize = PITS + 3;

    fn pack(&self, bytes: &mut Vec<u8>) {
        bytes.extend_from_slice(&self.stones());
        bytes.push(self.to_move as u8);
    }

    fn unpack(bytes: &[u8], rules: Self::Rules) -> Option<Self> {
        let (stones, rest) = bytes.split_at_checked(PITS + 2)?;
        let &[mover] = rest else { return None };
        Awari::from_stones(stones.try_into().ok()?, side(mover)?, rules).ok()
    }
}
