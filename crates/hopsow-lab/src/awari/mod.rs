//! Strategies for Awari, under the `forfeit` rules.
//!
//! - `node`: a position with what its mover must still gain, and what follows a move
//! - `by_number`: tables of positions by their numbers
//! - `extract`: a strategy from exact values, from the start down
//! - `close`: few positions that answer one
//! - `verify`: playing every reply against a strategy
//!
//! What has been captured enters only as a difference: a side that is promised a result *needs* so
//! many stones more than the other from here on, and that is all there is to remember. Endless play,
//! a repeated position and a position without moves gain nothing. So a side whose need is 0 or less
//! may hold what it has for ever, while one with a larger need must capture, and may never come
//! back to a position on the way: its moves lead through ever smaller ranks. A strategy has one
//! move for a position, for the largest need that comes about in it; that move will do for smaller
//! needs, too.

mod by_number;
mod close;
mod extract;
mod node;
#[cfg(test)]
mod tests;
mod verify;

use std::sync::atomic::AtomicBool;

use hopsow_core::game::{Position, RuleSet};
use hopsow_core::games::awari::strategy::RULES;
use hopsow_core::games::awari::{Awari, Move};
use hopsow_core::strategy::{Strategic, StrategyFile};

use crate::strategy::{Failure, Order, Values};
pub(crate) use verify::verify;

/// The pits of one row.
const ROW: usize = 6;

/// Extract a strategy from `values`.
pub(crate) fn make(
    order: &Order<Awari>,
    values: Values<'_, Awari>,
    stop: &AtomicBool,
    done: &dyn Fn(u32, u64),
) -> Result<StrategyFile, Failure> {
    if order.start.rules() != RULES {
        return Err(Failure::NoStrategies(format!(
            "strategies are for the rules {:?}, not {:?}",
            RULES.name(),
            order.start.rules().name()
        )));
    }
    extract::extract(order, values, stop, done)
}

/// The number of a position that a strategy can hold.
fn number(position: &Awari) -> u64 {
    position.place().expect("few enough stones, under the rules of strategies").1
}

/// The pit that a move sows, as counted in its own row.
fn pit_in_row(mv: Move) -> usize {
    usize::from(mv.pit()) % ROW
}
