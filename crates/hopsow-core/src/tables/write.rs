//! Writing tables: a file gets its name only once it is complete and on the disk.
//!
//! Blocks are compressed separately, in parallel, so the bytes do not depend on the threads.

use std::fs::{self, File};
use std::io::{self, BufWriter, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, Ordering};

use rayon::prelude::*;

use super::block::{Effort, Encoder};
use super::error::TableError;
use super::format::{Counts, Header, IndexEntry, TableId, encode_index};

/// The entries of a block, which a cache miss decodes.
pub const BLOCK_ENTRIES: usize = 1 << BLOCK_LOG;
const BLOCK_LOG: u32 = 14;
/// Blocks that are compressed before they are written.
const BATCH: u64 = 256;

/// Write the table `id` of `entries` entries to `path`, and return its header.
///
/// `fill` is given the rank of an entry and writes it and those after it into the slice; it is
/// called from the threads of the current pool. Missing folders are created.
pub fn write(
    path: &Path,
    id: &TableId,
    note: &str,
    entries: u64,
    fill: impl Fn(u64, &mut [i8]) + Sync,
    stop: &AtomicBool,
) -> Result<Header, TableError> {
    let fill_and_count = |rank, slice: &mut [i8]| {
        fill(rank, slice);
        Counts::of(slice)
    };
    write_whole(path, header(id, note, entries), Effort::Quick, fill_and_count, stop)
}

/// Write a table whose entries do not all show their result: `fill` returns the counts of its
/// share. It may have made entries repeat their neighbours, which makes slow compression worth its
/// time.
pub fn write_counted(
    path: &Path,
    id: &TableId,
    note: &str,
    entries: u64,
    fill: impl Fn(u64, &mut [i8]) -> Counts + Sync,
    stop: &AtomicBool,
) -> Result<Header, TableError> {
    write_whole(path, header(id, note, entries), Effort::Full, fill, stop)
}

/// The header of a table whose results have not been counted.
fn header(id: &TableId, note: &str, entries: u64) -> Header {
    let (id, note, counts) = (id.clone(), note.to_owned(), Counts::default());
    Header { id, note, entries, counts, block_log: BLOCK_LOG }
}

fn write_whole(
    path: &Path,
    header: Header,
    effort: Effort,
    fill: impl Fn(u64, &mut [i8]) -> Counts + Sync,
    stop: &AtomicBool,
) -> Result<Header, TableError> {
    if let Some(folder) = path.parent() {
        fs::create_dir_all(folder).map_err(|error| TableError::io(folder, error))?;
    }
    let part = part_of(path);
    let written = write_part(&part, header, effort, fill, stop)
        .and_then(|header| rename(&part, path).map(|()| header));
    if written.is_err() {
        // The first error is the one to report.
        let _ = fs::remove_file(&part);
    }
    written
}

/// The file's name until it is complete, different in each process.
fn part_of(path: &Path) -> PathBuf {
    let mut name = path.file_name().unwrap_or_default().to_owned();
    name.push(format!(".{}.part", std::process::id()));
    path.with_file_name(name)
}

fn write_part(
    path: &Path,
    mut header: Header,
    effort: Effort,
    fill: impl Fn(u64, &mut [i8]) -> Counts + Sync,
    stop: &AtomicBool,
) -> Result<Header, TableError> {
    let io = |error| TableError::Io { path: path.to_owned(), error };
    let mut file = BufWriter::new(File::create(path).map_err(io)?);
    let index_bytes = header.index_bytes().expect("a table that fits into memory");
    file.write_all(&vec![0; header.encode().len() + index_bytes as usize]).map_err(io)?;

    let mut index = Vec::with_capacity(header.blocks() as usize);
    let mut end = 0;
    for first in (0..header.blocks()).step_by(BATCH as usize) {
        if stop.load(Ordering::Relaxed) {
            return Err(TableError::Stopped);
        }
        let batch = first..(first + BATCH).min(header.blocks());
        let blocks: Vec<(Counts, Vec<u8>)> = batch
            .into_par_iter()
            .map_init(
                || Encoder::new(effort),
                |encoder, block| {
                    let range = header.range(block);
                    let mut entries = vec![0; (range.end - range.start) as usize];
                    let counts = fill(range.start, &mut entries);
                    (counts, encoder.encode(&entries))
                },
            )
            .collect();
        for (counts, compressed) in blocks {
            header.counts += counts;
            end += compressed.len() as u64;
            index.push(IndexEntry { end, checksum: crc32fast::hash(&compressed) });
            file.write_all(&compressed).map_err(io)?;
        }
    }
    file.seek(SeekFrom::Start(0)).map_err(io)?;
    file.write_all(&header.encode()).map_err(io)?;
    file.write_all(&encode_index(&index)).map_err(io)?;
    let file = file.into_inner().map_err(|error| io(error.into_error()))?;
    file.sync_all().map_err(io)?;
    Ok(header)
}

fn rename(part: &Path, path: &Path) -> Result<(), TableError> {
    fs::rename(part, path)
        .and_then(|()| sync_folder(path))
        .map_err(|error| TableError::Io { path: path.to_owned(), error })
}

/// A new name is safely on the disk only when its folder is, too.
#[cfg(unix)]
fn sync_folder(path: &Path) -> io::Result<()> {
    match path.parent() {
        Some(folder) if !folder.as_os_str().is_empty() => File::open(folder)?.sync_all(),
        _ => File::open(".")?.sync_all(),
    }
}

#[cfg(not(unix))]
fn sync_folder(_path: &Path) -> io::Result<()> {
    Ok(())
}
