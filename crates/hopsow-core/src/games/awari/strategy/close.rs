//! Few positions that answer one: a set in which every reply stays, or leaves the layer.
//!
//! A side that needs no more may come back to a position, so a position counts as answered while its
//! own answer is being looked for. One that needs more may not: there a position counts only once
//! everything after its move is answered, so that what is found last rests on what was found
//! before, and play can never come back.
//!
//! What is tried and fails is taken back. First the positions that an answer may take are limited,
//! then, where a side must get somewhere, the moves.

use std::collections::HashMap;

use super::extract::{Answered, Extraction, contradiction};
use super::node::{Choice, Next, Node};
use crate::strategy::StrategyError;

/// How much more is allowed after a failure.
const GROWTH: f64 = 1.5;
/// More moves than it takes to get anywhere: a layer is solved in fewer sweeps.
const MOST_MOVES: u32 = 2000;

/// What an answer may take.
#[derive(Clone, Copy)]
enum Limit {
    /// About so many new positions.
    Positions(f64),
    /// So many moves of the follower.
    Moves(u32),
}

/// The search for the answer to one position.
struct Closing<'a, 'b> {
    extraction: &'a Extraction<'b>,
    answered: &'a mut Answered,
    /// What has been answered on the way, in this order.
    trail: Answers,
    /// What was not enough, by the number of the position.
    failed: HashMap<u64, f64>,
    looked_at: u64,
    patience: u64,
}

/// Positions with their answers.
pub(super) type Answers = Vec<(Node, usize, Next)>;

/// Answers that rest on each other and on those before, and how many positions were looked at for
/// them; `None` if `patience` is not enough to find few, and `root` may do without.
pub(super) fn close(
    extraction: &Extraction<'_>,
    answered: &mut Answered,
    root: &Node,
    patience: u64,
) -> Result<Option<(Answers, u64)>, StrategyError> {
    let (trail, failed) = (Vec::new(), HashMap::new());
    let mut closing = Closing { extraction, answered, trail, failed, looked_at: 0, patience };
    let mut positions = 2.0;
    while closing.looked_at < patience {
        if closing.answer(root, Limit::Positions(positions))?.is_some() {
            return Ok(Some((closing.trail, closing.looked_at)));
        }
        positions *= GROWTH;
    }
    if root.need <= 0 {
        return Ok(None);
    }
    closing.failed.clear();
    for moves in 1..=MOST_MOVES {
        extraction.tell(root.stones)?;
        if closing.answer(root, Limit::Moves(moves))?.is_some() {
            return Ok(Some((closing.trail, closing.looked_at)));
        }
    }
    Err(contradiction(root))
}

impl Closing<'_, '_> {
    /// Answer `node` within a limit: about how many new positions that took.
    fn answer(&mut self, node: &Node, limit: Limit) -> Result<Option<f64>, StrategyError> {
        let effort = match limit {
            Limit::Positions(positions) if self.looked_at < self.patience => positions,
            Limit::Positions(_) => return Ok(None),
            Limit::Moves(moves) => f64::from(moves),
        };
        if effort < 1.0 || self.failed.get(&node.number).is_some_and(|&failed| failed >= effort) {
            return Ok(None);
        }
        self.looked_at += 1;
        let mut choices = Vec::new();
        for choice in self.extraction.judge.keeping(node)? {
            choices.push((self.extraction.cost(self.answered, node, &choice.next), choice));
        }
        choices.sort_by(|one, two| one.0.here_and_below().total_cmp(&two.0.here_and_below()));
        let may_return = node.need <= 0;
        if may_return {
            self.answered.insert(node.number, node.need);
        }
        for (cost, Choice { pit, next, .. }) in choices {
            let begun = self.trail.len();
            let left = match limit {
                Limit::Positions(positions) => Limit::Positions(positions - 1.0 - cost.below),
                Limit::Moves(moves) => Limit::Moves(moves - 1),
            };
            if let Some(used) = self.answer_all(node, &next, left)? {
                self.trail.push((*node, pit, next));
                self.answered.insert(node.number, node.need);
                return Ok(Some(used + 1.0 + cost.below));
            }
            for (node, ..) in self.trail.drain(begun..) {
                self.answered.remove(&node.number);
            }
        }
        if may_return {
            self.answered.remove(&node.number);
        }
        self.failed.insert(node.number, effort);
        Ok(None)
    }

    /// Answer what comes after a move of `node` in its layer.
    fn answer_all(
        &mut self,
        node: &Node,
        next: &Next,
        limit: Limit,
    ) -> Result<Option<f64>, StrategyError> {
        let mut used = 0.0;
        for after in next.nodes().filter(|after| after.stones == node.stones) {
            if self.answered.contains_key(&after.number) {
                continue;
            }
            let left = match limit {
                Limit::Positions(positions) => Limit::Positions(positions - used),
                moves => moves,
            };
            match self.answer(after, left)? {
                Some(more) => used += more,
                None => return Ok(None),
            }
        }
        Ok(Some(used))
    }
}
