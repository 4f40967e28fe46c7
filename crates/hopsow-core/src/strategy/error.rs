//! Why bytes are no strategy.

use std::fmt::{self, Display};

/// Why a strategy cannot be read.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum StrategyError {
    /// The bytes do not begin like a strategy.
    NotAStrategy,
    /// The bytes are of another version of the format.
    Version(u32),
    /// The bytes do not match their checksum, or contradict themselves.
    Damaged,
}

impl Display for StrategyError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            StrategyError::NotAStrategy => f.write_str("this is no strategy"),
            StrategyError::Version(found) => {
                let expected = super::file::VERSION;
                write!(f, "this strategy is of format version {found}, expected {expected}")
            }
            StrategyError::Damaged => f.write_str("this strategy is damaged"),
        }
    }
}

impl std::error::Error for StrategyError {}
