//! Plain minimax: every line to the same depth, no pruning, no transposition table.
//!
//! It defines the values that tests compare the search with, and plays the courses' reference
//! opponent.

use std::sync::atomic::{AtomicBool, Ordering};

use crate::evaluation::{Evaluation, Evaluator, Score, WIN};
use crate::game::Position;

use super::ordering::{seen_from, value_of_end};
use super::report::{Line, Value};

/// Return the first of the best moves to `depth`.
///
/// `None` if there is no legal move, or if `stop` was set during the search.
pub fn minimax<P: Position>(
    position: &P,
    depth: u32,
    evaluation: &impl Evaluation<P>,
    stop: &AtomicBool,
) -> Option<Line<P::Move>> {
    let mut evaluator = evaluation.evaluator(position);
    let mut best = None;
    let mut best_score = Score::MIN;
    position.for_each_child(|mv, child| {
        let score = value(&child, depth.saturating_sub(1), 1, &mut evaluator, stop);
        let score = seen_from(position, &child, score);
        if score > best_score {
            best_score = score;
            best = Some(Line { value: Value::from_score(score), moves: vec![mv], depth });
        }
    });
    best.filter(|_| !stop.load(Ordering::Relaxed))
}

fn value<P: Position>(
    position: &P,
    depth: u32,
    ply: i32,
    evaluator: &mut impl Evaluator<P>,
    stop: &AtomicBool,
) -> Score {
    if let Some(outcome) = position.outcome() {
        return value_of_end(position, outcome.winner, ply);
    }
    if depth == 0 || stop.load(Ordering::Relaxed) {
        return evaluator.value(position);
    }
    let mut best = -WIN;
    position.for_each_child(|_, child| {
        let score = value(&child, depth - 1, ply + 1, evaluator, stop);
        best = best.max(seen_from(position, &child, score));
    });
    best
}
