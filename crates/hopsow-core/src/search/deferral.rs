//! Deferred moves: a thread postpones a move that another thread is searching at that moment.
//!
//! When its turn comes again, the transposition table most likely has its value (the "simplified
//! ABDADA" of Tom Kerrigan). Marks are lost where two share a place; then a move is searched twice.

use std::sync::atomic::{AtomicU64, Ordering};

const MARKS: usize = 1 << 12;

/// Below this depth a mark costs more than it saves.
const LEAST_DEPTH: i32 = 3;

/// Marks of the moves that some thread is searching.
pub(super) struct BusyMoves {
    marks: Box<[AtomicU64]>,
}

impl BusyMoves {
    pub fn new() -> BusyMoves {
        BusyMoves { marks: (0..MARKS).map(|_| AtomicU64::new(0)).collect() }
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

/// The mark of the move with `slot` in the position with `key`.
#[inline]
fn mark_of(key: u64, slot: usize) -> u64 {
    (key ^ (slot as u64 + 1).wrapping_mul(0x9E37_79B9_7F4A_7C15))
        .wrapping_mul(0xD6E8_FEB8_6659_FD93)
        | 1
}

/// The order in which a position's moves are searched: once through, then the deferred ones.
pub(super) struct Turns<'a> {
    count: usize,
    turn: usize,
    deferred: Vec<usize>,
    busy: Option<&'a BusyMoves>,
    /// The key of the position.
    key: u64,
}

/// The turn of one move.
#[derive(Clone, Copy)]
pub(super) struct Turn {
    /// Its index in the order.
    pub number: usize,
    pub is_first: bool,
}

impl<'a> Turns<'a> {
    /// Start the turns of `count` moves searched to `depth`, reusing the buffer `deferred`.
    #[inline(always)]
    pub fn of(
        count: usize,
        busy: Option<&'a BusyMoves>,
        key: u64,
        depth: i32,
        mut deferred: Vec<usize>,
    ) -> Turns<'a> {
        deferred.clear();
        Turns { count, turn: 0, deferred, busy: busy.filter(|_| depth >= LEAST_DEPTH), key }
    }

    /// Return the next turn.
    #[inline(always)]
    pub fn next(&mut self) -> Option<Turn> {
        let turn = self.turn;
        self.turn += 1;
        if turn < self.count {
            return Some(Turn { number: turn, is_first: true });
        }
        self.deferred.get(turn - self.count).map(|&number| Turn { number, is_first: false })
    }

    /// Begin the move with `slot` and return true, or defer it if another thread is searching it.
    /// A move is deferred at most once, the first move never.
    #[inline(always)]
    pub fn begin(&mut self, Turn { number, is_first }: Turn, slot: usize) -> bool {
        if let Some(busy) = self.busy.filter(|_| number > 0) {
            let mark = mark_of(self.key, slot);
            if is_first && busy.is_marked(mark) {
                self.deferred.push(number);
                return false;
            }
            busy.begin(mark);
        }
        true
    }

    /// Remove the mark of the move with `slot`.
    #[inline(always)]
    pub fn end(&self, Turn { number, .. }: Turn, slot: usize) {
        if let Some(busy) = self.busy.filter(|_| number > 0) {
            busy.end(mark_of(self.key, slot));
        }
    }

    /// Return the buffer of deferred moves.
    #[inline(always)]
    pub fn into_buffer(self) -> Vec<usize> {
        self.deferred
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_move_has_its_turn_and_deferred_ones_come_last() {
        let busy = BusyMoves::new();
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
        assert_eq!(turns.into_buffer(), [1, 3]);
    }

    #[test]
    fn a_move_is_marked_while_it_is_searched() {
        let busy = BusyMoves::new();
        let [one, two] = [5, 6].map(|slot| mark_of(0xABCD, slot));
        busy.begin(one);
        assert!(busy.is_marked(one) && !busy.is_marked(two));
        busy.end(two);
        assert!(busy.is_marked(one));
        busy.end(one);
        assert!(!busy.is_marked(one));
    }
}
