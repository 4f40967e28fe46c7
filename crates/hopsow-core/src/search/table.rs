//! The transposition table, shared by all threads without locks.
//!
//! An entry is two words; the first is the key xored with the second, so that an entry torn by two
//! writers fails the comparison and reads as absent (Hyatt and Mann, "A lock-less transposition
//! table implementation", 2002).

use std::sync::atomic::{AtomicU64, Ordering};

use crate::evaluation::Score;
use crate::prefetch::prefetch;

use super::PROVEN;

/// The relation of a stored score to the true one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(u8)]
pub(super) enum Bound {
    /// It is the true score.
    Exact = 0,
    /// The true score is at least this.
    Lower = 1,
    /// The true score is at most this.
    Upper = 2,
    /// The score is void; only the move counts.
    Unknown = 3,
}

/// A search result.
#[derive(Clone, Copy, Debug)]
pub(super) struct TableEntry {
    pub score: Score,
    pub depth: i32,
    pub bound: Bound,
    /// The slot of the best move.
    pub slot: Option<usize>,
}

type Words = [AtomicU64; 2];

/// Entries that share a cache line.
const WAYS: usize = 4;
const LINE_BYTES: usize = WAYS * size_of::<Words>();

/// The transposition table.
pub(super) struct TranspositionTable {
    entries: Vec<Words>,
    /// The first entry that begins a cache line.
    offset: usize,
    buckets: usize,
    generation: u8,
    /// True if scores of earlier searches remain valid.
    keeps_scores: bool,
}

impl TranspositionTable {
    /// Create a table of about `megabytes`. Its pages are claimed when they are first written to.
    pub fn new(megabytes: usize, keeps_scores: bool) -> Self {
        let buckets = (megabytes.max(1) << 20) / LINE_BYTES;
        let entries: Vec<Words> = bytemuck::allocation::zeroed_vec((buckets + 1) * WAYS);
        ask_for_large_pages(&entries);
        let offset = entries.as_ptr().align_offset(LINE_BYTES).min(WAYS);
        TranspositionTable { entries, offset, buckets, generation: 0, keeps_scores }
    }

    /// Begin a new search: entries of older ones are overwritten first.
    pub fn age(&mut self) {
        self.generation = (self.generation + 1) & GENERATIONS;
    }

    pub fn clear(&mut self) {
        self.entries.iter_mut().flatten().for_each(|word| *word.get_mut() = 0);
    }

    /// Prefetch the bucket of `key`.
    #[inline(always)]
    pub fn prefetch(&self, key: u64) {
        prefetch(self.bucket(key));
    }

    /// Look up the position with this key, with proven wins counted from `ply`.
    #[inline(always)]
    pub fn probe(&self, key: u64, ply: i32) -> Option<TableEntry> {
        for [check, data] in self.bucket(key) {
            let data = data.load(Ordering::Relaxed);
            if check.load(Ordering::Relaxed) ^ data == key && data != 0 {
                return Some(self.unpack(data, ply));
            }
        }
        None
    }

    /// Store a result in place of the same position's, or of the least valuable one in its bucket.
    #[inline(always)]
    pub fn store(&self, key: u64, ply: i32, entry: TableEntry) {
        let bucket = self.bucket(key);
        let data = self.pack(entry, ply);
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
    fn bucket(&self, key: u64) -> &[Words] {
        let index = ((u128::from(key) * self.buckets as u128) >> 64) as usize;
        &self.entries[self.offset + index * WAYS..][..WAYS]
    }

    // score 16 | depth 16 | slot + 1 17 | free 1 | bound 2 | generation 6 | free 5 | set 1
    #[inline(always)]
    fn pack(&self, entry: TableEntry, ply: i32) -> u64 {
        let score = match entry.score {
            score if score > PROVEN => score + ply,
            score if score < -PROVEN => score - ply,
            score => score,
        };
        u64::from(score as i16 as u16)
            | u64::from(entry.depth as i16 as u16) << 16
            | entry.slot.map_or(0, |slot| slot as u64 + 1) << 32
            | (entry.bound as u64) << 50
            | u64::from(self.generation) << 52
            | 1 << 63
    }

    #[inline(always)]
    fn unpack(&self, data: u64, ply: i32) -> TableEntry {
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
        TableEntry { score, depth: depth(data), bound, slot: slot.checked_sub(1) }
    }
}

/// Ask for huge pages: with small ones, most random reads miss the TLB as well.
fn ask_for_large_pages(entries: &[Words]) {
    #[cfg(target_os = "linux")]
    {
        use rustix::mm::{Advice, madvise};
        const PAGE: usize = 4_096;
        let bytes = entries.as_ptr().cast::<u8>();
        let skipped = bytes.align_offset(PAGE);
        let Some(length) = size_of_val(entries).checked_sub(skipped) else { return };
        let length = length / PAGE * PAGE;
        #[expect(unsafe_code, reason = "the whole pages within the slice, whose content stays")]
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
