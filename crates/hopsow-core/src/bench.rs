//! Fixed searches whose node counts identify the behaviour of the engine.
//!
//! One thread, fixed depths, no tables, an empty memory for each position: the counts are the same
//! on every machine and in every run, and change only when the search or an evaluation does.

use std::sync::atomic::AtomicBool;
use std::time::Duration;

use crate::evaluation::Evaluated;
use crate::game::RuleSet;
use crate::search::contract::Searchable;
use crate::search::{Engine, Request, SearchLimits};

/// The cost of the searches of one game.
#[derive(Clone, Copy, Debug)]
pub struct Bench {
    /// The positions visited in all.
    pub nodes: u64,
    /// Wall time in all.
    pub wall: Duration,
}

/// Megabytes of the transposition table.
const TABLE_MB: usize = 16;

/// Search the game's positions.
///
/// # Panics
///
/// If one of them is malformed.
#[must_use]
pub fn bench<P: Searchable + Evaluated>() -> Bench {
    let limits = SearchLimits { depth: Some(P::BENCH_DEPTH), ..SearchLimits::default() };
    let request = Request { limits, ..Request::default() };
    let mut bench = Bench { nodes: 0, wall: Duration::ZERO };
    let mut engine = Engine::<P>::new(TABLE_MB);
    for text in P::BENCH_POSITIONS {
        let position = P::parse(text, P::Rules::ALL[0]).expect("the positions are well formed");
        engine.clear();
        let report = engine.search(&[position], &request, None, &AtomicBool::new(false), |_| {});
        bench.nodes += report.nodes;
        bench.wall += report.wall;
    }
    bench
}
