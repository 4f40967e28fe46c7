//! What a thread keeps from one search to the next: what it has learned of moves, and memory.

use super::contract::Searchable;
use super::ordering::{Candidate, Ordering};

/// One thread's.
pub(super) struct Desk<P: Searchable> {
    pub ordering: Ordering,
    /// The line expected from each ply on.
    pub lines: Vec<Vec<P::Move>>,
    pub candidates: Vec<Vec<Candidate<P::Move>>>,
    pub slots: Vec<Vec<usize>>,
    /// The moves put off at each ply, by their place among the candidates.
    pub put_off: Vec<Vec<usize>>,
}

impl<P: Searchable> Desk<P> {
    pub fn new() -> Self {
        Desk {
            ordering: Ordering::new::<P>(),
            lines: Vec::new(),
            candidates: Vec::new(),
            slots: Vec::new(),
            put_off: Vec::new(),
        }
    }

    /// Make room for lines of up to `plies`.
    pub fn reach(&mut self, plies: usize) {
        self.ordering.reach(plies);
        if self.lines.len() < plies {
            self.lines.resize_with(plies, Vec::new);
            self.candidates.resize_with(plies, Vec::new);
            self.slots.resize_with(plies, Vec::new);
            self.put_off.resize_with(plies, Vec::new);
        }
    }
}
