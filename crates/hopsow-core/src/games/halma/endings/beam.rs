//! A quick, incomplete search for a way home of a given length.
//!
//! Once a proof says that no way home is shorter than `n` moves, finding one of `n` moves depth
//! first would take most of the effort. Keeping only the best positions after one move, after two,
//! and so on nearly always finds one in a fraction of the time.

use std::collections::HashSet;

use crate::search::contract::Effort;

use super::super::Move;
use super::node::{Candidate, Node};
use super::search::{Stopped, spend};

/// The worth of a move, in squares of distance: a man's last few squares cost a move.
const PLAY_WORTH: u32 = 4;

const STEPS_BETWEEN_LOOKS: usize = 32;

/// A position, and the detours left there.
type Place = (Node, u32);

/// A move from one of the positions of a layer, by its number.
struct Step {
    score: u32,
    parent: u32,
    play: Move,
    budget: u32,
}

/// A way home with at most `detours`, if one passes through the best `width` positions each time.
pub(super) fn finds(
    root: &Node,
    detours: u32,
    width: usize,
    effort: &mut Effort,
) -> Result<Option<Vec<Move>>, Stopped> {
    let mut layer: Vec<Place> = vec![(*root, detours)];
    let mut trail: Vec<Vec<(u32, Move)>> = Vec::new();
    while !layer.is_empty() {
        let mut next = Vec::new();
        let mut origins = Vec::new();
        let mut seen = HashSet::new();
        for (index, step) in steps(&layer, effort)?.into_iter().enumerate() {
            if index.is_multiple_of(STEPS_BETWEEN_LOOKS) && (effort.is_over)() {
                return Err(Stopped);
            }
            let node = &layer[step.parent as usize].0;
            if next.len() == width || !seen.insert(node.hashes_after(step.play)) {
                continue;
            }
            let child = node.play(step.play, step.budget);
            if child.at.holes == 0 {
                return Ok(Some(trace(&trail, step.parent, step.play)));
            }
            if child.detours() <= step.budget {
                next.push((child, step.budget));
                origins.push((step.parent, step.play));
            }
        }
        trail.push(origins);
        layer = next;
    }
    Ok(None)
}

/// All moves from the positions of a layer, the most promising first.
fn steps(layer: &[Place], effort: &mut Effort) -> Result<Vec<Step>, Stopped> {
    let mut steps = Vec::new();
    for (parent, (node, budget)) in layer.iter().enumerate() {
        spend(effort)?;
        node.candidates(*budget, |Candidate { play, budget, at }| {
            let plays = u32::from(at.holes) + at.detours();
            let score = PLAY_WORTH * plays + u32::from(at.distance);
            steps.push(Step { score, parent: parent as u32, play, budget });
        });
    }
    steps.sort_by_key(|step| step.score);
    Ok(steps)
}

/// The moves that lead to the `last` one, which was made from the position `parent`.
fn trace(trail: &[Vec<(u32, Move)>], mut parent: u32, last: Move) -> Vec<Move> {
    let mut way = vec![last];
    for origins in trail.iter().rev() {
        let (earlier, play) = origins[parent as usize];
        way.push(play);
        parent = earlier;
    }
    way.reverse();
    way
}
