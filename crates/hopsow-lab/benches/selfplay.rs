//! How many positions self-play yields in a second of one core, best of three. Run by `make bench`.

use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use hopsow_core::evaluation::{Evaluated, Evaluation};
use hopsow_core::game::{Position, RuleSet, Side};
use hopsow_core::games::checkers::Checkers;
use hopsow_core::packed::Packed;
use hopsow_core::search::{Engine, cpu_time};
use hopsow_lab::selfplay::{self, Beginnings, Plan, Workers};

const NODES: u64 = 400;
const GAMES: usize = 200;

fn main() {
    println!("checkers self-play, thousands of positions a second");
    let [material, net] = [measured(Checkers::beginner()), measured(Checkers::evaluation())];
    println!("material {material:.1} (reach 20, floor 15), the net {net:.1}");
}

fn measured(evaluation: impl Evaluation<Checkers>) -> f64 {
    let evaluation = Arc::new(evaluation);
    let start = Checkers::start(<Checkers as Position>::Rules::ALL[0], Side::One);
    let plan = Plan { seed: 1, nodes: NODES, noise: 12, level: 0, adjudicate: 0 };
    let speeds = (0..3).map(|_| {
        let engine = || Engine::with_evaluation(selfplay::TABLE_MB, Arc::clone(&evaluation));
        let workers = Workers { threads: 1, engine, endings: None };
        let beginnings = Beginnings { start: &start, openings: &[] };
        let begin = cpu_time();
        let never = AtomicBool::new(false);
        let records = selfplay::play_games(beginnings, &plan, 0..GAMES, workers, &never, || {});
        let size = Checkers::BYTES + selfplay::SCORE_BYTES;
        let positions = records.expect("nothing stops it").len() / size;
        positions as f64 / (cpu_time() - begin).as_secs_f64() / 1e3
    });
    speeds.fold(0.0, f64::max)
}
