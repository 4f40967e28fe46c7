//! Errors of table files. Every message names the file.

use std::fmt::{self, Display};
use std::io;
use std::path::PathBuf;

/// The reason why a table cannot be read or written.
#[derive(Debug)]
pub enum TableError {
    /// There is no such file.
    Missing {
        /// The file.
        path: PathBuf,
    },
    /// The operating system reported an error.
    Io {
        /// The file.
        path: PathBuf,
        /// The error.
        error: io::Error,
    },
    /// The file does not begin like a table.
    NotATable {
        /// The file.
        path: PathBuf,
    },
    /// The file is of another version of the format.
    Version {
        /// The file.
        path: PathBuf,
        /// Its version.
        found: u32,
    },
    /// The file is shorter than it says.
    Truncated {
        /// The file.
        path: PathBuf,
        /// The bytes that it should have at least.
        expected: u64,
        /// The bytes that it has.
        found: u64,
    },
    /// The header or the index does not match its checksum.
    DamagedHeader {
        /// The file.
        path: PathBuf,
    },
    /// A block does not match its checksum.
    DamagedBlock {
        /// The file.
        path: PathBuf,
        /// The number of the block, from 0.
        block: u64,
    },
    /// The file is intact but holds another table.
    Other {
        /// The file.
        path: PathBuf,
        /// The table found.
        found: String,
        /// The table expected.
        expected: String,
    },
    /// The stop flag was set; nothing was left behind.
    Stopped,
}

impl TableError {
    /// The error of the operating system about `path`.
    pub(super) fn io(path: impl Into<PathBuf>, error: io::Error) -> TableError {
        let path = path.into();
        match error.kind() {
            io::ErrorKind::NotFound => TableError::Missing { path },
            _ => TableError::Io { path, error },
        }
    }
}

impl Display for TableError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            TableError::Missing { path } => write!(f, "there is no file {}", path.display()),
            TableError::Io { path, error } => write!(f, "{}: {error}", path.display()),
            TableError::NotATable { path } => write!(f, "{} is not a table", path.display()),
            TableError::Version { path, found } => {
                let expected = super::format::VERSION;
                write!(f, "{} is of format version {found}, ", path.display())?;
                write!(f, "expected version {expected}: build it again")
            }
            TableError::Truncated { path, expected, found } => {
                write!(f, "{} is cut off: {found} bytes, ", path.display())?;
                write!(f, "expected {expected}")
            }
            TableError::DamagedHeader { path } => {
                write!(f, "the header of {} is damaged", path.display())
            }
            TableError::DamagedBlock { path, block } => {
                write!(f, "block {block} of {} is damaged", path.display())
            }
            TableError::Other { path, found, expected } => {
                write!(f, "{} holds {found}, expected {expected}", path.display())
            }
            TableError::Stopped => f.write_str("stopped"),
        }
    }
}

impl std::error::Error for TableError {
    fn source(&self) -> Option<&(dyn std::error::Error + 'static)> {
        match self {
            TableError::Io { error, .. } => Some(error),
            _ => None,
        }
    }
}
