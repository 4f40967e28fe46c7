//! Strategies for Awari, under the `forfeit` rules.
//!
//! - `number`: the number of a position
//! - `node`: a position with what its mover must still gain, and what follows a move
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

mod close;
mod extract;
mod node;
mod number;
mod verify;

#[cfg(test)]
mod tests;

use std::sync::atomic::AtomicBool;

use super::board::ROW;
use super::{Awari, Move, Rules};
use crate::game::{Position, RuleSet};
use crate::strategy::{
    Entry, Order, Strategic, Strategies, StrategyError, StrategyFile, Tally, Values,
};

/// The rules that strategies are for.
const RULES: Rules = Rules::Forfeit;

struct Holding;

impl Strategic for Awari {
    const STRATEGIES: Option<&'static dyn Strategies<Awari>> = Some(&Holding);
}

impl Strategies<Awari> for Holding {
    fn make(
        &self,
        order: &Order<Awari>,
        values: Values<'_, Awari>,
        stop: &AtomicBool,
        done: &dyn Fn(u32, u64),
    ) -> Result<StrategyFile, StrategyError> {
        if order.start.rules() != RULES {
            return Err(StrategyError::NoStrategies(format!(
                "strategies are for the rules {:?}, not {:?}",
                RULES.name(),
                order.start.rules().name()
            )));
        }
        extract::extract(order, values, stop, done)
    }

    fn place(&self, position: &Awari) -> Option<(u32, u64)> {
        let stones = position.stones_in_pits();
        let fits = position.rules() == RULES && stones <= number::MOST;
        fits.then(|| (stones, number::number(position)))
    }

    fn answer(&self, position: &Awari, entry: Entry) -> Option<(Move, i8)> {
        let mv = Move::in_row(position.to_move(), entry.mv as usize % ROW);
        let result = (position.lead() + i32::from(entry.need)).signum() as i8;
        (result >= 0 && position.legal_moves().contains(&mv)).then_some((mv, result))
    }

    fn verify(
        &self,
        file: &StrategyFile,
        values: Values<'_, Awari>,
        stop: &AtomicBool,
        done: &dyn Fn(u32, u64),
    ) -> Result<Tally, StrategyError> {
        verify::verify(file, values, stop, done)
    }
}
