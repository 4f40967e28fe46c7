//! The engine wins a race in the fewest plies, and claims a result only where it is sure.

use std::sync::atomic::AtomicBool;
use std::time::Duration;

use hopsow_core::evaluation::WIN;
use hopsow_core::game::{Outcome, Position, Side};
use hopsow_core::games::halma::endings::Races;
use hopsow_core::games::halma::{CAMP_FILLED, Halma, Move, Rules};
use hopsow_core::search::contract::Effort;
use hopsow_core::search::{Engine, Report, Request, SearchLimits, Value};

/// Both sides have men to bring home, far from each other.
const FAR_APART: [&str; 2] = [
    "wwww2w9/wwwww11/wwww12/www13/ww14/16/16/16/16/16/16/14bb/13bbb/12bbbb/11bbbbb/9b2bbbb b",
    "1wwwwww9/1wwwww10/2wwww10/wwww12/16/16/16/16/16/16/16/16/11bb3/10bbbbbb/10bbbbbb/10b1bbbb b",
];

/// A man of each side stands in the other's way.
const CLOSE: &str =
    "wwww12/wwwww11/wwww12/www13/ww14/16/16/6wb8/16/16/16/14bb/13bbb/12bbbb/11bbbbb/12bbbb b";

/// Black is nearly eight plies ahead, and its men stand among white's.
const AHEAD: &str = "2ww12/3w1w10/3wb11/6w9/4wb10/4b1b1b7/5w10/6bb1b6/3wb11/6w1wbwb4/16/6wb1w1w1w2/12bbbb/10ww4/10b1bb2/10w5 b";

fn read(text: &str) -> Halma {
    Halma::parse(text, Rules::Addendum).expect("a position")
}

fn limited(limits: SearchLimits) -> Request {
    Request { limits, ..Request::default() }
}

fn by_nodes(nodes: u64) -> Request {
    limited(SearchLimits { nodes: Some(nodes), ..SearchLimits::default() })
}

fn search(position: &Halma, request: &Request, races: Option<&Races>) -> Report<Move> {
    Engine::new(4).search(&[*position], request, races, &AtomicBool::new(false), |_| {})
}

#[test]
fn a_race_is_won_when_the_engine_says() {
    for text in FAR_APART {
        let mut position = read(text);
        let mut engine = Engine::new(4);
        let races = Races::default();
        let mut expected = None;
        while position.outcome().is_none() {
            let stop = AtomicBool::new(false);
            let report =
                engine.search(&[position], &by_nodes(3_000_000), Some(&races), &stop, |_| {});
            let value = report.lines[0].value;
            let Some(left) = value.distance() else { panic!("{position}: {value} is not proven") };
            assert_eq!(left, expected.unwrap_or(left), "{position}");
            position = position.play(report.best().expect("a move"));
            expected = Some(left - 1);
        }
        assert_eq!(expected, Some(0));
        let winner = position.to_move().other();
        assert_eq!(position.outcome(), Some(Outcome::win(winner, CAMP_FILLED)));
    }
}

#[test]
fn a_way_is_kept_from_move_to_move() {
    let mut position = read(FAR_APART[0]);
    let mut engine = Engine::new(4);
    let races = Races::default();
    let stop = AtomicBool::new(false);
    let first = engine.search(&[position], &by_nodes(100_000), Some(&races), &stop, |_| {});
    for &play in &first.lines[0].moves[..2] {
        position = position.play(play);
    }
    // Without memory there would be no time for this.
    let second = engine.search(&[position], &by_nodes(1), Some(&races), &stop, |_| {});
    assert_eq!(second.lines[0].moves, first.lines[0].moves[2..]);
    assert_eq!(second.nodes, 1);
    let forgetful = Races::default();
    let third = engine.search(&[position], &by_nodes(1), Some(&forgetful), &stop, |_| {});
    assert!(!third.lines[0].value.is_exact());
}

#[test]
fn search_agrees_wherever_it_proves_something() {
    let mut proven = 0;
    for text in FAR_APART {
        let position = read(text);
        let lines = position.count_moves() as usize;
        let depth = SearchLimits { depth: Some(4), ..SearchLimits::default() };
        let request = Request { lines, ..limited(depth) };
        let known = Races::default().rank(&position, &mut Effort::of(100_000));
        for line in search(&position, &request, None).lines {
            let score = known.iter().find(|(play, _)| *play == line.moves[0]).map(|known| known.1);
            if let (Some(plies), Some(score)) = (line.value.distance(), score) {
                let sign = if matches!(line.value, Value::Win(_)) { 1 } else { -1 };
                assert_eq!(score, sign * (WIN - plies as i32), "{position}: {:?}", line.moves);
                proven += 1;
            }
        }
    }
    assert!(proven > 0);
}

#[test]
fn all_moves_are_ranked_if_all_lead_to_solvable_races() {
    let position = read(FAR_APART[0]);
    let lines = position.count_moves() as usize;
    let request = Request { lines, ..by_nodes(1_000_000) };
    let report = search(&position, &request, Some(&Races::default()));
    assert_eq!(report.lines.len(), lines);
    assert!(report.lines.iter().all(|line| line.value.distance().is_some()));
    assert_eq!(report.lines[0].value, Value::Win(3));
}

#[test]
fn a_race_that_can_be_disturbed_is_searched() {
    let position = read(CLOSE);
    let [with, without] =
        [Some(&Races::default()), None].map(|races| search(&position, &by_nodes(5_000), races));
    assert_eq!(with.lines, without.lines);
    assert!(!with.lines[0].value.is_exact());
}

#[test]
fn limits_hold_with_races() {
    for text in FAR_APART.into_iter().chain([CLOSE]) {
        let position = read(text);
        for nodes in [1, 100, 5_000] {
            let reports =
                [0, 1].map(|_| search(&position, &by_nodes(nodes), Some(&Races::default())));
            assert!(reports[0].nodes <= nodes.max(1), "{position}: {} nodes", reports[0].nodes);
            assert_eq!(reports[0].lines, reports[1].lines);
        }
        let no_time = SearchLimits { cpu: Some(Duration::ZERO), ..SearchLimits::default() };
        for (limits, stopped) in [(no_time, false), (SearchLimits::default(), true)] {
            let stop = AtomicBool::new(stopped);
            let races = Races::default();
            let report =
                Engine::new(1).search(&[position], &limited(limits), Some(&races), &stop, |_| {});
            assert!(report.best().is_some_and(|play| position.legal_moves().contains(&play)));
            assert_eq!(report.nodes, 0, "{position}");
        }
    }
}

fn for_play(nodes: u64) -> Request {
    Request { plays: true, ..by_nodes(nodes) }
}

fn play_from(game: &[Halma], request: &Request) -> Report<Move> {
    let races = Races::default();
    Engine::new(4).search(game, request, Some(&races), &AtomicBool::new(false), |_| {})
}

#[test]
fn who_is_far_ahead_follows_a_plan() {
    let root = read(AHEAD);
    let plan = play_from(&[root], &for_play(10_000));
    let moves = &plan.lines[0].moves;
    assert_eq!(moves.len(), 12, "six plays and six answers");
    assert!(plan.nodes <= 10_000);
    assert!(!plan.lines[0].value.is_exact());
    let mut position = root;
    for play in moves {
        assert!(position.legal_moves().contains(play), "{position}: {moves:?}");
        position = position.play(*play);
    }
    let value = |position: &Halma| Engine::new(1).estimate(position);
    assert!(value(&position) > value(&root) + 200, "{position}: two plies more");
}

#[test]
fn only_players_plan_and_only_with_enough_nodes() {
    let root = read(AHEAD);
    for request in [by_nodes(10_000), Request { lines: 2, ..for_play(10_000) }, for_play(1_000)] {
        let searched = play_from(&[root], &request);
        assert_eq!(searched.lines, play_from(&[root], &Request { plays: false, ..request }).lines);
    }
    let level = Halma::start(Rules::Addendum, Side::One);
    let searched = play_from(&[level], &for_play(10_000));
    assert_eq!(searched.lines, play_from(&[level], &by_nodes(10_000)).lines);
}

#[test]
fn a_plan_comes_back_to_no_position_of_the_game() {
    let root = read(AHEAD);
    let planned = play_from(&[root], &for_play(10_000)).best().expect("a move");
    let game = [root.play(planned), root];
    let again = play_from(&game, &for_play(10_000));
    assert_ne!(again.best(), Some(planned));
}
