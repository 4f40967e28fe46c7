//! The transposition table: what is remembered of positions seen before.
//!
//! Shared by all threads without locks. An entry is two words; the first is the key xored with the
//! second, so that an entry torn by two writers fails the comparison and reads as absent (Hyatt
//! and Mann, "A lock-less transposition table implementation", 2002).

use std::sync::atomic::{AtomicU64, Ordering};

use crate::evaluation::Score;
use crate::prefetch::prefetch;

use super::PROVEN;

/// What a remembered score says about the true one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(u8)]
pub(super) enum Bound {
    /// It is the true score.
    Exact = 0,
    /// The true score is at least this.
    Lower = 1,
    /// The true score is at most this.
    Upper = 2,
    /// Nothing: only the move is worth remembering.
    Unknown = 3,
}

/// A remembered search result.
#[derive(Clone, Copy, Debug)]
pub(super) struct Memory {
    pub score: Score,
    pub depth: i32,
    pub bound: Bound,
    /// The slot of the best move.
    pub slot: Option<usize>,
}

type Entry = [AtomicU64; 2];

/// Entries that share a cache line.
const WAYS: usize = 4;
const LINE_BYTES: usize = WAYS * size_of::<Entry>();

/// The table.
pub(super) struct Table {
    entries: Vec<Entry>,
    /// The first entry that begins a cache line.
    offset: usize,
    buckets: usize,
    generation: u8,
    /// Whether scores of earlier searches still hold.
    keeps_scores: bool,
}

impl Table {
    /// A table of about `megabytes`. Its pages are claimed when they are first written to.
    pub fn new(megabytes: usize, keeps_scores: bool) -> Self {
        let buckets = (megabytes.max(1) << 20) / LINE_BYTES;
        let entries: Vec<Entry> = bytemuck::allocation::zeroed_vec((buckets + 1) * WAYS);
        ask_for_large_pages(&entries);
        let offset = entries.as_ptr().align_offset(LINE_BYTES).min(WAYS);
        Table { entries, offset, buckets, generation: 0, keeps_scores }
    }

    /// Begin a new search: what older ones left is overwritten first.
    pub fn age(&mut self) {
        self.generation = (self.generation + 1) & GENERATIONS;
    }

    pub fn clear(&mut self) {
        self.entries.iter_mut().flatten().for_each(|word| *word.get_mut() = 0);
    }

    /// Have the entries of `key` brought into the cache.
    #[inline(always)]
    pub fn prefetch(&self, key: u64) {
        prefetch(self.bucket(key));
    }

    /// What is known of the position with this key, with proven wins counted from `ply`.
    #[inline(always)]
    pub fn recall(&self, key: u64, ply: i32) -> Option<Memory> {
        for [check, data] in self.bucket(key) {
            let data = data.load(Ordering::Relaxed);
            if check.load(Ordering::Relaxed) ^ data == key && data != 0 {
                return Some(self.unpack(data, ply));
            }
        }
        None
    }

    /// Keep a result in the place of the same position's, or of the least valuable one.
    #[inline(always)]
    pub fn remember(&self, key: u64, ply: i32, memory: Memory) {
        let bucket = self.bucket(key);
        let data = self.pack(memory, ply);
        let mut worst = (i32::MAX, 0);
        for (way, [check, old]) in bucket.iter().enumerate() {
            let old = old.load(Ordering::Relaxed);
            if check.load(Ordering::Relaxed) ^ old == key || old == 0 {
                worst.1 = way;
                break;
            }
            let age = self.generation.wrapping_sub(generation(old)) & GENERATIONS;
            let worth = depth(old) - 8 * i32::from(age);
            if worth < worst.0 {
                worst = (worth, way);
            }
        }
        let [check, old] = &bucket[worst.1];
        check.store(key ^ data, Ordering::Relaxed);
        old.store(data, Ordering::Relaxed);
    }

    #[inline(always)]
    fn bucket(&self, key: u64) -> &[Entry] {
        let index = ((u128::from(key) * self.buckets as u128) >> 64) as usize;
        &self.entries[self.offset + index * WAYS..][..WAYS]
    }

    // score 16 | depth 16 | slot + 1 17 | free 1 | bound 2 | generation 6 | free 5 | set 1
    #[inline(always)]
    fn pack(&self, memory: Memory, ply: i32) -> u64 {
        let score = match memory.score {
            score if score > PROVEN => score + ply,
            score if score < -PROVEN => score - ply,
            score => score,
        };
        u64::from(score as i16 as u16)
            | u64::from(memory.depth as i16 as u16) << 16
            | memory.slot.map_or(0, |slot| slot as u64 + 1) << 32
            | (memory.bound as u64) << 50
            | u64::from(self.generation) << 52
            | 1 << 63
    }

    #[inline(always)]
    fn unpack(&self, data: u64, ply: i32) -> Memory {
        let score = match Score::from(data as u16 as i16) {
            score if score > PROVEN => score - ply,
            score if score < -PROVEN => score + ply,
            score => score,
        };
        let bound = match data >> 50 & 3 {
            _ if !self.keeps_scores && generation(data) != self.generation => Bound::Unknown,
            0 => Bound::Exact,
            1 => Bound::Lower,
            2 => Bound::Upper,
            _ => Bound::Unknown,
        };
        let slot = (data >> 32 & 0x1_ffff) as usize;
        Memory { score, depth: depth(data), bound, slot: slot.checked_sub(1) }
    }
}

/// Entries are read all over the table: with small pages every read waits for an address too.
fn ask_for_large_pages(entries: &[Entry]) {
    #[cfg(target_os = "linux")]
    {
        use rustix::mm::{Advice, madvise};
        const PAGE: usize = 4_096;
        let bytes = entries.as_ptr().cast::<u8>();
        let skipped = bytes.align_offset(PAGE);
        let Some(length) = size_of_val(entries).checked_sub(skipped) else { return };
        let length = length / PAGE * PAGE;
        #[expect(unsafe_code, reason = "the whole pages within the slice; no content changes")]
        let _ =
            unsafe { madvise(bytes.add(skipped).cast_mut().cast(), length, Advice::LinuxHugepage) };
    }
    #[cfg(not(target_os = "linux"))]
    let _ = entries;
}

/// Generations are counted modulo this plus one.
const GENERATIONS: u8 = 0x3f;

fn generation(data: u64) -> u8 {
    (data >> 52) as u8 & GENERATIONS
}

fn depth(data: u64) -> i32 {
    i32::from((data >> 16) as u16 as i16)
}
