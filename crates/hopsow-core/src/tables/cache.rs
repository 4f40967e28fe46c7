//! Decoded blocks, shared by all tables that a program has open.
//!
//! As long as there is room, a decoded block stays with its table. Later ones share a quarter of
//! the room, which is set apart for blocks that come and go.
//!
//! A block belongs to one set of four slots, and each set has its own lock: threads meet only when
//! they look into the same set. Within a set the most recently used block comes first, and the last
//! one is dropped. Neighbouring blocks of a table are in neighbouring sets, so a table that fits is
//! cached completely.

use std::sync::Mutex;
use std::sync::atomic::{AtomicU32, AtomicU64, AtomicUsize, Ordering};

use super::write::BLOCK_ENTRIES;

const SLOTS: usize = 4;
/// The share of the room for blocks that come and go: one part of this many.
const PASSING: usize = 4;
/// Spreads the first blocks of different tables over the sets: 2³² over the golden ratio.
const SPREAD: u32 = 0x9e37_79b1;

/// A bounded store of decoded blocks.
#[derive(Debug)]
pub struct Cache {
    sets: Box<[Mutex<Set>]>,
    next_table: AtomicU32,
    /// The bytes left for blocks that stay.
    room: AtomicUsize,
    /// The number of decoded blocks so far.
    reads: AtomicU64,
}

type Set = [Slot; SLOTS];

#[derive(Debug, Default)]
struct Slot {
    /// The table and block that it holds, if `values` is not empty.
    table: u32,
    block: u32,
    values: Box<[u8]>,
}

impl Cache {
    /// A cache of at most about `bytes`, allocated only as blocks come in.
    #[must_use]
    pub fn new(bytes: usize) -> Cache {
        let sets = 1 << (bytes / PASSING / (SLOTS * BLOCK_ENTRIES)).max(1).ilog2();
        let room = AtomicUsize::new(bytes.saturating_sub(sets * SLOTS * BLOCK_ENTRIES));
        let sets = (0..sets).map(|_| Mutex::default()).collect();
        Cache { sets, next_table: AtomicU32::new(0), room, reads: AtomicU64::new(0) }
    }

    /// Return the number of blocks read and decoded so far, of any table.
    #[inline(always)]
    #[must_use]
    pub fn reads(&self) -> u64 {
        self.reads.load(Ordering::Relaxed)
    }

    /// Take note that a block is read.
    pub(super) fn note_read(&self) {
        self.reads.fetch_add(1, Ordering::Relaxed);
    }

    /// Reserve room for a block that stays; return false if there is too little.
    pub(super) fn take(&self, bytes: usize) -> bool {
        let less = |room: usize| room.checked_sub(bytes);
        self.room.fetch_update(Ordering::Relaxed, Ordering::Relaxed, less).is_ok()
    }

    /// Room that was reserved and is not needed.
    pub(super) fn give_back(&self, bytes: usize) {
        self.room.fetch_add(bytes, Ordering::Relaxed);
    }

    /// A number for a table that uses this cache.
    pub(super) fn admit(&self) -> u32 {
        self.next_table.fetch_add(1, Ordering::Relaxed)
    }

    /// The value at `place` in `block` of `table`; `decode` makes the block if it is not cached.
    #[inline]
    pub(super) fn value<E>(
        &self,
        table: u32,
        block: u32,
        place: usize,
        decode: impl FnOnce() -> Result<Box<[u8]>, E>,
    ) -> Result<u8, E> {
        let set = table.wrapping_mul(SPREAD).wrapping_add(block) as usize & (self.sets.len() - 1);
        let mut set = self.sets[set].lock().expect("decoding does not panic");
        let holds =
            |slot: &Slot| slot.table == table && slot.block == block && !slot.values.is_empty();
        if holds(&set[0]) {
            return Ok(set[0].values[place]);
        }
        match set.iter().position(holds) {
            Some(found) => set[..=found].rotate_right(1),
            None => {
                let values = decode()?;
                set.rotate_right(1);
                set[0] = Slot { table, block, values };
            }
        }
        Ok(set[0].values[place])
    }
}
