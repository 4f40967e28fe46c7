//! Traps of the rules, each in the smallest position that shows it. The counts of whole trees are
//! in `testdata/perft`, the laws of all games in `tests/laws.rs`.

use super::super::board::{Words, camp};
use super::super::*;
use crate::game::{Outcome, Position, Reason, RuleSet, Side};

/// A position from men's squares: `board("3,3 4,4", "9,9", Side::One)`.
fn board(black: &str, white: &str, to_move: Side) -> Halma {
    with_rules(black, white, to_move, Rules::Addendum)
}

fn with_rules(black: &str, white: &str, to_move: Side, rules: Rules) -> Halma {
    let mut position = Halma { men: [Words::EMPTY; 2], to_move, rules };
    for (men, squares) in position.men.iter_mut().zip([black, white]) {
        for square in squares.split_whitespace() {
            let (x, y) = square.split_once(',').expect("a square");
            Square::new(x.parse().expect("x"), y.parse().expect("y")).toggle(men);
        }
    }
    position
}

fn full_camp(side: Side) -> String {
    camp(side).squares().map(|square| square.to_string()).collect::<Vec<_>>().join(" ")
}

fn ends_from(position: &Halma, from: &str) -> Vec<String> {
    let mut ends: Vec<String> = position
        .legal_moves()
        .into_iter()
        .filter(|play| play.from.to_string() == from)
        .map(|play| play.to.to_string())
        .collect();
    ends.sort();
    ends
}

fn refusal(position: &Halma, text: &str) -> String {
    position.read_move(text).expect_err("an illegal play").to_string()
}

#[test]
fn the_start_has_nineteen_men_a_side() {
    let start = Halma::start(Rules::Addendum, Side::One);
    assert_eq!(
        start.to_string(),
        "bbbbb11/bbbbb11/bbbb12/bbb13/bb14/16/16/16/16/16/16/14ww/13www/12wwww/11wwwww/11wwwww b"
    );
    assert_eq!(start.men.map(Words::len), [MEN, MEN]);
    assert_eq!(start.outcome(), None);
}

#[test]
fn jump_chain_may_cross_same_man_twice() {
    // Over 7,6 to 8,6, back over it is the start; the circle goes 6,6 → 8,6 → 8,8 → 6,8.
    let position = board("6,6 7,6", "8,7 7,8", Side::One);
    let play = position.read_move("6,6-8,6-8,8-6,8").expect("a chain");
    assert_eq!(position.move_text(play), "6,6-8,6-8,8-6,8");
    assert!(position.read_move("6,6-8,6-6,6-8,6-8,8").is_ok());
}

#[test]
fn chain_that_ends_where_it_began_is_no_play() {
    let position = board("6,6 7,6", "8,7 7,8 6,7", Side::One);
    assert!(!ends_from(&position, "6,6").contains(&"6,6".to_owned()));
    assert_eq!(
        refusal(&position, "6,6-8,6-8,8-6,8-6,6"),
        "a play may not end on 6,6, where it began"
    );
}

#[test]
fn longer_chain_is_accepted_and_written_short() {
    let position = board("6,6 7,6", "8,7 7,8 6,7", Side::One);
    let play = position.read_move("6,6-8,6-8,8-6,8").expect("the long way round");
    assert_eq!(position.move_text(play), "6,6-6,8");
}

#[test]
fn passing_through_the_own_camp_is_free() {
    // From 6,0 over 5,0 into the camp at 4,0, on over 4,1 to 4,2, over 5,3 to 6,4.
    let position = board("6,0 5,0", "4,1 5,3", Side::One);
    assert!(ends_from(&position, "6,0").contains(&"6,4".to_owned()));
    assert!(!ends_from(&position, "6,0").contains(&"4,0".to_owned()));
    assert_eq!(
        refusal(&position, "6,0-4,0"),
        "6,0 starts outside its own camp and may not end in it"
    );
    let original = with_rules("6,0 5,0", "4,1 5,3", Side::One, Rules::Original);
    assert!(ends_from(&original, "6,0").contains(&"4,0".to_owned()));
}

#[test]
fn men_in_the_opposing_camp_stay_there() {
    let position = board("15,11", "0,15", Side::One);
    assert_eq!(ends_from(&position, "15,11"), ["14,11", "14,12", "15,12"]);
    assert_eq!(refusal(&position, "15,11-15,10"), "15,11 may not end outside the opposing camp");
}

#[test]
fn a_man_must_leave_the_camp_first() {
    let position = board("4,1 9,9", "0,15", Side::One);
    assert_eq!(ends_from(&position, "9,9"), Vec::<String>::new());
    assert_eq!(ends_from(&position, "4,1"), ["4,2", "5,0", "5,1", "5,2"]);
    let sentence = refusal(&position, "9,9-9,10");
    assert!(
        sentence
            .starts_with("while men are in the camp one of them must leave it: for example 4,1-"),
        "{sentence}"
    );
}

#[test]
fn if_none_can_leave_one_must_move_away_from_the_corner() {
    let position = board("0,0 9,9", "0,15", Side::One);
    assert_eq!(ends_from(&position, "0,0"), ["0,1", "1,0", "1,1"]);
    assert_eq!(position.count_moves(), 3);
    let sentence = refusal(&position, "9,9-9,10");
    assert!(sentence.starts_with("no man can leave the camp, so one in it must move away"));
    // 1,1 could step to 2,0: further to the right but closer to the top.
    let position = board("1,1", "0,15", Side::One);
    assert_eq!(ends_from(&position, "1,1"), ["1,2", "2,1", "2,2"]);
}

#[test]
fn if_none_can_move_away_others_may_play() {
    // 0,0 is shut in by men that can't be jumped: the outer ring is full as well.
    let position = board("0,0 9,9", "1,0 0,1 1,1 2,0 0,2 2,2 2,1 1,2", Side::One);
    assert_eq!(ends_from(&position, "0,0"), Vec::<String>::new());
    assert_eq!(ends_from(&position, "9,9").len(), 8);
}

#[test]
fn side_without_a_play_loses() {
    let position = board("0,0", "1,0 0,1 1,1 2,0 0,2 2,2 2,1 1,2", Side::One);
    assert_eq!(position.outcome(), Some(Outcome::win(Side::Two, Reason::NO_MOVES)));
    assert_eq!(
        refusal(&position, "0,0-1,1"),
        "the game is over (white wins: the opponent has no legal move)"
    );
}

#[test]
fn win_needs_a_man_of_ones_own_in_the_camp() {
    let camp_of_white = full_camp(Side::Two);
    let waiting = board("9,9", &camp_of_white, Side::Two);
    assert_eq!(waiting.outcome(), None);
    let stayers = camp_of_white.replace("11,15", "3,3");
    let filled = board("11,15", &stayers, Side::Two);
    assert_eq!(filled.outcome(), Some(Outcome::win(Side::One, CAMP_FILLED)));
    assert!(filled.legal_moves().is_empty());
}

#[test]
fn only_the_side_that_has_just_played_can_win() {
    let stayers = full_camp(Side::Two).replace("11,15", "3,3");
    let position = board("11,15 9,9", &stayers, Side::One);
    assert_eq!(position.outcome(), None);
}

#[test]
fn refusals_name_what_is_wrong() {
    let position = board("6,6 7,6", "9,6", Side::One);
    for (text, sentence) in [
        ("5,5-6,5", "there is no man on 5,5"),
        ("9,6-9,7", "the man on 9,6 is white's, and it is black's turn"),
        ("6,6-7,6", "7,6 is occupied"),
        ("6,6-8,8", "there is no man to jump over between 6,6 and 8,8"),
        ("6,6-11,11", "no step and no chain of jumps leads from 6,6 to 11,11"),
        ("6,6-7,7-8,8", "6,6 to 7,7 is a step, and a step is a whole play"),
        ("6,6-9,9-11,11", "6,6 to 9,9 is neither a step nor a jump over one man"),
        ("6,6-8,6-9,6", "8,6 to 9,6 is a step, and a step is a whole play"),
        ("6,6-8,6-10,6-12,6", "there is no man to jump over between 10,6 and 12,6"),
        ("6,6", "line 1, column 4: found the end of the text, expected '-'"),
        ("6,6-16,6", "line 1, column 5: found \"16\", expected a column from 0 to 15"),
        ("e2e4", "line 1, column 1: found \"e2e4\", expected a column from 0 to 15"),
    ] {
        assert_eq!(refusal(&position, text), sentence, "{text}");
    }
}

#[test]
fn position_texts_are_refused_with_their_place() {
    let start = Halma::start(Rules::Addendum, Side::One).to_string();
    for (text, sentence) in [
        (
            String::new(),
            "line 1, column 1: found the end of the text, expected 16 more squares in row 0",
        ),
        (
            start.replacen("bbbb12", "bbbb11", 1),
            "line 1, column 23: found \"/bbb13/bb14/16/16/16/16/\", expected 1 more square in row 2",
        ),
        (
            start.replacen("bbbb12", "bbbb13", 1),
            "line 1, column 21: found \"13\", expected a run of empty squares from 1 to 12",
        ),
        (
            start.replacen("/16", "", 1),
            "line 1, column 83: found \" \", expected '/' and row 15 of 0 to 15",
        ),
        (
            start.replace(" b", " x"),
            "line 1, column 87: found \"x\", expected the side to move, b or w",
        ),
        (
            start.replace(" b", " b "),
            "line 1, column 88: found \" \", expected the end of the text",
        ),
        (
            start.replacen("/16", "/b15", 1),
            "line 1, column 1: 20 black men, but a side has at most 19",
        ),
    ] {
        let error = Halma::parse(&text, Rules::Addendum).expect_err("a bad text");
        assert_eq!(error.to_string(), sentence, "{text}");
    }
}

#[test]
fn rule_sets_are_found_by_name() {
    assert_eq!(Rules::named("original"), Some(Rules::Original));
    assert_eq!(Rules::named("house"), None);
}

#[test]
fn every_way_of_every_man_has_its_own_action() {
    let mut actions = Vec::new();
    for from in Square::all() {
        let is_way =
            |to: &Square| *to != from && (moves::is_step(from, *to) || to.class() == from.class());
        actions.extend(Square::all().filter(is_way).map(|to| actions::action(Move { from, to })));
    }
    // Steps over the edge have numbers too: 3 from each of 4 · 14 edge squares, 5 from each corner.
    let over_the_edge = 4 * (14 * 3 + 5);
    assert_eq!(actions.len(), Halma::ACTIONS - over_the_edge);
    actions.sort_unstable();
    actions.dedup();
    assert_eq!(actions.len(), Halma::ACTIONS - over_the_edge);
    assert!(actions.iter().all(|&action| usize::from(action) < Halma::ACTIONS));
}
