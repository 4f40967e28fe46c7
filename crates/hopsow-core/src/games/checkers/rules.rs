//! The rule sets of checkers: what differs between them, as data.

use crate::game::{Reason, RuleSet};

/// Too many plies have been made without progress.
pub const NO_PROGRESS: Reason = Reason("no progress");

/// A rule set of checkers.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[repr(u8)]
pub enum Rules {
    /// The course's: S4.9, S0.14.
    Dd2380,
    /// Tournament play, S0.15: repetition and a longer count that men's moves restart.
    Tournament,
    /// OpenSpiel's and Kaggle's, S0.15: a shorter count.
    Openspiel,
}

/// S4.9: a draw after 25 turns of each side without a capture.
const DD2380_LIMIT_PLIES: u8 = 50;
/// S0.15: a draw after 40 turns of each side without a capture or a man's move.
const TOURNAMENT_LIMIT_PLIES: u8 = 80;
/// S0.15: a draw after 40 plies without a capture.
const OPENSPIEL_LIMIT_PLIES: u8 = 40;
/// S0.15: the third occurrence of a position is a draw.
const TOURNAMENT_OCCURRENCES: usize = 3;

impl Rules {
    /// The number of plies without progress that makes a draw.
    #[inline(always)]
    #[must_use]
    pub const fn limit(self) -> u8 {
        match self {
            Rules::Dd2380 => DD2380_LIMIT_PLIES,
            Rules::Tournament => TOURNAMENT_LIMIT_PLIES,
            Rules::Openspiel => OPENSPIEL_LIMIT_PLIES,
        }
    }

    /// Return true if a man's move is progress; a capture always is.
    #[inline(always)]
    #[must_use]
    pub const fn mans_move_is_progress(self) -> bool {
        match self {
            Rules::Dd2380 | Rules::Openspiel => false,
            Rules::Tournament => true,
        }
    }
}

impl RuleSet for Rules {
    const ALL: &'static [Rules] = &[Rules::Dd2380, Rules::Tournament, Rules::Openspiel];

    fn name(self) -> &'static str {
        match self {
            Rules::Dd2380 => "dd2380",
            Rules::Tournament => "tournament",
            Rules::Openspiel => "openspiel",
        }
    }

    fn repetitions(self) -> Option<usize> {
        match self {
            Rules::Dd2380 | Rules::Openspiel => None,
            Rules::Tournament => Some(TOURNAMENT_OCCURRENCES),
        }
    }
}
