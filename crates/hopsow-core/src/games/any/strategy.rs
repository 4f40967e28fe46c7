//! Strategies of any game.

use std::collections::HashMap;
use std::sync::atomic::AtomicBool;

use super::{AnyMove, AnyPosition, AnyTables, Game, Member};
use crate::game::Side;
use crate::strategy::{Order, Strategies, StrategyError, StrategyFile, Tally, Values};
use crate::tables::Tables;

fn strategies<P: Member>() -> Result<&'static dyn Strategies<P>, StrategyError> {
    let why = || StrategyError::NoStrategies(format!("there are no strategies for {}", P::GAME));
    P::STRATEGIES.ok_or_else(why)
}

fn value<P: Member>(tables: &AnyTables, position: &P) -> Option<i16> {
    P::own_tables(tables).probe(position).map(|worth| worth.value)
}

/// The values of whole layers in the order of their positions' numbers, by size.
pub type Layers<'a> = HashMap<u32, &'a [i8]>;

fn value_in<P: Member>(layers: &Layers<'_>, position: &P) -> Option<i16> {
    let (size, number) = P::STRATEGIES?.place(position)?;
    layers.get(&size)?.get(usize::try_from(number).ok()?).copied().map(i16::from)
}

/// Draw a strategy for a game that begins with `start`, down to the size `below`, from `layers` and,
/// for all others, from `tables`.
pub fn make(
    layers: &Layers<'_>,
    tables: &AnyTables,
    start: &AnyPosition,
    below: u32,
    side: Option<Side>,
    stop: &AtomicBool,
    done: &dyn Fn(u32, u64),
) -> Result<StrategyFile, StrategyError> {
    inside!(AnyPosition, *start, start => {
        let value = |position: &_| value_in(layers, position).or_else(|| value(tables, position));
        make_own(&Order { start, below, side }, &value, stop, done)
    })
}

fn make_own<P: Member>(
    order: &Order<P>,
    values: Values<'_, P>,
    stop: &AtomicBool,
    done: &dyn Fn(u32, u64),
) -> Result<StrategyFile, StrategyError> {
    strategies::<P>()?.make(order, values, stop, done)
}

/// Play every reply against a strategy, and ask `tables` about what it leaves to them.
pub fn verify(
    file: &StrategyFile,
    tables: &AnyTables,
    stop: &AtomicBool,
    done: &dyn Fn(u32, u64),
) -> Result<Tally, StrategyError> {
    let unknown = |_| StrategyError::NoStrategies("this strategy is for no game here".to_owned());
    let game = Game::named(&file.about().game).map_err(unknown)?;
    of_game!(game, P => {
        strategies::<P>()?.verify(file, &|position: &P| value(tables, position), stop, done)
    })
}

/// The move of a strategy for `position`, and the result that the mover is sure of with it.
#[must_use]
pub fn answer(file: &StrategyFile, position: &AnyPosition) -> Option<(AnyMove, i8)> {
    inside!(AnyPosition, position, position => answer_own(file, position))
}

fn answer_own<P: Member>(file: &StrategyFile, position: &P) -> Option<(AnyMove, i8)> {
    use crate::game::RuleSet;
    let about = file.about();
    if (about.game.as_str(), about.rules.as_str()) != (P::GAME, position.rules().name()) {
        return None;
    }
    let strategies = P::STRATEGIES?;
    let (size, number) = strategies.place(position)?;
    let (mv, result) = strategies.answer(position, file.get(size, number)?)?;
    Some((P::any_move(mv), result))
}
