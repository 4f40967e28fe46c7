//! Positions in which the choice of a move decides the game, proved by tables.
//!
//! The positions come from random games, at most one from each, with their counters: an agent may
//! meet them, and the legal moves alone are not enough there.

use std::collections::HashSet;

use super::contract::{TableFiles, Tables, Worth};
use crate::game::{Position, Side};
use crate::random::SplitMix;

/// The search ends after this many random games without a find.
const FRUITLESS_GAMES: u64 = 100_000;

/// A position with moves that preserve its result and at least as many that do not.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Choice<P: Position> {
    /// The position.
    pub position: P,
    /// Its value: a win or a draw, since a loss cannot get worse.
    pub worth: Worth,
    /// The moves that preserve the result, best first.
    pub keeping: Vec<P::Move>,
    /// The moves that do not.
    pub spoiling: Vec<P::Move>,
}

/// `count` different positions of at most `size` under the rules of `files` in which the choice
/// matters.
///
/// The same seed gives the same positions as long as the tables reach that far. There are fewer
/// only if random play does not find more.
#[must_use]
pub fn positions_where_choice_matters<P: Position>(
    files: &dyn TableFiles<P>,
    tables: &impl Tables<P>,
    seed: u64,
    size: u32,
    count: usize,
) -> Vec<Choice<P>> {
    let mut chosen = Vec::new();
    let mut seen = HashSet::new();
    let mut last_find = 0;
    for game in 0.. {
        if chosen.len() == count || game - last_find > FRUITLESS_GAMES {
            break;
        }
        let mut random = SplitMix::new(seed, game);
        let mut choices = choices_of_a_game(files, tables, size, &mut random);
        if choices.is_empty() {
            continue;
        }
        let choice = choices.swap_remove(random.below(choices.len()));
        if seen.insert(choice.position) {
            chosen.push(choice);
            last_find = game;
        }
    }
    chosen
}

fn choices_of_a_game<P: Position>(
    files: &dyn TableFiles<P>,
    tables: &impl Tables<P>,
    size: u32,
    random: &mut SplitMix,
) -> Vec<Choice<P>> {
    let mut choices = Vec::new();
    let mut earlier = Vec::new();
    let mut position = P::start(files.rules(), Side::One);
    while position.outcome_after(&earlier).is_none() {
        let moves = position.legal_moves();
        if files.size(&position) <= size {
            choices.extend(choice(tables, &position));
        }
        earlier.push(position);
        position = position.play(moves[random.below(moves.len())]);
    }
    choices
}

/// The choice in `position`, if it matters for at least half of the moves.
fn choice<P: Position>(tables: &impl Tables<P>, position: &P) -> Option<Choice<P>> {
    let worth = tables.probe(position)?;
    let moves = tables.rank_moves(position)?;
    let keeps = |mv: &(P::Move, Worth)| mv.1.result == worth.result;
    let (keeping, spoiling): (Vec<_>, Vec<_>) = moves.into_iter().partition(keeps);
    let [keeping, spoiling] =
        [keeping, spoiling].map(|moves| moves.into_iter().map(|(mv, _)| mv).collect::<Vec<_>>());
    (!spoiling.is_empty() && keeping.len() <= spoiling.len()).then_some(Choice {
        position: *position,
        worth,
        keeping,
        spoiling,
    })
}
