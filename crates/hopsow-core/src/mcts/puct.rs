//! Choosing by PUCT, as AlphaZero does (Silver et al., Science 362, 2018).

use super::tree::{Edge, largest};

/// The place of the action to try next. Those not tried yet count as much as the state seems to be
/// worth: `value` was the first estimate of it.
pub(super) fn choose(edges: &[Edge], value: f32, exploration: f32) -> usize {
    let visits: u32 = edges.iter().map(|edge| edge.visits).sum();
    let sum: f32 = edges.iter().map(|edge| edge.value() * edge.visits as f32).sum();
    let mean = (value + sum) / (1.0 + visits as f32);
    let scale = exploration * (1.0 + visits as f32).sqrt();
    largest(edges.iter().map(|edge| {
        let seems = if edge.visits > 0 { edge.value() } else { mean };
        seems + scale * edge.prior / (1.0 + edge.visits as f32)
    }))
}

/// The place of the action tried most, and the part of the visits that each had.
pub(super) fn decision(edges: &[Edge]) -> (usize, Vec<f32>) {
    let visits: u32 = edges.iter().map(|edge| edge.visits).sum();
    if visits == 0 {
        let priors: Vec<f32> = edges.iter().map(|edge| edge.prior).collect();
        return (largest(priors.iter().copied()), priors);
    }
    let parts = edges.iter().map(|edge| edge.visits as f32 / visits as f32);
    // Of actions tried equally often the one that looks best.
    let best = largest(edges.iter().map(|edge| edge.visits as f32 + 0.25 * edge.value()));
    (best, parts.collect())
}
