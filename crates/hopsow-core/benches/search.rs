//! The speed of the search with the evaluations that play, best of three, with a table of 64 MB. It
//! has its memory before the time is taken, and is empty where a depth has to be reached. One
//! thread is measured in CPU time, which other work on the machine disturbs less; two threads
//! against one in wall time. Run by `make bench`.

use std::sync::atomic::AtomicBool;
use std::sync::{Arc, LazyLock};
use std::time::{Duration, Instant};

use hopsow_core::evaluation::net::{Inputs, Net, NetEvaluator, Path};
use hopsow_core::evaluation::{Evaluated, Evaluation, Evaluator, Score};
use hopsow_core::game::{Position, RuleSet};
use hopsow_core::games::awari::Awari;
use hopsow_core::games::checkers::Checkers;
use hopsow_core::games::halma::Halma;
use hopsow_core::search::contract::Searchable;
use hopsow_core::search::{Engine, Report, Request, SearchLimits, Style, cpu_time};

const TABLE_MB: usize = 64;
const NODES: u64 = 2_000_000;
const HALMA_NODES: u64 = 500_000;
const HALMA_DEPTH: u32 = 5;
const THREADS_DEPTH: u32 = 19;

const CHECKERS: &[&str] = &[
    "B:W21,22,23,24,25,26,27,28,29,30,31,32:B1,2,3,4,5,6,7,8,9,10,11,12",
    "W:W18,19,21,23,24,26,29,30,31,32:B1,2,3,5,6,7,9,11,12,16",
    "B:W19,20,22,27,30,K11:B5,12,13,21,K25,K29",
];
const AWARI: &[&str] = &[
    "4-4-4-4-4-4-4-4-4-4-4-4-0-0-S",
    "0-6-1-0-7-2-1-6-0-3-8-1-7-6-N",
    "1-0-2-0-3-1-0-2-1-0-4-1-16-17-S",
];
/// M0 to M2 of `rules`: middle games with about 170 to 260 moves each.
const HALMA: &[&str] = &[
    "7b8/5bb9/8b7/4b1b1b7/6b2b6/7b8/b1bbbbb2b6/15w/1b5w1w6/b10ww3/9www1w1w/11ww3/10w1w3/9ww5/7w8/7ww7 w",
    "6b9/16/6b9/5b10/3b12/4b11/bb2b11/2b3b1w4b2/4w1w2b1w2w1/4b7w1w1/3b4www4w/6wb2wb1wb1/10w5/5w5w4/7w3b4/6b2w6 w",
    "12b3/5b10/5b10/3b3b8/2b1bbbbb7/b5b9/b4b6w1w1/b3b11/12w1w1/3b6w5/1b7ww4w/7ww3ww2/8ww6/7ww7/9w6/9ww5 w",
];

fn main() {
    print(["search, one thread, best of three", "found", "reach", "floor"]);
    for path in Path::all() {
        let (reach, floor) = if path == Path::all()[0] { (1.5, 1.0) } else { (3.5, 2.5) };
        let name = path.name();
        let net = Checkers::evaluation().by(path);
        speed(&format!("checkers, {name}, M nodes/s"), net, CHECKERS, NODES, reach, floor);
        let net = Awari::evaluation().by(path);
        speed(&format!("Awari, {name}, M nodes/s"), net, AWARI, NODES, reach, floor);
    }
    let anew = "added up from nothing, M nodes/s";
    let net = Forgetful(Checkers::evaluation());
    speed(&format!("checkers, {anew}"), net, CHECKERS, NODES, 0.0, 0.0);
    speed(&format!("Awari, {anew}"), Forgetful(Awari::evaluation()), AWARI, NODES, 0.0, 0.0);
    let what = "Halma, M positions expanded/s";
    speed(what, Halma::evaluation(), HALMA, HALMA_NODES, 2.0, 1.0);
    for (i, text) in HALMA.iter().enumerate() {
        let what = format!("Halma M{i}, all moves to depth {HALMA_DEPTH}, s");
        let limits = SearchLimits { depth: Some(HALMA_DEPTH), ..SearchLimits::default() };
        let request = Request { limits, style: Style::Exact, ..Request::default() };
        let mut engine = Engine::new(TABLE_MB);
        let root = parse::<Halma>(text);
        let seconds = best_time(&mut engine, &[root], &request, cpu_time).as_secs_f64();
        row(&what, seconds, 0.25, 0.5);
    }
    let speed_up = gain_of_two_threads(&CHECKERS[..2]);
    row(&format!("checkers to depth {THREADS_DEPTH}, two threads, times"), speed_up, 1.6, 1.5);
}

/// Evaluates by a net that sums every position from scratch: shows what incremental sums save.
struct Forgetful<P>(Net<P>);

#[derive(Clone)]
struct ForgetfulEvaluator<P>(NetEvaluator<P>);

impl<P: Inputs> Evaluation<P> for Forgetful<P> {
    type Evaluator = ForgetfulEvaluator<P>;

    const DEPENDS_ON_ROOT: bool = false;

    fn evaluator(&self, root: &P) -> Self::Evaluator {
        ForgetfulEvaluator(self.0.evaluator(root))
    }
}

impl<P: Inputs> Evaluator<P> for ForgetfulEvaluator<P> {
    #[inline(always)]
    fn value(&mut self, position: &P) -> Score {
        self.0.forget();
        self.0.value(position)
    }
}

/// Print the speed of searches with a node limit, in millions of nodes per second.
fn speed<P: Searchable>(
    what: &str,
    evaluation: impl Evaluation<P>,
    texts: &[&str],
    nodes: u64,
    reach: f64,
    floor: f64,
) {
    let mut engine = Engine::with_evaluation(TABLE_MB, Arc::new(evaluation));
    let positions: Vec<P> = texts.iter().map(|text| parse(text)).collect();
    let limits = SearchLimits { nodes: Some(nodes), ..SearchLimits::default() };
    let request = Request { limits, ..Request::default() };
    let seconds = best_time(&mut engine, &positions, &request, cpu_time).as_secs_f64();
    row(what, (nodes * positions.len() as u64) as f64 / seconds / 1e6, reach, floor);
}

/// Return the speed-up of two threads in reaching a depth.
fn gain_of_two_threads(texts: &[&str]) -> f64 {
    let positions: Vec<Checkers> = texts.iter().map(|text| parse(text)).collect();
    let limits = SearchLimits { depth: Some(THREADS_DEPTH), ..SearchLimits::default() };
    let [one, two] = [1, 2].map(|threads| {
        let request = Request { limits, threads, ..Request::default() };
        best_time(&mut Engine::new(TABLE_MB), &positions, &request, wall_time)
    });
    one.as_secs_f64() / two.as_secs_f64()
}

fn wall_time() -> Duration {
    static START: LazyLock<Instant> = LazyLock::new(Instant::now);
    START.elapsed()
}

/// The least of three times for searching all positions.
fn best_time<P: Searchable>(
    engine: &mut Engine<P>,
    positions: &[P],
    request: &Request,
    clock: fn() -> Duration,
) -> Duration {
    // The first search claims the memory.
    for position in positions {
        search(engine, *position, request);
    }
    let time = |_| {
        let mut time = Duration::ZERO;
        for position in positions {
            if request.limits.depth.is_some() {
                engine.clear();
            }
            let begin = clock();
            search(engine, *position, request);
            time += clock() - begin;
        }
        time
    };
    (0..3).map(time).min().expect("three times")
}

fn search<P: Searchable>(
    engine: &mut Engine<P>,
    position: P,
    request: &Request,
) -> Report<P::Move> {
    engine.search(&[position], request, None, &AtomicBool::new(false), |_| {})
}

fn parse<P: Position>(text: &str) -> P {
    P::parse(text, P::Rules::ALL[0]).expect("a position")
}

fn row(what: &str, found: f64, reach: f64, floor: f64) {
    print([what, &format!("{found:.2}"), &reach.to_string(), &floor.to_string()]);
}

fn print([what, found, reach, floor]: [&str; 4]) {
    println!("{what:<44} {found:>12} {reach:>10} {floor:>10}");
}
