//! What the threads of a search are looking at, so that another looks at something else first.
//!
//! A move of a position that another thread is searching is put off: when its turn comes again the
//! table most likely knows it. Marks may be lost where two share a place; then a move is searched
//! twice.

use std::sync::atomic::{AtomicU64, Ordering};

const MARKS: usize = 1 << 12;

/// Moves of shallower searches are not worth a mark.
const LEAST_DEPTH: i32 = 3;

/// Marks of the moves at work.
pub(super) struct Busy {
    marks: Box<[AtomicU64]>,
}

impl Busy {
    pub fn new() -> Busy {
        Busy { marks: (0..MARKS).map(|_| AtomicU64::new(0)).collect() }
    }

    fn is_marked(&self, mark: u64) -> bool {
        self.place(mark).load(Ordering::Relaxed) == mark
    }

    fn begin(&self, mark: u64) {
        self.place(mark).store(mark, Ordering::Relaxed);
    }

    fn end(&self, mark: u64) {
        let _ = self.place(mark).compare_exchange(mark, 0, Ordering::Relaxed, Ordering::Relaxed);
    }

    fn place(&self, mark: u64) -> &AtomicU64 {
        &self.marks[(mark >> 52) as usize % MARKS]
    }
}

/// The mark of the move in `slot` of the position with this key.
#[inline]
fn mark_of(key: u64, slot: usize) -> u64 {
    (key ^ (slot as u64 + 1).wrapping_mul(0x9E37_79B9_7F4A_7C15))
        .wrapping_mul(0xD6E8_FEB8_6659_FD93)
        | 1
}

/// The turns of a position's moves: one after the other, then those put off.
pub(super) struct Turns<'a> {
    count: usize,
    turn: usize,
    put_off: Vec<usize>,
    busy: Option<&'a Busy>,
    /// The key of the position.
    key: u64,
}

/// A move that has its turn.
#[derive(Clone, Copy)]
pub(super) struct Turn {
    /// Its place in the order.
    pub number: usize,
    pub is_first: bool,
}

impl<'a> Turns<'a> {
    /// The turns of `count` moves that are searched to `depth`; `put_off` is memory to use.
    #[inline(always)]
    pub fn of(
        count: usize,
        busy: Option<&'a Busy>,
        key: u64,
        depth: i32,
        mut put_off: Vec<usize>,
    ) -> Turns<'a> {
        put_off.clear();
        Turns { count, turn: 0, put_off, busy: busy.filter(|_| depth >= LEAST_DEPTH), key }
    }

    /// The next move.
    #[inline(always)]
    pub fn next(&mut self) -> Option<Turn> {
        let turn = self.turn;
        self.turn += 1;
        if turn < self.count {
            return Some(Turn { number: turn, is_first: true });
        }
        self.put_off.get(turn - self.count).map(|&number| Turn { number, is_first: false })
    }

    /// Begin with the move in `slot`, unless another thread is at it: then it is put off, once. The
    /// first move is never put off.
    #[inline(always)]
    pub fn begin(&mut self, Turn { number, is_first }: Turn, slot: usize) -> bool {
        if let Some(busy) = self.busy.filter(|_| number > 0) {
            let mark = mark_of(self.key, slot);
            if is_first && busy.is_marked(mark) {
                self.put_off.push(number);
                return false;
            }
            busy.begin(mark);
        }
        true
    }

    /// The move in `slot` has been searched.
    #[inline(always)]
    pub fn end(&self, Turn { number, .. }: Turn, slot: usize) {
        if let Some(busy) = self.busy.filter(|_| number > 0) {
            busy.end(mark_of(self.key, slot));
        }
    }

    /// The memory.
    #[inline(always)]
    pub fn into_memory(self) -> Vec<usize> {
        self.put_off
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_move_has_its_turn_and_those_put_off_come_last() {
        let busy = Busy::new();
        let mut others = Turns::of(5, Some(&busy), 0xABCD, LEAST_DEPTH, Vec::new());
        for number in [0, 1, 3] {
            assert!(others.begin(Turn { number, is_first: true }, number));
        }
        let mut turns = Turns::of(5, Some(&busy), 0xABCD, LEAST_DEPTH, vec![7, 7]);
        let mut order = Vec::new();
        while let Some(turn) = turns.next() {
            if turns.begin(turn, turn.number) {
                order.push(turn.number);
                turns.end(turn, turn.number);
            }
        }
        assert_eq!(order, [0, 2, 4, 1, 3]);
        assert_eq!(turns.into_memory(), [1, 3]);
    }

    #[test]
    fn a_move_is_marked_while_it_is_searched() {
        let busy = Busy::new();
        let [one, two] = [5, 6].map(|slot| mark_of(0xABCD, slot));
        busy.begin(one);
        assert!(busy.is_marked(one) && !busy.is_marked(two));
        busy.end(two);
        assert!(busy.is_marked(one));
        busy.end(one);
        assert!(!busy.is_marked(one));
    }
}
