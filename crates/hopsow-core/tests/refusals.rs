//! Every kind of refusal is reached, by its example in `testdata/refusals`.

use std::collections::BTreeSet;
use std::path::Path;

use hopsow_core::games::any::Game;
use hopsow_core::text::MoveError;

/// The examples of a file, each as its fields.
fn examples(file: &str, fields: usize) -> Vec<Vec<String>> {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../testdata/refusals").join(file);
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
    for example in examples("moves.txt", 5) {
        let [game, text, mv, kind, sentence] = &example[..] else { unreachable!() };
        let game = Game::named(game).expect("a game");
        let position = game.parse(text, None).expect("a position");
        let Err(MoveError::Illegal(refused)) = position.read_move(mv) else {
            panic!("{text} {mv} is not refused")
        };
        assert_eq!((refused.kind, &refused.sentence), (kind.as_str(), sentence), "{text} {mv}");
        reached.insert((game.name(), refused.kind));
    }
    let known = Game::ALL
        .into_iter()
        .flat_map(|game| game.illegal_kinds().iter().map(move |&kind| (game.name(), kind)));
    assert_eq!(reached, known.collect());
}
