//! The interface of a game in a batch: its states, action by action.
//!
//! A state knows what a position does not: the half-made turn, and the earlier positions where the
//! rules look back at them. It is small, since a batch holds many.

use crate::actions::Action;
use crate::evaluation::Score;
use crate::game::{Outcome, Position, Side};
use crate::message::{Message, Refusal, message};
use crate::text::MoveError;

/// A game as an environment for learners.
pub trait Learnable: Position {
    /// The state of a game between two actions.
    type State: State<Position = Self>;

    /// The shape of an observation, the slowest index first.
    const OBSERVATION: &'static [usize];
    /// The largest number of legal actions.
    const MAX_LEGAL: usize;
    /// The length at which a random game is cut off and evaluated.
    const PLAYOUT_PLIES: u16;
    /// The estimate at which about three of four games are won.
    const CLEAR_LEAD: Score;
}

/// The state of a game between two actions.
pub trait State: Clone + Send + Sync {
    /// The positions of the game.
    type Position: Position;

    /// A turn begins in `position`, in which the game is not over; nothing before it counts.
    fn begin(position: Self::Position) -> Self;

    /// The position before the turn under way.
    fn position(&self) -> Self::Position;

    /// The actions of the turn under way.
    fn made(&self) -> Vec<Action> {
        Vec::new()
    }

    /// Return true if a turn begins here.
    fn is_between_turns(&self) -> bool {
        true
    }

    /// The side whose turn it is.
    fn to_move(&self) -> Side;

    /// A hash of the position and of the turn under way; between turns, the position's.
    fn key(&self) -> u64;

    /// Write what the side to move sees, every byte of it.
    fn observe(&self, observation: &mut [u8]);

    /// Return true if `action` can be taken.
    fn is_legal(&self, action: Action) -> bool;

    /// Visit every action that can be taken, ascending.
    fn for_each_legal(&self, visit: impl FnMut(Action));

    /// Set the bytes of the legal actions to 1; all others are 0 before.
    fn mark_legal(&self, mask: &mut [u8]) {
        self.for_each_legal(|action| mask[usize::from(action)] = 1);
    }

    /// Undo `mark_legal`.
    fn unmark_legal(&self, mask: &mut [u8]) {
        mask.fill(0);
    }

    /// Take a legal action. The outcome is given once it ends the game, also by repetition.
    fn take(&mut self, action: Action) -> Option<Outcome>;

    /// Return the reason why `action`, which is not legal, cannot be taken.
    fn refuse(&self, action: Action) -> Message;
}

/// Return the reason why `text`, which means what an action means, is no legal move.
pub(crate) fn refuse_move<P: Position>(position: &P, text: &str) -> Message {
    match position.read_move(text) {
        Err(MoveError::Illegal(why)) => why.message(),
        Err(MoveError::NotAMove(error)) => illegal_action(error.message()),
        _ => illegal_action(message!("action.other", text = text)),
    }
}

/// Return the reason why an action that leaves the board cannot be taken.
pub(crate) fn refuse_off_board() -> Message {
    illegal_action(message!("action.off-board"))
}

/// An action that means no move at all.
pub(crate) fn illegal_action(problem: Message) -> Message {
    message!("action.illegal-action", problem = problem)
}

/// Bytes in the order in which they came, the first `N` of them without a place on the heap.
#[derive(Clone, Debug)]
pub(crate) struct Log<const N: usize> {
    /// The values that exceed `first`.
    #[allow(clippy::box_collection, reason = "a state has room for one word, not for three")]
    rest: Option<Box<Vec<u8>>>,
    first: [u8; N],
    /// The number of used places in `first`.
    length: u8,
}

impl<const N: usize> Default for Log<N> {
    fn default() -> Self {
        Log { rest: None, first: [0; N], length: 0 }
    }
}

impl<const N: usize> Log<N> {
    #[inline(always)]
    pub fn clear(&mut self) {
        self.length = 0;
        if self.rest.is_some() {
            self.rest = None;
        }
    }

    #[inline(always)]
    pub fn push(&mut self, byte: u8) {
        if usize::from(self.length) < N {
            self.first[usize::from(self.length)] = byte;
            self.length += 1;
        } else {
            self.rest.get_or_insert_default().push(byte);
        }
    }

    /// The bytes, the latest first.
    #[inline(always)]
    pub fn latest_first(&self) -> impl Iterator<Item = u8> {
        let rest = self.rest.iter().flat_map(|rest| rest.iter().rev());
        rest.chain(self.first[..usize::from(self.length)].iter().rev()).copied()
    }
}
