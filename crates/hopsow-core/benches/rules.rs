//! The speed of the rules, one thread, best of three: perft without a hash table, move lists and
//! random games. Run by `make bench`.

use std::hint::black_box;
use std::sync::atomic::AtomicBool;
use std::time::Instant;

use hopsow_core::game::{Position, RuleSet, Side};
use hopsow_core::games::awari::Awari;
use hopsow_core::games::checkers::Checkers;
use hopsow_core::games::halma::Halma;
use hopsow_core::perft::perft;
use hopsow_core::playouts::{Batch, playouts};

/// Three middle games of Halma with about 170 to 260 moves each.
const MIDDLE_GAMES: [&str; 3] = [
    "7b8/5bb9/8b7/4b1b1b7/6b2b6/7b8/b1bbbbb2b6/15w/1b5w1w6/b10ww3/9www1w1w/11ww3/10w1w3/9ww5/7w8/7ww7 w",
    "6b9/16/6b9/5b10/3b12/4b11/bb2b11/2b3b1w4b2/4w1w2b1w2w1/4b7w1w1/3b4www4w/6wb2wb1wb1/10w5/5w5w4/7w3b4/6b2w6 w",
    "12b3/5b10/5b10/3b3b8/2b1bbbbb7/b5b9/b4b6w1w1/b3b11/12w1w1/3b6w5/1b7ww4w/7ww3ww2/8ww6/7ww7/9w6/9ww5 w",
];

fn main() {
    println!(
        "{:<44} {:>12} {:>10} {:>10}",
        "rules, one thread, best of three", "found", "reach", "floor"
    );
    measure("checkers perft 12, M leaves/s", 300.0, 220.0, || leaves(&start::<Checkers>(), 12));
    measure("Awari perft 11, M leaves/s", 450.0, 250.0, || leaves(&start::<Awari>(), 11));
    measure("Halma perft 5, M leaves/s", 220.0, 120.0, || leaves(&start::<Halma>(), 5));
    measure("Halma perft 3 from M0 to M2, M leaves/s", 800.0, 400.0, || {
        middle_games().iter().map(|position| leaves(position, 3)).sum()
    });
    let lists = positions_for_lists();
    let mut moves = Vec::new();
    measure("Halma move lists, M0 to M2, M lists/s", 2.2, 1.2, || {
        for position in &lists {
            moves.clear();
            black_box(position).list_moves(&mut moves);
            black_box(&moves);
        }
        lists.len() as u64
    });
    measure("Awari playouts, M games/s", 0.2, 0.2, || {
        let batch = Batch { games: 100_000, seed: 1, threads: 1, max_plies: 10_000 };
        let games = playouts(&start::<Awari>(), batch, &AtomicBool::new(false));
        games.expect("no stop").results.len() as u64
    });
}

fn start<P: Position>() -> P {
    P::start(P::Rules::ALL[0], Side::One)
}

fn leaves<P: Position>(position: &P, depth: u32) -> u64 {
    perft(position, depth, 1, &AtomicBool::new(false)).expect("no stop")
}

fn middle_games() -> Vec<Halma> {
    let read = |text| Halma::parse(text, <Halma as Position>::Rules::ALL[0]);
    MIDDLE_GAMES.iter().map(|text| read(text).expect("a middle game")).collect()
}

/// The middle games and, so that no branch is learnt by heart, the positions a ply further on.
fn positions_for_lists() -> Vec<Halma> {
    let mut positions = middle_games();
    for position in middle_games() {
        position.for_each_child(|_, child| positions.push(child));
    }
    let once = positions.clone();
    for _ in 0..300 {
        positions.extend_from_slice(&once);
    }
    positions
}

/// Print the best of three rates, in millions a second, of what `work` counts.
fn measure(what: &str, reach: f64, floor: f64, mut work: impl FnMut() -> u64) {
    let mut best = 0.0f64;
    for _ in 0..3 {
        let begin = Instant::now();
        let count = work();
        best = best.max(count as f64 / begin.elapsed().as_secs_f64() / 1e6);
    }
    println!("{what:<44} {best:>12.2} {reach:>10} {floor:>10}");
}
