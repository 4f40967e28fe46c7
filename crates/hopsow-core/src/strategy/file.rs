//! The bytes of a strategy, all numbers little-endian.
//!
//! ```text
//! magic 8 · version u32
//! below u32 · moves u32
//! game, rules, start: each u16 length and text
//! promises: u16, then for each its move as u16 length and text, and its result i8
//! groups: u16, then for each its size u32, need i16, entries u64, bytes u64
//! data: the groups one after the other
//! checksum of everything before it, u32
//! ```
//!
//! A group holds the positions of one size from which the side to move is promised one gain. They
//! come in the order of their numbers, each as a number of seven bits a byte, lowest first, the top
//! bit set in all bytes but the last: (number - number before - 1) * moves + move.

use super::error::StrategyError;

const MAGIC: [u8; 8] = *b"HOPSOWST";
pub(super) const VERSION: u32 = 1;
const CHECKSUM_BYTES: usize = 4;
/// Entries from one that can be looked up directly to the next.
const STRIDE: usize = 64;

/// What a strategy is for, and what it promises.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct About {
    /// The name of the game.
    pub game: String,
    /// The name of the rule set.
    pub rules: String,
    /// The text of the position it begins with.
    pub start: String,
    /// The size up to which it leaves positions to tables.
    pub below: u32,
    /// How many different moves a position can have at most.
    pub moves: u32,
    /// What it promises.
    pub promises: Vec<Promise>,
}

/// A result that the side to move is sure of.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Promise {
    /// The move that has been played from the start; empty for the start itself.
    pub after: String,
    /// 1 for a win, 0 for a draw.
    pub result: i8,
}

/// What a strategy says about a position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Entry {
    /// What the side to move will gain from here at least.
    pub need: i16,
    /// The number of the move.
    pub mv: u32,
}

/// The positions of one size and need.
#[derive(Clone, Debug)]
struct Group {
    size: u32,
    need: i16,
    entries: u64,
    /// Its place in the data.
    start: usize,
    end: usize,
    /// For every `STRIDE`-th entry, the number before it and its place in the data.
    index: Vec<(Option<u64>, usize)>,
}

/// A strategy that has been read or made.
#[derive(Clone, Debug)]
pub struct StrategyFile {
    about: About,
    groups: Vec<Group>,
    bytes: Vec<u8>,
}

impl StrategyFile {
    /// The strategy in `bytes`.
    pub fn read(bytes: Vec<u8>) -> Result<StrategyFile, StrategyError> {
        if !bytes.starts_with(&MAGIC) {
            return Err(StrategyError::NotAStrategy);
        }
        let mut fields = Fields { bytes: &bytes, at: MAGIC.len() };
        let version = fields.number::<4>().ok_or(StrategyError::Damaged)? as u32;
        if version != VERSION {
            return Err(StrategyError::Version(version));
        }
        let content = bytes.len().checked_sub(CHECKSUM_BYTES).ok_or(StrategyError::Damaged)?;
        let checksum = Fields { bytes: &bytes, at: content }.number::<4>();
        if checksum != Some(u64::from(crc32fast::hash(&bytes[..content]))) {
            return Err(StrategyError::Damaged);
        }
        fields.bytes = &bytes[..content];
        let (about, groups) = fields.parts().ok_or(StrategyError::Damaged)?;
        let mut file = StrategyFile { about, groups, bytes };
        for at in 0..file.groups.len() {
            file.groups[at].index = file.index_of(at).ok_or(StrategyError::Damaged)?;
        }
        Ok(file)
    }

    /// What it is for, and what it promises.
    #[must_use]
    pub fn about(&self) -> &About {
        &self.about
    }

    /// Its bytes.
    #[must_use]
    pub fn bytes(&self) -> &[u8] {
        &self.bytes
    }

    /// How many positions it has a move for.
    #[must_use]
    pub fn positions(&self) -> u64 {
        self.groups.iter().map(|group| group.entries).sum()
    }

    /// How many of them are of each size, the largest first.
    #[must_use]
    pub fn sizes(&self) -> Vec<(u32, u64)> {
        let mut sizes: Vec<(u32, u64)> = Vec::new();
        for group in &self.groups {
            match sizes.last_mut() {
                Some((size, entries)) if *size == group.size => *entries += group.entries,
                _ => sizes.push((group.size, group.entries)),
            }
        }
        sizes
    }

    /// What it says about the position of this size and number.
    #[must_use]
    pub fn get(&self, size: u32, number: u64) -> Option<Entry> {
        let first = self.groups.partition_point(|group| group.size > size);
        let of_size = self.groups[first..].iter().take_while(|group| group.size == size);
        of_size.filter_map(|group| self.get_in(group, number)).next()
    }

    /// Call `visit` with the number and the entry of every position of this size.
    pub fn for_each<E>(
        &self,
        size: u32,
        mut visit: impl FnMut(u64, Entry) -> Result<(), E>,
    ) -> Result<(), E> {
        for group in self.groups.iter().filter(|group| group.size == size) {
            let mut before = None;
            let mut at = group.start;
            while at < group.end {
                let (number, mv) = self.step(&mut at, group.end, before).expect("it was checked");
                visit(number, Entry { need: group.need, mv })?;
                before = Some(number);
            }
        }
        Ok(())
    }

    fn get_in(&self, group: &Group, number: u64) -> Option<Entry> {
        let later = group.index.partition_point(|&(before, _)| before.is_none_or(|n| n < number));
        let &(mut before, mut at) = group.index.get(later.checked_sub(1)?)?;
        while at < group.end && before.is_none_or(|n| n < number) {
            let (next, mv) = self.step(&mut at, group.end, before)?;
            if next == number {
                return Some(Entry { need: group.need, mv });
            }
            before = Some(next);
        }
        None
    }

    /// The number and move at a place in the data, which moves on.
    fn step(&self, at: &mut usize, end: usize, before: Option<u64>) -> Option<(u64, u32)> {
        let mut code = 0u64;
        for shift in (0..u64::BITS).step_by(7) {
            let byte = *self.bytes[..end].get(*at)?;
            *at += 1;
            let bits = u64::from(byte & 0x7f);
            if bits.leading_zeros() < shift {
                return None;
            }
            code |= bits << shift;
            if byte & 0x80 == 0 {
                let moves = u64::from(self.about.moves);
                let first = before.map_or(Some(0), |number| number.checked_add(1))?;
                return Some((first.checked_add(code / moves)?, (code % moves) as u32));
            }
        }
        None
    }

    /// The index of a group, if the group is as long as it says.
    fn index_of(&self, at: usize) -> Option<Vec<(Option<u64>, usize)>> {
        let group = &self.groups[at];
        let (mut before, mut place, mut entries) = (None, group.start, 0);
        let mut index = Vec::new();
        while place < group.end {
            if u64::is_multiple_of(entries, STRIDE as u64) {
                index.push((before, place));
            }
            before = Some(self.step(&mut place, group.end, before)?.0);
            entries += 1;
        }
        (entries == group.entries).then_some(index)
    }
}

/// Where the entries of a strategy are gathered.
#[derive(Debug, Default)]
pub struct Writer {
    /// Size, need, number and move.
    entries: Vec<(u32, i16, u64, u32)>,
}

impl Writer {
    /// A position of this size and number.
    pub fn push(&mut self, size: u32, number: u64, entry: Entry) {
        self.entries.push((size, entry.need, number, entry.mv));
    }

    /// How many positions there are.
    #[must_use]
    pub fn positions(&self) -> u64 {
        self.entries.len() as u64
    }

    /// The strategy, with the largest sizes and needs first.
    #[must_use]
    pub fn finish(mut self, about: About) -> StrategyFile {
        use std::cmp::Reverse;
        self.entries.sort_unstable_by_key(|&(size, need, number, _)| {
            (Reverse(size), Reverse(need), number)
        });
        let groups: Vec<_> =
            self.entries.chunk_by(|one, two| (one.0, one.1) == (two.0, two.1)).collect();
        let mut head = MAGIC.to_vec();
        head.extend(VERSION.to_le_bytes());
        head.extend(about.below.to_le_bytes());
        head.extend(about.moves.to_le_bytes());
        for text in [&about.game, &about.rules, &about.start] {
            put_text(&mut head, text);
        }
        head.extend((about.promises.len() as u16).to_le_bytes());
        for promise in &about.promises {
            put_text(&mut head, &promise.after);
            head.extend(promise.result.to_le_bytes());
        }
        head.extend((groups.len() as u16).to_le_bytes());
        let mut data = Vec::new();
        for group in groups {
            let begin = data.len();
            let mut first = 0;
            for &(.., number, mv) in group {
                put_code(&mut data, (number - first) * u64::from(about.moves) + u64::from(mv));
                first = number + 1;
            }
            head.extend(group[0].0.to_le_bytes());
            head.extend(group[0].1.to_le_bytes());
            head.extend((group.len() as u64).to_le_bytes());
            head.extend(((data.len() - begin) as u64).to_le_bytes());
        }
        head.extend(data);
        head.extend(crc32fast::hash(&head).to_le_bytes());
        StrategyFile::read(head).expect("what was written can be read")
    }
}

fn put_text(bytes: &mut Vec<u8>, text: &str) {
    let length = u16::try_from(text.len()).expect("names and positions are short");
    bytes.extend(length.to_le_bytes());
    bytes.extend(text.as_bytes());
}

fn put_code(bytes: &mut Vec<u8>, mut code: u64) {
    while code >= 0x80 {
        bytes.push(code as u8 | 0x80);
        code >>= 7;
    }
    bytes.push(code as u8);
}

/// The fields of a header, taken one by one.
struct Fields<'a> {
    bytes: &'a [u8],
    at: usize,
}

impl Fields<'_> {
    /// All that is before the data, which must end where the bytes do.
    fn parts(mut self) -> Option<(About, Vec<Group>)> {
        let [below, moves] = [self.number::<4>()? as u32, self.number::<4>()? as u32];
        let (game, rules, start) = (self.text()?, self.text()?, self.text()?);
        let mut promises = Vec::new();
        for _ in 0..self.number::<2>()? {
            let after = self.text()?;
            promises.push(Promise { after, result: self.number::<1>()? as i8 });
        }
        let mut lengths = Vec::new();
        for _ in 0..self.number::<2>()? {
            let (size, need) = (self.number::<4>()? as u32, self.number::<2>()? as i16);
            lengths.push((size, need, self.number::<8>()?, self.number::<8>()?));
        }
        let mut groups = Vec::new();
        let mut start_of = self.at;
        for (size, need, entries, bytes) in lengths {
            let end = start_of.checked_add(usize::try_from(bytes).ok()?)?;
            let index = Vec::new();
            groups.push(Group { size, need, entries, start: start_of, end, index });
            start_of = end;
        }
        let in_order = groups.is_sorted_by(|one, two| (one.size, one.need) > (two.size, two.need));
        let about = About { game, rules, start, below, moves, promises };
        (in_order && moves > 0 && start_of == self.bytes.len()).then_some((about, groups))
    }

    fn number<const BYTES: usize>(&mut self) -> Option<u64> {
        let taken = self.bytes.get(self.at..self.at.checked_add(BYTES)?)?;
        self.at += BYTES;
        Some(taken.iter().rev().fold(0, |number, &byte| number << 8 | u64::from(byte)))
    }

    fn text(&mut self) -> Option<String> {
        let length = self.number::<2>()? as usize;
        let taken = self.bytes.get(self.at..self.at + length)?;
        self.at += length;
        String::from_utf8(taken.to_vec()).ok()
    }
}
