//! The values of one material's positions in memory.
//!
//! Eight values share a word, so that a scan for one distance passes over eight positions at a
//! time, and words are atomic, so that threads may settle positions of one slice together.

use std::sync::atomic::{AtomicU64, Ordering};

use rayon::prelude::*;

use super::layout::Layout;
use super::value::Value;
use crate::tables::Counts;

/// The values in a word.
pub const LANES: usize = 8;

/// The unit of work of a thread: 32 thousand positions.
pub const WORDS_PER_TASK: usize = 4096;

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

    /// Set every value, by the threads of the current pool.
    pub fn fill(&self, value: impl Fn(usize) -> Value + Sync) {
        self.words.par_iter().enumerate().with_min_len(WORDS_PER_TASK).for_each(|(i, word)| {
            let mut lanes = [0; LANES];
            let ranks = i * LANES..self.layout.positions();
            for (lane, rank) in lanes.iter_mut().zip(ranks) {
                *lane = value(rank).0 as u8;
            }
            word.store(u64::from_le_bytes(lanes), Ordering::Relaxed);
        });
    }

    /// The longest distance in the slice, 0 if all is drawn.
    pub fn longest(&self) -> u8 {
        let ranks = (0..self.layout.positions()).into_par_iter();
        ranks.map(|rank| self.value(rank).plies()).max().unwrap_or(0)
    }

    /// How many positions are won, drawn and lost.
    pub fn counts(&self) -> Counts {
        let ranks = (0..self.layout.positions()).into_par_iter();
        ranks
            .fold(Counts::default, |mut counts, rank| {
                match self.value(rank).0 {
                    0 => counts.draws += 1,
                    1.. => counts.wins += 1,
                    _ => counts.losses += 1,
                }
                counts
            })
            .reduce(Counts::default, |mut a, b| {
                a += b;
                a
            })
    }
}

/// Whether one of the eight bytes of `word` is `byte`.
#[inline(always)]
pub const fn holds(word: u64, byte: u8) -> bool {
    const LOW: u64 = u64::from_ne_bytes([1; 8]);
    const HIGH: u64 = u64::from_ne_bytes([0x80; 8]);
    let zero_where_equal = word ^ (LOW * byte as u64);
    zero_where_equal.wrapping_sub(LOW) & !zero_where_equal & HIGH != 0
}
