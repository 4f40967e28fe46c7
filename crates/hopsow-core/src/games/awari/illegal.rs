//! Why a move cannot be played.

use std::fmt::{self, Display};

use super::board::stones_in;
use super::{Awari, MAJORITY, Move};
use crate::game::{Outcome, Position, Side};
use crate::text::{Refusal, one_of};

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
    fn kind(&self) -> &'static str {
        match self {
            Illegal::Over(_) => "game-over",
            Illegal::NotOwnPit { .. } => "not-your-pit",
            Illegal::EmptyPit(_) => "empty-pit",
            Illegal::MustFeed { .. } => "must-feed",
        }
    }
}

impl Display for Illegal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Illegal::Over(outcome) => write!(f, "the game is over: {}", Ending(*outcome)),
            Illegal::NotOwnPit { pit, to_move } => {
                let [owner, mover] = [pit.side(), *to_move].map(name);
                write!(f, "pit {pit} is {owner}'s, and it is {mover}'s turn")
            }
            Illegal::EmptyPit(pit) => write!(f, "pit {pit} is empty"),
            Illegal::MustFeed { choices } => {
                write!(f, "the opponent has no stones: play {}", one_of(choices))
            }
        }
    }
}

/// How a game ended, as a person would say it.
struct Ending(Outcome);

impl Display for Ending {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Outcome { winner, reason } = self.0;
        match winner.map(name) {
            Some(winner) => write!(f, "{winner} won")?,
            None => write!(f, "it is a draw")?,
        }
        match reason {
            MAJORITY => f.write_str(" with more than half of the stones"),
            _ => write!(f, " ({reason})"),
        }
    }
}

fn name(side: Side) -> &'static str {
    Awari::SIDES[side as usize]
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
