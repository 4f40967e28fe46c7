//! Why a move cannot be played.

use super::board::stones_in;
use super::{Awari, Move};
use crate::game::{Outcome, Position, Side, side_name};
use crate::message::{Message, Refusal, message, one_of};

/// Why a move cannot be played.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Illegal {
    /// The game is over.
    Over(Outcome),
    /// The pit is the opponent's.
    NotOwnPit {
        /// The pit.
        pit: Move,
        /// The side to move.
        to_move: Side,
    },
    /// The pit is empty.
    EmptyPit(Move),
    /// The opponent has no stones, and the move would leave it without any (S5.7).
    MustFeed {
        /// The moves that give it some.
        choices: Vec<Move>,
    },
}

impl Illegal {
    /// Every kind of illegal move.
    pub(super) const KINDS: &'static [&'static str] =
        &["game-over", "not-your-pit", "empty-pit", "must-feed"];
}

impl Refusal for Illegal {
    fn message(&self) -> Message {
        match self {
            Illegal::Over(outcome) => outcome.game_over::<Awari>(),
            Illegal::NotOwnPit { pit, to_move } => {
                let [owner, mover] = [pit.side(), *to_move].map(side_name::<Awari>);
                let pit = pit.to_string();
                message!("awari.not-your-pit", pit = pit, owner = owner, mover = mover)
            }
            Illegal::EmptyPit(pit) => message!("awari.empty-pit", pit = pit.to_string()),
            Illegal::MustFeed { choices } => message!("awari.must-feed", pits = one_of(choices)),
        }
    }
}

impl Awari {
    /// Return true if `mv` may be played, and why not.
    pub(super) fn check(&self, mv: Move) -> Result<(), Illegal> {
        if let Some(outcome) = self.outcome() {
            return Err(Illegal::Over(outcome));
        }
        if mv.side() != self.to_move {
            return Err(Illegal::NotOwnPit { pit: mv, to_move: self.to_move });
        }
        if stones_in(self.own, mv.pit_in_row()) == 0 {
            return Err(Illegal::EmptyPit(mv));
        }
        let choices = self.legal_moves();
        if choices.contains(&mv) { Ok(()) } else { Err(Illegal::MustFeed { choices }) }
    }
}
