//! Monte Carlo tree search over many games at once.
//!
//! - this file: a search from beginning to end, round by round
//! - [`Leaves`]: the caller's arrays, which it fills
//! - `tree`: the tree of one game
//! - `puct`, `gumbel`: two ways to choose what to try
//! - `playout`: an estimate by random play, for callers without one
//!
//! Every round shows the caller at most one new state per game and takes a policy and a value for
//! all of them together, since nets are fast in large batches.

mod gumbel;
mod leaves;
mod playout;
mod puct;
mod tree;

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use crate::actions::{Action, Turn};
use crate::batch::contract::{Learnable, State};
use crate::batch::{Batch, Helpers, share};
use crate::evaluation::Evaluated;
use crate::random::SplitMix;
use gumbel::Noise;
pub use leaves::Leaves;
use tree::{Leaf, Tree};

/// The rule by which a search selects actions.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Method {
    /// The better the value and the policy and the rarer the visits, the sooner.
    Puct {
        /// The weight of policy and visits against the value.
        exploration: f32,
    },
    /// Sequential halving of the best actions by policy and Gumbel noise.
    Gumbel {
        /// The number of actions at the beginning.
        considered: usize,
    },
}

/// A search in each game of a batch.
#[derive(Clone)]
pub struct TreeSearch<P: Learnable> {
    trees: Vec<Tree<P::State>>,
    method: Method,
    simulations: u32,
    seed: u64,
    helpers: Option<Arc<Helpers>>,
    threads: usize,
}

/// The result of a search for one game.
#[derive(Clone, Debug)]
pub struct Decision {
    /// The best action.
    pub action: Action,
    /// The share of each legal action, in their order.
    pub policy: Vec<f32>,
    /// The value for the side to move.
    pub value: f32,
}

impl<P: Learnable> TreeSearch<P> {
    /// A search of `simulations` in each game of `batch` that is not over.
    #[must_use]
    pub fn new(batch: &Batch<P>, method: Method, simulations: u32, seed: u64) -> TreeSearch<P> {
        let trees = batch.states().enumerate().map(|(game, (state, is_over))| {
            let mut tree = Tree::new(state.clone(), Noise { seed, game: game as u64 });
            if is_over {
                tree.simulations = u32::MAX;
            }
            tree
        });
        let (helpers, threads) = batch.threads();
        TreeSearch { trees: trees.collect(), method, simulations, seed, helpers, threads }
    }

    /// A search in a single game, on the calling thread.
    #[must_use]
    pub fn of_state(state: P::State, method: Method, simulations: u32, seed: u64) -> TreeSearch<P> {
        let trees = vec![Tree::new(state, Noise { seed, game: 0 })];
        TreeSearch { trees, method, simulations, seed, helpers: None, threads: 1 }
    }

    /// Descend in every game that has simulations left, show the states that need an estimate, and
    /// return their number. A state whose exact result `known` gives needs none, and a root without
    /// a choice is not searched.
    pub fn descend(
        &mut self,
        leaves: &mut Leaves<'_>,
        known: impl Fn(&P) -> Option<i8> + Sync,
    ) -> usize {
        let (method, budget, size) = (self.method, self.simulations, self.trees_a_thread());
        let mut parts: Vec<_> = self.trees.chunks_mut(size).zip(leaves.parts::<P>(size)).collect();
        share(self.helpers.as_deref(), parts.iter_mut().collect(), |(trees, part)| {
            for tree in trees.iter_mut() {
                while tree.leaf.is_none() && tree.is_open(budget) {
                    let Leaf::Open(state) = tree.descend(method, budget) else { continue };
                    let may_be_known = tree.is_below_root() && state.is_between_turns();
                    match may_be_known.then(|| known(&state.position())).flatten() {
                        Some(result) => tree.settle(&state, result),
                        None => tree.leaf = Some(state),
                    }
                }
                if let Some(leaf) = &tree.leaf {
                    part.show::<P>(leaf);
                }
            }
        });
        let counts: Vec<usize> = parts.iter().map(|(_, part)| part.count).collect();
        drop(parts);
        leaves.join::<P>(size, &counts)
    }

    /// Take the estimates of the states that wait: a logit for each legal action, and a value from
    /// -1 to 1 for the side to move.
    pub fn put(&mut self, indptr: &[i64], logits: &[f32], values: &[f32]) {
        let mut first = 0;
        let size = self.trees_a_thread();
        let parts = self.trees.chunks_mut(size).map(|trees| {
            let begin = first;
            first += trees.iter().filter(|tree| tree.leaf.is_some()).count();
            (begin, trees)
        });
        share(self.helpers.as_deref(), parts.collect(), |(mut number, trees)| {
            for tree in trees {
                let Some(leaf) = tree.leaf.take() else { continue };
                let list = indptr[number] as usize..indptr[number + 1] as usize;
                tree.expand(&leaf, &logits[list], values[number].clamp(-1.0, 1.0));
                number += 1;
            }
        });
    }

    /// Return the results so far, game by game.
    #[must_use]
    pub fn decisions(&self) -> Vec<Option<Decision>> {
        let decide = |tree: &Tree<P::State>| {
            let (best, policy) = tree.decision(self.method);
            let action = tree.at_root().get(best)?.action;
            Some(Decision { action, policy, value: tree.value() })
        };
        self.trees.iter().map(decide).collect()
    }

    fn trees_a_thread(&self) -> usize {
        self.trees.len().div_ceil(self.threads).max(1)
    }
}

impl<P: Learnable + Evaluated> TreeSearch<P> {
    /// Do all simulations with random play as the estimate, or stop when told to.
    pub fn play_out(&mut self, stop: &AtomicBool) {
        let (method, budget, seed) = (self.method, self.simulations, self.seed);
        let evaluation = P::evaluation();
        let size = self.trees_a_thread();
        let parts = self.trees.chunks_mut(size).enumerate();
        share(self.helpers.as_deref(), parts.collect(), |(part, trees)| {
            for (i, tree) in trees.iter_mut().enumerate() {
                let mut random = SplitMix::new(!seed, (part * size + i) as u64);
                let mut player = playout::Player::new(&evaluation);
                while tree.is_open(budget) && !stop.load(Ordering::Relaxed) {
                    if let Leaf::Open(state) = tree.descend(method, budget) {
                        let value = player.estimate::<P>(&state, &mut random);
                        tree.expand(&state, &[], value);
                    }
                }
            }
        });
    }
}

/// The move that random play finds best, or `None` if there is none or `stop` was set. Of a turn of
/// several actions each is searched for.
pub fn choose<P: Learnable + Evaluated>(
    position: &P,
    simulations: u32,
    seed: u64,
    stop: &AtomicBool,
) -> Option<P::Move> {
    let method = Method::Puct { exploration: EXPLORATION };
    let mut turn = Turn::of(position);
    let mut state = P::State::begin(*position);
    loop {
        let action = match turn.legal()[..] {
            [] => return None,
            [only] => only,
            _ => {
                let mut search =
                    TreeSearch::<P>::of_state(state.clone(), method, simulations, seed);
                search.play_out(stop);
                search.decisions().pop()??.action
            }
        };
        if stop.load(Ordering::Relaxed) {
            return None;
        }
        turn = turn.push(action).ok()?;
        if let Some(mv) = turn.finished() {
            return Some(mv);
        }
        state.take(action);
    }
}

/// Settings for random playouts, whose values are rough.
const EXPLORATION: f32 = 2.0;
