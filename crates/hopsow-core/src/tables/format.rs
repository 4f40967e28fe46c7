//! The bytes of a file, all numbers little-endian.
//!
//! ```text
//! magic 8 · version u32 · header's length u32
//! entries u64 · wins, draws, losses u64 · log2 of a block's entries u32
//! game, rules, name, note: each u16 length and text
//! checksum of everything before it, u32
//! index: for each block, where it ends in the data u64 and its checksum u32
//! checksum of the index, u32
//! data: the blocks, each compressed separately
//! ```
//!
//! A block's checksum is over its compressed bytes, so that nothing damaged is ever decompressed.

use std::borrow::Cow;
use std::cmp::Ordering;
use std::fmt::{self, Display};
use std::ops::Range;
use std::path::Path;

use super::error::TableError;
use super::source::Source;

pub(super) const MAGIC: [u8; 8] = *b"HOPSOWTB";
pub(super) const VERSION: u32 = 1;
/// Magic, version and length: needed before anything else can be read.
const PREFIX_BYTES: usize = 16;
const INDEX_ENTRY_BYTES: usize = 12;
const CHECKSUM_BYTES: usize = 4;
/// A block is decoded as a whole, so a larger one is a sign of damage.
const MAX_BLOCK_LOG: u32 = 20;

/// The entry for a rank that is not a position: neither a win, a draw nor a loss.
pub const NO_POSITION: i8 = i8::MIN;

/// The identity of a table.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct TableId {
    /// The name of the game.
    pub game: String,
    /// The name of the rule set.
    pub rules: String,
    /// The name of the layer or slice, unique among those of the game and rule set.
    pub name: String,
}

impl TableId {
    /// The table called `name` of `game` under `rules`.
    #[must_use]
    pub fn new(game: &str, rules: &str, name: &str) -> TableId {
        TableId { game: game.to_owned(), rules: rules.to_owned(), name: name.to_owned() }
    }

    /// The file's name in a folder of tables.
    #[must_use]
    pub fn file_name(&self) -> String {
        format!("{}-{}-{}.tbl", self.game, self.rules, self.name)
    }
}

impl Display for TableId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} {} {}", self.game, self.rules, self.name)
    }
}

/// The numbers of positions that are won, drawn and lost for the side to move.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Counts {
    /// Won positions.
    pub wins: u64,
    /// Drawn positions.
    pub draws: u64,
    /// Lost positions.
    pub losses: u64,
}

impl Counts {
    /// The number of results of each kind among `entries`.
    #[must_use]
    pub fn of(entries: &[i8]) -> Counts {
        let mut counts = Counts::default();
        for &entry in entries.iter().filter(|&&entry| entry != NO_POSITION) {
            match entry.cmp(&0) {
                Ordering::Greater => counts.wins += 1,
                Ordering::Equal => counts.draws += 1,
                Ordering::Less => counts.losses += 1,
            }
        }
        counts
    }
}

impl std::ops::AddAssign for Counts {
    fn add_assign(&mut self, other: Counts) {
        self.wins += other.wins;
        self.draws += other.draws;
        self.losses += other.losses;
    }
}

/// The header of a file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Header {
    /// The identity of the table.
    pub id: TableId,
    /// A note on the values for readers, such as how cycles are valued.
    pub note: String,
    /// The number of entries.
    pub entries: u64,
    /// The results of all positions.
    pub counts: Counts,
    /// The base-2 logarithm of the entries in a block; the last block may hold fewer.
    pub block_log: u32,
}

impl Header {
    /// The number of blocks.
    #[must_use]
    pub fn blocks(&self) -> u64 {
        self.entries.div_ceil(1 << self.block_log)
    }

    /// The entries in `block`.
    pub(super) fn range(&self, block: u64) -> Range<u64> {
        let first = block << self.block_log;
        first..(first + (1 << self.block_log)).min(self.entries)
    }

    pub(super) fn encode(&self) -> Vec<u8> {
        let mut fields = Vec::new();
        let Counts { wins, draws, losses } = self.counts;
        for number in [self.entries, wins, draws, losses] {
            fields.extend(number.to_le_bytes());
        }
        fields.extend(self.block_log.to_le_bytes());
        for text in [&self.id.game, &self.id.rules, &self.id.name, &self.note] {
            let length = u16::try_from(text.len()).expect("names and notes are short");
            fields.extend(length.to_le_bytes());
            fields.extend(text.as_bytes());
        }
        let length = PREFIX_BYTES + fields.len() + CHECKSUM_BYTES;
        let mut bytes = MAGIC.to_vec();
        bytes.extend(VERSION.to_le_bytes());
        bytes.extend((length as u32).to_le_bytes());
        bytes.extend(fields);
        bytes.extend(crc32fast::hash(&bytes).to_le_bytes());
        bytes
    }

    /// The bytes of the index with its checksum; `None` if it exceeds the size of any file.
    pub(super) fn index_bytes(&self) -> Option<u64> {
        self.blocks().checked_mul(INDEX_ENTRY_BYTES as u64)?.checked_add(CHECKSUM_BYTES as u64)
    }
}

/// One block in the index.
#[derive(Clone, Copy, Debug)]
pub(super) struct IndexEntry {
    /// The end of the block, counted from the beginning of the data.
    pub end: u64,
    pub checksum: u32,
}

pub(super) fn encode_index(index: &[IndexEntry]) -> Vec<u8> {
    let mut bytes = Vec::with_capacity(index.len() * INDEX_ENTRY_BYTES + CHECKSUM_BYTES);
    for entry in index {
        bytes.extend(entry.end.to_le_bytes());
        bytes.extend(entry.checksum.to_le_bytes());
    }
    bytes.extend(crc32fast::hash(&bytes).to_le_bytes());
    bytes
}

/// The parts of a file that has been checked, except for the blocks themselves.
#[derive(Debug)]
pub(super) struct Layout {
    pub header: Header,
    index: Box<[u8]>,
    /// The offset of the data.
    data: u64,
}

impl Layout {
    /// Check header, index and length of `source`, which is that of `path`.
    pub(super) fn read(source: &Source, path: &Path) -> Result<Layout, TableError> {
        let damaged = || TableError::DamagedHeader { path: path.to_owned() };
        let begin = source.read(0..source.length().min(MAGIC.len() as u64), path)?;
        if !MAGIC.starts_with(&begin) {
            return Err(TableError::NotATable { path: path.to_owned() });
        }
        let prefix = source.read(0..PREFIX_BYTES as u64, path)?;
        let found = u32_at(&prefix, 8);
        if found != VERSION {
            return Err(TableError::Version { path: path.to_owned(), found });
        }
        let index_at = u64::from(u32_at(&prefix, 12));
        let header = source.read(0..index_at, path)?;
        let header = checked(&header).and_then(decode_header).ok_or_else(damaged)?;
        let index_bytes = header.index_bytes().ok_or_else(damaged)?;
        let data = index_at.checked_add(index_bytes).ok_or_else(damaged)?;
        let index: Box<[u8]> = source.read(index_at..data, path)?.into();
        checked(&index).ok_or_else(damaged)?;
        let layout = Layout { header, index, data };
        let length = data.checked_add(layout.end(layout.header.blocks())).ok_or_else(damaged)?;
        match source.length() {
            found if found < length => {
                Err(TableError::Truncated { path: path.to_owned(), expected: length, found })
            }
            found if found > length => Err(damaged()),
            _ => Ok(layout),
        }
    }

    /// The compressed bytes of `block`, if they match their checksum.
    pub(super) fn block(
        &self,
        source: &Source,
        path: &Path,
        block: u64,
    ) -> Result<Option<Cow<'static, [u8]>>, TableError> {
        let place = self.data + self.end(block)..self.data + self.end(block + 1);
        let compressed = source.read(place, path)?;
        let checksum = u32_at(&self.index, block as usize * INDEX_ENTRY_BYTES + 8);
        Ok((crc32fast::hash(&compressed) == checksum).then_some(compressed))
    }

    /// Return the end of the first `blocks` blocks in the data.
    fn end(&self, blocks: u64) -> u64 {
        match blocks {
            0 => 0,
            _ => u64_at(&self.index, (blocks as usize - 1) * INDEX_ENTRY_BYTES),
        }
    }
}

/// `bytes` without the checksum at their end, if it matches.
fn checked(bytes: &[u8]) -> Option<&[u8]> {
    let (content, _) = bytes.split_at_checked(bytes.len().checked_sub(CHECKSUM_BYTES)?)?;
    (crc32fast::hash(content) == u32_at(bytes, content.len())).then_some(content)
}

fn decode_header(bytes: &[u8]) -> Option<Header> {
    let mut fields = Fields(bytes.get(PREFIX_BYTES..)?);
    let entries = fields.u64()?;
    let counts = Counts { wins: fields.u64()?, draws: fields.u64()?, losses: fields.u64()? };
    let block_log = fields.u32()?;
    let id = TableId { game: fields.text()?, rules: fields.text()?, name: fields.text()? };
    let note = fields.text()?;
    let sane = fields.0.is_empty() && block_log <= MAX_BLOCK_LOG;
    sane.then_some(Header { id, note, entries, counts, block_log })
}

/// The fields of a header, taken one by one.
struct Fields<'a>(&'a [u8]);

impl<'a> Fields<'a> {
    fn take(&mut self, length: usize) -> Option<&'a [u8]> {
        let (taken, rest) = self.0.split_at_checked(length)?;
        self.0 = rest;
        Some(taken)
    }

    fn u64(&mut self) -> Option<u64> {
        self.take(8).map(|bytes| u64_at(bytes, 0))
    }

    fn u32(&mut self) -> Option<u32> {
        self.take(4).map(|bytes| u32_at(bytes, 0))
    }

    fn text(&mut self) -> Option<String> {
        let length = self.take(2)?;
        let length = u16::from_le_bytes([length[0], length[1]]);
        String::from_utf8(self.take(usize::from(length))?.to_vec()).ok()
    }
}

fn u32_at(bytes: &[u8], place: usize) -> u32 {
    u32::from_le_bytes(bytes[place..place + 4].try_into().expect("four bytes"))
}

fn u64_at(bytes: &[u8], place: usize) -> u64 {
    u64::from_le_bytes(bytes[place..place + 8].try_into().expect("eight bytes"))
}
