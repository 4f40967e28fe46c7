//! Laws that every game keeps, held over random play from the start and from set-ups.
//!
//! A new game adds a line at the bottom, its set-ups and its mirror.

mod mirror;
mod setups;
mod structure;

use std::collections::HashSet;

use hopsow_core::game::{Position, RuleSet, Side};
use hopsow_core::games::awari::Awari;
use hopsow_core::games::checkers::Checkers;
use hopsow_core::games::halma::Halma;
use proptest::prelude::*;

use mirror::Mirror;
use setups::Setups;
use structure::{
    parts_make_the_position_again, reasons_are_given_where_no_move_starts,
    stories_lead_where_moves_do, turns_lead_to_the_moves,
};

/// The longest walk: most games end before it, so that endings are seen too.
const MAX_PLIES: usize = 300;

/// The positions of one random game, the first one first.
fn walk<P: Position>(start: P, choices: &[u16]) -> Vec<P> {
    let mut positions = vec![start];
    for &choice in choices {
        let position = positions[positions.len() - 1];
        let moves = position.legal_moves();
        if moves.is_empty() {
            break;
        }
        positions.push(position.play(moves[choice as usize % moves.len()]));
    }
    positions
}

/// Return the start of a walk: in two of three cases the start of the game.
fn begin<P: Setups>() -> impl Strategy<Value = P> {
    let rules = || prop::sample::select(P::Rules::ALL);
    let side = prop::sample::select(&Side::BOTH[..]);
    let start = (rules(), side).prop_map(|(rules, first)| P::start(rules, first));
    prop_oneof![2 => start, 1 => rules().prop_flat_map(P::arranged)]
}

fn choices(plies: usize) -> impl Strategy<Value = Vec<u16>> {
    prop::collection::vec(any::<u16>(), 0..plies)
}

fn texts<P: Position>(position: &P) -> Vec<String> {
    position.legal_moves().into_iter().map(|mv| position.move_text(mv)).collect()
}

fn moves_agree_with_their_texts<P: Position>(position: &P) {
    let moves = position.legal_moves();
    let texts = texts(position);
    assert_eq!(texts.iter().collect::<HashSet<_>>().len(), moves.len(), "{position}: {texts:?}");
    for (mv, text) in moves.iter().zip(&texts) {
        assert_eq!(position.read_move(text).ok(), Some(*mv), "{position}: {text}");
    }
}

fn ways_of_generating_agree<P: Position>(position: &P) {
    let moves = position.legal_moves();
    let mut visited = Vec::new();
    position.for_each_move(|mv| visited.push(mv));
    assert_eq!(visited, moves, "{position}");
    assert_eq!(position.count_moves(), moves.len() as u64, "{position}");
    let played: Vec<_> = moves.iter().map(|&mv| (mv, position.play(mv))).collect();
    let mut children = Vec::new();
    position.for_each_child(|mv, child| children.push((mv, child)));
    assert_eq!(children, played, "{position}");
}

fn text_round_trips<P: Position>(position: &P) {
    let read = P::parse(&position.to_string(), position.rules()).expect("own text");
    assert_eq!(read, *position);
    assert_eq!(read.key(), position.key());
}

fn over_means_no_moves<P: Position>(position: &P) {
    assert_eq!(position.outcome().is_some(), position.legal_moves().is_empty(), "{position}");
}

fn different_positions_have_different_keys<P: Position>(positions: &[P]) {
    let distinct: HashSet<_> = positions.iter().collect();
    let keys: HashSet<_> = positions.iter().map(Position::key).collect();
    assert_eq!(distinct.len(), keys.len());
}

/// Turning the board and swapping the sides turns the moves.
fn mirrored_position_has_mirrored_moves<P: Mirror>(position: &P) {
    let mirrored = P::parse(&P::mirror(&position.to_string()), position.rules()).expect("mirror");
    assert_ne!(mirrored.to_move(), position.to_move());
    let expected: HashSet<_> = texts(position).iter().map(|text| P::mirror_move(text)).collect();
    let found: HashSet<_> = texts(&mirrored).iter().map(|text| P::ends(text)).collect();
    assert_eq!(found, expected, "{position}");
}

/// Most of the time goes into the long lists of Halma's moves, so not every position is looked at.
const STRUCTURED: usize = 7;

fn keep_the_laws<P: Mirror>(positions: &[P]) {
    different_positions_have_different_keys(positions);
    for position in positions {
        moves_agree_with_their_texts(position);
        ways_of_generating_agree(position);
        text_round_trips(position);
        over_means_no_moves(position);
        mirrored_position_has_mirrored_moves(position);
        parts_make_the_position_again(position);
    }
    for position in positions.iter().step_by(STRUCTURED) {
        stories_lead_where_moves_do(position);
        reasons_are_given_where_no_move_starts(position);
        turns_lead_to_the_moves(position);
    }
}

/// Whatever the text, reading it ends in a position that reads back the same, or in an error.
fn reads_any_text<P: Position>(text: &str) {
    for &rules in P::Rules::ALL {
        if let Ok(position) = P::parse(text, rules) {
            text_round_trips(&position);
            ways_of_generating_agree(&position);
            over_means_no_moves(&position);
            parts_make_the_position_again(&position);
            stories_lead_where_moves_do(&position);
            reasons_are_given_where_no_move_starts(&position);
            turns_lead_to_the_moves(&position);
        }
    }
}

/// Whatever the text, reading it ends in a legal move or in a sentence.
fn reads_any_move<P: Position>(position: &P, text: &str) {
    match position.read_move(text) {
        Ok(mv) => assert!(position.legal_moves().contains(&mv), "{position}: {text}"),
        Err(error) => assert!(!error.to_string().is_empty()),
    }
}

/// The characters of position texts.
const LIKELY: &[u8] = b"0123456789-/:, bwBWKHSN";

/// The text of some position with a few characters replaced.
fn damaged<P: Setups>() -> impl Strategy<Value = String> {
    let damage = prop::collection::vec((any::<prop::sample::Index>(), any::<char>()), 0..4);
    let digits =
        prop::collection::vec((any::<prop::sample::Index>(), prop::sample::select(LIKELY)), 0..4);
    (begin::<P>(), choices(60), damage, digits).prop_map(|(start, choices, damage, digits)| {
        let last = *walk(start, &choices).last().expect("a start");
        let mut text: Vec<char> = last.to_string().chars().collect();
        let likely = digits.iter().map(|(at, c)| (at, char::from(*c)));
        for (at, c) in damage.iter().map(|(at, c)| (at, *c)).chain(likely) {
            let at = at.index(text.len());
            text[at] = c;
        }
        text.into_iter().collect()
    })
}

macro_rules! laws {
    ($($name:ident: $game:ty),*) => {$(
        mod $name {
            use super::*;

            proptest! {
                #[test]
                fn random_games_keep_the_laws(
                    start in begin::<$game>(),
                    choices in choices(MAX_PLIES),
                ) {
                    keep_the_laws(&walk(start, &choices));
                }

                #[test]
                fn any_text_is_read_or_refused(
                    text in any::<String>(),
                    bytes in any::<Vec<u8>>(),
                    likely in <$game>::POSITIONS,
                ) {
                    reads_any_text::<$game>(&text);
                    reads_any_text::<$game>(&String::from_utf8_lossy(&bytes));
                    reads_any_text::<$game>(&likely);
                }

                #[test]
                fn damaged_text_is_read_or_refused(text in damaged::<$game>()) {
                    reads_any_text::<$game>(&text);
                }

                #[test]
                fn any_move_text_is_read_or_refused(
                    start in begin::<$game>(),
                    choices in choices(60),
                    text in any::<String>(),
                    likely in <$game>::MOVES,
                ) {
                    let position = *walk(start, &choices).last().expect("a start");
                    reads_any_move(&position, &text);
                    reads_any_move(&position, &likely);
                }
            }
        }
    )*};
}

laws! { halma: Halma, checkers: Checkers, awari: Awari }
