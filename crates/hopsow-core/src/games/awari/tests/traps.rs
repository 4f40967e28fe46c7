//! Awari's laws and traps, one position each.

use std::collections::HashSet;
use std::sync::atomic::AtomicBool;

use super::super::{Awari, MAJORITY, Move, Rules};
use crate::game::{Outcome, Position, Reason, RuleSet, Side};
use crate::perft::perft;

fn position(text: &str) -> Awari {
    Awari::parse(text, Rules::Forfeit).unwrap()
}

fn after(text: &str, moves: &str) -> String {
    let mut position = position(text);
    for mv in moves.split(' ') {
        position = position.play(position.read_move(mv).unwrap());
    }
    position.to_string()
}

fn outcome(text: &str, rules: Rules) -> Option<Outcome> {
    Awari::parse(text, rules).unwrap().outcome()
}

fn moves(text: &str) -> String {
    let position = position(text);
    let texts: Vec<String> =
        position.legal_moves().into_iter().map(|mv| position.move_text(mv)).collect();
    texts.join(" ")
}

fn why_not(text: &str, mv: &str) -> String {
    position(text).read_move(mv).unwrap_err().to_string()
}

fn parse_error(text: &str) -> String {
    Awari::parse(text, Rules::Forfeit).unwrap_err().to_string()
}

#[test]
fn perft_matches_the_known_counts() {
    let start = Awari::start(Rules::Forfeit, Side::One);
    let counts = [6, 36, 190, 1014, 5219, 27332, 139157, 711414];
    for (depth, count) in (1..).zip(counts) {
        assert_eq!(perft(&start, depth, 1, &AtomicBool::new(false)), Some(count), "depth {depth}");
    }
}

#[test]
fn either_side_may_start() {
    let start = |first| Awari::start(Rules::Abapa, first).to_string();
    assert_eq!(start(Side::One), "4-4-4-4-4-4-4-4-4-4-4-4-0-0-S");
    assert_eq!(start(Side::Two), "4-4-4-4-4-4-4-4-4-4-4-4-0-0-N");
}

#[test]
fn rule_sets_are_found_by_name() {
    assert_eq!(Rules::named("forfeit"), Some(Rules::Forfeit));
    assert_eq!(Rules::named("abapa"), Some(Rules::Abapa));
    assert_eq!(Rules::named("oware"), Some(Rules::Oware));
    assert_eq!(Rules::named("Abapa"), None);
    assert_eq!(Rules::ALL[0], Rules::Forfeit);
}

#[test]
fn north_sows_on_into_souths_row() {
    let start = "4-4-4-4-4-4-4-4-4-4-4-4-0-0-N";
    assert_eq!(after(start, "f"), "5-5-5-5-4-4-4-4-4-4-4-0-0-0-S");
}

#[test]
fn every_lap_skips_the_start_pit() {
    let alone = |stones: u8| format!("{stones}-0-0-0-0-0-0-0-0-0-0-0-0-0-S");
    assert_eq!(after(&alone(11), "A"), "0-1-1-1-1-1-1-1-1-1-1-1-0-0-N");
    assert_eq!(after(&alone(12), "A"), "0-2-1-1-1-1-1-1-1-1-1-1-0-0-N");
    assert_eq!(after(&alone(23), "A"), "0-3-2-2-2-2-2-2-2-2-2-2-0-0-N");
    assert_eq!(after(&alone(24), "A"), "0-3-3-2-2-2-2-2-2-2-2-2-0-0-N");
    assert_eq!(after(&alone(255), "A"), "0-24-24-23-23-23-23-23-23-23-23-23-0-0-N");
}

#[test]
fn a_lap_can_end_in_a_capture() {
    let alone = "0-0-0-0-0-12-0-0-0-0-0-0-0-0-S";
    assert_eq!(after(alone, "F"), "1-1-1-1-1-0-0-1-1-1-1-1-2-0-N");
}

#[test]
fn captures_run_backwards_through_twos_and_threes() {
    assert_eq!(
        after("0-0-0-0-0-5-1-3-2-1-2-9-0-0-S", "F"),
        "0-0-0-0-0-0-2-4-0-0-0-9-8-0-N",
        "the four stops the run, so the two behind it stays"
    );
}

#[test]
fn captures_stop_at_the_end_of_the_opponents_row() {
    assert_eq!(after("0-0-0-0-2-2-1-0-0-0-0-9-0-0-S", "E"), "0-0-0-0-0-3-0-0-0-0-0-9-2-0-N");
}

#[test]
fn nothing_is_captured_in_the_own_row() {
    assert_eq!(after("1-1-0-0-0-0-4-0-0-0-0-0-0-0-S", "A"), "0-2-0-0-0-0-4-0-0-0-0-0-0-0-N");
}

#[test]
fn five_pits_of_three_are_the_largest_capture() {
    assert_eq!(after("1-0-0-0-0-6-9-2-2-2-2-2-0-0-S", "F"), "1-0-0-0-0-0-10-0-0-0-0-0-15-0-N");
}

#[test]
fn a_grand_slam_is_played_and_captures_nothing() {
    assert_eq!(after("3-0-0-0-0-1-1-0-0-0-0-0-0-0-S", "F"), "3-0-0-0-0-0-2-0-0-0-0-0-0-0-N");
    assert_eq!(after("1-0-0-0-0-6-2-2-2-2-2-2-0-0-S", "F"), "1-0-0-0-0-0-3-3-3-3-3-3-0-0-N");
}

#[test]
fn a_capture_that_leaves_one_stone_is_no_grand_slam() {
    assert_eq!(after("3-0-0-0-0-1-1-0-0-0-0-1-0-0-S", "F"), "3-0-0-0-0-0-0-0-0-0-0-1-2-0-N");
}

#[test]
fn an_opponent_without_stones_must_be_fed() {
    assert_eq!(moves("6-1-4-3-1-1-0-0-0-0-0-0-0-0-S"), "A C D F");
    assert_eq!(moves("0-0-0-0-0-0-5-5-4-1-1-1-0-0-N"), "b c f");
}

#[test]
fn a_cancelled_grand_slam_feeds() {
    let alone = "22-0-0-0-0-0-0-0-0-0-0-0-0-0-S";
    assert_eq!(moves(alone), "A");
    assert_eq!(after(alone, "A"), "0-2-2-2-2-2-2-2-2-2-2-2-0-0-N");
}

#[test]
fn the_game_ends_when_the_opponent_cannot_be_fed() {
    let stuck = "1-0-0-0-0-0-0-0-0-0-0-0-3-4-S";
    assert_eq!(moves(stuck), "");
    assert_eq!(outcome(stuck, Rules::Forfeit), Some(Outcome::win(Side::Two, Reason::NO_MOVES)));
    assert_eq!(outcome(stuck, Rules::Abapa), Some(Outcome::draw(Reason::NO_MOVES)));
    assert_eq!(outcome(stuck, Rules::Oware), Some(Outcome::draw(Reason::NO_MOVES)));
}

#[test]
fn abapa_keeps_the_opponents_row_too() {
    let stuck = "0-0-0-0-0-0-1-0-0-0-0-0-3-3-S";
    assert_eq!(outcome(stuck, Rules::Forfeit), Some(Outcome::draw(Reason::NO_MOVES)));
    assert_eq!(outcome(stuck, Rules::Abapa), Some(Outcome::win(Side::Two, Reason::NO_MOVES)));
}

#[test]
fn a_board_without_stones_is_a_draw() {
    let empty = "0-0-0-0-0-0-0-0-0-0-0-0-0-0-S";
    assert_eq!(outcome(empty, Rules::Forfeit), Some(Outcome::draw(Reason::NO_MOVES)));
}

#[test]
fn exactly_half_is_no_majority() {
    assert_eq!(outcome("0-0-0-0-0-1-1-0-0-0-0-0-24-22-S", Rules::Forfeit), None);
    assert_eq!(outcome("0-0-0-0-0-1-1-0-0-0-0-0-3-2-N", Rules::Forfeit), None);
}

#[test]
fn a_majority_ends_the_game_with_stones_left_to_play() {
    let won = "1-0-0-0-0-1-1-0-0-0-0-0-20-25-S";
    let majority = Some(Outcome::win(Side::Two, MAJORITY));
    assert_eq!(outcome(won, Rules::Forfeit), majority);
    assert_eq!(outcome(won, Rules::Abapa), majority);
    assert_eq!(moves(won), "");
    assert_eq!(position(won).count_moves(), 0);
    let south = Some(Outcome::win(Side::One, MAJORITY));
    assert_eq!(outcome("0-0-0-0-0-1-1-0-0-0-0-0-4-1-S", Rules::Forfeit), south);
}

/// Two lone stones chase each other once around the board: no move is a choice.
const CHASE: &str = "A a B b C c D d E e F f";

fn chase(text: &str, rules: Rules) -> Option<Outcome> {
    let mut position = Awari::parse(text, rules).unwrap();
    let mut earlier = Vec::new();
    for mv in CHASE.split(' ') {
        assert_eq!(position.outcome_after(&earlier), None, "before {mv}");
        earlier.push(position);
        position = position.play(position.read_move(mv).unwrap());
    }
    assert_eq!(position.outcome(), None);
    position.outcome_after(&earlier)
}

#[test]
fn a_second_occurrence_ends_the_game() {
    let repetition = |winner| Some(Outcome { winner, reason: Reason::REPETITION });
    let level = "1-0-0-0-0-0-1-0-0-0-0-0-2-2-S";
    assert_eq!(chase(level, Rules::Forfeit), repetition(None));
    let ahead = "1-0-0-0-0-0-1-0-0-0-0-0-3-2-S";
    assert_eq!(chase(ahead, Rules::Forfeit), repetition(Some(Side::One)));
    assert_eq!(chase(ahead, Rules::Abapa), repetition(Some(Side::One)));
}

#[test]
fn oware_splits_evenly_only_when_a_position_repeats() {
    let repeated = |text, rules| Awari::parse(text, rules).unwrap().outcome_if_repeated().winner;
    // Three stones of South's against one: its own row would win, half of four each does not.
    let rows = "2-1-0-0-0-0-1-0-0-0-0-0-4-5-S";
    assert_eq!(repeated(rows, Rules::Abapa), Some(Side::One));
    assert_eq!(repeated(rows, Rules::Oware), Some(Side::Two));
    // An odd number splits a stone, and so leaves the stores to decide.
    let odd = "2-1-0-0-0-0-0-0-0-0-0-0-4-4-S";
    assert_eq!(repeated(odd, Rules::Abapa), Some(Side::One));
    assert_eq!(repeated(odd, Rules::Oware), None);
    assert_eq!(outcome(odd, Rules::Oware), Some(Outcome::win(Side::One, Reason::NO_MOVES)));
}

#[test]
fn repetition_looks_at_pits_and_side_only() {
    let placement = |text| position(text).placement();
    let here = placement("1-0-0-0-0-0-1-0-0-0-0-0-3-2-S");
    assert_eq!(here, placement("1-0-0-0-0-0-1-0-0-0-0-0-2-1-S"));
    assert_ne!(here, placement("1-0-0-0-0-0-1-0-0-0-0-0-3-2-N"));
    assert_ne!(here, placement("0-1-0-0-0-0-1-0-0-0-0-0-3-2-S"));
}

#[test]
fn keys_tell_positions_apart() {
    let mut layer = HashSet::from([Awari::start(Rules::Forfeit, Side::One)]);
    let mut seen = layer.clone();
    for _ in 0..6 {
        layer =
            layer.iter().flat_map(|p| p.legal_moves().into_iter().map(|mv| p.play(mv))).collect();
        seen.extend(&layer);
    }
    let start = seen.clone();
    for rules in [Rules::Abapa, Rules::Oware] {
        seen.extend(start.iter().map(|p| Awari { rules, ..*p }));
    }
    seen.extend(seen.clone().iter().map(|p| Awari { to_move: p.to_move.other(), ..*p }));
    let halves = |half: fn(u64) -> u64| seen.iter().map(|p| half(p.key())).collect::<HashSet<_>>();
    assert_eq!(halves(|key| key).len(), seen.len());
    // 200,000 keys collide in 32 bits five times on average, if either half is as good as chance.
    assert!(seen.len() > 100_000);
    assert!(seen.len() - halves(|key| key >> 32).len() < 40);
    assert!(seen.len() - halves(|key| key & 0xffff_ffff).len() < 40);
}

#[test]
fn moves_are_pits() {
    assert_eq!(Move::of_pit(11).map(Move::pit), Some(11));
    assert_eq!(Move::of_pit(5).map(Move::side), Some(Side::One));
    assert_eq!(Move::of_pit(6).map(|mv| mv.to_string()).as_deref(), Some("a"));
    assert_eq!(Move::of_pit(12), None);
}

#[test]
fn illegal_moves_say_why() {
    let middle = "4-0-4-4-4-4-4-4-4-4-4-4-2-2-S";
    assert_eq!(why_not(middle, "B"), "pit B is empty");
    assert_eq!(why_not(middle, "a"), "pit a is north's, and it is south's turn");
    let hungry = "6-1-4-0-0-1-0-0-0-0-0-0-0-0-S";
    assert_eq!(why_not(hungry, "B"), "the opponent has no stones: play A, C or F");
    assert_eq!(why_not(hungry, "D"), "pit D is empty");
    let won = "1-0-0-0-0-1-1-0-0-0-0-0-20-25-S";
    assert_eq!(
        why_not(won, "A"),
        "the game is over (north wins: more than half of all stones are captured)"
    );
    let stuck = "1-0-0-0-0-0-0-0-0-0-0-0-3-3-S";
    assert_eq!(
        why_not(stuck, "A"),
        "the game is over (draw: the side to move has no legal move, and the fuller store decides)"
    );
}

#[test]
fn what_is_no_move_says_what_is_expected() {
    let start = "4-4-4-4-4-4-4-4-4-4-4-4-0-0-S";
    let expected = "expected a pit, A to F or a to f";
    assert_eq!(why_not(start, "G"), format!("line 1, column 1: found \"G\", {expected}"));
    assert_eq!(
        why_not(start, ""),
        format!("line 1, column 1: found the end of the text, {expected}")
    );
    assert_eq!(why_not(start, "AB"), "line 1, column 2: found \"B\", expected the end of the text");
}

#[test]
fn malformed_positions_say_where() {
    for (text, error) in [
        ("4-4-4", "column 6: found the end of the text, expected '-'"),
        ("4-x", "column 3: found \"x\", expected a number of stones from 0 to 255"),
        ("4-04-4", "column 3: found \"04\", expected a number of stones from 0 to 255"),
        ("256-0", "column 1: found \"256\", expected a number of stones from 0 to 255"),
        (
            "4-4-4-4-4-4-4-4-4-4-4-4-0-0-s",
            "column 29: found \"s\", expected the side to move, S or N",
        ),
        ("4-4-4-4-4-4-4-4-4-4-4-4-0-0-S ", "column 30: found \" \", expected the end of the text"),
    ] {
        assert_eq!(parse_error(text), format!("line 1, {error}"));
    }
}

#[test]
fn impossible_positions_say_why() {
    assert_eq!(
        parse_error("200-0-0-0-0-0-56-1-0-0-0-0-0-0-S"),
        "line 1, column 15: 257 stones in all, expected at most 255"
    );
    assert_eq!(
        parse_error("1-0-0-0-0-0-0-0-0-0-0-0-0-40-S"),
        "line 1, column 27: 40 stones in north's store, expected at most 35: \
         the game ends with the capture that brings a store past half"
    );
    let fullest = "1-0-0-0-0-0-0-0-0-0-0-0-0-29-N";
    assert_eq!(position(fullest).to_string(), fullest);
}
