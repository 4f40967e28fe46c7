//! The rank of a position among all with the same number of stones, by the combinatorial number
//! system.
//!
//! The pits count from the mover's first. With s(i) the stones in the first i pits, the rank is the
//! sum of C(s(i) + i − 1, i) over i = 1..11. It falls into two parts: the opponent's row says where
//! a run of ranks begins, and the mover's row is a place in this run.
//!
//! ```text
//! rank = start of run (opponent's row, stones of both) + place (mover's row)
//! ```

use crate::game::Side;
use crate::games::awari::Awari;
use crate::games::awari::board::{PIT_BYTES, PITS, ROW, shift, stones_in};
use crate::games::awari::rules::Rules;

/// The largest layer that a table can hold: ranks are 32-bit numbers up to here.
pub const MAX_STONES: usize = 31;

/// `BINOMIALS[i][s]` is C(s + i − 1, i).
static BINOMIALS: [[u64; MAX_STONES + 2]; PITS + 1] = {
    let mut table = [[0; MAX_STONES + 2]; PITS + 1];
    table[0] = [1; MAX_STONES + 2];
    let mut i = 1;
    while i <= PITS {
        let mut s = 1;
        while s < MAX_STONES + 2 {
            table[i][s] = table[i][s - 1] + table[i - 1][s];
            s += 1;
        }
        i += 1;
    }
    table
};

/// The positions with `stones` stones.
#[must_use]
pub fn positions(stones: usize) -> u64 {
    BINOMIALS[PITS - 1][stones + 1]
}

/// The rows with fewer than `stones` stones.
pub(super) fn rows_below(stones: usize) -> usize {
    BINOMIALS[ROW][stones] as usize
}

/// The place of a row among all with the same number of stones.
#[inline(always)]
pub(super) fn place(row: u64) -> u32 {
    let mut sum = 0;
    let mut place = 0;
    for pit in 0..ROW - 1 {
        sum += stones_in(row, pit) as usize;
        place += BINOMIALS[pit + 1][sum];
    }
    place as u32
}

/// The rank of the first position that has `row` as the opponent's and `own` stones in the mover's.
#[inline(always)]
pub(super) fn run_start(row: u64, own: usize) -> u32 {
    let mut sum = own;
    let mut start = BINOMIALS[ROW][sum];
    for pit in 0..ROW - 1 {
        sum += stones_in(row, pit) as usize;
        start += BINOMIALS[ROW + pit + 1][sum];
    }
    start as u32
}

/// The stones in a row.
#[inline(always)]
pub(super) fn stones_of(row: u64) -> usize {
    ((row & PIT_BYTES).wrapping_mul(0x0101_0101_0101) >> shift(0)) as u8 as usize
}

/// The stones in the pits and the rank of a position, if it has few enough stones for one.
#[inline(always)]
#[must_use]
pub fn rank(position: &Awari) -> Option<(usize, u64)> {
    let own: usize = stones_of(position.own);
    let stones = own + stones_of(position.opponent);
    let small = stones <= MAX_STONES;
    small.then(|| {
        (stones, u64::from(run_start(position.opponent, own)) + u64::from(place(position.own)))
    })
}

/// The position with `stones` stones and this rank, South to move and nothing in the stores.
///
/// # Panics
///
/// If there is no such rank: there are `positions(stones)`.
#[must_use]
pub fn unrank(stones: usize, rank: u64) -> Awari {
    let mut pits = [0; PITS + 2];
    let (mut rest, mut sum) = (rank, stones);
    for i in (1..PITS).rev() {
        let below =
            (0..=sum).rev().find(|&s| BINOMIALS[i][s] <= rest).expect("none is less than 0");
        rest -= BINOMIALS[i][below];
        pits[i] = (sum - below) as u8;
        sum = below;
    }
    pits[0] = sum as u8;
    Awari::from_stones(pits, Side::One, Rules::Forfeit).expect("few stones make a position")
}
