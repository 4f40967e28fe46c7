//! A position from its stones, and back.

use super::board::{MAX_CAPTURE, MAX_STONES, PITS};
use super::{Awari, Rules};
use crate::game::{Side, side_name};
use crate::message::{Message, Refusal, message};
use crate::setup::{Board, Place, Setup, SetupError};

/// Why there is no such position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Impossible {
    /// There are more stones than a board can hold.
    TooManyStones {
        /// The stones in all pits and stores.
        found: u64,
        /// The pit or store whose stones are the first too many.
        place: Place,
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

impl Impossible {
    /// The pit or store at fault.
    pub(super) fn place(self) -> Place {
        match self {
            Impossible::TooManyStones { place, .. } => place,
            Impossible::StoreTooFull { side, .. } => PITS as Place + side as Place,
        }
    }
}

/// Every kind of set-up that is refused: those of the wrong form, then the impossible ones.
pub(super) const KINDS: &[&str] =
    &["wrong-board", "wrong-size", "no-counter", "too-many-stones", "store-too-full"];

impl Refusal for Impossible {
    fn message(&self) -> Message {
        match *self {
            Impossible::TooManyStones { found, .. } => {
                message!("awari.too-many-stones", found = found, most = MAX_STONES)
            }
            Impossible::StoreTooFull { side, found, most } => {
                let side = side_name::<Awari>(side);
                message!("awari.store-too-full", side = side, found = found, most = most)
            }
        }
    }
}

/// The number of all stones, if they make a possible position.
///
/// The game ends as soon as a store holds more than half of all stones, and the last capture takes
/// 15 at most, so no store holds more than 15 above half.
pub(super) fn checked_total(stones: &[u32; PITS + 2]) -> Result<u32, Impossible> {
    let mut found = 0;
    let mut guilty = None;
    for (place, &count) in stones.iter().enumerate() {
        found += u64::from(count);
        if found > MAX_STONES.into() {
            guilty = guilty.or(Some(place as Place));
        }
    }
    if let Some(place) = guilty {
        return Err(Impossible::TooManyStones { found, place });
    }
    let total = found as u32;
    let most = total / 2 + MAX_CAPTURE;
    for side in Side::BOTH {
        let found = stones[PITS + side as usize];
        if found > most {
            return Err(Impossible::StoreTooFull { side, found, most });
        }
    }
    Ok(total)
}

pub(super) fn set_up(setup: &Setup, rules: Rules) -> Result<Awari, SetupError> {
    let stones = setup.stones()?;
    setup.check_no_counter()?;
    checked_total(&stones)
        // No count of a possible position is above 255.
        .and_then(|_| Awari::from_stones(stones.map(|count| count as u8), setup.to_move, rules))
        .map_err(|why| SetupError::at(why.place(), why))
}

pub(super) fn taken_apart(position: &Awari) -> Setup {
    let stones = position.stones().map(u32::from).to_vec();
    Setup { board: Board::Stones(stones), to_move: position.to_move, counter: None }
}
