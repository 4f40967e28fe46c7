//! The board: each row one word of bytes, seen from the side to move.
//!
//! ```text
//! byte     7     6     5    4    3    2    1    0
//!        lead  store  pit0 pit1 pit2 pit3 pit4 pit5
//! ```
//!
//! A row's last pit stands lowest, so a capture, which runs backwards, runs upwards in the word
//! and ends below the lowest bit that stops it. The lead is the store moved so that its top bit
//! says whether the store holds the majority; a capture adds to both bytes at once.

/// The pits of one row.
pub(super) const ROW: usize = 6;
/// The pits of both rows.
pub(super) const PITS: usize = 2 * ROW;
/// One in every byte.
pub(super) const ONES: u64 = 0x0101_0101_0101_0101;
/// All bits but the top one of every byte.
pub(super) const LOW_SEVEN: u64 = 0x7f * ONES;
/// The bytes of a row's pits.
pub(super) const PIT_BYTES: u64 = (1 << STORE_SHIFT) - 1;
/// The bytes of a row's store and lead.
pub(super) const STORE_BYTES: u64 = !PIT_BYTES;
/// The bits that say that a pit may be sown.
pub(super) const PIT_MARKS: u64 = 0x80 * (ONES & PIT_BYTES);

pub(super) const STORE_SHIFT: u32 = 8 * ROW as u32;
/// The lead of a store that holds exactly half of the stones.
pub(super) const LEAD_OF_HALF: u64 = 0x7f;

/// Added to a pit's low seven bits, this carries into its mark if the pit holds a stone.
pub(super) const HOLDS_A_STONE: u64 = LOW_SEVEN;
/// The same if the pit's last stone gets past the end of the row: one stone is enough in the last
/// pit, the first needs six.
pub(super) const REACHES_OPPONENT: u64 = 0x7a7b_7c7d_7e7f;

/// The most stones that a board can hold.
pub(super) const MAX_STONES: u32 = 255;
/// The most stones that one move can capture: three from each of five pits, six would be a grand
/// slam.
pub(super) const MAX_CAPTURE: u32 = 3 * (ROW as u32 - 1);
/// The stones in each pit at the start.
pub(super) const START_STONES: u8 = 4;

/// Return the shift of `pit`'s byte in its row.
#[inline(always)]
pub(super) const fn shift(pit: usize) -> usize {
    8 * (ROW - 1 - pit)
}

/// The stones in `pit` of `row`.
#[inline(always)]
pub(super) const fn stones_in(row: u64, pit: usize) -> u8 {
    (row >> shift(pit)) as u8
}

/// Return true if `pit` has its mark in `marks`.
#[inline(always)]
pub(super) const fn is_marked(marks: u64, pit: usize) -> bool {
    stones_in(marks, pit) != 0
}
