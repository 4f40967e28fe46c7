//! What the threads of a search are looking at, so that another looks at something else first.
//!
//! A move of a position that another thread is searching is put off: when its turn comes again the
//! table most likely knows it. Marks may be lost where two share a place; then a move is searched
//! twice.

use std::sync::atomic::{AtomicU64, Ordering};

const MARKS: usize = 1 << 12;

/// Marks of the moves at work.
pub(super) struct Busy {
    marks: Box<[AtomicU64]>,
}

impl Busy {
    /// Moves of shallower searches are not worth a mark.
    pub const LEAST_DEPTH: i32 = 3;

    pub fn new() -> Busy {
        Busy { marks: (0..MARKS).map(|_| AtomicU64::new(0)).collect() }
    }

    /// The mark of the move in `slot` of the position with this key.
    #[inline]
    pub fn mark_of(key: u64, slot: usize) -> u64 {
        (key ^ (slot as u64 + 1).wrapping_mul(0x9E37_79B9_7F4A_7C15))
            .wrapping_mul(0xD6E8_FEB8_6659_FD93)
            | 1
    }

    pub fn is_marked(&self, mark: u64) -> bool {
        self.place(mark).load(Ordering::Relaxed) == mark
    }

    pub fn begin(&self, mark: u64) {
        self.place(mark).store(mark, Ordering::Relaxed);
    }

    pub fn end(&self, mark: u64) {
        let _ = self.place(mark).compare_exchange(mark, 0, Ordering::Relaxed, Ordering::Relaxed);
    }

    fn place(&self, mark: u64) -> &AtomicU64 {
        &self.marks[(mark >> 52) as usize % MARKS]
    }
}

/// The turns of so many moves: one after the other, then those put off.
pub(super) struct Turns {
    count: usize,
    turn: usize,
    put_off: Vec<usize>,
}

impl Turns {
    /// `put_off` is memory to use.
    #[inline(always)]
    pub fn of(count: usize, mut put_off: Vec<usize>) -> Turns {
        put_off.clear();
        Turns { count, turn: 0, put_off }
    }

    /// The number of the next move, and whether it may be put off.
    #[inline(always)]
    pub fn next(&mut self) -> Option<(usize, bool)> {
        let turn = self.turn;
        self.turn += 1;
        if turn < self.count {
            return Some((turn, true));
        }
        self.put_off.get(turn - self.count).map(|&number| (number, false))
    }

    /// Let a move have its turn after all others.
    pub fn put_off(&mut self, number: usize) {
        self.put_off.push(number);
    }

    /// The memory.
    #[inline(always)]
    pub fn end(self) -> Vec<usize> {
        self.put_off
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_move_has_its_turn_and_those_put_off_come_last() {
        let mut turns = Turns::of(5, vec![7, 7]);
        let mut order = Vec::new();
        while let Some((number, may_wait)) = turns.next() {
            if may_wait && number % 2 == 1 {
                turns.put_off(number);
            } else {
                order.push(number);
            }
        }
        assert_eq!(order, [0, 2, 4, 1, 3]);
    }

    #[test]
    fn a_move_is_marked_while_it_is_searched() {
        let busy = Busy::new();
        let [one, two] = [5, 6].map(|slot| Busy::mark_of(0xABCD, slot));
        busy.begin(one);
        assert!(busy.is_marked(one) && !busy.is_marked(two));
        busy.end(two);
        assert!(busy.is_marked(one));
        busy.end(one);
        assert!(!busy.is_marked(one));
    }
}
