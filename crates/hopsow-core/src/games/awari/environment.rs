//! Awari as an environment for learners.
//!
//! The mover sees its own six pits from the left, the opponent's six, its own store and the
//! opponent's: the numbers of their stones.
//!
//! A position that occurs again ends the game, so a state stores the sowings since the last
//! capture, which change nothing but the pits and can be undone.

use super::board::{ROW, is_marked, stones_in};
use super::{Awari, Move, actions};
use crate::actions::Action;
use crate::batch::contract::{Learnable, Log, State, refuse_move};
use crate::evaluation::Score;
use crate::game::{Outcome, Position, Side};
use crate::message::Message;

impl Learnable for Awari {
    type State = AwariState;

    const OBSERVATION: &'static [usize] = &[2 * ROW + 2];
    const MAX_LEGAL: usize = actions::ACTIONS;
    const PLAYOUT_PLIES: u16 = 200;
    const CLEAR_LEAD: Score = 400;
}

/// A position, and how it came about.
#[derive(Clone, Debug)]
pub struct AwariState {
    now: Awari,
    sowings: Log<23>,
}

impl State for AwariState {
    type Position = Awari;

    fn begin(position: Awari) -> Self {
        AwariState { now: position, sowings: Log::default() }
    }

    fn position(&self) -> Awari {
        self.now
    }

    #[inline(always)]
    fn to_move(&self) -> Side {
        self.now.to_move
    }

    #[inline(always)]
    fn key(&self) -> u64 {
        self.now.key()
    }

    #[inline(always)]
    fn observe(&self, observation: &mut [u8]) {
        let Awari { own, opponent, .. } = self.now;
        for (row, seen) in [own, opponent].into_iter().zip(observation.chunks_exact_mut(ROW)) {
            // From the first pit to the last, as numbers are written.
            seen.copy_from_slice(&row.to_be_bytes()[8 - ROW..]);
        }
        for (seen, side) in observation[2 * ROW..].iter_mut().zip([own, opponent]) {
            *seen = side.to_be_bytes()[8 - ROW - 1];
        }
    }

    #[inline(always)]
    fn is_legal(&self, action: Action) -> bool {
        is_marked(self.now.sowable(), action.into())
    }

    #[inline(always)]
    fn for_each_legal(&self, mut visit: impl FnMut(Action)) {
        let sowable = self.now.sowable();
        for pit in 0..ROW {
            if is_marked(sowable, pit) {
                visit(pit as Action);
            }
        }
    }

    #[inline(always)]
    fn take(&mut self, action: Action) -> Option<Outcome> {
        let pit = usize::from(action);
        let stones = stones_in(self.now.own, pit);
        let next = self.now.sow(pit);
        if self.now.is_left_for_good(&next) {
            self.sowings.clear();
        } else {
            self.remember(pit, stones);
        }
        self.now = next;
        if let Some(outcome) = next.outcome() {
            return Some(outcome);
        }
        self.has_occurred().then(|| next.outcome_if_repeated())
    }

    fn refuse(&self, action: Action) -> Message {
        let pit = Move::in_row(self.now.to_move, action.into());
        refuse_move(&self.now, &pit.to_string())
    }
}

/// Sowings of fewer stones take one byte, pit and stones in one number.
const FEW_STONES: u8 = 42;
/// The mark of a sowing that takes three.
const MANY_STONES: u8 = u8::MAX;

impl AwariState {
    #[inline(always)]
    fn remember(&mut self, pit: usize, stones: u8) {
        let pit = pit as u8;
        if stones < FEW_STONES {
            self.sowings.push(pit * FEW_STONES + stones);
        } else {
            for byte in [pit, stones, MANY_STONES] {
                self.sowings.push(byte);
            }
        }
    }

    /// Return true if this position has occurred since the last capture.
    #[inline(always)]
    fn has_occurred(&self) -> bool {
        let mut bytes = self.sowings.latest_first();
        let mut earlier = self.now;
        while let Some(byte) = bytes.next() {
            let (pit, stones) = if byte == MANY_STONES {
                let stones = bytes.next().expect("three bytes");
                (bytes.next().expect("three bytes"), stones)
            } else {
                (byte / FEW_STONES, byte % FEW_STONES)
            };
            earlier = earlier.unsown(pit.into(), stones);
            if earlier == self.now {
                return true;
            }
        }
        false
    }
}
