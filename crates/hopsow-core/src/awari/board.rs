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

use std::fmt::{self, Display};

use super::rules::Rules;
use crate::game::{Position, Side};

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
const PIT_MARKS: u64 = 0x80 * (ONES & PIT_BYTES);

const STORE_SHIFT: u32 = 8 * ROW as u32;
/// The lead of a store that holds exactly half of the stones.
const LEAD_OF_HALF: u64 = 0x7f;

/// What brings a pit's low seven bits to its mark if the pit holds a stone.
const HOLDS_A_STONE: u64 = LOW_SEVEN;
/// The same if the pit's last stone gets past the end of the row: one stone is enough in the last
/// pit, the first needs six.
const REACHES_OPPONENT: u64 = 0x7a7b_7c7d_7e7f;

/// The most stones that a board can hold.
const MAX_STONES: u32 = 255;
/// The most stones that one move can capture: three from each of five pits, six would be a grand
/// slam.
const MAX_CAPTURE: u32 = 3 * (ROW as u32 - 1);
/// The stones in each pit at the start.
const START_STONES: u8 = 4;

/// A position of Awari.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Awari {
    /// The row of the side to move.
    pub(super) own: u64,
    /// The row of the opponent.
    pub(super) opponent: u64,
    pub(super) to_move: Side,
    pub(super) rules: Rules,
}

/// A turn: the pit that is sown, 0 to 5 South's and 6 to 11 North's.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Move(u8);

impl Move {
    /// Sow `pit`, if there is such a pit.
    #[must_use]
    pub const fn of_pit(pit: u8) -> Option<Move> {
        if pit < PITS as u8 { Some(Move(pit)) } else { None }
    }

    /// The pit that is sown.
    #[inline(always)]
    #[must_use]
    pub const fn pit(self) -> u8 {
        self.0
    }

    /// The side whose pit it is.
    #[must_use]
    pub const fn side(self) -> Side {
        if (self.0 as usize) < ROW { Side::One } else { Side::Two }
    }

    /// The pit as counted in its own row.
    #[inline(always)]
    pub(super) const fn pit_in_row(self) -> usize {
        self.0 as usize % ROW
    }

    /// Sow the pit `pit` of the row of `side`.
    #[inline(always)]
    pub(super) const fn in_row(side: Side, pit: usize) -> Move {
        Move((side as usize * ROW + pit) as u8)
    }
}

/// Why there is no such position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SetupError {
    /// There are more stones than a board can hold.
    TooManyStones {
        /// The stones in all pits and stores.
        found: u32,
    },
    /// A store holds more than its owner can have captured.
    StoreTooFull {
        /// The owner of the store.
        side: Side,
        /// The stones in the store.
        found: u32,
        /// The most that it can hold.
        most: u32,
    },
}

impl Display for SetupError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match *self {
            SetupError::TooManyStones { found } => {
                write!(f, "{found} stones in all, expected at most {MAX_STONES}")
            }
            SetupError::StoreTooFull { side, found, most } => {
                let side = Awari::SIDES[side as usize];
                write!(f, "{found} stones in {side}'s store, expected at most {most}: ")?;
                write!(f, "the game ends with the capture that brings a store past half")
            }
        }
    }
}

impl std::error::Error for SetupError {}

impl Awari {
    /// The position with these stones in pits 0 to 11, South's store and North's.
    ///
    /// The game ends as soon as a store holds more than half of all stones, and the last capture
    /// takes 15 at most, so no store holds more than 15 above half.
    pub fn from_stones(
        stones: [u8; PITS + 2],
        to_move: Side,
        rules: Rules,
    ) -> Result<Awari, SetupError> {
        let total = stones.iter().map(|&n| u32::from(n)).sum();
        if total > MAX_STONES {
            return Err(SetupError::TooManyStones { found: total });
        }
        let most = total / 2 + MAX_CAPTURE;
        for side in Side::BOTH {
            let found = u32::from(stones[PITS + side as usize]);
            if found > most {
                return Err(SetupError::StoreTooFull { side, found, most });
            }
        }
        Ok(Awari::set_up(&stones, total, to_move, rules))
    }

    /// The position with four stones in each pit.
    pub(super) fn with_full_pits(to_move: Side, rules: Rules) -> Awari {
        let mut stones = [START_STONES; PITS + 2];
        stones[PITS..].fill(0);
        Awari::set_up(&stones, u32::from(START_STONES) * PITS as u32, to_move, rules)
    }

    fn set_up(stones: &[u8; PITS + 2], total: u32, to_move: Side, rules: Rules) -> Awari {
        let row = |side: Side| {
            let pits = &stones[side as usize * ROW..][..ROW];
            let store = u64::from(stones[PITS + side as usize]);
            let lead = store + LEAD_OF_HALF - u64::from(total / 2);
            pits.iter().fold((lead << 8) | store, |row, &n| (row << 8) | u64::from(n))
        };
        Awari { own: row(to_move), opponent: row(to_move.other()), to_move, rules }
    }

    /// The stones in pits 0 to 11, South's store and North's.
    #[must_use]
    pub fn stones(&self) -> [u8; PITS + 2] {
        let mut stones = [0; PITS + 2];
        for side in Side::BOTH {
            let row = self.row(side);
            for pit in 0..ROW {
                stones[side as usize * ROW + pit] = stones_in(row, pit);
            }
            stones[PITS + side as usize] = self.store(side);
        }
        stones
    }

    /// The stones in the store of `side`.
    #[must_use]
    pub fn store(&self, side: Side) -> u8 {
        (self.row(side) >> STORE_SHIFT) as u8
    }

    /// The stones in the pits of `side`.
    pub(super) fn stones_in_row(&self, side: Side) -> u32 {
        (0..ROW).map(|pit| u32::from(stones_in(self.row(side), pit))).sum()
    }

    fn row(&self, side: Side) -> u64 {
        if side == self.to_move { self.own } else { self.opponent }
    }

    /// Whether a store holds more than half of all stones.
    #[inline(always)]
    pub(super) fn has_majority(&self) -> bool {
        (self.own | self.opponent) >> 63 != 0
    }

    /// Whether the opponent has no stones in its row.
    #[inline(always)]
    pub(super) fn must_feed(&self) -> bool {
        self.opponent & PIT_BYTES == 0
    }

    /// A mark, the top bit of its byte, for each pit that may be sown.
    ///
    /// A stone that reaches an empty row stays there: a capture that took it would be a grand
    /// slam. Feeding is therefore a question of distance alone.
    #[inline(always)]
    pub(super) fn sowable(&self) -> u64 {
        let needed = if self.must_feed() { REACHES_OPPONENT } else { HOLDS_A_STONE };
        let marks = (((self.own & LOW_SEVEN) + needed) | self.own) & PIT_MARKS;
        if self.has_majority() { 0 } else { marks }
    }
}

/// Where the byte of `pit` begins in its row.
#[inline(always)]
pub(super) const fn shift(pit: usize) -> usize {
    8 * (ROW - 1 - pit)
}

/// The stones in `pit` of `row`.
#[inline(always)]
pub(super) const fn stones_in(row: u64, pit: usize) -> u8 {
    (row >> shift(pit)) as u8
}

/// Whether `pit` has its mark in `marks`.
#[inline(always)]
pub(super) const fn is_marked(marks: u64, pit: usize) -> bool {
    stones_in(marks, pit) != 0
}
