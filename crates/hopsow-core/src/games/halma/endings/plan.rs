//! Plans: the next plays of a side that is far ahead, its men still among the other's.
//!
//! A search of all replies is too shallow to see a ladder being built. A side far ahead may look at
//! its own moves instead, several turns deep, and keep only the best positions after each. Every
//! move gets one answer: of the opponent's best moves, the one that leaves the next own move the
//! least. So a plan does not rely on squares and bridges that are about to go.

use std::collections::HashSet;

use super::super::board::Words;
use super::super::evaluation::SquareValues;
use super::super::{Halma, Move};
use super::have_passed;
use crate::evaluation::{Evaluated, Evaluation, Evaluator, Score};
use crate::game::Position;
use crate::search::contract::{Effort, EndgameLine};

/// The own plays of a plan.
const PLAYS: usize = 6;
/// The answers that are weighed.
const ANSWERS: usize = 8;
/// The number of positions kept after each turn: the first width, its growth and its limit.
const FIRST_WIDTH: usize = 16;
const GROWTH: usize = 4;
const MOST_WIDTH: usize = 256;
/// The answers are searched for this many times as many positions.
const CANDIDATES: usize = 2;
/// The least gain of a plan, in hundredths of a ply: men that are held up need a search.
const LEAST_GAIN: Score = 200;
const STEPS_BETWEEN_LOOKS: usize = 16;

/// The best plan of the mover, if it is far ahead and the armies have not passed each other.
pub(super) fn plan(root: &Halma, effort: &mut Effort) -> Option<EndgameLine<Move>> {
    if root.outcome().is_some() || have_passed(root) {
        return None;
    }
    let planner = Planner { values: Halma::evaluation().evaluator(root) };
    if !planner.values.is_far_ahead(root) {
        return None;
    }
    let (mut best, mut width) = (None, FIRST_WIDTH);
    while width <= MOST_WIDTH && most_nodes(width) <= effort.nodes - effort.spent {
        let Some(moves) = planner.look(root, width, effort) else { break };
        best = Some(moves);
        width *= GROWTH;
    }
    best.filter(|moves| !moves.is_empty()).map(|moves| EndgameLine { moves, score: None })
}

/// The most positions that a look of some width visits.
const fn most_nodes(width: usize) -> u64 {
    (PLAYS * width * (1 + CANDIDATES * (1 + ANSWERS))) as u64
}

struct Planner {
    values: SquareValues,
}

/// A position at the planner's turn.
#[derive(Clone, Copy)]
struct Node {
    position: Halma,
    /// The gain of the moves so far.
    gained: Score,
    /// The gain including the next move.
    promise: Score,
}

/// An own move from the node with the number `parent`, and the answer to it.
#[derive(Clone, Copy)]
struct Turn {
    parent: usize,
    play: Move,
    answer: Option<Move>,
}

impl Planner {
    /// The moves of the best plan among `width` positions after each turn, empty where none gains
    /// enough; `None` if there was no time.
    fn look(&self, root: &Halma, width: usize, effort: &mut Effort) -> Option<Vec<Move>> {
        let mut layer = vec![Node { position: *root, gained: 0, promise: 0 }];
        let mut trail: Vec<Vec<Turn>> = Vec::new();
        for _ in 0..PLAYS {
            let mut nodes: Vec<(Node, Turn)> = Vec::new();
            let mut seen: HashSet<Words> = HashSet::new();
            for (number, (gained, turn)) in self.steps(&layer, effort).into_iter().enumerate() {
                if number.is_multiple_of(STEPS_BETWEEN_LOOKS) && (effort.is_over)() {
                    return None;
                }
                if nodes.len() == CANDIDATES * width {
                    break;
                }
                let child = layer[turn.parent].position.play(turn.play);
                if !seen.insert(child.men[root.to_move as usize]) {
                    continue;
                }
                match self.answer(&child, effort) {
                    Some((answer, gain)) => {
                        let position = child.play(answer);
                        let node = Node { position, gained, promise: gained + gain };
                        nodes.push((node, Turn { answer: Some(answer), ..turn }));
                    }
                    None => return Some(line(&trail, turn)), // won
                }
            }
            nodes.sort_by_key(|(node, _)| -node.promise);
            nodes.truncate(width);
            let (next, turns) = nodes.into_iter().unzip();
            layer = next;
            trail.push(turns);
        }
        let best = layer.first().filter(|best| best.promise >= LEAST_GAIN);
        let last = trail.pop().and_then(|turns| turns.first().copied());
        Some(best.and(last).map_or_else(Vec::new, |turn| line(&trail, turn)))
    }

    /// All moves from the positions of a layer, with what has been gained then: the most first.
    fn steps(&self, layer: &[Node], effort: &mut Effort) -> Vec<(Score, Turn)> {
        let mut steps = Vec::new();
        for (parent, Node { position, gained, .. }) in layer.iter().enumerate() {
            effort.spent += 1;
            position.for_each_move(|play| {
                let turn = Turn { parent, play, answer: None };
                steps.push((gained + self.values.gain(position, play), turn));
            });
        }
        steps.sort_by_key(|&(gained, _)| -gained);
        steps
    }

    /// The opponent's answer, and what the planner's next move then gains; `None` if there is none.
    fn answer(&self, position: &Halma, effort: &mut Effort) -> Option<(Move, Score)> {
        let mut answers = Vec::new();
        position.for_each_move(|play| answers.push((self.values.gain(position, play), play)));
        if answers.len() > ANSWERS {
            answers.select_nth_unstable_by_key(ANSWERS - 1, |&(gain, _)| -gain);
            answers.truncate(ANSWERS);
        }
        effort.spent += 1 + answers.len() as u64;
        let next = |play| self.values.best_gain(&position.play(play), -LEAST_GAIN);
        let weighed =
            answers.into_iter().map(|(_, play)| (play, next(play).unwrap_or(-LEAST_GAIN)));
        weighed.min_by_key(|&(_, gain)| gain)
    }
}

/// The moves that lead to a turn, and those of it.
fn line(trail: &[Vec<Turn>], last: Turn) -> Vec<Move> {
    let mut turns = vec![last];
    for layer in trail.iter().rev() {
        let Turn { parent, .. } = turns[turns.len() - 1];
        turns.push(layer[parent]);
    }
    turns.reverse();
    turns.iter().flat_map(|turn| [Some(turn.play), turn.answer]).flatten().collect()
}
