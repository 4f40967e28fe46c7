//! Calls by a game's name reach that game.

use std::collections::HashSet;
use std::sync::atomic::AtomicBool;

use hopsow_core::games::any::tables::{self, Kind};
use hopsow_core::games::any::{AnyEngine, AnyTables, Game};
use hopsow_core::search::{Request, SearchLimits};
use hopsow_core::tables::Shelf;
use proptest::prelude::*;

proptest! {
    #![proptest_config(ProptestConfig { cases: 60, failure_persistence: None, ..Default::default() })]

    #[test]
    fn games_end_for_the_reasons_they_name(choices in prop::collection::vec(any::<u16>(), 600)) {
        for game in Game::ALL {
            let reasons = game.reasons();
            for rules in game.rule_sets() {
                let mut record = vec![game.start(Some(rules), None).expect("a start")];
                for choice in &choices {
                    let (position, earlier) = record.split_last().expect("the start");
                    if let Some(outcome) = position.outcome_after(earlier) {
                        prop_assert!(reasons.contains(&outcome.reason), "{}", outcome.reason);
                        break;
                    }
                    let moves = position.legal_moves();
                    record.push(position.play(moves[usize::from(*choice) % moves.len()]));
                }
            }
        }
    }

    /// A capture is the only thing that takes something off the board.
    #[test]
    fn captures_leave_less_on_the_board(choices in prop::collection::vec(any::<u16>(), 120)) {
        for game in Game::ALL {
            let mut position = game.start(None, None).expect("a start");
            for choice in &choices {
                let moves = position.legal_moves();
                let Some(&mv) = moves.get(usize::from(*choice) % moves.len().max(1)) else { break };
                let next = position.play(mv);
                let text = position.to_string();
                let less = on_board(&next.to_string()) < on_board(&text);
                prop_assert_eq!(position.is_capture(mv), less, "{} {}", text, position.move_text(mv));
                position = next;
            }
        }
    }
}

/// Return the board part of a position's text: the stones in the pits, or the men.
fn on_board(text: &str) -> usize {
    if text.matches('-').count() == 14 {
        return text.split('-').take(12).map(|stones| stones.parse::<usize>().unwrap()).sum();
    }
    if let Some((_, pieces)) = text.split_once(':') {
        let pieces = pieces.split(":H").next().unwrap_or_default();
        return pieces
            .split([',', ':'])
            .filter(|piece| piece.ends_with(|c: char| c.is_ascii_digit()))
            .count();
    }
    text.chars().filter(|&c| c == 'b' || c == 'w').count() - 1
}

#[test]
fn games_have_names_of_their_own() {
    let names: HashSet<&str> = Game::ALL.iter().map(|game| game.name()).collect();
    assert_eq!(names.len(), Game::ALL.len());
    for game in Game::ALL {
        assert_eq!(Game::named(game.name()), Ok(game));
        assert!(!game.unit().is_empty());
    }
}

#[test]
fn tables_that_cannot_be_are_named() {
    for game in Game::ALL {
        let name = game.name();
        let with_tables = tables::rule_sets(game);
        for rules in game.rule_sets() {
            let kind = Kind { game, rules: Some(rules) };
            let Ok((own, sizes)) = tables::sizes(kind) else {
                let error = tables::file_names(kind, 3).unwrap_err().to_string();
                assert_eq!(
                    error,
                    match with_tables.is_empty() {
                        true => format!("there are no tables for {name}"),
                        false => format!("there are no {name} tables for the rules {rules:?}"),
                    }
                );
                assert!(tables::built_in(kind).is_err() && !with_tables.contains(&rules));
                continue;
            };
            assert!(own == rules && with_tables.contains(&rules), "{name}");
            assert!(tables::built_in(kind).is_ok_and(|size| sizes.contains(&size)), "{name}");
            let (low, high) = sizes.into_inner();
            assert!(!tables::file_names(kind, high).expect("files").is_empty());
            let error = tables::needs(kind, high + 1).unwrap_err().to_string();
            let expected = format!("size {}, expected {low} to {high}", high + 1);
            assert_eq!(error, format!("there are no {name} tables of {expected}"));
        }
        let unknown = tables::sizes(Kind { game, rules: Some("house") }).unwrap_err();
        assert!(unknown.to_string().starts_with(&format!("unknown rules of {name} \"house\"")));
    }
}

#[test]
fn engine_that_has_forgotten_searches_as_a_new_one() {
    let tables = AnyTables::open(&Shelf::new(&[], None, 0));
    let limits = SearchLimits { nodes: Some(3_000), ..SearchLimits::default() };
    let request = Request { limits, ..Request::default() };
    for game in Game::ALL {
        let start = game.start(None, None).expect("a start");
        let mut engine = AnyEngine::new(game, 1);
        assert_eq!(engine.game(), game);
        let [first, second] = [(); 2].map(|()| {
            engine.clear();
            let stop = AtomicBool::new(false);
            engine.search(&[start], &request, Some(&|| &tables), &stop, &mut |_| {})
        });
        assert_eq!((first.lines, first.nodes), (second.lines, second.nodes), "{}", game.name());
    }
}
