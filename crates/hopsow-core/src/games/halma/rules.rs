//! The rule sets, as data.

use crate::game::RuleSet;

/// A rule set of Halma.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[repr(u8)]
pub enum Rules {
    /// The second document's clauses 1a and 1b on top of `Original`.
    Addendum,
    /// The first and third document's rules alone.
    Original,
}

impl Rules {
    /// Clause 1a: no play that starts outside the own camp ends in it.
    #[must_use]
    pub const fn forbids_return(self) -> bool {
        matches!(self, Rules::Addendum)
    }

    /// Clause 1b: men in the own camp have to leave it before others may play.
    #[must_use]
    pub const fn empties_camp_first(self) -> bool {
        matches!(self, Rules::Addendum)
    }
}

impl RuleSet for Rules {
    const ALL: &'static [Rules] = &[Rules::Addendum, Rules::Original];

    fn name(self) -> &'static str {
        match self {
            Rules::Addendum => "addendum",
            Rules::Original => "original",
        }
    }

    fn repetitions(self) -> Option<usize> {
        None
    }
}
