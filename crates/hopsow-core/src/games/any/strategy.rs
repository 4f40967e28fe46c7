//! Strategies of any game.

use super::{AnyMove, AnyPosition, Member};
use crate::game::RuleSet;
use crate::strategy::StrategyFile;

/// The move of a strategy for `position`, and the result that the mover is sure of with it.
#[must_use]
pub fn answer(file: &StrategyFile, position: &AnyPosition) -> Option<(AnyMove, i8)> {
    inside!(AnyPosition, position, position => answer_own(file, position))
}

fn answer_own<P: Member>(file: &StrategyFile, position: &P) -> Option<(AnyMove, i8)> {
    let about = file.about();
    if (about.game.as_str(), about.rules.as_str()) != (P::GAME, position.rules().name()) {
        return None;
    }
    let (size, number) = position.place()?;
    let (mv, result) = position.answer(file.get(size, number)?)?;
    Some((P::any_move(mv), result))
}
