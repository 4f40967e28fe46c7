//! Why there is no strategy, or none that holds.

use std::fmt::{self, Display};

/// Why a strategy cannot be made, read or confirmed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum StrategyError {
    /// The bytes do not begin like a strategy.
    NotAStrategy,
    /// The bytes are of another version of the format.
    Version(u32),
    /// The bytes do not match their checksum, or contradict themselves.
    Damaged,
    /// The game, or these rules of it, have no strategies.
    NoStrategies(String),
    /// No table knows this position.
    Unknown(String),
    /// Nothing can be promised from the start.
    Nothing(String),
    /// A promise that does not hold: the position or move at fault, and why.
    Fault(String),
    /// The stop flag was set.
    Stopped,
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
            StrategyError::Unknown(position) => write!(f, "no table knows {position}"),
            StrategyError::NoStrategies(why)
            | StrategyError::Nothing(why)
            | StrategyError::Fault(why) => f.write_str(why),
            StrategyError::Stopped => f.write_str("stopped"),
        }
    }
}

impl std::error::Error for StrategyError {}
