//! Positions as a fixed number of bytes, for files that hold millions of them.

use crate::game::{Position, Side};

/// A position that can be packed.
pub trait Packed: Position {
    /// The length of the packed form, in bytes.
    const BYTES: usize;

    /// Append the bytes of this position, all but its rules.
    fn pack(&self, bytes: &mut Vec<u8>);

    /// The position that `BYTES` bytes stand for, or `None` if there is no such position.
    fn unpack(bytes: &[u8], rules: Self::Rules) -> Option<Self>;
}

/// The side that a byte stands for.
pub(crate) fn side(byte: u8) -> Option<Side> {
    Side::BOTH.into_iter().find(|&side| side as u8 == byte)
}
