//! Perft: the number of move paths of a given length.
//!
//! A finished game has no moves, and repetition is ignored. The last ply is counted, not played.
//! There is no hash table, since perft checks and measures the move generator.

use std::sync::atomic::{AtomicBool, Ordering};

use rayon::prelude::*;

use crate::game::Position;

/// Below this depth a subtree is too small to be worth checking the stop flag.
const STOP_DEPTH: u32 = 3;

/// With several threads the tree is split into at least this many subtrees for each.
const SUBTREES_PER_THREAD: usize = 64;

/// The number of paths of `depth` moves from `position`, or `None` if `stop` was set meanwhile.
pub fn perft<P: Position>(
    position: &P,
    depth: u32,
    threads: usize,
    stop: &AtomicBool,
) -> Option<u64> {
    if depth == 0 {
        return Some(1);
    }
    if threads == 1 {
        let count = count(position, depth, stop);
        return (!stop.load(Ordering::Relaxed)).then_some(count);
    }
    Some(divide(position, depth, threads, stop)?.iter().map(|&(_, count)| count).sum())
}

/// Count the paths of each legal move; `depth` 0 is taken as 1.
pub fn divide<P: Position>(
    position: &P,
    depth: u32,
    threads: usize,
    stop: &AtomicBool,
) -> Option<Vec<(P::Move, u64)>> {
    let mut totals = Vec::new();
    let mut frontier = Vec::new();
    position.for_each_child(|mv, child| {
        frontier.push((totals.len(), child));
        totals.push((mv, 0));
    });
    let mut depth = depth.saturating_sub(1);
    while threads > 1 && depth > 1 && frontier.len() < threads * SUBTREES_PER_THREAD {
        if frontier.is_empty() {
            break;
        }
        let mut next = Vec::new();
        for (root, position) in frontier {
            position.for_each_child(|_, child| next.push((root, child)));
        }
        frontier = next;
        depth -= 1;
    }
    let count_one = |(root, position): &(usize, P)| (*root, count(position, depth, stop));
    let counts: Vec<(usize, u64)> = if threads == 1 {
        frontier.iter().map(count_one).collect()
    } else {
        crate::pool(threads).install(|| frontier.par_iter().map(count_one).collect())
    };
    for (root, count) in counts {
        totals[root].1 += count;
    }
    (!stop.load(Ordering::Relaxed)).then_some(totals)
}

fn count<P: Position>(position: &P, depth: u32, stop: &AtomicBool) -> u64 {
    match depth {
        0 => 1,
        1 => position.count_moves(),
        _ if depth >= STOP_DEPTH && stop.load(Ordering::Relaxed) => 0,
        _ => {
            let mut total = 0;
            position.for_each_child(|_, child| total += count(&child, depth - 1, stop));
            total
        }
    }
}
