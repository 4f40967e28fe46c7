//! Nets as files.
//!
//! All numbers are little-endian. In this order: `MAGIC`, the game's name in 16 bytes, zeros after
//! it; the numbers of inputs, of kinds and of first layers, which is one or that of kinds (32 bits
//! each); the first layers, each a row of 256 numbers (16 bits) for each input, and its bias; for
//! each kind the weights (8 bits) of the second layer, 256 for each of 32 outputs, its bias (32
//! bits), those of the third, 32 for each of 32 outputs, its bias (32 bits), those of the last (16
//! bits) and its bias (32 bits); the CRC-32 of all that.

use std::fmt::{self, Display};

use super::{First, HIDDEN, Head, Inputs, Layers, Net, Pair, Quad, Row, SMALL, Small};

/// The magic number: the format and its version.
pub(super) const MAGIC: &[u8; 8] = b"HOPSNET2";
const NAME_BYTES: usize = 16;
pub(super) const HEADER_BYTES: usize = MAGIC.len() + NAME_BYTES + 12;
pub(super) const ROW_BYTES: usize = 2 * HIDDEN;
pub(super) const HEAD_BYTES: usize = SMALL * (HIDDEN + 4 + SMALL + 4 + 2) + 4;
pub(super) const CHECKSUM_BYTES: usize = 4;

/// The reason why a file is not a net of the game that was asked for.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum NetError {
    /// It is not a net at all, or of another version.
    NotANet,
    /// It is for another game.
    OtherGame {
        /// The game found.
        game: String,
        /// The game expected.
        wanted: &'static str,
    },
    /// It has other inputs, kinds of positions or first layers than nets of the game.
    OtherShape {
        /// Its inputs, kinds of positions and first layers.
        found: [u32; 3],
        /// The inputs and kinds of the game.
        expected: [u32; 2],
    },
    /// Something is missing or has been added.
    WrongLength {
        /// Its bytes.
        found: usize,
        /// The bytes of a net for the game.
        expected: usize,
    },
    /// It has been changed since it was written.
    Damaged,
}

impl Display for NetError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            NetError::NotANet => write!(f, "the file is not a net, or a net of another version"),
            NetError::OtherGame { game, wanted } => {
                write!(f, "the net is for {game:?}, expected one for {wanted:?}")
            }
            NetError::OtherShape { found: [inputs, kinds, firsts], expected: [of, all] } => write!(
                f,
                "the net has {inputs} inputs, {kinds} kinds of positions and {firsts} first layers, \
                 expected {of}, {all} and 1 or {all}"
            ),
            NetError::WrongLength { found, expected } => {
                write!(f, "the net has {found} bytes, expected {expected}")
            }
            NetError::Damaged => write!(f, "the net is damaged: its checksum does not match"),
        }
    }
}

impl std::error::Error for NetError {}

impl<P: Inputs> Net<P> {
    /// The net in a file.
    pub fn read(bytes: &[u8]) -> Result<Self, NetError> {
        if bytes.len() < HEADER_BYTES || !bytes.starts_with(MAGIC) {
            return Err(NetError::NotANet);
        }
        let mut rest = Rest(&bytes[MAGIC.len()..]);
        let name = String::from_utf8_lossy(rest.take(NAME_BYTES));
        let name = name.trim_end_matches('\0');
        if name != P::GAME {
            return Err(NetError::OtherGame { game: name.to_owned(), wanted: P::GAME });
        }
        let [inputs, kinds, firsts] = [(); 3].map(|()| rest.i32() as u32);
        let expected = [P::INPUTS as u32, P::KINDS as u32];
        if [inputs, kinds] != expected || firsts != 1 && firsts != kinds {
            return Err(NetError::OtherShape { found: [inputs, kinds, firsts], expected });
        }
        let expected = ROW_BYTES * (P::INPUTS + 1) * firsts as usize + HEAD_BYTES * P::KINDS;
        let header = bytes.len() - rest.0.len();
        let (found, expected) = (bytes.len(), header + expected + CHECKSUM_BYTES);
        if found != expected {
            return Err(NetError::WrongLength { found, expected });
        }
        let (content, checksum) = bytes.split_at(found - CHECKSUM_BYTES);
        if crc32fast::hash(content).to_le_bytes() != checksum {
            return Err(NetError::Damaged);
        }
        let first = (0..firsts).map(|_| rest.first(P::INPUTS)).collect();
        let heads = (0..P::KINDS).map(|_| rest.head()).collect();
        Ok(Net::new(Layers { first, heads }))
    }
}

/// The unread rest of a file whose length was checked.
struct Rest<'a>(&'a [u8]);

impl<'a> Rest<'a> {
    fn take(&mut self, bytes: usize) -> &'a [u8] {
        let (taken, rest) = self.0.split_at(bytes);
        self.0 = rest;
        taken
    }

    fn i16(&mut self) -> i16 {
        i16::from_le_bytes(self.take(2).try_into().expect("two bytes"))
    }

    fn i32(&mut self) -> i32 {
        i32::from_le_bytes(self.take(4).try_into().expect("four bytes"))
    }

    fn row(&mut self) -> Row {
        Row(std::array::from_fn(|_| self.i16()))
    }

    fn first(&mut self, inputs: usize) -> First {
        First { rows: (0..inputs).map(|_| self.row()).collect(), bias: self.row() }
    }

    fn small(&mut self, inputs: usize) -> Small {
        let weights = self.take(SMALL * inputs);
        let weight = |output: usize, input: usize| weights[inputs * output + input] as i8;
        let quad = |i: usize| {
            std::array::from_fn(|output| [0, 1, 2, 3].map(|k| weight(output, 4 * i + k)))
        };
        let pair = |i: usize| {
            std::array::from_fn(|output| [0, 1].map(|k| weight(output, 2 * i + k).into()))
        };
        Small {
            quads: (0..inputs / 4).map(|i| Quad(quad(i))).collect(),
            pairs: (0..inputs / 2).map(|i| Pair(pair(i))).collect(),
            bias: std::array::from_fn(|_| self.i32()),
        }
    }

    fn head(&mut self) -> Head {
        Head {
            second: self.small(HIDDEN),
            third: self.small(SMALL),
            last: std::array::from_fn(|_| self.i16()),
            last_bias: self.i32(),
        }
    }
}
