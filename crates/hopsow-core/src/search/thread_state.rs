//! Per-thread search state that lasts from one search to the next: move ordering and buffers.

use super::contract::Searchable;
use super::ordering::{Candidate, Ordering};

/// The state of one search thread; every buffer has one entry per ply.
pub(super) struct ThreadState<P: Searchable> {
    pub ordering: Ordering,
    /// The principal variation from each ply on.
    pub lines: Vec<Vec<P::Move>>,
    pub candidates: Vec<Vec<Candidate<P::Move>>>,
    /// The slots of the quiet moves tried so far.
    pub slots: Vec<Vec<usize>>,
    /// Moves deferred because another thread is searching them, by index among the candidates.
    pub deferred: Vec<Vec<usize>>,
}

impl<P: Searchable> ThreadState<P> {
    pub fn new() -> Self {
        ThreadState {
            ordering: Ordering::new::<P>(),
            lines: Vec::new(),
            candidates: Vec::new(),
            slots: Vec::new(),
            deferred: Vec::new(),
        }
    }

    /// Make room for lines of up to `plies`.
    pub fn reach(&mut self, plies: usize) {
        self.ordering.reach(plies);
        if self.lines.len() < plies {
            self.lines.resize_with(plies, Vec::new);
            self.candidates.resize_with(plies, Vec::new);
            self.slots.resize_with(plies, Vec::new);
            self.deferred.resize_with(plies, Vec::new);
        }
    }
}
