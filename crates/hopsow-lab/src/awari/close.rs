//! Few positions that answer one: a set in which every reply stays, or leaves the layer.
//!
//! A side that needs no more may come back to a position, so a position counts as answered while its
//! own answer is being looked for. One that needs more may not: there a position counts only once
//! everything after its move is answered, so that what is found last rests on what was found
//! before, and play can never come back.
//!
//! First the positions that an answer may take are limited, and what is tried and fails is taken back.
//! Where that finds nothing and a side must get somewhere, the moves are limited instead. What has
//! been won in so many moves stays won, for other positions too.

use std::rc::Rc;

use super::by_number::ByNumber;
use super::extract::{Answered, Cost, Extraction, INTERVAL, contradiction};
use super::node::{Choice, Judge, Next, Node};
use crate::strategy::Failure;

/// How much more is allowed after a failure.
const GROWTH: f64 = 1.5;
/// More moves than it takes to get anywhere: a layer is solved in fewer sweeps.
const MOST_MOVES: u32 = 600;

/// How many positions have their choices remembered.
const MOST_REMEMBERED: usize = 500_000;

/// What was found out about positions of a layer, for one need.
#[derive(Default)]
pub(super) struct Memory {
    need: i32,
    /// The moves that gain what is needed, for many positions.
    choices: ByNumber<Rc<[Choice]>>,
    /// The choice that gets somewhere, where that was proved.
    won: ByNumber<usize>,
}

impl Memory {
    /// Forget what is of no use for this need.
    fn turn_to(&mut self, need: i32) {
        if need != self.need {
            *self = Memory { need, ..Memory::default() };
        }
    }

    /// The moves of `node` that gain what is needed.
    pub(super) fn choices(
        &mut self,
        node: &Node,
        judge: &Judge<'_>,
    ) -> Result<Rc<[Choice]>, Failure> {
        if let Some(choices) = self.choices.get(&node.number) {
            return Ok(Rc::clone(choices));
        }
        if self.choices.len() >= MOST_REMEMBERED {
            self.choices.clear();
        }
        let choices: Rc<[Choice]> = judge.keeping(node)?.into();
        self.choices.insert(node.number, Rc::clone(&choices));
        Ok(choices)
    }
}

/// The search for the answer to one position.
struct Closing<'a, 'b> {
    extraction: &'a Extraction<'b>,
    answered: &'a mut Answered,
    memory: &'a mut Memory,
    /// What has been answered on the way, in this order.
    trail: Answers,
    /// What was not enough, by the number of the position.
    failed: ByNumber<f64>,
    looked_at: u64,
    patience: u64,
}

/// Positions with their answers.
pub(super) type Answers = Vec<(Node, usize, Next)>;

/// How the search for the answer to a position ended.
pub(super) enum Closed {
    /// With few positions, after a look at so many.
    Few(Answers, u64),
    /// With as many as it took, since the side must get somewhere.
    Many(Answers),
    /// Without an answer; the side may do without.
    Not,
}

/// Answers that rest on each other and on those before.
pub(super) fn close(
    extraction: &Extraction<'_>,
    answered: &mut Answered,
    memory: &mut Memory,
    root: &Node,
    patience: u64,
) -> Result<Closed, Failure> {
    memory.turn_to(root.need);
    let (trail, failed) = (Vec::new(), ByNumber::default());
    let mut closing =
        Closing { extraction, answered, memory, trail, failed, looked_at: 0, patience };
    let mut positions = 2.0;
    while closing.looked_at < patience {
        if closing.answer(root, positions, MOST_MOVES)?.is_some() {
            return Ok(Closed::Few(closing.trail, closing.looked_at));
        }
        positions *= GROWTH;
    }
    if root.need <= 0 {
        return Ok(Closed::Not);
    }
    let mut moves = 1;
    closing.failed.clear();
    while moves < MOST_MOVES {
        if closing.win(root, moves)? {
            closing.take_won(root)?;
            return Ok(Closed::Many(closing.trail));
        }
        moves += 1 + moves / 8;
    }
    Err(contradiction(root))
}

impl Closing<'_, '_> {
    /// Answer `node` with about so many new positions, in so many moves: how many that took.
    fn answer(&mut self, node: &Node, limit: f64, moves: u32) -> Result<Option<f64>, Failure> {
        if limit < 1.0
            || moves == 0
            || self.looked_at >= self.patience
            || self.failed.get(&node.number).is_some_and(|&failed| failed >= limit)
        {
            return Ok(None);
        }
        self.looked_at += 1;
        let may_return = node.need <= 0;
        let choices = self.memory.choices(node, &self.extraction.judge)?;
        let by_cost = self.by_cost(node, &choices);
        if may_return {
            self.answered.insert(node.number, node.need);
        }
        for (cost, Choice { pit, next, .. }) in
            by_cost.iter().map(|&(cost, at)| (cost, &choices[at]))
        {
            let begun = self.trail.len();
            if let Some(used) = self.answer_all(node, next, limit - 1.0 - cost.below, moves - 1)? {
                // Where a side may not return, the position may have been answered further down.
                if may_return || !self.answered.contains_key(&node.number) {
                    self.trail.push((*node, *pit, *next));
                    self.answered.insert(node.number, node.need);
                }
                return Ok(Some(used + 1.0 + cost.below));
            }
            for (node, ..) in self.trail.drain(begun..) {
                self.answered.remove(&node.number);
            }
        }
        if may_return {
            self.answered.remove(&node.number);
        }
        self.failed.insert(node.number, limit);
        Ok(None)
    }

    /// Answer what comes after a move of `node` in its layer.
    fn answer_all(
        &mut self,
        node: &Node,
        next: &Next,
        limit: f64,
        moves: u32,
    ) -> Result<Option<f64>, Failure> {
        let mut used = 0.0;
        for after in next.nodes().filter(|after| after.stones == node.stones) {
            if self.answered.contains_key(&after.number) {
                continue;
            }
            match self.answer(after, limit - used, moves)? {
                Some(more) => used += more,
                None => return Ok(None),
            }
        }
        Ok(Some(used))
    }

    /// Choices by what they cost, the cheapest first.
    fn by_cost(&self, node: &Node, choices: &[Choice]) -> Vec<(Cost, usize)> {
        let cost = |choice: &Choice| self.extraction.cost(self.answered, node, &choice.next);
        let mut by_cost: Vec<_> = choices.iter().map(cost).zip(0..).collect();
        by_cost.sort_by(|one, two| one.0.here_and_below().total_cmp(&two.0.here_and_below()));
        by_cost
    }

    /// Whether the side gets somewhere from `node` in so many moves, whatever the other plays.
    fn win(&mut self, node: &Node, moves: u32) -> Result<bool, Failure> {
        if self.answered.contains_key(&node.number) || self.memory.won.contains_key(&node.number) {
            return Ok(true);
        }
        let limit = f64::from(moves);
        if moves == 0 || self.failed.get(&node.number).is_some_and(|&failed| failed >= limit) {
            return Ok(false);
        }
        self.looked_at += 1;
        if self.looked_at.is_multiple_of(INTERVAL) {
            self.extraction.tell(node.stones)?;
        }
        let choices = self.memory.choices(node, &self.extraction.judge)?;
        for (_, at) in self.by_cost(node, &choices) {
            let mut is_won = true;
            let stays = |after: &&Node| after.stones == node.stones;
            for after in choices[at].next.nodes().filter(stays) {
                is_won = self.win(after, moves - 1)?;
                if !is_won {
                    break;
                }
            }
            if is_won {
                // The same position may have been won further down: then that is how.
                self.memory.won.entry(node.number).or_insert(at);
                return Ok(true);
            }
        }
        self.failed.insert(node.number, limit);
        Ok(false)
    }

    /// Answer `root` and what follows as it was won.
    fn take_won(&mut self, root: &Node) -> Result<(), Failure> {
        let mut open = vec![*root];
        while let Some(node) = open.pop() {
            if self.answered.contains_key(&node.number) {
                continue;
            }
            let choices = self.memory.choices(&node, &self.extraction.judge)?;
            let Choice { pit, next, .. } = choices[self.memory.won[&node.number]];
            self.answered.insert(node.number, node.need);
            self.trail.push((node, pit, next));
            open.extend(next.nodes().filter(|after| after.stones == node.stones));
        }
        Ok(())
    }
}
