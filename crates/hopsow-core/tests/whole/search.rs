//! The search finds what plain minimax finds, and what the rules say about history.

use std::sync::atomic::AtomicBool;
use std::time::Duration;

use hopsow_core::evaluation::{Evaluated, Evaluation, Evaluator, Score, WIN};
use hopsow_core::game::{Position, RuleSet, Side};
use hopsow_core::games::awari::Awari;
use hopsow_core::games::checkers::Checkers;
use hopsow_core::games::halma::{Halma, Move};
use hopsow_core::search::contract::Searchable;
use hopsow_core::search::{Engine, MAX_PLY, Report, Request, SearchLimits, Style, Value, minimax};
use proptest::prelude::*;

fn search<P: Searchable + Evaluated>(
    game: &[P],
    depth: u32,
    style: Style,
    threads: usize,
) -> Report<P::Move> {
    let limits = SearchLimits { depth: Some(depth), ..SearchLimits::default() };
    let request = Request { limits, style, threads, ..Request::default() };
    Engine::new(4).search(game, &request, None, &AtomicBool::new(false), |_| {})
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

fn finds_minimax_value<P: Searchable + Evaluated>(rules: usize, choices: &[u16], depth: u32) {
    let position = somewhere::<P>(rules, choices);
    for depth in 1..=depth {
        let found = &search(&[position], depth, Style::Exact, 1).lines[0];
        let plain = |position: &P, depth| {
            minimax(position, depth, &P::evaluation(), &AtomicBool::new(false))
                .expect("a move")
                .value
        };
        assert_eq!(found.value, plain(&position, depth), "{position} at depth {depth}");
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(100))]

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

/// The value of a position by nothing but its definition.
fn naive<P: Position>(
    position: &P,
    depth: u32,
    ply: Score,
    evaluator: &mut impl Evaluator<P>,
) -> Score {
    if let Some(outcome) = position.outcome() {
        return match outcome.winner {
            None => 0,
            Some(side) if side == position.to_move() => WIN - ply,
            Some(_) => ply - WIN,
        };
    }
    if depth == 0 {
        return evaluator.value(position);
    }
    let moves = position.legal_moves().into_iter();
    moves.map(|mv| naive_move(position, mv, depth, ply, evaluator)).max().expect("a move")
}

/// The value of a move to the mover.
fn naive_move<P: Position>(
    position: &P,
    mv: P::Move,
    depth: u32,
    ply: Score,
    evaluator: &mut impl Evaluator<P>,
) -> Score {
    let child = position.play(mv);
    -naive(&child, depth - 1, ply + 1, evaluator)
}

fn lists_the_best_lines<P: Searchable + Evaluated>(
    rules: usize,
    choices: &[u16],
    depth: u32,
    lines: usize,
) {
    let root = somewhere::<P>(rules, choices);
    let limits = SearchLimits { depth: Some(depth), ..SearchLimits::default() };
    let request = Request { limits, lines, style: Style::Exact, ..Request::default() };
    let report = Engine::new(4).search(&[root], &request, None, &AtomicBool::new(false), |_| {});
    let mut evaluator = P::evaluation().evaluator(&root);
    let mut value = |mv| f64::from(naive_move(&root, mv, depth, 0, &mut evaluator)) / 100.0;
    let mut values: Vec<f64> = root.legal_moves().into_iter().map(&mut value).collect();
    values.sort_by(|a, b| b.total_cmp(a));
    values.truncate(lines);
    let found: Vec<f64> = report.lines.iter().map(|line| line.value.units()).collect();
    assert_eq!(found, values, "{root} at depth {depth}");
    for line in &report.lines {
        assert_eq!(line.value.units(), value(line.moves[0]), "{root} at depth {depth}");
    }
}

fn two_threads_agree_with_one<P: Searchable + Evaluated>(
    rules: usize,
    choices: &[u16],
    depth: u32,
) {
    let root = somewhere::<P>(rules, choices);
    let [one, two] = [1, 2].map(|threads| search(&[root], depth, Style::Exact, threads));
    assert_eq!(one.lines[0].value, two.lines[0].value, "{root} at depth {depth}");
}

fn node_limit_is_exact<P: Searchable + Evaluated>(rules: usize, choices: &[u16], nodes: u64) {
    spends_its_nodes(&somewhere::<P>(rules, choices), nodes);
}

/// The search visits exactly the allowed nodes, or says that it had nothing left to search: a win
/// or a loss is proven, or no line may become longer.
fn spends_its_nodes<P: Searchable + Evaluated>(root: &P, nodes: u64) -> Report<P::Move> {
    let limits = SearchLimits { nodes: Some(nodes), ..SearchLimits::default() };
    let request = Request { limits, ..Request::default() };
    let report = Engine::new(1).search(&[*root], &request, None, &AtomicBool::new(false), |_| {});
    if report.finished {
        let is_decided = report.lines[0].value.distance().is_some();
        assert!(is_decided || report.depth == MAX_PLY as u32, "{root}: depth {}", report.depth);
        assert!(report.nodes < nodes, "{root}: {} of {nodes} nodes", report.nodes);
    } else {
        assert_eq!(report.nodes, nodes, "{root}");
    }
    report
}

/// In neither is there a way to make progress before the game is drawn, so that every iteration is
/// as short as the one before.
#[test]
fn search_without_progress_ends_at_the_deepest_ply() {
    fn ends<P: Searchable + Evaluated>(text: &str, rules: usize, nodes: u64) {
        let root = P::parse(text, P::Rules::ALL[rules]).expect("a position");
        assert!(spends_its_nodes(&root, nodes).finished, "{text}");
        assert!(!spends_its_nodes(&root, 500).finished, "{text}");
    }
    ends::<Awari>("0-0-1-2-1-0-0-0-0-0-0-1-19-24-N", 1, 2_116);
    ends::<Checkers>("B:WK3,K15:BK5:H49", 0, 5_321);
}

#[test]
fn search_says_whether_it_is_finished() {
    let root = somewhere::<Checkers>(0, &[]);
    let finished = |limits| {
        let request = Request { limits, ..Request::default() };
        Engine::new(1).search(&[root], &request, None, &AtomicBool::new(false), |_| {}).finished
    };
    assert!(finished(SearchLimits { depth: Some(3), ..SearchLimits::default() }));
    assert!(!finished(SearchLimits {
        depth: Some(30),
        nodes: Some(1_000),
        ..SearchLimits::default()
    }));
    assert!(!finished(SearchLimits { wall: Some(Duration::ZERO), ..SearchLimits::default() }));
}

/// The move that promised most loses at once, and others do not: wherever the search is stopped, it
/// does not choose the one that it has just seen to lose.
#[test]
fn a_search_that_is_stopped_chooses_no_move_that_it_saw_lose() {
    for text in ["W:WK8:B13,15,20,22,23,26,K30:H10", "B:W23,29,K3,K5:B10,K32"] {
        let root = Checkers::parse(text, RuleSet::ALL[0]).expect("a position");
        for nodes in 1..400 {
            let value = spends_its_nodes(&root, nodes).lines[0].value;
            assert!(!matches!(value, Value::Loss(_)), "{text} after {nodes} nodes");
        }
    }
}

#[test]
fn a_time_limit_alone_lets_the_search_begin() {
    let hour = Some(Duration::from_secs(3_600));
    for time in [
        SearchLimits { wall: hour, ..SearchLimits::default() },
        SearchLimits { cpu: hour, ..SearchLimits::default() },
    ] {
        let limits = SearchLimits { depth: Some(3), ..time };
        let request = Request { limits, ..Request::default() };
        let root = somewhere::<Awari>(0, &[]);
        let report =
            Engine::new(1).search(&[root], &request, None, &AtomicBool::new(false), |_| {});
        assert_eq!(report.depth, 3);
    }
}

fn stopped_search_has_a_move<P: Searchable + Evaluated>(
    rules: usize,
    choices: &[u16],
    threads: usize,
) {
    let root = somewhere::<P>(rules, choices);
    let request = Request { threads, ..Request::default() };
    let report = Engine::new(1).search(&[root], &request, None, &AtomicBool::new(true), |_| {});
    assert!(root.legal_moves().contains(&report.best().expect("a move")), "{root}");
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(40))]

    #[test]
    fn lines_are_the_best_root_moves(
        rules in 0..2usize,
        choices in prop::collection::vec(any::<u16>(), 0..120),
        lines in 1..5usize,
    ) {
        lists_the_best_lines::<Checkers>(rules, &choices, 4, lines);
        lists_the_best_lines::<Awari>(rules, &choices, 4, lines);
        lists_the_best_lines::<Halma>(rules, &choices[..choices.len() / 2], 2, lines);
    }

    #[test]
    fn threads_do_not_change_an_exact_value(
        rules in 0..2usize,
        choices in prop::collection::vec(any::<u16>(), 0..120),
    ) {
        two_threads_agree_with_one::<Checkers>(rules, &choices, 7);
        two_threads_agree_with_one::<Awari>(rules, &choices, 7);
        two_threads_agree_with_one::<Halma>(rules, &choices, 2);
    }

    #[test]
    fn nodes_are_counted_exactly(
        rules in 0..2usize,
        choices in prop::collection::vec(any::<u16>(), 0..120),
        nodes in 1..6_000u64,
    ) {
        node_limit_is_exact::<Checkers>(rules, &choices, nodes);
        node_limit_is_exact::<Awari>(rules, &choices, nodes);
        node_limit_is_exact::<Halma>(rules, &choices, nodes);
    }

    #[test]
    fn search_that_is_stopped_before_it_begins_has_a_move(
        rules in 0..2usize,
        choices in prop::collection::vec(any::<u16>(), 0..120),
        threads in 1..3usize,
    ) {
        stopped_search_has_a_move::<Checkers>(rules, &choices, threads);
        stopped_search_has_a_move::<Awari>(rules, &choices, threads);
        stopped_search_has_a_move::<Halma>(rules, &choices, threads);
    }
}

/// All root moves with their values, a ply deep.
fn values_of_moves<P: Searchable + Evaluated>(game: &[P]) -> Vec<(P::Move, Value)> {
    let limits = SearchLimits { depth: Some(1), ..SearchLimits::default() };
    let request = Request { limits, lines: usize::MAX, ..Request::default() };
    let report = Engine::new(1).search(game, &request, None, &AtomicBool::new(false), |_| {});
    report.lines.iter().map(|line| (line.moves[0], line.value)).collect()
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(200))]

    /// A few stones run around the board until a position occurs again; the search that sees the
    /// move coming gives it the value that the rules give the end.
    #[test]
    fn repetition_ends_the_game_in_the_search_of_awari(
        rules in 0..2usize,
        store in 0..3u8,
        choices in prop::collection::vec(any::<u16>(), 400),
    ) {
        let text = format!("1-0-0-0-0-0-0-1-0-0-0-0-{}-{}-S", 22 + store, 24 - store);
        let rules = <Awari as Position>::Rules::ALL[rules];
        let mut game = vec![Awari::parse(&text, rules).expect("a position")];
        for choice in choices {
            let position = game[game.len() - 1];
            let moves = position.legal_moves();
            let mv = moves[choice as usize % moves.len()];
            let next = position.play(mv);
            if next.outcome().is_some() {
                break;
            }
            if let Some(outcome) = next.outcome_after(&game) {
                let expected = match outcome.winner {
                    None => Value::Estimate(0),
                    Some(side) if side == position.to_move() => Value::Win(1),
                    Some(_) => Value::Loss(1),
                };
                let found = values_of_moves(&game);
                let (_, value) = found.iter().find(|(other, _)| *other == mv).expect("the move");
                prop_assert_eq!(*value, expected, "{} after {} plies", position, game.len() - 1);
                break;
            }
            game.push(next);
        }
    }

    /// One engine sees the same ending of kings with all kinds of counters, and entries of
    /// one must not leak into another: a win it calls proven comes before the counter runs out. A
    /// selective search may overlook a shorter one.
    #[test]
    fn proven_wins_come_before_the_counter_runs_out(
        squares in prop::sample::subsequence((1..=32u8).collect::<Vec<_>>(), 3).prop_shuffle(),
        counters in prop::collection::vec((0..50u8, 4..16u32), 4),
    ) {
        let kings = format!("B:WK{}:BK{},K{}", squares[0], squares[1], squares[2]);
        let mut engine = Engine::new(4);
        for (counter, depth) in [(0, 16)].into_iter().chain(counters) {
            let limits = SearchLimits { depth: Some(depth), ..SearchLimits::default() };
            let request = Request { limits, ..Request::default() };
            let rules = <Checkers as Position>::Rules::ALL[0];
            let root = Checkers::parse(&format!("{kings}:H{counter}"), rules).expect("a position");
            if root.outcome().is_some() {
                break;
            }
            let report = engine.search(&[root], &request, None, &AtomicBool::new(false), |_| {});
            let found = report.lines[0].value;
            if let Some(plies) = found.distance() {
                let exact = search(&[root], plies, Style::Exact, 1).lines[0].value;
                let is_won = |value| matches!(value, Value::Win(_));
                prop_assert_eq!(is_won(found), is_won(exact), "{}: {} and {}", root, found, exact);
                prop_assert!(exact.distance().is_some_and(|least| least <= plies), "{}: {}", root, exact);
            }
        }
    }

    /// Two men go forth and back, over and over: the engine does something else, even where the
    /// last step went the wrong way.
    #[test]
    fn halma_engine_does_not_shuffle(
        choices in prop::collection::vec(any::<u16>(), 20..120),
        depth in 1..4u32,
    ) {
        let start = somewhere::<Halma>(1, &choices);
        let step = |position: Halma, choice: u16| {
            let is_step = |play: &Move| {
                play.from.x().abs_diff(play.to.x()).max(play.from.y().abs_diff(play.to.y())) == 1
            };
            let steps: Vec<Move> = position.legal_moves().into_iter().filter(is_step).collect();
            steps[usize::from(choice) % steps.len()]
        };
        let back = |play: Move| Move { from: play.to, to: play.from };
        let one = step(start, choices[0]);
        let forth = start.play(one);
        let two = step(forth, choices[1]);
        let both = forth.play(two);
        prop_assume!(both.legal_moves().contains(&back(one)));
        let now = both.play(back(one));
        prop_assume!(now.legal_moves().len() > 1);
        let game = [start, forth, both, now].repeat(10);
        let report = search(&game, depth, Style::Selective, 1);
        prop_assert_ne!(report.best(), Some(back(two)), "{}", now);
    }
}
