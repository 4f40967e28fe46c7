//! The search finds what plain minimax finds, and what the rules say about history.

use std::sync::atomic::AtomicBool;

use hopsow_core::awari::Awari;
use hopsow_core::checkers::Checkers;
use hopsow_core::evaluation::Searchable;
use hopsow_core::game::{Position, RuleSet, Side};
use hopsow_core::halma::Halma;
use hopsow_core::search::{Engine, Limits, Report, Request, Style, minimax};
use proptest::prelude::*;

fn search<P: Searchable>(game: &[P], depth: u32, style: Style, threads: usize) -> Report<P::Move> {
    let limits = Limits { depth: Some(depth), ..Limits::default() };
    let request = Request { limits, style, threads, ..Request::default() };
    Engine::new(4).search(game, &request, &AtomicBool::new(false), |_| {})
}

/// A position after some random moves, before the end of the game.
fn somewhere<P: Position>(rules: usize, choices: &[u16]) -> P {
    let mut position = P::start(P::Rules::ALL[rules], Side::One);
    for &choice in choices {
        let moves = position.legal_moves();
        let next = position.play(moves[choice as usize % moves.len()]);
        if next.outcome().is_some() {
            break;
        }
        position = next;
    }
    position
}

fn finds_minimax_value<P: Searchable>(rules: usize, choices: &[u16], depth: u32) {
    let position = somewhere::<P>(rules, choices);
    for depth in 1..=depth {
        let found = &search(&[position], depth, Style::Exact, 1).lines[0];
        let plain = |position: &P, depth| {
            minimax(position, depth, P::WEIGHTS, &AtomicBool::new(false)).expect("a move").value
        };
        assert_eq!(found.value, plain(&position, depth), "{position} at depth {depth}");
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 100, failure_persistence: None, ..Default::default() })]

    #[test]
    fn exact_search_is_minimax_in_checkers(
        rules in 0..2usize,
        choices in prop::collection::vec(any::<u16>(), 0..150),
    ) {
        finds_minimax_value::<Checkers>(rules, &choices, 6);
    }

    #[test]
    fn exact_search_is_minimax_in_awari(
        rules in 0..2usize,
        choices in prop::collection::vec(any::<u16>(), 0..150),
    ) {
        finds_minimax_value::<Awari>(rules, &choices, 6);
    }

    #[test]
    fn exact_search_is_minimax_in_halma(
        rules in 0..2usize,
        choices in prop::collection::vec(any::<u16>(), 0..80),
    ) {
        finds_minimax_value::<Halma>(rules, &choices, 2);
    }
}
