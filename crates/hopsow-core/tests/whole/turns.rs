//! Sides need not alternate: a small game in which a side may move several times in a row.
//!
//! Chips lie in a pile. A move takes one, two or three of them; a side that takes two moves again.
//! When the pile is gone, the side with more chips wins. One rule set also allows to wait, which
//! keeps the turn and changes nothing, so that the position occurs again after a single ply: that
//! loses. In another the side with fewer chips wins, so that evaluations by chips are often wrong.

use std::fmt::{self, Display};
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use hopsow_core::actions::Action;
use hopsow_core::evaluation::{Evaluation, Evaluator, OnePly, Score, WIN};
use hopsow_core::game::{Outcome, Position, Reason, RuleSet, Side};
use hopsow_core::message::{Message, Refusal};
use hopsow_core::perft::{divide, perft};
use hopsow_core::playouts::{Batch, playouts};
use hopsow_core::search::contract::{
    Effort, EndgameLine, Endings, Pruning, Quiescence, Repetition, Searchable, TableKeys,
};
use hopsow_core::search::{Engine, Report, Request, SearchLimits, Style, Value, minimax};
use hopsow_core::setup::{Board, Place, Setup, SetupError, Square};
use hopsow_core::story::{Event, Story};
use hopsow_core::text::{MoveError, ParseError};

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
struct Chips {
    pile: u8,
    taken: [u8; 2],
    side: Side,
    rules: Rules,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
enum Rules {
    Plain,
    Waiting,
    Fewest,
}

/// The chips that a move takes; 0 is waiting.
type Take = u8;

const AGAIN: Take = 2;
const EMPTY_PILE: Reason = Reason("empty pile");

impl RuleSet for Rules {
    const ALL: &'static [Self] = &[Rules::Plain, Rules::Waiting, Rules::Fewest];

    fn name(self) -> &'static str {
        ["plain", "waiting", "fewest"][self as usize]
    }

    fn repetitions(self) -> Option<usize> {
        (self == Rules::Waiting).then_some(2)
    }
}

impl Chips {
    fn new(pile: u8, rules: Rules) -> Chips {
        Chips { pile, taken: [0; 2], side: Side::One, rules }
    }
}

impl Display for Chips {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let [one, two] = self.taken;
        write!(f, "{} {one} {two} {}", self.pile, Self::SIDES[self.side as usize])
    }
}

/// There are no such chips to take.
#[derive(Clone, Copy, Debug)]
struct NotSoMany;

impl Refusal for NotSoMany {
    fn message(&self) -> Message {
        Message { kind: "chips.not-so-many".into(), arguments: vec![] }
    }
}

impl Position for Chips {
    type Move = Take;
    type Rules = Rules;
    type Illegal = NotSoMany;

    const GAME: &'static str = "chips";
    const SIDES: [&'static str; 2] = ["first", "second"];
    const REASONS: &'static [Reason] = &[EMPTY_PILE, Reason::REPETITION];
    const PLACES: usize = 1;
    const ACTIONS: usize = 4;
    const ILLEGAL_KINDS: &'static [&'static str] = &["not-so-many"];
    const SETUP_KINDS: &'static [&'static str] = &["not-so-many"];

    fn start(rules: Rules, first: Side) -> Self {
        Chips { side: first, ..Chips::new(10, rules) }
    }

    fn parse(text: &str, rules: Rules) -> Result<Self, ParseError> {
        text.parse().map(|pile| Chips::new(pile, rules)).map_err(|_| {
            let problem = NotSoMany.message();
            ParseError { line: 1, column: 1, problem }
        })
    }

    fn set_up(setup: &Setup, rules: Rules) -> Result<Self, SetupError> {
        let Board::Stones(stones) = &setup.board else {
            return Err(SetupError::overall(NotSoMany));
        };
        match stones.iter().map(|&n| u8::try_from(n)).collect::<Result<Vec<u8>, _>>().as_deref() {
            Ok(&[pile, one, two]) => {
                Ok(Chips { pile, taken: [one, two], side: setup.to_move, rules })
            }
            _ => Err(SetupError::overall(NotSoMany)),
        }
    }

    fn setup(&self) -> Setup {
        let stones = [self.pile, self.taken[0], self.taken[1]].map(u32::from).to_vec();
        Setup { board: Board::Stones(stones), to_move: self.side, counter: None }
    }

    fn square(place: Place) -> Square {
        Square::Number(place)
    }

    fn rules(&self) -> Rules {
        self.rules
    }

    fn to_move(&self) -> Side {
        self.side
    }

    fn outcome(&self) -> Option<Outcome> {
        let [one, two] = self.taken;
        let more = if self.rules == Rules::Fewest { two.cmp(&one) } else { one.cmp(&two) };
        (self.pile == 0).then(|| match more {
            std::cmp::Ordering::Greater => Outcome::win(Side::One, EMPTY_PILE),
            std::cmp::Ordering::Equal => Outcome::draw(EMPTY_PILE),
            std::cmp::Ordering::Less => Outcome::win(Side::Two, EMPTY_PILE),
        })
    }

    fn for_each_move(&self, visit: impl FnMut(Take)) {
        let least = if self.rules == Rules::Waiting && self.pile > 0 { 0 } else { 1 };
        (least..=self.pile.min(3)).for_each(visit);
    }

    fn play(&self, take: Take) -> Self {
        let mut next = *self;
        next.pile -= take;
        next.taken[self.side as usize] += take;
        if take != AGAIN && take != 0 {
            next.side = self.side.other();
        }
        next
    }

    fn story(&self, take: Take) -> Story {
        Story(vec![Event::Capture { at: 0, count: take }])
    }

    fn actions(&self, take: Take) -> impl Iterator<Item = Action> {
        std::iter::once(Action::from(take))
    }

    fn why_not(&self, _: Place) -> Option<NotSoMany> {
        (self.pile == 0).then_some(NotSoMany)
    }

    fn is_capture(&self, take: Take) -> bool {
        take > 0
    }

    fn placement(&self) -> Self {
        *self
    }

    fn outcome_if_repeated(&self) -> Outcome {
        Outcome::win(self.side.other(), Reason::REPETITION)
    }

    fn key(&self) -> u64 {
        let [one, two] = self.taken;
        let bytes = [self.pile, one, two, self.side as u8, self.rules as u8, 1, 0, 0];
        let mixed = u128::from(u64::from_le_bytes(bytes)) * 0x9e37_79b9_7f4a_7c15;
        (mixed >> 64) as u64 ^ mixed as u64
    }

    fn read_move(&self, text: &str) -> Result<Take, MoveError<NotSoMany>> {
        let take = text.parse().map_err(|_| {
            let problem = NotSoMany.message();
            ParseError { line: 1, column: 1, problem }
        })?;
        self.legal_moves().contains(&take).then_some(take).ok_or(MoveError::Illegal(NotSoMany))
    }

    fn move_text(&self, take: Take) -> String {
        take.to_string()
    }
}

struct Nothing;

impl Endings<Chips> for Nothing {
    fn score(&self, _: &Chips) -> Option<Score> {
        None
    }

    fn best(&self, _: &Chips, _: usize, _: &mut Effort) -> Option<Vec<EndgameLine<Take>>> {
        None
    }
}

impl Searchable for Chips {
    type Endings = Nothing;

    const SLOTS: usize = 4;
    const PREFETCHES: bool = true;
    const BENCH_DEPTH: u32 = 1;
    const BENCH_POSITIONS: &'static [&'static str] = &[];

    fn slot(take: Take) -> usize {
        take.into()
    }

    fn reduction(_: i32, _: usize, _: bool) -> Option<i32> {
        Some(0)
    }
}

impl Quiescence for Chips {
    const HAS_NOISY_MOVES: bool = true;

    fn is_noisy(&self, child: &Self) -> bool {
        child.side == self.side && child.pile < self.pile
    }
}

impl Repetition for Chips {
    fn minds_repetition(&self) -> bool {
        self.rules.repetitions().is_some()
    }

    fn value_if_repeated(&self, occurrences: usize, _: impl FnOnce() -> Score) -> Option<Score> {
        (occurrences >= 2).then_some(-WIN)
    }
}

impl Pruning for Chips {
    fn passed(&self) -> Option<Self> {
        (self.rules == Rules::Fewest).then_some(Chips { side: self.side.other(), ..*self })
    }
}

impl TableKeys for Chips {}

/// Counts the chips taken, and a little for the turn.
#[derive(Clone)]
struct Counting;

impl Evaluation<Chips> for Counting {
    type Evaluator = Counting;

    const DEPENDS_ON_ROOT: bool = false;

    fn evaluator(&self, _: &Chips) -> Counting {
        Counting
    }
}

impl Evaluator<Chips> for Counting {
    fn value(&mut self, position: &Chips) -> Score {
        let [own, other] = [position.side, position.side.other()]
            .map(|side| Score::from(position.taken[side as usize]));
        100 * (own - other) + 7
    }
}

/// Counts likewise, and says what a move gains, and the best of them, without playing it.
#[derive(Clone)]
struct Greedy;

impl Evaluation<Chips> for Greedy {
    type Evaluator = Greedy;

    const DEPENDS_ON_ROOT: bool = false;

    fn evaluator(&self, _: &Chips) -> Greedy {
        Greedy
    }
}

impl Evaluator<Chips> for Greedy {
    fn value(&mut self, position: &Chips) -> Score {
        Counting.value(position)
    }

    fn gain(&self, _: &Chips, take: Take) -> i32 {
        100 * i32::from(take)
    }

    fn best_after_one(&mut self, position: &Chips, _: Score, _: Score) -> Option<OnePly> {
        // A game that may be over is no matter of estimates.
        (position.pile > 3).then(|| OnePly::Estimate(Counting.value(position) + 300))
    }
}

const SIGNS: [Score; 2] = [1, -1];

/// The value for side `One`, by definition.
fn naive(position: &Chips, depth: u32, ply: Score) -> Score {
    if let Some(outcome) = position.outcome() {
        return outcome.winner.map_or(0, |winner| SIGNS[winner as usize] * (WIN - ply));
    }
    if depth == 0 {
        return SIGNS[position.side as usize] * Counting.value(position);
    }
    let values = position
        .legal_moves()
        .into_iter()
        .filter(|&take| take > 0)
        .map(|take| naive(&position.play(take), depth - 1, ply + 1));
    match position.side {
        Side::One => values.max(),
        Side::Two => values.min(),
    }
    .expect("a move")
}

/// Return the value for the side to move, as a report shows it.
fn naive_units(position: &Chips, depth: u32) -> f64 {
    f64::from(SIGNS[position.side as usize] * naive(position, depth, 0)) / 100.0
}

fn search(game: &[Chips], depth: u32, style: Style) -> Report<Take> {
    let limits = SearchLimits { depth: Some(depth), ..SearchLimits::default() };
    let request = Request { limits, style, lines: 4, ..Request::default() };
    let mut engine = Engine::with_evaluation(1, Arc::new(Counting));
    engine.search(game, &request, None, &AtomicBool::new(false), |_| {})
}

/// Every position that play can lead to.
fn positions(rules: Rules) -> Vec<Chips> {
    let mut all = vec![Chips::new(12, rules)];
    for next in 0.. {
        let Some(position) = all.get(next).copied() else { break };
        let children = position.legal_moves().into_iter().map(|take| position.play(take));
        for child in children.filter(|child| child.outcome().is_none()) {
            if !all.contains(&child) {
                all.push(child);
            }
        }
    }
    assert!(all.iter().any(|position| position.side == Side::Two));
    all
}

#[test]
fn exact_search_and_minimax_find_the_value() {
    for rules in [Rules::Plain, Rules::Waiting] {
        for position in positions(rules) {
            for depth in 1..=6 {
                let report = search(&[position], depth, Style::Exact);
                let expected = naive_units(&position, depth);
                assert_eq!(report.lines[0].value.units(), expected, "{position} to {depth}");
                if rules == Rules::Plain {
                    let stop = AtomicBool::new(false);
                    let line = minimax(&position, depth, &Counting, &stop).expect("a move");
                    assert_eq!(line.value.units(), expected, "{position} to {depth}");
                }
            }
        }
    }
}

#[test]
fn selective_search_to_the_end_finds_the_result_and_a_line_to_it() {
    for position in positions(Rules::Plain) {
        let line = &search(&[position], 13, Style::Selective).lines[0];
        let expected = naive_units(&position, 13);
        assert_eq!(line.value.units(), expected, "{position}");
        let Some(plies) = line.value.distance() else { continue };
        let mut end = position;
        for &take in &line.moves {
            assert!(end.legal_moves().contains(&take), "{position}: {:?}", line.moves);
            end = end.play(take);
        }
        let winner = end.outcome().expect("an end").winner;
        assert_eq!(winner == Some(position.side), line.value.units() > 0.0, "{position}");
        assert_eq!(line.moves.len() as u32, plies, "{position}");
    }
}

#[test]
fn a_win_is_a_win_however_soon_the_search_stops() {
    let piles = (4..=10).map(|pile| Chips::new(pile, Rules::Fewest));
    let all = piles.flat_map(|pile| [0, 1, 2].map(|lead| Chips { taken: [0, lead], ..pile }));
    for position in all {
        let result = naive(&position, 13, 0) * SIGNS[position.side as usize];
        let mut engine = Engine::with_evaluation(1, Arc::new(Greedy));
        for nodes in 1..600 {
            let limits = SearchLimits { nodes: Some(nodes), ..SearchLimits::default() };
            let request = Request { limits, ..Request::default() };
            engine.clear();
            let stop = AtomicBool::new(false);
            let report = engine.search(&[position], &request, None, &stop, |_| {});
            let line = &report.lines[0];
            let is_won = matches!(line.value, Value::Win(_));
            assert!(!is_won || result > 0, "{position}, {nodes} nodes: {line:?}");
        }
    }
}

#[test]
fn repetition_is_seen_after_a_single_ply() {
    let start = Chips::new(5, Rules::Waiting);
    let lost = Outcome::win(Side::Two, Reason::REPETITION);
    assert_eq!(start.play(0).outcome_after(&[start]), Some(lost));
    for style in [Style::Exact, Style::Selective] {
        let report = search(&[start], 1, style);
        let waiting = report.lines.iter().find(|line| line.moves[0] == 0).expect("every line");
        assert_eq!(waiting.value, Value::Loss(1));
    }
    // Taking two keeps the turn as well, but another position is on the table.
    assert_eq!(start.play(AGAIN).outcome_after(&[start]), None);
}

fn paths(position: &Chips, depth: u32) -> u64 {
    let children = position.legal_moves().into_iter().map(|take| position.play(take));
    if depth == 0 { 1 } else { children.map(|child| paths(&child, depth - 1)).sum() }
}

#[test]
fn perft_counts_every_path() {
    let stop = AtomicBool::new(false);
    for rules in [Rules::Plain, Rules::Waiting] {
        let start = Chips::start(rules, Side::Two);
        for depth in 0..8 {
            assert_eq!(perft(&start, depth, 1, &stop), Some(paths(&start, depth)));
            assert_eq!(perft(&start, depth, 2, &stop), Some(paths(&start, depth)));
        }
        let counts = divide(&start, 4, 1, &stop).expect("no stop");
        for (take, count) in counts {
            assert_eq!(count, paths(&start.play(take), 3));
        }
    }
}

/// Return the mean result of random play for side `One`: a win counts 1, a loss -1.
fn by_chance(position: &Chips) -> f64 {
    if let Some(outcome) = position.outcome() {
        return outcome.winner.map_or(0.0, |winner| f64::from(SIGNS[winner as usize]));
    }
    let moves = position.legal_moves();
    let result = |take: &Take| match take {
        0 => -f64::from(SIGNS[position.side as usize]),
        take => by_chance(&position.play(*take)),
    };
    moves.iter().map(result).sum::<f64>() / moves.len() as f64
}

#[test]
fn playouts_give_what_chance_gives() {
    const GAMES: usize = 40_000;
    for rules in [Rules::Plain, Rules::Waiting] {
        for first in Side::BOTH {
            let start = Chips::start(rules, first);
            let batch = Batch { games: GAMES, seed: 1, threads: 1, max_plies: 100 };
            let played = playouts(&start, batch, &AtomicBool::new(false)).expect("no stop");
            let mean = played.results.iter().map(|&result| f64::from(result)).sum::<f64>();
            let (mean, expected) = (mean / GAMES as f64, by_chance(&start));
            // Four times the standard error.
            assert!((mean - expected).abs() < 0.02, "{rules:?}: {mean}, expected {expected}");
            assert!(played.lengths.iter().all(|&plies| (1..=10).contains(&plies)));
        }
    }
}
