//! The values of one material's positions in memory.
//!
//! Eight values share a word, so that a scan for one distance passes over eight positions at a
//! time, and words are atomic, so that threads may settle positions of one slice together.

use std::ops::Range;
use std::sync::atomic::{AtomicU64, Ordering};

use rayon::prelude::*;

use super::layout::Layout;
use super::value::Value;

/// The values in a word.
pub const LANES: usize = 8;

/// The unit of work of a thread, in positions.
const RANKS_PER_TASK: usize = 1 << 15;

/// A slice in memory, finished or in the making.
#[derive(Debug)]
pub struct Slice {
    pub layout: Layout,
    words: Vec<AtomicU64>,
}

impl Slice {
    /// A slice of draws.
    pub fn new(layout: Layout) -> Slice {
        let words = layout.positions().div_ceil(LANES);
        Slice { layout, words: std::iter::repeat_with(AtomicU64::default).take(words).collect() }
    }

    pub fn words(&self) -> &[AtomicU64] {
        &self.words
    }

    /// All ranks, in units of work.
    pub fn ranks(&self) -> Vec<Range<usize>> {
        in_tasks(0..self.layout.positions()).collect()
    }

    /// The ranks in units of work by the rows that men have to go, few rows first.
    pub fn ranks_by_rows_to_go(&self) -> Vec<Vec<Range<usize>>> {
        let mut levels: Vec<Vec<Range<usize>>> = Vec::new();
        let length = self.layout.ways_for_kings();
        for start in (0..self.layout.positions()).step_by(length) {
            let level = self.layout.rows_to_go(start);
            if levels.len() <= level {
                levels.resize_with(level + 1, Vec::new);
            }
            match levels[level].last_mut() {
                Some(last) if last.end == start => last.end += length,
                _ => levels[level].push(start..start + length),
            }
        }
        levels.into_iter().map(|runs| runs.into_iter().flat_map(in_tasks).collect()).collect()
    }

    #[inline(always)]
    pub fn value(&self, rank: usize) -> Value {
        let word = self.words[rank / LANES].load(Ordering::Relaxed);
        Value(word.to_le_bytes()[rank % LANES] as i8)
    }

    /// Replace the value of `rank` by what `next` makes of it, if anything, and return that.
    #[inline(always)]
    pub fn update(&self, rank: usize, next: impl Fn(i8) -> Option<i8>) -> Option<i8> {
        let word = &self.words[rank / LANES];
        let mut seen = word.load(Ordering::Relaxed);
        loop {
            let mut lanes = seen.to_le_bytes();
            let lane = &mut lanes[rank % LANES];
            let value = next(*lane as i8)?;
            *lane = value as u8;
            let new = u64::from_le_bytes(lanes);
            match word.compare_exchange_weak(seen, new, Ordering::Relaxed, Ordering::Relaxed) {
                Ok(_) => return Some(value),
                Err(other) => seen = other,
            }
        }
    }

    /// Set the values of `ranks`, by the threads of the current pool.
    pub fn fill(&self, ranks: &[Range<usize>], value: impl Fn(usize) -> Value + Sync) {
        ranks.par_iter().for_each(|ranks| {
            let mut rank = ranks.start;
            while rank < ranks.end {
                if rank.is_multiple_of(LANES) && rank + LANES <= ranks.end {
                    let lanes = std::array::from_fn(|lane| value(rank + lane).0 as u8);
                    self.words[rank / LANES].store(u64::from_le_bytes(lanes), Ordering::Relaxed);
                    rank += LANES;
                } else {
                    // A word at the edge is shared with another task.
                    let value = value(rank).0;
                    self.update(rank, |_| Some(value));
                    rank += 1;
                }
            }
        });
    }

    /// The longest distance in the slice, 0 if all is drawn.
    pub fn longest(&self) -> u8 {
        let ranks = (0..self.layout.positions()).into_par_iter();
        ranks.map(|rank| self.value(rank).plies()).max().unwrap_or(0)
    }
}

/// `ranks` in units of work.
fn in_tasks(ranks: Range<usize>) -> impl Iterator<Item = Range<usize>> {
    let end = ranks.end;
    ranks.step_by(RANKS_PER_TASK).map(move |first| first..(first + RANKS_PER_TASK).min(end))
}

/// Return true if one of the eight bytes of `word` is `byte`.
#[inline(always)]
pub const fn holds(word: u64, byte: u8) -> bool {
    const LOW: u64 = u64::from_ne_bytes([1; 8]);
    const HIGH: u64 = u64::from_ne_bytes([0x80; 8]);
    let zero_where_equal = word ^ (LOW * byte as u64);
    zero_where_equal.wrapping_sub(LOW) & !zero_where_equal & HIGH != 0
}
