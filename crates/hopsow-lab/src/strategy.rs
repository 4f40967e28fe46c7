//! Making strategies, and playing every reply against them.

use std::collections::HashMap;
use std::fmt::{self, Display};
use std::sync::atomic::AtomicBool;

use hopsow_core::game::Side;
use hopsow_core::games::any::{AnyPosition, AnyTables, Game};
use hopsow_core::games::awari::Awari;
use hopsow_core::strategy::{Strategic, StrategyFile};

use crate::awari;

/// The exact values that strategies are extracted from: what the mover will still gain, where it is
/// known. Tables answer, or whatever else has solved the layers.
pub type Values<'a, P> = &'a dyn Fn(&P) -> Option<i16>;

/// The values of whole layers in the order of their positions' numbers, by size.
pub type Layers<'a> = HashMap<u32, &'a [i8]>;

/// What is wanted.
#[derive(Clone, Copy, Debug)]
pub struct Order<P> {
    /// Where the game begins.
    pub start: P,
    /// The size up to which tables answer, so that the strategy need not.
    pub below: u32,
    /// The side that follows the strategy; `None` for either.
    pub side: Option<Side>,
}

/// What a verification has looked at.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Tally {
    /// Positions with a move.
    pub positions: u64,
    /// Replies of the other side to those moves.
    pub replies: u64,
    /// Those that lead to positions which tables confirm.
    pub leaves: u64,
    /// Those after which the game is over, or nothing that follows can break the promise.
    pub ends: u64,
}

/// Why a strategy cannot be made, or does not hold.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Failure {
    /// The game, or these rules of it, have no strategies.
    NoStrategies(String),
    /// No table knows this position.
    Unknown(String),
    /// Nothing can be promised from the start.
    Nothing(String),
    /// A promise that does not hold: the position or move at fault, and why.
    Fault(String),
    /// The file contradicts itself.
    Damaged,
    /// The stop flag was set.
    Stopped,
}

impl Display for Failure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Failure::Unknown(position) => write!(f, "no table knows {position}"),
            Failure::NoStrategies(why) | Failure::Nothing(why) | Failure::Fault(why) => {
                f.write_str(why)
            }
            Failure::Damaged => f.write_str("this strategy is damaged"),
            Failure::Stopped => f.write_str("stopped"),
        }
    }
}

impl std::error::Error for Failure {}

/// Extract a strategy from `layers` and, for all other positions, from `tables`; `done` is called
/// with the size at hand and the number of positions so far.
pub fn make(
    order: &Order<AnyPosition>,
    layers: &Layers<'_>,
    tables: &AnyTables,
    stop: &AtomicBool,
    done: &dyn Fn(u32, u64),
) -> Result<StrategyFile, Failure> {
    let AnyPosition::Awari(start) = order.start else {
        return Err(none_for(order.start.game()));
    };
    let order = Order { start, below: order.below, side: order.side };
    let values = |position: &Awari| value_in(layers, position).or_else(|| value(tables, position));
    awari::make(&order, &values, stop, done)
}

/// Play every reply against every entry of a strategy, and ask `tables` about every position that
/// it leaves to them. An error names the first fault.
pub fn verify(
    file: &StrategyFile,
    tables: &AnyTables,
    stop: &AtomicBool,
    done: &dyn Fn(u32, u64),
) -> Result<Tally, Failure> {
    match Game::named(&file.about().game) {
        Ok(Game::Awari) => awari::verify(file, &|position| value(tables, position), stop, done),
        Ok(game) => Err(none_for(game)),
        Err(_) => Err(Failure::NoStrategies("this strategy is for no game here".to_owned())),
    }
}

fn none_for(game: Game) -> Failure {
    Failure::NoStrategies(format!("there are no strategies for {}", game.name()))
}

fn value(tables: &AnyTables, position: &Awari) -> Option<i16> {
    tables.probe(&AnyPosition::Awari(*position)).map(|worth| worth.value)
}

fn value_in(layers: &Layers<'_>, position: &Awari) -> Option<i16> {
    let (size, number) = position.place()?;
    layers.get(&size)?.get(usize::try_from(number).ok()?).copied().map(i16::from)
}
