//! Sowing and capturing without a walk around the board.
//!
//! One table row holds what a pit with a given number of stones adds to every other, so a move is
//! two additions. The capture is found in all pits at once; the grand slam is a select.

use super::Awari;
use super::board::{LOW_SEVEN, ONES, PIT_BYTES, PITS, ROW, STORE_BYTES, shift, stones_in};

/// The effect of sowing a pit on the two rows.
#[derive(Clone, Copy)]
struct Sowing {
    /// Added to the own row; takes the stones out of the start pit, hence modulo 2⁶⁴.
    own: u64,
    /// Added to the opponent's row.
    opponent: u64,
    /// The opponent's pits from the one of the last stone backwards; none if it falls elsewhere.
    run: u64,
}

/// By start pit and number of stones.
static SOWINGS: [[Sowing; 256]; ROW] = {
    let mut table = [[Sowing { own: 0, opponent: 0, run: 0 }; 256]; ROW];
    let mut pit = 0;
    while pit < ROW {
        let mut last = pit;
        let mut stones = 1;
        while stones < 256 {
            last = pit_after(last, pit);
            table[pit][stones] = one_more(table[pit][stones - 1], pit, last);
            stones += 1;
        }
        pit += 1;
    }
    table
};

/// The pit that is sown after `last`: the next one, except the start pit.
pub(super) const fn pit_after(last: usize, start: usize) -> usize {
    let next = (last + 1) % PITS;
    if next == start { (next + 1) % PITS } else { next }
}

/// The sowing of one stone more than `before`, which falls into `last`.
const fn one_more(before: Sowing, start: usize, last: usize) -> Sowing {
    let own = before.own.wrapping_sub(1 << shift(start));
    if last < ROW {
        return Sowing { own: own.wrapping_add(1 << shift(last)), run: 0, ..before };
    }
    let byte = shift(last - ROW);
    Sowing { own, opponent: before.opponent + (1 << byte), run: PIT_BYTES >> byte << byte }
}

impl Awari {
    /// The position after sowing `pit` of the own row.
    #[inline(always)]
    pub(super) fn sow(&self, pit: usize) -> Awari {
        let sowing = SOWINGS[pit][stones_in(self.own, pit) as usize];
        let opponent = self.opponent + sowing.opponent;
        let captured = capture(opponent, sowing.run);
        // The product's two top bytes are both the sum of the pits.
        let won = captured.wrapping_mul(ONES) & STORE_BYTES;
        Awari {
            own: opponent - captured,
            opponent: self.own.wrapping_add(sowing.own).wrapping_add(won),
            to_move: self.to_move.other(),
            rules: self.rules,
        }
    }

    /// The position before `stones` stones were sown from `pit` and nothing was captured.
    #[inline(always)]
    pub(super) fn unsown(&self, pit: usize, stones: u8) -> Awari {
        let sowing = SOWINGS[pit][stones as usize];
        Awari {
            own: self.opponent.wrapping_sub(sowing.own),
            opponent: self.own - sowing.opponent,
            to_move: self.to_move.other(),
            rules: self.rules,
        }
    }
}

/// The part of `row` that is captured when captures may run upwards through the bytes of `run`.
#[inline(always)]
fn capture(row: u64, run: u64) -> u64 {
    // Halved, 2 and 3 are 1, and every byte leaves room for a carry.
    let differs = ((row >> 1) & LOW_SEVEN) ^ ONES;
    let stops = ((differs + LOW_SEVEN) >> 7) & ONES & run;
    // Everything below the lowest stop; everything if there is none.
    let captured = row & run & stops.wrapping_sub(1) & !stops;
    if captured == row & PIT_BYTES { 0 } else { captured }
}
