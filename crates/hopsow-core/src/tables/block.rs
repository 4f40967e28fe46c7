//! The coding of a block's entries as bytes: the shorter of two.
//!
//! Where entries repeat, zstd finds the repetition. Where they vary from one to the next, its short
//! matches cost more than they save, and it does best when it only gives shorter codes to the more
//! frequent *differences* between neighbours. The first byte names the coding.

use std::cell::RefCell;

use zstd::bulk::{Compressor, Decompressor};
use zstd::zstd_safe::{CParameter, ParamSwitch};

const REPETITIONS: u8 = 0;
const DIFFERENCES: u8 = 1;

const LEVEL: i32 = 12;
/// The fast level, which finds hardly any matches.
const LITERALS_LEVEL: i32 = -100;
/// The bits per entry of the differences above which the slow coding is not tried.
const VARIED_BITS: usize = 3;

/// When to try the slow coding: on every block, or only where it looks promising.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Effort {
    Quick,
    Full,
}

/// The compressor of one thread.
pub(super) struct Encoder {
    effort: Effort,
    repetitions: Compressor<'static>,
    differences: Compressor<'static>,
}

impl Encoder {
    pub(super) fn new(effort: Effort) -> Encoder {
        let new = |level| Compressor::new(level).expect("memory for a compressor");
        let mut differences = new(LITERALS_LEVEL);
        let short_codes = CParameter::LiteralCompressionMode(ParamSwitch::Enable);
        differences.set_parameter(short_codes).expect("zstd has short codes for literals");
        Encoder { effort, repetitions: new(LEVEL), differences }
    }

    pub(super) fn encode(&mut self, entries: &[i8]) -> Vec<u8> {
        let mut before = 0;
        let differences: Vec<u8> = entries
            .iter()
            .map(|&entry| (entry as u8).wrapping_sub(std::mem::replace(&mut before, entry as u8)))
            .collect();
        let differences = compress(&mut self.differences, DIFFERENCES, &differences);
        let is_varied = differences.len() * 8 > entries.len() * VARIED_BITS;
        if self.effort == Effort::Quick && is_varied {
            return differences;
        }
        let entries: Vec<u8> = entries.iter().map(|&entry| entry as u8).collect();
        let repetitions = compress(&mut self.repetitions, REPETITIONS, &entries);
        if repetitions.len() < differences.len() { repetitions } else { differences }
    }
}

fn compress(compressor: &mut Compressor<'_>, way: u8, bytes: &[u8]) -> Vec<u8> {
    let mut block = vec![way];
    block.extend(compressor.compress(bytes).expect("a block can be compressed"));
    block
}

thread_local! {
    static DECOMPRESSOR: RefCell<Decompressor<'static>> =
        RefCell::new(Decompressor::new().expect("memory for a decompressor"));
}

/// The `length` entries of a block; `None` if the bytes do not decode to exactly that many.
pub(super) fn decode(block: &[u8], length: usize) -> Option<Vec<u8>> {
    let (&way, compressed) = block.split_first()?;
    let mut entries = DECOMPRESSOR
        .with_borrow_mut(|decompressor| decompressor.decompress(compressed, length))
        .ok()
        .filter(|entries| entries.len() == length)?;
    match way {
        REPETITIONS => Some(entries),
        DIFFERENCES => {
            let mut before = 0_u8;
            for entry in &mut entries {
                before = before.wrapping_add(*entry);
                *entry = before;
            }
            Some(entries)
        }
        _ => None,
    }
}
