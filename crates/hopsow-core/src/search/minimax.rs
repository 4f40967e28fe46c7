//! Plain minimax: every move to the same depth, no bounds, no memory.
//!
//! The definition of a value that the search is tested against, and the reference opponent that
//! courses let agents play.

use std::sync::atomic::{AtomicBool, Ordering};

use crate::evaluation::{Evaluation, Score, Searchable, WIN, Weights};

use super::ordering::value_of_end;
use super::report::{Line, Value};

/// The first of the best moves, looking `depth` plies ahead and judging by `weights`.
///
/// `None` if there is no legal move, or if `stop` was set meanwhile.
pub fn minimax<P: Searchable>(
    position: &P,
    depth: u32,
    weights: Weights,
    stop: &AtomicBool,
) -> Option<Line<P::Move>> {
    let evaluation = P::Evaluation::prepare(position, weights);
    let mut best = None;
    let mut best_score = Score::MIN;
    position.for_each_child(|mv, child| {
        let score = -value(&child, depth.saturating_sub(1), 1, &evaluation, stop);
        if score > best_score {
            best_score = score;
            best = Some(Line { value: Value::from_score(score), moves: vec![mv], depth });
        }
    });
    best.filter(|_| !stop.load(Ordering::Relaxed))
}

fn value<P: Searchable>(
    position: &P,
    depth: u32,
    ply: i32,
    evaluation: &P::Evaluation,
    stop: &AtomicBool,
) -> Score {
    if let Some(outcome) = position.outcome() {
        return value_of_end(position, outcome.winner, ply);
    }
    if depth == 0 || stop.load(Ordering::Relaxed) {
        return evaluation.value(position);
    }
    let mut best = -WIN;
    position.for_each_child(|_, child| {
        best = best.max(-value(&child, depth - 1, ply + 1, evaluation, stop));
    });
    best
}
