//! The rule sets, as data.

use crate::game::{Reason, RuleSet};

/// The opposing camp is full, and not only of the opponent's men.
pub const CAMP_FILLED: Reason = Reason("camp filled");

/// A rule set of Halma.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[repr(u8)]
pub enum Rules {
    /// `Original` and the two rules on leaving the camp, S2.2 and S2.3.
    Addendum,
    /// S1.2 to S1.5 alone.
    Original,
}

impl Rules {
    /// S2.2: no move that starts outside the own camp ends in it.
    #[must_use]
    pub const fn forbids_return(self) -> bool {
        matches!(self, Rules::Addendum)
    }

    /// S2.3: men in the own camp have to leave it before others may play.
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
