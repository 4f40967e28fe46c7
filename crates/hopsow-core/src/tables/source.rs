//! The source of a table's bytes: a file, or the program itself.
//!
//! A file is read and not mapped. Shortening a mapped file would end this process by a signal; here
//! it is an error like any other. Blocks are read once and then cached, so this costs a small part
//! of their decoding.

use std::borrow::Cow;
use std::fs::{self, File};
use std::io;
use std::ops::Range;
use std::path::Path;

use super::error::TableError;

#[derive(Debug)]
pub(super) enum Source {
    /// A file, and its length when it was opened.
    File(File, u64),
    BuiltIn(&'static [u8]),
}

impl Source {
    /// The file `path`; what is no file is refused, because a pipe might never be opened.
    pub(super) fn open(path: &Path) -> Result<Source, TableError> {
        let failed = |error| TableError::io(path, error);
        if !fs::metadata(path).map_err(failed)?.is_file() {
            return Err(TableError::NotATable { path: path.to_owned() });
        }
        let file = File::open(path).map_err(failed)?;
        let length = file.metadata().map_err(failed)?.len();
        Ok(Source::File(file, length))
    }

    pub(super) fn length(&self) -> u64 {
        match self {
            Source::File(_, length) => *length,
            Source::BuiltIn(bytes) => bytes.len() as u64,
        }
    }

    /// The bytes in `range`; `path` is for messages.
    pub(super) fn read(
        &self,
        range: Range<u64>,
        path: &Path,
    ) -> Result<Cow<'static, [u8]>, TableError> {
        let cut_off =
            |expected, found| TableError::Truncated { path: path.to_owned(), expected, found };
        // Before anything is allocated for it.
        if range.start > range.end || range.end > self.length() {
            return Err(cut_off(range.end, self.length()));
        }
        match self {
            Source::BuiltIn(bytes) => {
                Ok(Cow::Borrowed(&bytes[range.start as usize..range.end as usize]))
            }
            Source::File(file, length) => {
                let mut bytes = vec![0; (range.end - range.start) as usize];
                match read_exact_at(file, &mut bytes, range.start) {
                    Ok(()) => Ok(Cow::Owned(bytes)),
                    Err(error) if error.kind() == io::ErrorKind::UnexpectedEof => {
                        Err(cut_off(*length, file.metadata().map_or(0, |about| about.len())))
                    }
                    Err(error) => Err(TableError::io(path, error)),
                }
            }
        }
    }
}

#[cfg(unix)]
fn read_exact_at(file: &File, bytes: &mut [u8], place: u64) -> io::Result<()> {
    std::os::unix::fs::FileExt::read_exact_at(file, bytes, place)
}

#[cfg(windows)]
fn read_exact_at(file: &File, mut bytes: &mut [u8], mut place: u64) -> io::Result<()> {
    while !bytes.is_empty() {
        match std::os::windows::fs::FileExt::seek_read(file, bytes, place)? {
            0 => return Err(io::ErrorKind::UnexpectedEof.into()),
            read => {
                bytes = &mut bytes[read..];
                place += read as u64;
            }
        }
    }
    Ok(())
}
