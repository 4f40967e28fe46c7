//! The rule sets of Awari as data.

use crate::game::{Reason, RuleSet};

/// A store holds more than half of the stones.
pub const MAJORITY: Reason = Reason("majority");

/// The rule sets of Awari. They differ in who owns the stones that are left in the pits at the end.
///
/// The numbers leave bit 1 of a position's key to the side to move.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[repr(u8)]
pub enum Rules {
    /// Neither side owns them (S5.7).
    Forfeit = 0,
    /// Each side keeps its own row: the tournament rules that S5.1 modifies.
    Abapa = 1,
    /// Each side keeps its own row, but a repeated position splits them evenly (S0.21).
    Oware = 4,
}

/// The owner of the stones left in the pits at the end.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Leftovers {
    Nobody,
    /// Each side those of its own row.
    RowOwners,
    /// Each side half of them, so that an odd number splits a stone.
    Halves,
}

/// The choices of a rule set.
struct Clauses {
    name: &'static str,
    /// When a store has the majority or the mover has no move (S0.21).
    at_the_end: Leftovers,
    /// When a position occurs again.
    at_a_repetition: Leftovers,
    /// The game ends when a position occurs again: otherwise two sides could circle a few stones
    /// for ever (S0.20).
    repetitions: usize,
}

impl Rules {
    /// Return the owner of the stones left when the game ends for `reason`.
    pub(super) fn leftovers(self, reason: Reason) -> Leftovers {
        let clauses = self.clauses();
        if reason == Reason::REPETITION { clauses.at_a_repetition } else { clauses.at_the_end }
    }

    const fn clauses(self) -> Clauses {
        let (name, at_the_end, at_a_repetition) = match self {
            Rules::Forfeit => ("forfeit", Leftovers::Nobody, Leftovers::Nobody),
            Rules::Abapa => ("abapa", Leftovers::RowOwners, Leftovers::RowOwners),
            Rules::Oware => ("oware", Leftovers::RowOwners, Leftovers::Halves),
        };
        Clauses { name, at_the_end, at_a_repetition, repetitions: 2 }
    }
}

impl RuleSet for Rules {
    const ALL: &'static [Self] = &[Rules::Forfeit, Rules::Abapa, Rules::Oware];

    fn name(self) -> &'static str {
        self.clauses().name
    }

    fn repetitions(self) -> Option<usize> {
        Some(self.clauses().repetitions)
    }
}
