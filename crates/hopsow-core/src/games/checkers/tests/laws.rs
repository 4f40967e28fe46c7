//! Laws that hold in every position, tried on positions from random play and on random set-ups.

use proptest::prelude::*;

use super::super::board::{SQUARES, bit, crowning_row};
use super::super::{Checkers, Move, Rules};
use crate::game::{Position, RuleSet, Side};

const LONGEST_PLAY_PLIES: usize = 150;
/// Texts that are nearly positions.
const SETUPS: &str = "[BW]:[BW](K?[1-3]?[0-9],?){0,9}:[BW]K?[0-9]{0,2}(:H[0-9]{1,3})?";
/// Texts that are nearly moves.
const MOVES: &str = "[1-3]?[0-9]([-x][1-3]?[0-9]){0,4}";

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
    (any_rules(), any_side(), 0..=50u8, pieces).prop_map(|(rules, side, counter, pieces)| {
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

/// The same position seen from the other side of the table, with the colours changed.
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

fn paths(position: &Checkers, square: impl Fn(u8) -> u8) -> Vec<Vec<u8>> {
    let path = |mv: &Move| mv.path().map(&square).collect();
    let mut paths: Vec<Vec<u8>> = position.legal_moves().iter().map(path).collect();
    paths.sort();
    paths
}

proptest! {
    #[test]
    fn every_listed_move_plays_by_its_text(position in any_position()) {
        for mv in position.legal_moves() {
            prop_assert_eq!(position.read_move(&position.move_text(mv)), Ok(mv));
        }
    }

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
    fn no_two_moves_are_the_same(position in any_position()) {
        let mut paths = paths(&position, |square| square);
        let listed = paths.len();
        paths.dedup();
        prop_assert_eq!(paths.len(), listed);
    }

    #[test]
    fn counting_children_and_listing_agree(position in any_position()) {
        let moves = position.legal_moves();
        let mut children = Vec::new();
        position.for_each_child(|mv, child| children.push((mv, child)));
        let played: Vec<_> = moves.iter().map(|&mv| (mv, position.play(mv))).collect();
        prop_assert_eq!(children, played);
        prop_assert_eq!(position.count_moves(), moves.len() as u64);
        prop_assert_eq!(position.outcome().is_some(), moves.is_empty());
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
    fn a_turned_position_has_turned_moves(position in any_position()) {
        prop_assert_eq!(paths(&position, |square| 33 - square), paths(&turned(&position), |s| s));
    }

    #[test]
    fn position_text_and_key_come_back(position in any_position()) {
        let read = Checkers::parse(&position.to_string(), position.rules()).unwrap();
        prop_assert_eq!(read, position);
        prop_assert_eq!(read.key(), position.key());
        prop_assert_eq!(position.placement().counter(), 0);
    }

    #[test]
    fn any_text_is_read_or_refused(
        text in prop_oneof![r"\PC*", SETUPS],
        rules in any_rules(),
    ) {
        if let Ok(position) = Checkers::parse(&text, rules) {
            prop_assert_eq!(Checkers::parse(&position.to_string(), rules), Ok(position));
        }
    }

    #[test]
    fn any_move_text_is_read_or_refused(
        position in any_position(),
        text in prop_oneof![r"\PC*", MOVES],
    ) {
        match position.read_move(&text) {
            Ok(mv) => prop_assert!(position.legal_moves().contains(&mv)),
            Err(error) => prop_assert!(!error.to_string().is_empty()),
        }
    }
}
