//! The examples in `testdata` that Rust and Python share: every kind of refusal, and the numbers of
//! actions.

use std::collections::BTreeSet;
use std::path::Path;

use hopsow_core::game::Side;
use hopsow_core::games::any::{Game, ReadError};
use hopsow_core::setup::{Board, Setup, Square};
use hopsow_core::text::MoveError;

/// The examples of a file, each as its fields.
fn examples(file: &str, fields: usize) -> Vec<Vec<String>> {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../testdata").join(file);
    let text = std::fs::read_to_string(path).expect("the examples");
    let lines = text.lines().filter(|line| !line.is_empty() && !line.starts_with('#'));
    let examples: Vec<Vec<String>> =
        lines.map(|line| line.split(" | ").map(str::to_owned).collect()).collect();
    assert!(examples.iter().all(|example| example.len() == fields));
    examples
}

#[test]
fn every_kind_of_illegal_move_is_reached() {
    let mut reached = BTreeSet::new();
    for example in examples("refusals/moves.txt", 5) {
        let [game, text, mv, kind, sentence] = &example[..] else { unreachable!() };
        let game = Game::named(game).expect("a game");
        let position = game.parse(text, None).expect("a position");
        let Err(MoveError::Illegal(refused)) = position.read_move(mv) else {
            panic!("{text} {mv} is not refused")
        };
        assert_eq!(
            (refused.word(), &refused.to_string()),
            (kind.as_str(), sentence),
            "{text} {mv}"
        );
        reached.insert((game.name(), refused.word().to_owned()));
    }
    for example in examples("refusals/squares.txt", 5) {
        let [game, text, square, kind, sentence] = &example[..] else { unreachable!() };
        let game = Game::named(game).expect("a game");
        let position = game.parse(text, None).expect("a position");
        let place = (0..=u8::MAX).find(|&place| &written(Some(game.square(place))) == square);
        match position.why_not(place.expect("a square")) {
            None => assert_eq!(kind, "None", "{text} {square}"),
            Some(refused) => {
                assert_eq!((refused.word(), &refused.to_string()), (kind.as_str(), sentence));
                reached.insert((game.name(), refused.word().to_owned()));
            }
        }
    }
    let known = Game::ALL.into_iter().flat_map(|game| {
        game.illegal_kinds().iter().map(move |&kind| (game.name(), kind.to_owned()))
    });
    assert_eq!(reached, known.collect());
}

/// A board as the examples write it: `stones 4 4`, or `cells` with runs such as `16*.`.
fn read_board(text: &str) -> Board {
    let (kind, parts) = text.split_once(' ').expect("a kind of board");
    if kind == "stones" {
        return Board::Stones(parts.split(' ').map(|n| n.parse().expect("stones")).collect());
    }
    let run = |part: &str| match part.split_once('*') {
        Some((times, cell)) => cell.repeat(times.parse().expect("a length")),
        None => part.to_owned(),
    };
    Board::Cells(parts.split(' ').map(run).collect())
}

fn written(square: Option<Square>) -> String {
    match square {
        None => "None".to_owned(),
        Some(Square::Number(number)) => number.to_string(),
        Some(Square::At(x, y)) => format!("({x}, {y})"),
    }
}

#[test]
fn every_kind_of_impossible_setup_is_reached() {
    let mut reached = BTreeSet::new();
    for example in examples("refusals/setups.txt", 7) {
        let [game, board, to_move, counter, kind, place, sentence] = &example[..] else {
            unreachable!()
        };
        let game = Game::named(game).expect("a game");
        let to_move = Side::BOTH[usize::from(game.sides()[1] == to_move)];
        let setup = Setup { board: read_board(board), to_move, counter: counter.parse().ok() };
        let Err(ReadError::Setup(error)) = game.set_up(&setup, None) else {
            panic!("{board} is not refused")
        };
        assert_eq!((error.why.word(), &error.why.to_string()), (kind.as_str(), sentence));
        assert_eq!(&written(error.place.map(|place| game.square(place))), place, "{sentence}");
        reached.insert((game.name(), error.why.word().to_owned()));
    }
    let known = Game::ALL.into_iter().flat_map(|game| {
        game.setup_kinds().iter().map(move |&kind| (game.name(), kind.to_owned()))
    });
    assert_eq!(reached, known.collect());
}

#[test]
fn the_numbers_of_actions_never_change() {
    for example in examples("actions/golden.txt", 4) {
        let [game, text, mv, numbers] = &example[..] else { unreachable!() };
        let position = Game::named(game).expect("a game").parse(text, None).expect("a position");
        let mv = position.read_move(mv).expect("a legal move");
        let actions: Vec<u16> = numbers.split(' ').map(|n| n.parse().expect("a number")).collect();
        assert_eq!(position.actions(mv), actions, "{text} {numbers}");
        let turn = actions.iter().try_fold(position.turn(), |turn, &action| turn.push(action));
        assert_eq!(turn.ok().and_then(|turn| turn.finished()), Some(mv), "{text} {numbers}");
    }
    assert_eq!(Game::ALL.map(Game::actions), [18_176, 256, 6]);
}
