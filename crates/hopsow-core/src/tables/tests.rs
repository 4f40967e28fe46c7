//! A file is read back as it was written, or something is said about it.

use std::fs;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use proptest::prelude::*;

use super::format::{IndexEntry, encode_index};
use super::scratch::Scratch;
use super::{BLOCK_ENTRIES, Cache, Counts, Header, NO_POSITION, Table, TableError, TableId, write};

/// More than a few blocks, and the last one is not full.
const ENTRIES: u64 = 70_001;

fn value(rank: u64) -> i8 {
    match rank % 1000 {
        999 => NO_POSITION,
        phase => ((phase * phase) % 23) as i8 - 11,
    }
}

fn fill(first: u64, entries: &mut [i8]) {
    (first..).zip(entries).for_each(|(rank, entry)| *entry = value(rank));
}

fn id() -> TableId {
    TableId::new("nim", "plain", "7")
}

fn write_to(path: &Path, threads: usize) -> Header {
    let stop = AtomicBool::new(false);
    let write = || write(path, &id(), "a note", ENTRIES, fill, &stop).unwrap();
    crate::pool(threads).install(write)
}

fn written(folder: &Scratch) -> PathBuf {
    let path = folder.join(id().file_name());
    write_to(&path, 2);
    path
}

fn open(path: &Path) -> Result<Table, TableError> {
    Table::open(path, &Arc::new(Cache::new(1 << 20)))
}

/// Every entry of the file, or the first error.
fn read(path: &Path) -> Result<Vec<i8>, TableError> {
    open(path)?.read_all()
}

#[test]
fn what_is_written_is_read() {
    let folder = Scratch::new();
    let path = written(&folder);
    let table = open(&path).unwrap().expect(&id(), ENTRIES).unwrap();
    let values: Vec<i8> = (0..ENTRIES).map(value).collect();
    assert_eq!(table.read_all().unwrap(), values);
    for rank in (0..ENTRIES).step_by(37).chain([ENTRIES - 1]) {
        assert_eq!(table.get(rank).unwrap(), value(rank));
    }
    assert_eq!(table.header().counts, Counts::of(&values));
    assert_eq!(table.header().note, "a note");
    assert!(table.check().is_ok());
    assert_eq!(fs::read_dir(path.parent().unwrap()).unwrap().count(), 1, "no part is left");
}

#[test]
fn a_cache_smaller_than_the_table_evicts_and_stays_right() {
    let folder = Scratch::new();
    let path = written(&folder);
    let table = Table::open(&path, &Arc::new(Cache::new(1))).unwrap();
    for round in 0..3 {
        for rank in (round..ENTRIES).step_by(1001) {
            assert_eq!(table.get(rank).unwrap(), value(rank));
        }
    }
}

#[test]
fn what_was_read_once_is_not_read_again_while_there_is_room() {
    let folder = Scratch::new();
    let path = written(&folder);
    let blocks = ENTRIES.div_ceil(BLOCK_ENTRIES as u64);
    for (bytes, reads) in [(1 << 20, blocks), (1, 3 * blocks)] {
        let cache = Arc::new(Cache::new(bytes));
        let table = Table::open(&path, &cache).unwrap();
        table.prefetch(ENTRIES - 1);
        for _ in 0..3 {
            for rank in (0..ENTRIES).step_by(BLOCK_ENTRIES) {
                assert_eq!(table.get(rank).unwrap(), value(rank));
                table.prefetch(rank);
            }
        }
        assert_eq!(cache.reads(), reads, "with room for {bytes} bytes");
    }
}

#[test]
fn tables_in_one_cache_keep_apart() {
    let folder = Scratch::new();
    let (path, cache) = (written(&folder), Arc::new(Cache::new(1)));
    let other = path.with_file_name("other.tbl");
    let zeros = |_: u64, entries: &mut [i8]| entries.fill(0);
    write(&other, &id(), "", ENTRIES, zeros, &AtomicBool::new(false)).unwrap();
    let [table, other] = [path, other].map(|path| Table::open(&path, &cache).unwrap());
    for rank in 0..100 {
        assert_eq!((table.get(rank).unwrap(), other.get(rank).unwrap()), (value(rank), 0));
    }
}

#[test]
fn bytes_do_not_depend_on_threads() {
    let folder = Scratch::new();
    let [one, two] = [1, 2].map(|threads| {
        let path = folder.join(threads.to_string());
        write_to(&path, threads);
        fs::read(path).unwrap()
    });
    assert!(one == two);
}

#[test]
fn an_empty_table_is_a_table() {
    let folder = Scratch::new();
    let path = folder.join("empty.tbl");
    write(&path, &id(), "", 0, fill, &AtomicBool::new(false)).unwrap();
    assert_eq!(read(&path).unwrap(), []);
}

#[test]
fn a_stopped_write_leaves_nothing() {
    let folder = Scratch::new();
    let path = folder.join("stopped.tbl");
    let stopped = write(&path, &id(), "", ENTRIES, fill, &AtomicBool::new(true));
    assert!(matches!(stopped, Err(TableError::Stopped)));
    assert_eq!(fs::read_dir(path.parent().unwrap()).unwrap().count(), 0);
}

#[test]
fn a_missing_file_is_named() {
    let folder = Scratch::new();
    let path = folder.join("gone.tbl");
    let error = open(&path).unwrap_err();
    assert_eq!(error.to_string(), format!("there is no file {}", path.display()));
}

#[test]
fn another_table_is_named() {
    let folder = Scratch::new();
    let path = written(&folder);
    let other = TableId::new("go", "plain", "7");
    let error = open(&path).unwrap().expect(&other, 5).unwrap_err().to_string();
    assert!(error.ends_with("holds 70001 entries of nim plain 7, expected 5 of go plain 7"));
}

#[test]
fn another_format_is_named() {
    let folder = Scratch::new();
    let path = written(&folder);
    let mut bytes = fs::read(&path).unwrap();
    bytes[8] = 9;
    fs::write(&path, &bytes).unwrap();
    let error = open(&path).unwrap_err().to_string();
    assert!(error.ends_with("is of format version 9, expected version 1: build it again"));
    fs::write(&path, "BBBBB...........").unwrap();
    assert!(matches!(open(&path), Err(TableError::NotATable { .. })));
}

#[test]
fn a_damaged_block_is_named_and_the_others_are_read() {
    let folder = Scratch::new();
    let path = written(&folder);
    let mut bytes = fs::read(&path).unwrap();
    *bytes.last_mut().unwrap() ^= 1;
    fs::write(&path, &bytes).unwrap();
    let table = open(&path).unwrap();
    assert_eq!(table.get(0).unwrap(), value(0));
    for _ in 0..2 {
        let error = table.get(ENTRIES - 1).unwrap_err().to_string();
        assert_eq!(error, format!("block 4 of {} is damaged", path.display()));
    }
    assert!(table.check().is_err() && table.read_all().is_err());
}

#[test]
fn a_file_that_is_shortened_while_it_is_open_is_named() {
    let folder = Scratch::new();
    let path = written(&folder);
    let table = open(&path).unwrap();
    let whole = table.bytes();
    fs::OpenOptions::new().write(true).open(&path).unwrap().set_len(100).unwrap();
    let error = table.get(0).unwrap_err().to_string();
    let name = path.display();
    assert_eq!(error, format!("{name} is cut off: 100 bytes, expected {whole}"));
    assert!(table.read_all().is_err() && table.check().is_err());
}

#[test]
fn more_entries_than_any_file_holds_are_damage() {
    let folder = Scratch::new();
    let path = folder.join("vast.tbl");
    fs::create_dir(&*folder).unwrap();
    for entries in [(1 << 62) + 1, u64::MAX] {
        let header = Header {
            id: id(),
            note: String::new(),
            entries,
            counts: Counts::default(),
            block_log: 0,
        };
        let index = encode_index(&[IndexEntry { end: 0, checksum: 0 }]);
        fs::write(&path, [header.encode(), index].concat()).unwrap();
        assert!(matches!(open(&path), Err(TableError::DamagedHeader { .. })));
    }
}

#[test]
fn any_flipped_bit_and_any_missing_end_is_found() {
    let folder = Scratch::new();
    let path = written(&folder);
    let bytes = fs::read(&path).unwrap();
    proptest!(ProptestConfig::with_cases(400), |(bit in 0..bytes.len() * 8)| {
        let mut bytes = bytes.clone();
        bytes[bit / 8] ^= 1 << (bit % 8);
        fs::write(&path, &bytes).unwrap();
        prop_assert!(read(&path).is_err(), "bit {} is not missed", bit);
    });
    proptest!(ProptestConfig::with_cases(200), |(length in 0..bytes.len())| {
        fs::write(&path, &bytes[..length]).unwrap();
        let cut_off = matches!(read(&path), Err(TableError::Truncated { .. }));
        prop_assert!(cut_off, "{} bytes are enough", length);
    });
    // Header and index once more, bit by bit: most of the file is data.
    for bit in 0..200 * 8 {
        let mut bytes = bytes.clone();
        bytes[bit / 8] ^= 1 << (bit % 8);
        fs::write(&path, &bytes).unwrap();
        assert!(read(&path).is_err(), "bit {bit} is not missed");
    }
}
