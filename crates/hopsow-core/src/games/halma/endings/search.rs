//! The exact search: depth first, within a number of detours.
//!
//! A table holds the positions from which a number of detours has failed, so the orders of the same
//! moves cost one visit. A lookup compares 77 bits of two hashes.

use crate::search::contract::Effort;

use super::super::Move;
use super::node::Node;

/// The effort is over.
#[derive(Debug)]
pub(super) struct Stopped;

/// Visit one more position.
pub(super) fn spend(effort: &mut Effort) -> Result<(), Stopped> {
    const NODES_BETWEEN_LOOKS: u64 = 16;
    let may_look = effort.spent.is_multiple_of(NODES_BETWEEN_LOOKS);
    if effort.spent >= effort.nodes || may_look && (effort.is_over)() {
        return Err(Stopped);
    }
    effort.spent += 1;
    Ok(())
}

/// At most 16 MB of words: 56 bits of the hash and a number of detours.
const MOST_TABLE_BITS: u32 = 21;
/// A smaller effort has a smaller table: clearing the largest takes longer than most races.
const PLACES_PER_NODE: u64 = 4;
const DETOURS: u64 = 0xff;

pub(super) struct Search {
    table: Vec<u64>,
    table_bits: u32,
    /// Moves to try at the nodes under way, the root's first.
    choices: Vec<Choice>,
    /// The way home, once it is found, and until then the way to the node under way.
    pub way: Vec<Move>,
    /// True if a move was left out for lack of detours.
    pub cut: bool,
}

#[derive(Clone, Copy)]
struct Choice {
    play: Move,
    /// Detours left after the move.
    budget: u32,
    /// Less is tried sooner.
    rank: u32,
    place: usize,
    key: u64,
    /// The table's content there.
    entry: u64,
}

impl Search {
    pub fn new(effort: &Effort) -> Search {
        let places = PLACES_PER_NODE.saturating_mul(effort.nodes - effort.spent).max(1);
        let table_bits = (places.ilog2() + 1).min(MOST_TABLE_BITS);
        let table = vec![0; 1 << table_bits];
        Search { table, table_bits, choices: Vec::new(), way: Vec::new(), cut: false }
    }

    /// Search for a way home with at most `budget` detours; if found, it is in `way`.
    pub fn finds(
        &mut self,
        node: &Node,
        budget: u32,
        effort: &mut Effort,
    ) -> Result<bool, Stopped> {
        spend(effort)?;
        let begin = self.choices.len();
        self.collect(node, budget);
        self.forget_failed(begin);
        self.choices[begin..].sort_unstable_by_key(|choice| choice.rank);
        for index in begin..self.choices.len() {
            let mut choice = self.choices[index];
            choice.entry = self.table[choice.place];
            self.way.push(choice.play);
            if !choice.has_failed() {
                if self.leads_home(&node.play(choice.play, choice.budget), choice.budget, effort)? {
                    return Ok(true);
                }
                self.table[choice.place] = choice.key | u64::from(choice.budget);
            }
            self.way.pop();
        }
        self.choices.truncate(begin);
        Ok(false)
    }

    fn leads_home(
        &mut self,
        node: &Node,
        budget: u32,
        effort: &mut Effort,
    ) -> Result<bool, Stopped> {
        if node.at.holes == 0 {
            return Ok(true);
        }
        if node.detours() > budget {
            self.cut = true;
            return Ok(false);
        }
        self.finds(node, budget, effort)
    }

    #[inline(always)]
    fn collect(&mut self, node: &Node, budget: u32) {
        let choices = &mut self.choices;
        let unused_bits = u64::BITS - self.table_bits;
        self.cut |= node.candidates(budget, |candidate| {
            let is_detour = candidate.budget < budget;
            let slack = candidate.budget - candidate.at.detours();
            let rank = 2 * (u32::from(u8::MAX) - slack) + u32::from(is_detour);
            let (one, two) = node.hashes_after(candidate.play);
            let (place, key) = ((two >> unused_bits) as usize, one & !DETOURS);
            let (play, budget) = (candidate.play, candidate.budget);
            choices.push(Choice { play, budget, rank, place, key, entry: 0 });
        });
    }

    /// Drop the choices that are known to fail.
    ///
    /// All lookups are made before the first answer is used, so that the processor waits for memory
    /// once, not once each.
    fn forget_failed(&mut self, begin: usize) {
        for choice in &mut self.choices[begin..] {
            choice.entry = self.table[choice.place];
        }
        let mut end = begin;
        for index in begin..self.choices.len() {
            let choice = self.choices[index];
            self.choices[end] = choice;
            end += usize::from(!choice.has_failed());
        }
        self.choices.truncate(end);
    }
}

impl Choice {
    #[inline(always)]
    fn has_failed(&self) -> bool {
        self.entry & !DETOURS == self.key && self.entry & DETOURS >= u64::from(self.budget)
    }
}
