//! The inputs of a net: the stones in each pit and in each store, from the mover's pit 0 on.

use super::Awari;
use super::board::{PITS, ROW, STORE_SHIFT, stones_in};
use crate::evaluation::net::Inputs;

/// Pits with more stones than this look like those with as many.
const MOST_IN_PIT: usize = 17;
/// The inputs of a store.
const MOST_IN_STORE: usize = 25;

const PIT_INPUTS: usize = MOST_IN_PIT + 1;
const STORE_INPUTS: usize = MOST_IN_STORE + 1;
const FIRST_STORE: usize = PITS * PIT_INPUTS;

/// The most stones in the pits, by kind; the last kind has any number.
const MOST_STONES: [u32; 5] = [14, 20, 26, 32, 40];

impl Awari {
    /// The input that is on for each pit and each store.
    #[inline(always)]
    fn switches(&self) -> [usize; PITS + 2] {
        let mut switches = [0; PITS + 2];
        for (i, row) in [self.own, self.opponent].into_iter().enumerate() {
            for pit in 0..ROW {
                let stones = usize::from(stones_in(row, pit)).min(MOST_IN_PIT);
                switches[ROW * i + pit] = PIT_INPUTS * (ROW * i + pit) + stones;
            }
            let store = usize::from((row >> STORE_SHIFT) as u8).min(MOST_IN_STORE);
            switches[PITS + i] = FIRST_STORE + STORE_INPUTS * i + store;
        }
        switches
    }
}

impl Inputs for Awari {
    const INPUTS: usize = FIRST_STORE + 2 * STORE_INPUTS;
    const MOST_ON: usize = PITS + 2;
    const KINDS: usize = MOST_STONES.len() + 1;

    #[inline(always)]
    fn kind(&self) -> usize {
        let stones = self.stones_in_pits();
        MOST_STONES.iter().filter(|&&most| stones > most).count()
    }

    #[inline(always)]
    fn for_each_input(&self, visit: impl FnMut(usize)) {
        self.switches().into_iter().for_each(visit);
    }

    #[inline(always)]
    fn for_each_difference(&self, other: &Self, mut visit: impl FnMut(usize, bool)) {
        for (here, there) in self.switches().into_iter().zip(other.switches()) {
            if here != there {
                visit(here, true);
                visit(there, false);
            }
        }
    }
}
