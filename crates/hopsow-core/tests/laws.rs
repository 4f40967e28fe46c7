//! Laws that every game keeps, held over random play. A new game adds one line at the bottom.

use std::collections::HashSet;
use std::fmt::Debug;

use hopsow_core::game::{Position, RuleSet, Side};
use hopsow_core::games::awari::Awari;
use hopsow_core::games::checkers::Checkers;
use hopsow_core::games::halma::Halma;
use proptest::prelude::*;

/// The longest walk: most games end before it, so that endings are seen too.
const MAX_PLIES: usize = 300;

/// The positions of one random game, the start first.
fn walk<P: Position>(rules: usize, choices: &[u16]) -> Vec<P> {
    let mut positions = vec![P::start(P::Rules::ALL[rules], Side::One)];
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

/// A position's text and a move's text, seen from the other side of the board.
trait Mirror: Position {
    fn mirror(text: &str) -> String;
    fn mirror_square(square: &str) -> String;

    /// What identifies a move in its text.
    fn ends(text: &str) -> String {
        text.to_owned()
    }

    fn mirror_move(text: &str) -> String {
        let separator = if text.contains('x') { "x" } else { "-" };
        let squares: Vec<_> = text.split(separator).map(Self::mirror_square).collect();
        Self::ends(&squares.join(separator))
    }
}

impl Mirror for Halma {
    fn mirror(text: &str) -> String {
        let (board, side) = text.split_once(' ').expect("a side to move");
        let turn = |row: &str| {
            let runs: Vec<&str> = row.split_inclusive(|c: char| !c.is_ascii_digit()).collect();
            let mut turned = String::new();
            for run in runs.into_iter().rev() {
                let (number, man) = run.split_at(run.trim_end_matches(['b', 'w']).len());
                turned.push_str(man);
                turned.push_str(number);
            }
            turned
        };
        let rows: Vec<String> = board.split('/').rev().map(turn).collect();
        swap_letters(&format!("{} {side}", rows.join("/")), 'b', 'w')
    }

    fn mirror_square(square: &str) -> String {
        let (x, y) = square.split_once(',').expect("a square");
        let turn = |n: &str| 15 - n.parse::<u8>().expect("a number");
        format!("{},{}", turn(x), turn(y))
    }

    /// Of several shortest paths the mirrored board may prefer another.
    fn ends(text: &str) -> String {
        let squares: Vec<_> = text.split('-').collect();
        format!("{}-{}", squares[0], squares[squares.len() - 1])
    }
}

impl Mirror for Checkers {
    fn mirror(text: &str) -> String {
        let mut fields = text.split(':');
        let side = fields.next().expect("a side");
        let mut mirrored = swap_letters(side, 'B', 'W');
        for field in fields {
            let (colour, squares) = field.split_at(1);
            let turn = |piece: &str| {
                let (king, square) =
                    piece.split_at(piece.len() - piece.trim_start_matches('K').len());
                format!("{king}{}", Self::mirror_square(square))
            };
            let list = match colour {
                "H" => squares.to_owned(),
                _ if squares.is_empty() => String::new(),
                _ => squares.split(',').map(turn).collect::<Vec<_>>().join(","),
            };
            mirrored.push_str(&format!(":{}{list}", swap_letters(colour, 'B', 'W')));
        }
        mirrored
    }

    fn mirror_square(square: &str) -> String {
        (33 - square.parse::<u8>().expect("a square")).to_string()
    }
}

impl Mirror for Awari {
    fn mirror(text: &str) -> String {
        let fields: Vec<_> = text.split('-').collect();
        let side = swap_letters(fields[14], 'S', 'N');
        let turned = [&fields[6..12], &fields[0..6], &[fields[13], fields[12], side.as_str()]];
        turned.concat().join("-")
    }

    fn mirror_square(pit: &str) -> String {
        pit.chars()
            .map(|c| if c.is_uppercase() { c.to_ascii_lowercase() } else { c.to_ascii_uppercase() })
            .collect()
    }
}

fn swap_letters(text: &str, a: char, b: char) -> String {
    text.chars()
        .map(|c| {
            if c == a {
                b
            } else if c == b {
                a
            } else {
                c
            }
        })
        .collect()
}

fn keeps_the_laws<P: Mirror>(rules: usize, choices: &[u16]) {
    let positions = walk::<P>(rules, choices);
    different_positions_have_different_keys(&positions);
    for position in &positions {
        moves_agree_with_their_texts(position);
        ways_of_generating_agree(position);
        text_round_trips(position);
        over_means_no_moves(position);
        mirrored_position_has_mirrored_moves(position);
    }
}

/// Whatever the text, reading it ends in a position that reads back the same, or in an error.
fn reads_any_text<P: Position>(text: &str) {
    for &rules in P::Rules::ALL {
        if let Ok(position) = P::parse(text, rules) {
            text_round_trips(&position);
            ways_of_generating_agree(&position);
            over_means_no_moves(&position);
        }
        let start = P::start(rules, Side::One);
        if let Ok(mv) = start.read_move(text) {
            assert!(start.legal_moves().contains(&mv));
        }
    }
}

/// What texts of positions are made of.
const LIKELY: &[u8] = b"0123456789-/:, bwBWKHSN";

/// The text of some position with a few characters replaced.
fn damaged<P: Position + Debug>() -> impl Strategy<Value = String> {
    let damage = prop::collection::vec((any::<prop::sample::Index>(), any::<char>()), 0..4);
    let digits =
        prop::collection::vec((any::<prop::sample::Index>(), prop::sample::select(LIKELY)), 0..4);
    (prop::collection::vec(any::<u16>(), 0..60), damage, digits).prop_map(
        |(choices, damage, digits)| {
            let last = *walk::<P>(0, &choices).last().expect("a start");
            let mut text: Vec<char> = last.to_string().chars().collect();
            let likely = digits.iter().map(|(at, c)| (at, char::from(*c)));
            for (at, c) in damage.iter().map(|(at, c)| (at, *c)).chain(likely) {
                let at = at.index(text.len());
                text[at] = c;
            }
            text.into_iter().collect()
        },
    )
}

macro_rules! laws {
    ($($name:ident: $game:ty),*) => {$(
        mod $name {
            use super::*;

            proptest! {
                #[test]
                fn random_games_keep_the_laws(
                    rules in 0..2usize,
                    choices in prop::collection::vec(any::<u16>(), 0..MAX_PLIES),
                ) {
                    keeps_the_laws::<$game>(rules, &choices);
                }

                #[test]
                fn any_text_is_read_or_refused(text in any::<String>(), bytes in any::<Vec<u8>>()) {
                    reads_any_text::<$game>(&text);
                    reads_any_text::<$game>(&String::from_utf8_lossy(&bytes));
                }

                #[test]
                fn damaged_text_is_read_or_refused(text in damaged::<$game>()) {
                    reads_any_text::<$game>(&text);
                }
            }
        }
    )*};
}

laws! { halma: Halma, checkers: Checkers, awari: Awari }
