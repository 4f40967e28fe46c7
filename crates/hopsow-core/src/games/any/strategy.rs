//! Strategies of any game.

use std::sync::atomic::AtomicBool;

use super::{AnyMove, AnyPosition, AnyTables, Game, Member};
use crate::game::Side;
use crate::strategy::{Order, Strategies, StrategyError, StrategyFile, Tally};
use crate::tables::Tables;

fn strategies<P: Member>() -> Result<&'static dyn Strategies<P>, StrategyError> {
    let why = || StrategyError::NoStrategies(format!("there are no strategies for {}", P::GAME));
    P::STRATEGIES.ok_or_else(why)
}

fn value<P: Member>(tables: &AnyTables, position: &P) -> Option<i16> {
    P::own_tables(tables).probe(position).map(|worth| worth.value)
}

/// Draw a strategy from `tables` for a game that begins with `start`, down to the size `below`.
pub fn make(
    tables: &AnyTables,
    start: &AnyPosition,
    below: u32,
    side: Option<Side>,
    stop: &AtomicBool,
    done: &dyn Fn(u32, u64),
) -> Result<StrategyFile, StrategyError> {
    inside!(AnyPosition, *start, start => make_own(tables, &Order { start, below, side }, stop, done))
}

fn make_own<P: Member>(
    tables: &AnyTables,
    order: &Order<P>,
    stop: &AtomicBool,
    done: &dyn Fn(u32, u64),
) -> Result<StrategyFile, StrategyError> {
    strategies::<P>()?.make(order, &|position| value(tables, position), stop, done)
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
