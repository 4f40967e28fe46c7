//! Known counts, and positions that catch a wrong reading of the rules or of the texts.

use std::sync::atomic::AtomicBool;

use super::super::{Checkers, Move, NO_PROGRESS, Rules};
use crate::game::{Outcome, Position, Reason, RuleSet, Side};
use crate::perft::perft;

fn position(text: &str) -> Checkers {
    Checkers::parse(text, Rules::Dd2380).unwrap()
}

fn tournament(text: &str) -> Checkers {
    Checkers::parse(text, Rules::Tournament).unwrap()
}

fn move_texts(text: &str) -> Vec<String> {
    position(text).legal_moves().iter().map(Move::to_string).collect()
}

fn play(position: Checkers, text: &str) -> Checkers {
    position.play(position.read_move(text).unwrap())
}

#[test]
fn perft_from_the_start_is_the_published_one() {
    let counts = [7, 49, 302, 1469, 7361, 36768, 179_740, 845_931];
    for &rules in Rules::ALL {
        let start = Checkers::start(rules, Side::One);
        for (depth, count) in (1..).zip(counts) {
            assert_eq!(perft(&start, depth, 1, &AtomicBool::new(false)), Some(count));
        }
    }
}

#[test]
fn start_has_the_text_and_cells_of_the_course() {
    let start = Checkers::start(Rules::Dd2380, Side::One);
    let text = "B:W21,22,23,24,25,26,27,28,29,30,31,32:B1,2,3,4,5,6,7,8,9,10,11,12";
    assert_eq!(start.to_string(), text);
    assert_eq!(&start.cells(), b"rrrrrrrrrrrr........wwwwwwwwwwww");
    assert_eq!(&play(start, "9-13").cells(), b"rrrrrrrr.rrrr.......wwwwwwwwwwww");
    assert_eq!(&position("W:W5,K1:B6,K32").cells(), b"W...wr.........................R");
}

#[test]
fn moves_come_in_the_documented_order() {
    let start = Checkers::start(Rules::Dd2380, Side::One);
    let texts: Vec<String> = start.legal_moves().iter().map(Move::to_string).collect();
    assert_eq!(texts, ["9-13", "10-14", "11-15", "12-16", "9-14", "10-15", "11-16"]);
    assert_eq!(move_texts("W:W30,K15:B1"), ["30-26", "30-25", "15-18", "15-19", "15-11", "15-10"]);
}

#[test]
fn capturing_is_compulsory_and_the_choice_free() {
    assert_eq!(move_texts("W:W22,23,32:B18,11,19"), ["22x15x8", "23x16x7", "23x14"]);
}

#[test]
fn man_jumps_only_forward() {
    assert_eq!(move_texts("B:W10,18:B15"), ["15x22"]);
}

#[test]
fn crowning_ends_the_turn() {
    assert_eq!(move_texts("W:W10:B7,8"), ["10x3"]);
    assert_eq!(move_texts("W:WK10:B7,8"), ["10x3x12"]);
    assert_eq!(play(position("W:W10:B7,8"), "10x3").to_string(), "B:WK3:B8");
}

#[test]
fn king_passes_its_start_square_again_and_may_fork_there() {
    let text = "B:W9,10,11,17,18,19:BK14";
    let onwards = ["14x23x16x7x14x21", "14x23x16x7x14x5", "14x7x16x23x14x21", "14x7x16x23x14x5"];
    let moves = move_texts(text);
    assert_eq!((moves[0].as_str(), moves[5].as_str()), ("14x21", "14x5"));
    assert_eq!(moves[1..5], onwards);
    assert_eq!(position(text).count_moves(), 6);
    assert_eq!(play(position(text), "14x7x16x23x14x5").to_string(), "W:W17:BK5");
}

#[test]
fn two_paths_to_one_position_are_two_moves() {
    let circle = position("W:WK6:B9,10,17,18");
    let moves = circle.legal_moves();
    assert_eq!(moves.len(), 2);
    assert_ne!(moves[0], moves[1]);
    assert_eq!(circle.play(moves[0]), circle.play(moves[1]));
    assert_eq!(circle.count_moves(), 2);
}

#[test]
fn forks_of_a_mans_jumps_are_counted_one_by_one() {
    let fork = "B:W6,7,14,15,22,23:B2";
    assert_eq!(move_texts(fork), ["2x9x18x25", "2x9x18x27", "2x11x18x25", "2x11x18x27"]);
    assert_eq!(position(fork).count_moves(), 4);
}

#[test]
fn nine_jumps_fit_into_a_move() {
    let position = position("W:WK1:B6,7,8,14,15,16,22,23,24");
    let longest = position.legal_moves().into_iter().max_by_key(|mv| mv.captured().count());
    assert_eq!(longest.map(|mv| (mv.captured().count(), mv.path().count())), Some((9, 10)));
}

#[test]
fn draw_by_counter_comes_before_a_capture_and_before_no_moves() {
    let draw = Some(Outcome::draw(NO_PROGRESS));
    for drawn in [
        position("B:W18:B14:H50"),
        position("B:W18:B:H50"),
        tournament("B:W18:B14:H80"),
        tournament("B:W18:B:H80"),
    ] {
        assert_eq!(drawn.outcome(), draw);
        assert_eq!((drawn.count_moves(), drawn.legal_moves()), (0, vec![]));
    }
    assert_eq!(position("B:W18:B14:H49").outcome(), None);
}

#[test]
fn side_without_moves_loses() {
    let lost = Some(Outcome::win(Side::Two, Reason::NO_MOVES));
    assert_eq!(position("B:W18:B").outcome(), lost);
    assert_eq!(position("B:W17,21:B13").outcome(), None);
    assert_eq!(position("B:W17,22:B13").outcome(), lost);
}

#[test]
fn mans_move_is_progress_in_tournaments_only() {
    let text = "W:W24,K32:BK1:H9";
    assert_eq!(play(position(text), "24-20").counter(), 10);
    assert_eq!(play(tournament(text), "24-20").counter(), 0);
    assert_eq!(play(tournament(text), "32-28").counter(), 10);
    assert_eq!(play(position("B:W18:B14:H49"), "14x23").counter(), 0);
}

#[test]
fn third_occurrence_is_a_draw_in_tournaments_only() {
    for (rules, outcome) in
        [(Rules::Dd2380, None), (Rules::Tournament, Some(Outcome::draw(Reason::REPETITION)))]
    {
        let mut history = vec![Checkers::parse("B:WK32:BK1", rules).unwrap()];
        for text in ["1-5", "32-28", "5-1", "28-32"].iter().cycle().take(8) {
            let last = history[history.len() - 1];
            assert_eq!(last.outcome_after(&history[..history.len() - 1]), None);
            history.push(play(last, text));
        }
        assert_eq!(history[8].outcome_after(&history[..8]), outcome);
    }
}

#[test]
fn key_tells_counter_side_and_rules_apart() {
    let texts = ["B:W18:B14", "W:W18:B14", "B:W18:B14:H1", "B:W18:BK14", "B:W14:B18"];
    let mut keys: Vec<u64> =
        texts.iter().flat_map(|text| [position(text).key(), tournament(text).key()]).collect();
    keys.sort_unstable();
    keys.dedup();
    assert_eq!(keys.len(), 2 * texts.len());
}

#[test]
fn setup_is_read_in_any_order_and_written_in_one() {
    for (text, written) in [
        ("B:B22,16,K12:WK10,24,18:H7", "B:W18,24,K10:B16,22,K12:H7"),
        ("B:W:B1", "B:W:B1"),
        ("W:B:W:H0", "W:W:B"),
    ] {
        assert_eq!(position(text).to_string(), written);
    }
}

#[test]
fn impossible_setups_say_where_and_why() {
    let thirteen = "W:W32,31,30,29,28,27,26,25,24,23,22,21,20:B1";
    for (text, message) in [
        ("", "column 1: found the end of the text, expected 'B' or 'W'"),
        ("b:W18:B1", "column 1: found \"b:W18:B1\", expected 'B' or 'W'"),
        ("B:W18", "column 6: found the end of the text, expected ':'"),
        ("B:W18:W1", "column 7: found \"W1\", expected 'B'"),
        ("B:W18,:B1", "column 7: found \":B1\", expected a square from 1 to 32"),
        ("B:W33:B1", "column 4: found \"33\", expected a square from 1 to 32"),
        ("B:W018:B1", "column 4: found \"018\", expected a square from 1 to 32"),
        ("B:W18,K18:B1", "column 7: square 18 is given twice"),
        ("B:W18:B1,18", "column 10: square 18 is given twice"),
        ("B:W18,3:B1", "column 7: a white man on 3 would have been crowned"),
        ("B:W18:B32", "column 8: a red man on 32 would have been crowned"),
        (thirteen, "column 40: white has more than 12 pieces"),
        ("B:W18:B1:7", "column 10: found \"7\", expected 'H'"),
        ("B:W18:B1:H51", "column 11: found \"51\", expected a number of plies from 0 to 50"),
        ("B:W18:B1 ", "column 9: found \" \", expected the end of the text"),
        ("B:W18:B1:H7.", "column 12: found \".\", expected the end of the text"),
    ] {
        let error = Checkers::parse(text, Rules::Dd2380).unwrap_err().to_string();
        assert_eq!(error, format!("line 1, {message}"), "{text:?}");
    }
    assert!(Checkers::parse("B:W18:B1:H51", Rules::Tournament).is_ok());
}

#[test]
fn short_capture_is_read_where_it_is_unique() {
    let chain = position("W:W22:B18,11");
    let [full, short] = ["22x15x8", "22x8"].map(|text| chain.read_move(text).unwrap());
    assert_eq!(full, short);
    assert_eq!(chain.move_text(short), "22x15x8");
    assert_eq!((full.from(), full.to(), full.is_capture()), (22, 8, true));
    assert_eq!(full.captured().collect::<Vec<_>>(), [11, 18]);
}

const START: &str = "B:W21,22,23,24,25,26,27,28,29,30,31,32:B1,2,3,4,5,6,7,8,9,10,11,12";

#[test]
fn refused_moves_say_why() {
    for (setup, text, message) in [
        (START, "11-18", "11-18 is not a diagonal step"),
        (START, "11-11", "11-11 is not a diagonal step"),
        (START, "13-17", "there is no piece on 13"),
        (START, "22-18", "the piece on 22 is white's, and it is red's turn"),
        (START, "7-11", "11 is occupied"),
        (START, "1x10", "10 is occupied"),
        (START, "11x18", "there is nothing to capture between 11 and 18"),
        (START, "7x14", "the piece between 7 and 14 is red's own"),
        (START, "11x15", "11x15 is not a jump"),
        (START, "11x25", "no capture leads from 11 to 25"),
        ("B:W32:B15", "15-11", "a man on 15 cannot move backwards"),
        ("B:W10:B15", "15x6", "a man on 15 cannot move backwards"),
        ("B:W17:B14,1", "1-5", "a capture is available: 14x21"),
        ("B:W18:B14", "14-23", "14-23 is a capture, written 14x23"),
        ("W:W22:B18,11", "22-8", "22-8 is a capture, written 22x15x8"),
        ("W:W22:B18,11", "22x15", "the capture must go on from 15: 22x15x8"),
        ("W:W22:B18,11", "22x15x4", "15x4 is not a jump"),
        ("W:W10:B7,8", "10x3x12", "crowning ends the turn on 3"),
        ("W:WK6:B10", "6x15x6", "the piece between 15 and 6 has already been captured"),
        ("W:WK5:B28", "5x12", "no capture leads from 5 to 12"),
        ("W:WK6:B9,10,17,18", "6x6", "several moves fit: 6x13x22x15x6 or 6x15x22x13x6"),
        ("B:W18:B", "1-5", "the game is over (white wins: the opponent has no legal move)"),
        ("B:W18:B14:H50", "14x23", "the game is over (draw: too many plies without progress)"),
        (START, "11", "line 1, column 3: found the end of the text, expected '-' or 'x'"),
        (START, "11-15-19", "line 1, column 6: found \"-19\", expected the end of the text"),
        (START, "33-29", "line 1, column 1: found \"33\", expected a square from 1 to 32"),
    ] {
        let error = position(setup).read_move(text).unwrap_err().to_string();
        assert_eq!(error, message, "{setup} {text}");
    }
}

#[test]
fn single_jump_is_meant_though_a_circle_ends_with_it() {
    let position = Checkers::parse("B:W14,15,23,24:BK18", Rules::Dd2380).expect("a position");
    let mv = position.read_move("18x9").expect("the jump itself");
    assert_eq!(mv.to_string(), "18x9");
}
