//! The rule sets of Awari as data.

use crate::game::{Reason, RuleSet};

/// A store holds more than half of the stones.
pub const MAJORITY: Reason = Reason("majority");

/// The rule sets of Awari; they differ in the stones that are left in the pits at the end.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[repr(u8)]
pub enum Rules {
    /// They belong to neither side (S5.7).
    Forfeit,
    /// Each side keeps its own row: the tournament rules that S5.1 modifies.
    Abapa,
}

/// The choices of a rule set.
struct Clauses {
    name: &'static str,
    /// True if each side adds the stones of its own row to its store at the end (S0.21).
    keeps_own_row: bool,
    /// The game ends when a position occurs again: otherwise two sides could circle a few stones
    /// for ever (S0.20).
    repetitions: usize,
}

impl Rules {
    /// Return true if each side keeps the stones of its own row at the end.
    pub(super) const fn keeps_own_row(self) -> bool {
        self.clauses().keeps_own_row
    }

    const fn clauses(self) -> Clauses {
        match self {
            Rules::Forfeit => Clauses { name: "forfeit", keeps_own_row: false, repetitions: 2 },
            Rules::Abapa => Clauses { name: "abapa", keeps_own_row: true, repetitions: 2 },
        }
    }
}

impl RuleSet for Rules {
    const ALL: &'static [Self] = &[Rules::Forfeit, Rules::Abapa];

    fn name(self) -> &'static str {
        self.clauses().name
    }

    fn repetitions(self) -> Option<usize> {
        Some(self.clauses().repetitions)
    }
}
