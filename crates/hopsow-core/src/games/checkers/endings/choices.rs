//! Positions in which the choice of a move decides the game, proved by tables.
//!
//! They come from random games, at most one from each, with their counters: positions that an agent
//! may meet, and where knowing the legal moves is not enough.

use std::collections::HashSet;

use super::RULES;
use super::probe::{CheckersTables, Ending};
use crate::game::{Position, Side};
use crate::games::checkers::{Checkers, Move};
use crate::random::SplitMix;

/// The search ends after this many random games without a find.
const FRUITLESS_GAMES: u64 = 100_000;

/// A position with moves that preserve its result and at least as many that do not.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Choice {
    /// The position, with its counter.
    pub position: Checkers,
    /// Its result: a win or a draw, since a loss cannot get worse.
    pub ending: Ending,
    /// The moves that preserve the result, best first.
    pub keeping: Vec<Move>,
    /// The moves that do not.
    pub spoiling: Vec<Move>,
}

/// `count` different positions with at most `pieces` pieces in which the choice matters.
///
/// The same seed gives the same positions as long as the tables reach that far. There are fewer
/// only if random play does not find more.
#[must_use]
pub fn positions_where_choice_matters(
    tables: &CheckersTables,
    seed: u64,
    pieces: u8,
    count: usize,
) -> Vec<Choice> {
    let mut chosen = Vec::new();
    let mut seen = HashSet::new();
    let mut last_find = 0;
    for game in 0.. {
        if chosen.len() == count || game - last_find > FRUITLESS_GAMES {
            break;
        }
        let mut random = SplitMix::new(seed, game);
        let mut choices = choices_of_a_game(tables, pieces, &mut random);
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

fn choices_of_a_game(tables: &CheckersTables, pieces: u8, random: &mut SplitMix) -> Vec<Choice> {
    let mut choices = Vec::new();
    let mut position = Checkers::start(RULES, Side::One);
    loop {
        let moves = position.legal_moves();
        if moves.is_empty() {
            return choices;
        }
        if (position.own | position.opponent).count_ones() <= pieces.into() {
            choices.extend(choice(tables, &position));
        }
        position = position.play(moves[random.below(moves.len())]);
    }
}

/// The choice in `position`, if it matters for at least half of the moves.
fn choice(tables: &CheckersTables, position: &Checkers) -> Option<Choice> {
    let ending = tables.probe(position)?;
    let moves = tables.rank_moves(position)?;
    let keeps = |mv: &(Move, Ending)| mv.1.result() == ending.result();
    let (keeping, spoiling): (Vec<_>, Vec<_>) = moves.into_iter().partition(keeps);
    let [keeping, spoiling] =
        [keeping, spoiling].map(|moves| moves.into_iter().map(|(mv, _)| mv).collect::<Vec<_>>());
    (!spoiling.is_empty() && keeping.len() <= spoiling.len()).then_some(Choice {
        position: *position,
        ending,
        keeping,
        spoiling,
    })
}
