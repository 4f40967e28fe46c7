//! Tables of positions by their numbers.

use std::collections::HashMap;
use std::hash::{BuildHasherDefault, Hasher};

/// Something for each of many positions of a layer, by number.
pub(super) type ByNumber<T> = HashMap<u64, T, BuildHasherDefault<Spread>>;

/// Spreads numbers of positions, which no stranger chooses, over a table.
#[derive(Default)]
pub(super) struct Spread(u64);

impl Hasher for Spread {
    fn write(&mut self, bytes: &[u8]) {
        for &byte in bytes {
            self.write_u64(u64::from(byte));
        }
    }

    fn write_u64(&mut self, number: u64) {
        let product = (self.0 ^ number).wrapping_mul(0x9E37_79B9_7F4A_7C15);
        self.0 = product ^ (product >> 32);
    }

    fn finish(&self) -> u64 {
        self.0
    }
}
