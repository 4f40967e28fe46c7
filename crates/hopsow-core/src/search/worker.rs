//! One thread's part of a search: its path, its counters, and playing a move.

use crate::evaluation::{Evaluator, MAX_ESTIMATE, Score, WIN};
use crate::game::RuleSet;

use super::MAX_PLY;
use super::contract::{Endings, Searchable};
use super::deferral::BusyMoves;
use super::limits::Clock;
use super::ordering::seen_from;
use super::request::Style;
use super::table::TranspositionTable;
use super::thread_state::ThreadState;

/// One thread's part of a search.
pub(super) struct Worker<'a, P: Searchable, E> {
    pub clock: &'a Clock<'a>,
    pub table: &'a TranspositionTable,
    /// The moves that other threads are searching, if there are other threads.
    pub busy: Option<&'a BusyMoves>,
    /// Evaluates the current node.
    pub evaluator: E,
    pub endings: Option<&'a P::Endings>,
    pub thread: &'a mut ThreadState<P>,
    pub style: Style,
    /// The positions from the beginning of the game to the current node.
    path: Vec<Visited>,
    /// The length at which lines end.
    plies: usize,
    /// Table hits not yet reported to the clock.
    table_hits: u64,
    pub stopped: bool,
    /// The number of file reads when last asked.
    reads: u64,
    until_look: u64,
    since_look: u64,
    /// The number of looks at the clock so far.
    looks: u32,
}

/// A position on the path to the current one.
#[derive(Clone, Copy)]
pub(super) struct Visited {
    pub key: u64,
    /// The number of positions before it that can still occur again.
    pub reversible: usize,
}

/// The largest number of nodes before the next look at the clock after a file was read.
const NODES_AFTER_READING: u64 = 8;
/// The plies by which a line may exceed twice its depth.
pub(super) const EXTRA_PLIES: i32 = 64;

impl<'a, P: Searchable, E: Evaluator<P>> Worker<'a, P, E> {
    pub fn new(
        clock: &'a Clock<'a>,
        table: &'a TranspositionTable,
        evaluator: E,
        endings: Option<&'a P::Endings>,
        thread: &'a mut ThreadState<P>,
        style: Style,
        path: Vec<Visited>,
    ) -> Self {
        Worker {
            clock,
            table,
            busy: None,
            evaluator,
            endings,
            thread,
            style,
            path,
            plies: 0,
            table_hits: 0,
            stopped: false,
            reads: 0,
            until_look: clock.allowance(0),
            since_look: 0,
            looks: 0,
        }
    }

    /// Make room for an iteration to `depth`.
    pub fn reach(&mut self, depth: i32) {
        let plies = (2 * depth + EXTRA_PLIES).min(MAX_PLY) as usize + 2;
        self.plies = self.plies.max(plies);
        self.thread.reach(plies);
    }

    /// Return true if the line must end at `ply`.
    #[inline(always)]
    pub fn is_last(&self, ply: i32) -> bool {
        ply as usize + 2 >= self.plies
    }

    /// Report the nodes and table hits since the last look to the clock.
    pub fn settle(&mut self) {
        self.stopped |= self.clock.look(self.since_look);
        self.clock.count_table_hits(std::mem::take(&mut self.table_hits));
        self.since_look = 0;
        self.looks += 1;
        self.until_look = self.clock.allowance(self.looks);
    }

    #[inline(always)]
    pub fn count(&mut self) {
        self.since_look += 1;
        if self.since_look >= self.until_look {
            self.settle();
        }
    }

    /// Probe the endgame tables: lower and upper bound, equal if the score is known.
    #[inline(always)]
    pub fn probe(&mut self, position: &P) -> (Score, Score) {
        let Some(endings) = self.endings else { return (-WIN, WIN) };
        let Some((least, most)) = endings.bounds(position) else { return (-WIN, WIN) };
        self.table_hits += u64::from(least == most);
        let reads = endings.reads();
        if reads != self.reads {
            // Reading a file from disk can take as long as thousands of nodes.
            self.reads = reads;
            self.until_look = self.until_look.min(self.since_look + NODES_AFTER_READING);
        }
        (least, most)
    }

    /// Search `child` and return its value for the mover of `parent`, who may be to move again.
    #[inline(always)]
    pub fn child(
        &mut self,
        parent: &P,
        child: &P,
        alpha: Score,
        beta: Score,
        depth: i32,
        ply: i32,
    ) -> Score {
        let minds_repetition = child.minds_repetition();
        let repeated = if minds_repetition { self.step(parent, child, ply) } else { None };
        let score = match repeated {
            Some(value) => seen_from(parent, child, value),
            None if parent.to_move() == child.to_move() => {
                self.node(child, alpha, beta, depth, ply)
            }
            None => -self.node(child, -beta, -alpha, depth, ply),
        };
        if minds_repetition {
            self.path.pop();
        }
        score
    }

    /// Add `child` to the path; return its value if it counts as repeated.
    #[inline(always)]
    fn step(&mut self, parent: &P, child: &P, ply: i32) -> Option<Score> {
        let before = self.path[self.path.len() - 1].reversible;
        let reversible = if parent.is_left_for_good(child) { 0 } else { before + 1 };
        self.path.push(Visited { key: child.repetition_key(), reversible });
        self.repeated(child, ply)
    }

    /// Return the value of the last position on the path if it counts as repeated.
    fn repeated(&mut self, position: &P, ply: i32) -> Option<Score> {
        let last = self.path.len() - 1;
        let Visited { key, reversible } = self.path[last];
        let earlier = self.path[last - reversible.min(last)..last].iter();
        let occurrences = 1 + earlier.filter(|visited| visited.key == key).count();
        let occurrences = match self.style {
            Style::Selective => occurrences,
            // Exactly as the rules say: not sooner, and never where they do not mention repetition.
            Style::Exact => {
                position.rules().repetitions().filter(|&needed| occurrences >= needed)?
            }
        };
        let estimate = || self.evaluator.value(position);
        Some(match position.value_if_repeated(occurrences, estimate)? {
            value if value > MAX_ESTIMATE => value - ply,
            value if value < -MAX_ESTIMATE => value + ply,
            value => value.clamp(-MAX_ESTIMATE, MAX_ESTIMATE),
        })
    }
}
