//! Playing by the tables, and the choice of positions.

use std::collections::HashSet;

use super::{RULES, positions_under, tables, tables_of, with_counter};
use crate::game::{Position, Side};
use crate::games::checkers::endings::{CheckersTables, Ending};
use crate::games::checkers::{Checkers, Move, Rules};
use crate::random::SplitMix;
use crate::tables::{Choice, TableFiles, Tables, Worth, positions_where_choice_matters};

const FILES: &dyn TableFiles<Checkers> = <CheckersTables as Tables<Checkers>>::FILES[0];

fn best(position: &Checkers) -> Move {
    tables_of(position.rules).rank_moves(position).expect("a solved position")[0].0
}

/// Play on, the winner by the tables and the loser by `defence`: the winner, and the plies up to
/// and including the first progress or the turn that cannot be made. No position may come twice.
fn play_on(
    mut position: Checkers,
    winner: Side,
    mut defence: impl FnMut(&Checkers) -> Move,
) -> (Option<Side>, u8) {
    let mut first_progress = None;
    let mut seen = HashSet::new();
    for ply in 1.. {
        assert!(seen.insert(position.placement()), "{position} came twice");
        if let Some(outcome) = position.outcome() {
            return (outcome.winner, first_progress.unwrap_or(ply));
        }
        let mv = if position.to_move() == winner { best(&position) } else { defence(&position) };
        position = position.play(mv);
        if position.counter() == 0 && first_progress.is_none() {
            first_progress = Some(ply);
        }
    }
    unreachable!("the counter ends every game");
}

#[test]
fn a_win_that_just_fits_the_counter_is_won_in_as_many_plies() {
    for &rules in RULES {
        win_in_time(rules);
    }
}

fn win_in_time(rules: Rules) {
    let mut random = SplitMix::new(1, 1);
    let mut decided = 0;
    for position in positions_under(rules, 3).step_by(61) {
        let (winner, plies) = match tables_of(rules).probe(&position).unwrap() {
            Ending::Win { plies } => (position.to_move(), plies),
            Ending::Loss { plies } => (position.to_move().other(), plies),
            Ending::Draw => continue,
        };
        decided += 1;
        let position = with_counter(&position, rules.limit() - plies);
        assert_eq!(play_on(position, winner, best), (Some(winner), plies), "{position}");
        let at_random = |position: &Checkers| {
            let moves = position.legal_moves();
            moves[random.below(moves.len())]
        };
        let (won_by, taken) = play_on(position, winner, at_random);
        assert!(won_by == Some(winner) && taken <= plies, "{position}");
        let too_late = with_counter(&position, position.counter() + 1);
        assert_eq!(tables_of(rules).probe(&too_late), Some(Ending::Draw), "{too_late}");
    }
    assert!(decided > 2_000);
}

#[test]
fn moves_are_ranked_by_what_they_lead_to() {
    let under = |rules| positions_under(rules, 3).step_by(61);
    for position in RULES.iter().copied().flat_map(under) {
        let tables = tables_of(position.rules);
        let moves = tables.rank_moves(&position).unwrap();
        let listed: HashSet<Move> = moves.iter().map(|&(mv, _)| mv).collect();
        assert_eq!(listed, position.legal_moves().into_iter().collect());
        if let Some(&(_, ending)) = moves.first() {
            assert_eq!(tables.probe(&position), Some(ending), "{position}");
        }
        for (mv, ending) in moves {
            let child = tables.probe(&position.play(mv)).unwrap();
            assert_eq!(ending.result(), -child.result(), "{position} {mv}");
        }
    }
}

#[test]
fn chosen_positions_have_moves_that_keep_and_moves_that_spoil() {
    let choices = positions_where_choice_matters(FILES, tables(), 7, 3, 25);
    assert_eq!(choices.len(), 25);
    assert_eq!(choices, positions_where_choice_matters(FILES, tables(), 7, 3, 25));
    assert_ne!(choices, positions_where_choice_matters(FILES, tables(), 8, 3, 25));
    let different: HashSet<Checkers> = choices.iter().map(|choice| choice.position).collect();
    assert_eq!(different.len(), 25);
    for Choice { position, worth, keeping, spoiling } in choices {
        let result = |mv: Move| -tables().probe(&position.play(mv)).unwrap().result();
        assert_eq!(tables().probe(&position).map(Worth::from), Some(worth));
        assert!(!keeping.is_empty() && keeping.len() <= spoiling.len());
        assert!(keeping.iter().all(|&mv| result(mv) == worth.result));
        assert!(spoiling.iter().all(|&mv| result(mv) < worth.result));
    }
}
