//! The tree of one game.
//!
//! Positions are not stored: a descent plays the actions of its path again, which is cheap and
//! carries the history. Values are stored for the side that chose, so sides need not alternate.

use super::gumbel::{self, Noise};
use super::{Method, puct};
use crate::actions::Action;
use crate::batch::contract::State;
use crate::game::{Outcome, Side};

/// One action of an expanded state.
#[derive(Clone, Debug)]
pub(super) struct Edge {
    pub action: Action,
    /// The caller's preference, as a logarithm.
    pub logit: f32,
    /// The same as a probability.
    pub prior: f32,
    pub visits: u32,
    /// The sum of the values for the side that takes the action.
    sum: f32,
    child: Option<u32>,
}

impl Edge {
    /// The mean value for the side that takes the action; 0 before the first visit.
    pub fn value(&self) -> f32 {
        if self.visits == 0 { 0.0 } else { self.sum / self.visits as f32 }
    }
}

/// An expanded state.
#[derive(Clone, Debug)]
struct Node {
    first: u32,
    count: u32,
    to_move: Side,
    /// The caller's estimate for the side to move.
    value: f32,
}

/// The end of a descent.
pub(super) enum Leaf<S> {
    /// A state that the tree does not know yet.
    Open(S),
    /// The game is over there, and that is taken into account.
    Closed,
}

#[derive(Clone)]
pub(super) struct Tree<S> {
    root: S,
    nodes: Vec<Node>,
    edges: Vec<Edge>,
    /// The edges from the root to the leaf that waits for its estimate.
    path: Vec<u32>,
    /// The state that waits.
    pub leaf: Option<S>,
    pub simulations: u32,
    noise: Noise,
    /// For each simulation, how often the action that it tries at the root has been tried.
    visits: Vec<u32>,
}

impl<S: State> Tree<S> {
    pub fn new(root: S, noise: Noise) -> Tree<S> {
        Tree {
            root,
            nodes: Vec::new(),
            edges: Vec::new(),
            path: Vec::new(),
            leaf: None,
            simulations: 0,
            noise,
            visits: Vec::new(),
        }
    }

    /// Go down to a state that the tree does not know or to the end of the game.
    pub fn descend(&mut self, method: Method, budget: u32) -> Leaf<S> {
        self.path.clear();
        let mut state = self.root.clone();
        let mut at = 0;
        while let Some(node) = self.nodes.get(at) {
            let edges = &self.edges[node.first as usize..][..node.count as usize];
            let chosen = match method {
                Method::Puct { exploration } => puct::choose(edges, node.value, exploration),
                Method::Gumbel { considered } if at == 0 => {
                    if self.visits.is_empty() {
                        self.visits = gumbel::visits_considered(considered, edges.len(), budget);
                    }
                    let visits =
                        self.visits[(self.simulations as usize).min(self.visits.len() - 1)];
                    gumbel::choose_at_root(edges, node.value, &self.noise, visits)
                }
                Method::Gumbel { .. } => gumbel::choose(edges, node.value),
            };
            let index = node.first + chosen as u32;
            self.path.push(index);
            if let Some(outcome) = state.take(edges[chosen].action) {
                self.back_up(value_of(outcome));
                return Leaf::Closed;
            }
            match self.edges[index as usize].child {
                Some(child) => at = child as usize,
                None => break,
            }
        }
        Leaf::Open(state)
    }

    /// Add the state `leaf`, where the last descent ended, with a logit for each of its actions and
    /// its value for the side to move.
    pub fn expand(&mut self, leaf: &S, logits: &[f32], value: f32) {
        let (first, index) = (self.edges.len() as u32, self.nodes.len() as u32);
        let mut given = logits.iter();
        leaf.for_each_legal(|action| {
            let logit = given.next().copied().unwrap_or(0.0);
            self.edges.push(Edge { action, logit, prior: 0.0, visits: 0, sum: 0.0, child: None });
        });
        let edges = &mut self.edges[first as usize..];
        let priors = softmax(edges.iter().map(|edge| edge.logit));
        edges.iter_mut().zip(priors).for_each(|(edge, prior)| edge.prior = prior);
        let count = edges.len() as u32;
        let to_move = leaf.to_move();
        self.nodes.push(Node { first, count, to_move, value });
        if let Some(&edge) = self.path.last() {
            self.edges[edge as usize].child = Some(index);
            self.back_up(if to_move == Side::One { value } else { -value });
        }
    }

    /// Count the last descent, which ended in `leaf` with the exact `result` for its side to move:
    /// 1 won, 0 drawn, -1 lost.
    pub fn settle(&mut self, leaf: &S, result: i8) {
        let value = f32::from(result);
        self.back_up(if leaf.to_move() == Side::One { value } else { -value });
    }

    /// Return true if the root is new or has a choice.
    pub fn is_open(&self, budget: u32) -> bool {
        self.simulations < budget && self.nodes.first().is_none_or(|root| root.count > 1)
    }

    /// Return true if the last descent went beyond the root.
    pub fn is_below_root(&self) -> bool {
        !self.path.is_empty()
    }

    /// Count the last descent, which was worth `value` for side `One`.
    fn back_up(&mut self, value: f32) {
        let mut node = 0;
        for &index in &self.path {
            let to_move = self.nodes[node as usize].to_move;
            let edge = &mut self.edges[index as usize];
            edge.visits += 1;
            edge.sum += if to_move == Side::One { value } else { -value };
            node = edge.child.unwrap_or(0);
        }
        self.simulations += 1;
    }

    /// The actions of the root.
    pub fn at_root(&self) -> &[Edge] {
        match self.nodes.first() {
            Some(root) => &self.edges[..root.count as usize],
            None => &[],
        }
    }

    /// Return the value of the root for its side to move.
    pub fn value(&self) -> f32 {
        let Some(root) = self.nodes.first() else { return 0.0 };
        let edges = self.at_root();
        let visits: u32 = edges.iter().map(|edge| edge.visits).sum();
        let sum: f32 = edges.iter().map(|edge| edge.sum).sum();
        (root.value + sum) / (1.0 + visits as f32)
    }

    /// The place of the best action of the root, and how often each should be played.
    pub fn decision(&self, method: Method) -> (usize, Vec<f32>) {
        let Some(root) = self.nodes.first() else { return (0, Vec::new()) };
        match method {
            Method::Puct { .. } => puct::decision(self.at_root()),
            Method::Gumbel { .. } => gumbel::decision(self.at_root(), root.value, &self.noise),
        }
    }
}

fn value_of(outcome: Outcome) -> f32 {
    outcome.winner.map_or(0.0, |winner| if winner == Side::One { 1.0 } else { -1.0 })
}

/// Logarithms as probabilities.
pub(super) fn softmax(logits: impl Iterator<Item = f32> + Clone) -> Vec<f32> {
    let largest = logits.clone().fold(f32::NEG_INFINITY, f32::max);
    let powers: Vec<f32> = logits.map(|logit| (logit - largest).exp()).collect();
    let total: f32 = powers.iter().sum();
    powers.into_iter().map(|power| power / total).collect()
}

/// The place of the largest number, the first one of equals.
pub(super) fn largest(numbers: impl Iterator<Item = f32>) -> usize {
    let larger = |best: (usize, f32), next: (usize, f32)| if next.1 > best.1 { next } else { best };
    numbers.enumerate().fold((0, f32::NEG_INFINITY), larger).0
}
