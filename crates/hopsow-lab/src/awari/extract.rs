//! A strategy from exact values, from the start down, layer by layer.
//!
//! A layer is finished before the ones below it are begun, and in a layer the largest needs come
//! first: so every position gets its move for the largest need that comes about in it, and is
//! never looked at again. Moves are chosen that lead to few positions which the strategy does not have
//! yet: `close` looks for a handful of them that is complete in itself.

use std::cmp::Reverse;
use std::ops::RangeInclusive;
use std::sync::atomic::{AtomicBool, Ordering};

use hopsow_core::game::{Position, RuleSet};
use hopsow_core::games::awari::Awari;
use hopsow_core::games::awari::strategy::MOST;
use hopsow_core::strategy::{About, Entry, Promise, StrategyFile, Writer};

use super::ROW;
use super::by_number::ByNumber;
use super::close::{Closed, Memory, close};
use super::node::{Choice, Judge, Next, Node};
use crate::strategy::{Failure, Order, Values};

/// How much a position counts compared with one that has a stone fewer, when moves are compared.
const COST_OF_A_STONE: f64 = 1.2;
/// What it counts if the strategy has it already, but for a smaller need.
const COST_OF_MORE: f64 = 0.3;

/// How many positions are looked at for a small answer: more where such answers are found.
const PATIENCE_FOR_ANSWERS: RangeInclusive<u64> = 50..=20_000;
/// The least where a side must get somewhere: without small answers its strategy grows fast.
const LEAST_FOR_WINS: u64 = 1000;
/// How much longer than the last small answer the next one may take.
const HOPE: u64 = 4;
/// Positions between two looks at the stop flag.
pub(super) const INTERVAL: u64 = 256;

/// What is wanted of a layer, by the number of the position.
type Wanted = ByNumber<Node>;

/// The strategy as it grows.
pub(super) struct Extraction<'a> {
    pub judge: Judge<'a>,
    /// By number of stones; what the layers at work and below have to answer.
    wanted: Vec<Wanted>,
    writer: Writer,
    stop: &'a AtomicBool,
    done: &'a dyn Fn(u32, u64),
}

/// What a layer has answered or is about to, by the number of the position.
pub(super) type Answered = ByNumber<i32>;

/// About how many new positions a move leads to, in its layer and below.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Cost {
    pub here: f64,
    pub below: f64,
}

impl Cost {
    pub(super) fn here_and_below(self) -> f64 {
        self.here + self.below
    }
}

/// Draw a strategy from `values`.
pub(super) fn extract(
    order: &Order<Awari>,
    values: Values<'_, Awari>,
    stop: &AtomicBool,
    done: &dyn Fn(u32, u64),
) -> Result<StrategyFile, Failure> {
    let start = order.start;
    let stones = start.stones_in_pits();
    if stones > MOST {
        let why = format!("{stones} stones in the pits, expected at most {MOST}");
        return Err(Failure::NoStrategies(why));
    }
    if stones <= order.below {
        let why = format!("tables of {} stones know {start} itself", order.below);
        return Err(Failure::Nothing(why));
    }
    let judge = Judge { values, below: order.below };
    let wanted = vec![Wanted::default(); stones as usize + 1];
    let mut extraction = Extraction { judge, wanted, writer: Writer::default(), stop, done };
    let mut promises = Vec::new();
    for (after, position) in beginnings(order) {
        let result = (position.lead() + judge.value(&position.placement())?).signum();
        if result >= 0 {
            promises.push(Promise { after, result: result as i8 });
            extraction.want(Node::new(&position, result - position.lead()));
        }
    }
    if promises.is_empty() {
        return Err(Failure::Nothing(format!("{start} is lost: nothing can be promised")));
    }
    for stones in (order.below + 1..=stones).rev() {
        extraction.answer_layer(stones)?;
    }
    Ok(extraction.writer.finish(About {
        game: Awari::GAME.to_owned(),
        rules: start.rules().name().to_owned(),
        start: start.to_string(),
        below: order.below,
        moves: ROW as u32,
        promises,
    }))
}

/// Where the follower is first to move: the start, or the positions after each first move.
fn beginnings(order: &Order<Awari>) -> Vec<(String, Awari)> {
    let start = order.start;
    let mut beginnings = Vec::new();
    if order.side.is_none_or(|side| side == start.to_move()) {
        beginnings.push((String::new(), start));
    }
    if order.side.is_none_or(|side| side != start.to_move()) {
        let after = |mv| (start.move_text(mv), start.play(mv));
        beginnings.extend(start.legal_moves().into_iter().map(after));
    }
    beginnings
}

impl Extraction<'_> {
    fn answer_layer(&mut self, stones: u32) -> Result<(), Failure> {
        let mut roots: Vec<Node> =
            std::mem::take(&mut self.wanted[stones as usize]).into_values().collect();
        roots.sort_unstable_by_key(|node| (node.need, Reverse(node.number)));
        let mut answered = Answered::default();
        let mut memory = Memory::default();
        let mut patience = *PATIENCE_FOR_ANSWERS.end();
        while let Some(root) = roots.pop() {
            if answered.contains_key(&root.number) {
                continue;
            }
            let answers = match close(self, &mut answered, &mut memory, &root, patience)? {
                Closed::Few(answers, looked_at) => {
                    let hope = (looked_at * HOPE).min(*PATIENCE_FOR_ANSWERS.end());
                    patience = patience.max(hope);
                    answers
                }
                Closed::Many(answers) => {
                    patience = (patience / 2).max(LEAST_FOR_WINS);
                    answers
                }
                Closed::Not => {
                    patience = (patience / 2).max(*PATIENCE_FOR_ANSWERS.start());
                    let (pit, next) = self.promising(&mut answered, &mut memory, &root)?;
                    let open = next.nodes().filter(|node| node.stones == stones);
                    roots.extend(open.filter(|node| !answered.contains_key(&node.number)));
                    vec![(root, pit, next)]
                }
            };
            for (node, pit, next) in answers {
                self.write(&node, pit)?;
                for &below in next.nodes().filter(|next| next.stones < stones) {
                    self.want(below);
                }
            }
        }
        self.tell(stones)
    }

    /// The move to take where no small answer is in sight: one that can gain most, since who is far
    /// ahead can end the layer, and of these the one that leads to the fewest new positions.
    fn promising(
        &self,
        answered: &mut Answered,
        memory: &mut Memory,
        node: &Node,
    ) -> Result<(usize, Next), Failure> {
        answered.insert(node.number, node.need);
        let choices = memory.choices(node, &self.judge)?;
        let most = choices.iter().map(|choice| choice.more).max();
        let mut best: Option<(f64, &Choice)> = None;
        for choice in choices.iter().filter(|choice| Some(choice.more) == most) {
            let mut cost = self.cost(answered, node, &choice.next).below;
            for after in choice.next.nodes().filter(|after| after.stones == node.stones) {
                if !answered.contains_key(&after.number) {
                    cost += 1.0 + self.least_cost(answered, memory, after)?;
                }
            }
            if best.is_none_or(|(least, _)| cost < least) {
                best = Some((cost, choice));
            }
        }
        best.map(|(_, &Choice { pit, next, .. })| (pit, next)).ok_or_else(|| contradiction(node))
    }

    fn least_cost(
        &self,
        answered: &Answered,
        memory: &mut Memory,
        node: &Node,
    ) -> Result<f64, Failure> {
        let mut least = f64::INFINITY;
        for choice in memory.choices(node, &self.judge)?.iter() {
            least = least.min(self.cost(answered, node, &choice.next).here_and_below());
        }
        Ok(least)
    }

    /// What answering all of `next`, after a move of `node`, takes, about.
    pub(super) fn cost(&self, answered: &Answered, node: &Node, next: &Next) -> Cost {
        let mut cost = Cost::default();
        for next in next.nodes() {
            if next.stones == node.stones {
                cost.here += f64::from(!answered.contains_key(&next.number));
                continue;
            }
            let weight = COST_OF_A_STONE.powi((next.stones - self.judge.below) as i32);
            cost.below += match self.wanted[next.stones as usize].get(&next.number) {
                Some(wanted) if wanted.need >= next.need => 0.0,
                Some(_) => weight * COST_OF_MORE,
                None => weight,
            };
        }
        cost
    }

    /// Have a layer below answer `node`.
    pub(super) fn want(&mut self, node: Node) {
        let wanted = self.wanted[node.stones as usize].entry(node.number).or_insert(node);
        wanted.need = wanted.need.max(node.need);
    }

    /// The answer to `node`.
    pub(super) fn write(&mut self, node: &Node, pit: usize) -> Result<(), Failure> {
        let entry = Entry { need: node.need as i16, mv: pit as u32 };
        self.writer.push(node.stones, node.number, entry);
        if self.writer.positions().is_multiple_of(INTERVAL) {
            self.tell(node.stones)
        } else {
            Ok(())
        }
    }

    pub(super) fn tell(&self, stones: u32) -> Result<(), Failure> {
        (self.done)(stones, self.writer.positions());
        if self.stop.load(Ordering::Relaxed) { Err(Failure::Stopped) } else { Ok(()) }
    }
}

/// The values of a position and of its moves contradict each other.
pub(super) fn contradiction(node: &Node) -> Failure {
    let Node { position, need, .. } = node;
    Failure::Fault(format!("the tables contradict themselves: {position} should gain {need}"))
}
