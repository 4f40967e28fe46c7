//! Choosing by Gumbel noise and sequential halving, which improves a policy even with few
//! simulations (Danihelka et al., "Policy improvement by planning with Gumbel", ICLR 2022).

use super::tree::{Edge, largest, softmax};
use crate::random::SplitMix;

/// The constants of the paper: how much values weigh against the caller's preferences.
const VISITS_WEIGHT: f32 = 50.0;
const VALUE_SCALE: f32 = 1.0;

/// Gumbel noise for each action of a root, drawn again when asked for.
#[derive(Clone, Copy, Debug)]
pub(super) struct Noise {
    pub seed: u64,
    pub game: u64,
}

impl Noise {
    fn drawn(self) -> impl Iterator<Item = f32> {
        let mut random = SplitMix::new(self.seed, self.game);
        std::iter::repeat_with(move || {
            // Uniform in (0, 1), never one of the ends.
            let uniform = ((random.next() >> 40) as f32 + 0.5) / (1u64 << 24) as f32;
            -(-uniform.ln()).ln()
        })
    }
}

/// For each simulation, how often the action that it tries has been tried before: sequential
/// halving over the best `considered` of `actions` actions.
pub(super) fn visits_considered(considered: usize, actions: usize, budget: u32) -> Vec<u32> {
    let budget = budget.max(1) as usize;
    let mut left = considered.min(actions).max(1);
    if left == 1 {
        return (0..budget as u32).collect();
    }
    let rounds = left.next_power_of_two().trailing_zeros() as usize;
    let mut visits = vec![0; left];
    let mut sequence = Vec::with_capacity(budget);
    while sequence.len() < budget {
        for _ in 0..(budget / (rounds * left)).max(1) {
            sequence.extend_from_slice(&visits[..left]);
            visits[..left].iter_mut().for_each(|visits| *visits += 1);
        }
        left = (left / 2).max(2);
    }
    sequence.truncate(budget);
    sequence
}

/// The place of the action of a root to try next, among those tried so often.
pub(super) fn choose_at_root(edges: &[Edge], value: f32, noise: &Noise, visits: u32) -> usize {
    let scores = scores(edges, value).into_iter().zip(noise.drawn()).zip(edges);
    largest(scores.map(
        |((score, noise), edge)| {
            if edge.visits == visits { score + noise } else { f32::NEG_INFINITY }
        },
    ))
}

/// The place of the action to try next below the root: the visits follow the improved policy.
pub(super) fn choose(edges: &[Edge], value: f32) -> usize {
    let total: u32 = edges.iter().map(|edge| edge.visits).sum();
    let policy = softmax(scores(edges, value).into_iter());
    let part = |edge: &Edge| edge.visits as f32 / (1.0 + total as f32);
    largest(policy.iter().zip(edges).map(|(&wanted, edge)| wanted - part(edge)))
}

/// The place of the best action of the root among those tried most, and the improved policy.
pub(super) fn decision(edges: &[Edge], value: f32, noise: &Noise) -> (usize, Vec<f32>) {
    let most = edges.iter().map(|edge| edge.visits).max().unwrap_or(0);
    let best = choose_at_root(edges, value, noise, most);
    (best, softmax(scores(edges, value).into_iter()))
}

/// Preferences and values in one scale; an action not tried has the value of the mixed policy.
fn scores(edges: &[Edge], value: f32) -> Vec<f32> {
    let total: u32 = edges.iter().map(|edge| edge.visits).sum();
    let most = edges.iter().map(|edge| edge.visits).max().unwrap_or(0);
    let tried = || edges.iter().filter(|edge| edge.visits > 0);
    let prior: f32 = tried().map(|edge| edge.prior).sum();
    let weighted: f32 = tried().map(|edge| edge.prior * edge.value()).sum();
    let mean = if prior > 0.0 { weighted / prior } else { 0.0 };
    let mixed = (value + total as f32 * mean) / (1.0 + total as f32);
    let scale = (VISITS_WEIGHT + most as f32) * VALUE_SCALE;
    let completed = |edge: &Edge| if edge.visits > 0 { edge.value() } else { mixed };
    // Values from -1 to 1 as parts of a game.
    edges.iter().map(|edge| edge.logit + scale * (completed(edge) + 1.0) / 2.0).collect()
}

#[cfg(test)]
mod tests {
    use super::visits_considered;

    /// The example of the paper's own implementation: half of the actions after each round.
    #[test]
    fn the_worse_half_is_left_after_each_round() {
        assert_eq!(visits_considered(4, 10, 8), [0, 0, 0, 0, 1, 1, 2, 2]);
        assert_eq!(visits_considered(16, 3, 6), [0, 0, 0, 1, 1, 2]);
        assert_eq!(visits_considered(1, 10, 3), [0, 1, 2]);
        assert_eq!(visits_considered(16, 16, 4), [0, 0, 0, 0]);
    }
}
