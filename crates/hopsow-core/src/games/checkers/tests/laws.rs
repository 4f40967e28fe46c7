//! Laws that hold in every position, tried on positions from random play and on random set-ups.

use proptest::prelude::*;

use super::super::board::{SQUARES, bit, crowning_row};
use super::super::{Checkers, Move, Rules};
use crate::game::{Position, RuleSet, Side};

const LONGEST_PLAY_PLIES: usize = 150;

fn any_rules() -> impl Strategy<Value = Rules> {
    prop::sample::select(Rules::ALL)
}

fn any_side() -> impl Strategy<Value = Side> {
    prop::sample::select(&Side::BOTH[..])
}

/// A position reached by playing; each number chooses a move.
fn played() -> impl Strategy<Value = Checkers> {
    let choices = prop::collection::vec(any::<prop::sample::Index>(), 0..LONGEST_PLAY_PLIES);
    (any_rules(), any_side(), choices).prop_map(|(rules, first, choices)| {
        let mut position = Checkers::start(rules, first);
        for choice in choices {
            let moves = position.legal_moves();
            if moves.is_empty() {
                break;
            }
            position = position.play(*choice.get(&moves));
        }
        position
    })
}

/// A position with pieces thrown on the board, many of them kings.
fn thrown() -> impl Strategy<Value = Checkers> {
    let piece = prop_oneof![3 => Just(None), 2 => (any_side(), any::<bool>()).prop_map(Some)];
    let pieces = prop::collection::vec(piece, SQUARES as usize);
    (any_rules(), any_side(), any::<u8>(), pieces).prop_map(|(rules, side, number, pieces)| {
        let counter = number % (rules.limit() + 1);
        let mut lists = [vec![], vec![]];
        for (square, piece) in (1..=SQUARES).zip(pieces) {
            let Some((side, is_king)) = piece else { continue };
            if lists[side as usize].len() < 12 {
                let king = if is_king || bit(square) & crowning_row(side) != 0 { "K" } else { "" };
                lists[side as usize].push(format!("{king}{square}"));
            }
        }
        let [red, white] = lists.map(|list| list.join(","));
        let to_move = ["B", "W"][side as usize];
        Checkers::parse(&format!("{to_move}:B{red}:W{white}:H{counter}"), rules).unwrap()
    })
}

fn any_position() -> impl Strategy<Value = Checkers> {
    prop_oneof![played(), thrown()]
}

/// Return the position as the other side sees it, with the colours changed.
pub(in super::super) fn turned(position: &Checkers) -> Checkers {
    let turn = |set: u64| set.reverse_bits() >> (64 - 35);
    Checkers {
        own: turn(position.own),
        opponent: turn(position.opponent),
        kings: turn(position.kings),
        side: position.side.other(),
        ..*position
    }
}

proptest! {
    #[test]
    fn no_unlisted_move_plays(position in any_position()) {
        let moves = position.legal_moves();
        for (from, to) in (1..=SQUARES).flat_map(|from| (1..=SQUARES).map(move |to| (from, to))) {
            for (separator, is_capture) in [('-', false), ('x', true)] {
                let fits = |mv: &Move| {
                    (mv.from(), mv.to(), mv.is_capture()) == (from, to, is_capture)
                };
                match position.read_move(&format!("{from}{separator}{to}")) {
                    Ok(mv) => prop_assert!(fits(&mv) && moves.contains(&mv)),
                    Err(_) => prop_assert!(moves.iter().filter(|mv| fits(mv)).count() != 1),
                }
            }
        }
    }

    #[test]
    fn a_move_takes_exactly_what_it_captures(position in any_position()) {
        for mv in position.legal_moves() {
            let child = position.play(mv);
            let [mover, opponent] = [child.opponent, child.own].map(u64::count_ones);
            prop_assert_eq!(mover, position.own.count_ones());
            prop_assert_eq!(opponent as usize + mv.captured().count(),
                position.opponent.count_ones() as usize);
            prop_assert_eq!(child.kings & !(child.own | child.opponent), 0);
            prop_assert_eq!(Checkers::parse(&child.to_string(), child.rules()), Ok(child));
        }
    }

    #[test]
    fn a_placement_has_no_counter(position in any_position()) {
        prop_assert_eq!(position.placement().counter(), 0);
    }
}
