//! Tables of exact values: opening, probing, building and verifying them.

use std::path::PathBuf;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Arc, OnceLock};

use hopsow_core::games::any::tables::{self as endings, Kind, NoSuchTables};
use hopsow_core::games::any::{AnyTables, Game};
use hopsow_core::games::awari::endings as awari;
use hopsow_core::tables::{
    self, BuiltIn, Cache, Header, Shelf, Table, TableError as CoreError, TablePart,
};
use numpy::{PyArray1, PyReadonlyArray1};
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;

use crate::errors::unknown_name;
use crate::moves::Move;
use crate::position::Position;
use crate::work::run_long;

pyo3::import_exception!(hopsow.errors, TableError);

/// The default size of the cache of decoded blocks.
const CACHE_BYTES: usize = 1 << 26;

/// The built-in tables.
static BUILT_IN: BuiltIn = include!(concat!(env!("OUT_DIR"), "/built_in.rs"));

/// A file's header: game, rules, name, note, entries, wins, draws, losses, bytes.
type Described = (String, String, String, String, u64, u64, u64, u64, u64);

/// Result and value for the side to move.
type Worth = (i8, i16);

/// The built-in tables, and those in a folder.
#[pyclass(frozen, module = "hopsow._native")]
pub struct Tables(pub AnyTables);

#[pymethods]
impl Tables {
    #[new]
    #[pyo3(signature = (folder=None, cache_bytes=CACHE_BYTES))]
    fn new(folder: Option<PathBuf>, cache_bytes: usize) -> Tables {
        Tables(AnyTables::open(&Shelf::new(BUILT_IN, folder.as_deref(), cache_bytes)))
    }

    /// Return the size up to which the tables for these rules hold every position of the game.
    #[pyo3(signature = (game, rules=None))]
    fn reach(&self, game: &str, rules: Option<&str>) -> PyResult<Option<u32>> {
        self.0.reach(kind(game, rules)?).map_err(unknown_name)
    }

    /// Return the result and value of a position for the side to move, or None if no table holds
    /// it.
    fn probe(&self, position: &Bound<'_, Position>) -> Option<Worth> {
        let (py, position) = (position.py(), position.get().0);
        py.detach(|| self.0.probe(&position)).map(worth)
    }

    /// Return the lower and upper bound on a position's value, or None if no table holds it.
    fn bounds(&self, position: &Bound<'_, Position>) -> Option<(Worth, Worth)> {
        let (py, position) = (position.py(), position.get().0);
        py.detach(|| self.0.bounds(&position)).map(|(least, most)| (worth(least), worth(most)))
    }

    /// Return every legal move with its result and value, best first, or None if a table is
    /// missing; in Halma the moves that lead to solvable races.
    fn rank_moves(&self, position: &Bound<'_, Position>) -> Option<Vec<(Move, i8, i16)>> {
        let (py, position) = (position.py(), position.get().0);
        let moves = py.detach(|| self.0.rank_moves(&position))?.into_iter();
        let described = moves
            .map(|(mv, tables::Worth { result, value })| (Move { mv, position }, result, value));
        Some(described.collect())
    }

    /// Return positions of at most this size in which the choice of the move decides, each with the
    /// moves that keep its result, best first.
    #[pyo3(signature = (game, seed, size, count, rules=None))]
    fn choices(
        &self,
        py: Python<'_>,
        game: &str,
        seed: u64,
        size: u32,
        count: usize,
        rules: Option<&str>,
    ) -> PyResult<Vec<(Position, Vec<Move>)>> {
        let kind = kind(game, rules)?;
        let choices = py.detach(|| self.0.choices(kind, seed, size, count));
        let choices = choices.map_err(unknown_name)?;
        let described = choices.into_iter().map(|(position, keeping)| {
            let moves = keeping.into_iter().map(|mv| Move { mv, position });
            (Position(position), moves.collect())
        });
        Ok(described.collect())
    }

    /// Return the problems found with files since the last call.
    fn take_problems(&self) -> Vec<String> {
        self.0.take_problems().iter().map(ToString::to_string).collect()
    }
}

/// Return the built-in tables, opened on first use.
pub fn always_there() -> &'static AnyTables {
    static TABLES: OnceLock<AnyTables> = OnceLock::new();
    TABLES.get_or_init(|| AnyTables::open(&Shelf::new(BUILT_IN, None, CACHE_BYTES)))
}

fn worth(worth: tables::Worth) -> Worth {
    (worth.result, worth.value)
}

/// Return the headers of the built-in tables.
#[pyfunction]
pub fn built_in_tables() -> PyResult<Vec<Described>> {
    let cache = Arc::new(Cache::new(0));
    let open = |&(name, bytes): &(&str, &'static [u8])| {
        Table::built_in(name, bytes, &cache).map(|table| describe(&table)).map_err(table_error)
    };
    BUILT_IN.iter().map(open).collect()
}

/// Return the file of a built-in table, or None.
#[pyfunction]
pub fn built_in_file(name: &str) -> Option<&'static [u8]> {
    BUILT_IN.iter().find(|(built_in, _)| *built_in == name).map(|&(_, bytes)| bytes)
}

/// Return the header of a table's file.
#[pyfunction]
pub fn read_table(path: PathBuf) -> PyResult<Described> {
    Table::open(&path, &Arc::new(Cache::new(0))).map(|table| describe(&table)).map_err(table_error)
}

fn describe(table: &Table) -> Described {
    let Header { id, note, entries, counts, .. } = table.header().clone();
    let bytes = table.bytes();
    let (wins, draws, losses) = (counts.wins, counts.draws, counts.losses);
    (id.game, id.rules, id.name, note, entries, wins, draws, losses, bytes)
}

/// Return the kind of tables of a game under one of its rule sets.
fn kind<'a>(game: &str, rules: Option<&'a str>) -> PyResult<Kind<'a>> {
    Ok(Kind { game: Game::named(game).map_err(unknown_name)?, rules })
}

fn no_such_tables(error: NoSuchTables) -> PyErr {
    match error {
        NoSuchTables::Unknown(name) => unknown_name(name),
        error => PyValueError::new_err(error.to_string()),
    }
}

/// Return the rule sets of a game that have tables, its default first.
#[pyfunction]
pub fn table_rules(game: &str) -> PyResult<Vec<&'static str>> {
    Ok(endings::rule_sets(Game::named(game).map_err(unknown_name)?))
}

/// Return the rules of a game's tables and their smallest and largest size, or None.
#[pyfunction]
#[pyo3(signature = (game, rules=None))]
pub fn table_sizes(game: &str, rules: Option<&str>) -> PyResult<Option<(&'static str, u32, u32)>> {
    match endings::sizes(kind(game, rules)?) {
        Ok((rules, sizes)) => Ok(Some((rules, *sizes.start(), *sizes.end()))),
        Err(NoSuchTables::Unknown(name)) => Err(unknown_name(name)),
        Err(_) => Ok(None),
    }
}

/// Return the names of the files that hold the positions of exactly this size.
#[pyfunction]
#[pyo3(signature = (game, size, rules=None))]
pub fn table_files(game: &str, size: u32, rules: Option<&str>) -> PyResult<Vec<String>> {
    endings::file_names(kind(game, rules)?, size).map_err(no_such_tables)
}

/// Return the bytes of memory and of disk space that building up to a size takes.
#[pyfunction]
#[pyo3(signature = (game, size, rules=None))]
pub fn table_needs(game: &str, size: u32, rules: Option<&str>) -> PyResult<(u64, u64)> {
    let needs = endings::needs(kind(game, rules)?, size).map_err(no_such_tables)?;
    Ok((needs.memory, needs.disk))
}

/// Build all tables up to a size in a folder; `progress` is called with the share of the work that
/// is done.
#[pyfunction]
#[pyo3(signature = (game, folder, size, threads=1, progress=None, rules=None))]
pub fn build_tables(
    py: Python<'_>,
    game: &str,
    folder: PathBuf,
    size: u32,
    threads: usize,
    progress: Option<Py<PyAny>>,
    rules: Option<&str>,
) -> PyResult<()> {
    let kind = kind(game, rules)?;
    endings::needs(kind, size).map_err(no_such_tables)?;
    watched(py, progress, |stop, done| {
        endings::build(kind, &folder, size, threads.max(1), stop, done).map(|_| ())
    })
}

/// Files that are built together: names of files, of those that building them reads, positions,
/// and bytes of memory.
type DescribedPart = (Vec<String>, Vec<String>, u64, u64);

/// Return the parts in which all tables up to a size are built, each after those that it needs;
/// none if nothing can be built apart.
#[pyfunction]
#[pyo3(signature = (game, size, rules=None))]
pub fn table_parts(game: &str, size: u32, rules: Option<&str>) -> PyResult<Vec<DescribedPart>> {
    let described =
        |part: Box<dyn TablePart>| (part.names(), part.needs(), part.positions(), part.memory());
    Ok(parts(kind(game, rules)?, size)?.into_iter().map(described).collect())
}

fn parts(kind: Kind<'_>, size: u32) -> PyResult<Vec<Box<dyn TablePart>>> {
    endings::parts(kind, size).map_err(no_such_tables)
}

/// Return the part of this number among all up to a size.
fn part(kind: Kind<'_>, size: u32, number: usize) -> PyResult<Box<dyn TablePart>> {
    let none = || PyValueError::new_err(format!("there is no part {number}"));
    parts(kind, size)?.into_iter().nth(number).ok_or_else(none)
}

/// Return true if a folder holds the files of a part and every block of them is sound.
#[pyfunction]
#[pyo3(signature = (game, folder, size, number, rules=None))]
pub fn has_table_part(
    py: Python<'_>,
    game: &str,
    folder: PathBuf,
    size: u32,
    number: usize,
    rules: Option<&str>,
) -> PyResult<bool> {
    let part = part(kind(game, rules)?, size, number)?;
    Ok(py.detach(|| part.is_in(&folder)))
}

/// Build a part in a folder that holds what it needs; `progress` is called with the share that is
/// done.
#[pyfunction]
#[pyo3(signature = (game, folder, size, number, threads=1, progress=None, rules=None))]
#[expect(clippy::too_many_arguments, reason = "each says what to build, or how")]
pub fn build_table_part(
    py: Python<'_>,
    game: &str,
    folder: PathBuf,
    size: u32,
    number: usize,
    threads: usize,
    progress: Option<Py<PyAny>>,
    rules: Option<&str>,
) -> PyResult<()> {
    let part = part(kind(game, rules)?, size, number)?;
    watched(py, progress, |stop, done| part.build(&folder, threads.max(1), stop, done).map(|_| ()))
}

/// Write the file of a size, given its values by rank, which another builder has found.
#[pyfunction]
#[pyo3(signature = (game, folder, size, values, threads=1, rules=None))]
pub fn write_table(
    py: Python<'_>,
    game: &str,
    folder: PathBuf,
    size: u32,
    values: PyReadonlyArray1<'_, i8>,
    threads: usize,
    rules: Option<&str>,
) -> PyResult<()> {
    let kind = kind(game, rules)?;
    endings::needs(kind, size).map_err(no_such_tables)?;
    let values = values.as_slice()?;
    let written = watched(py, None, |stop, _| {
        endings::write(kind, &folder, size, values, threads.max(1), stop).transpose()
    })?;
    let none = || PyValueError::new_err(format!("only the core builds tables for {game}"));
    written.map(|_| ()).ok_or_else(none)
}

/// Return all values in a file, by rank.
#[pyfunction]
pub fn read_values(py: Python<'_>, path: PathBuf) -> PyResult<Bound<'_, PyArray1<i8>>> {
    let values = py
        .detach(|| Table::open(&path, &Arc::new(Cache::new(0))).and_then(|table| table.read_all()));
    Ok(PyArray1::from_vec(py, values.map_err(table_error)?))
}

/// Check the files of a size, and every `step`-th value in them against its successors; a position
/// that disagrees is returned with its value and the one that its moves make.
#[pyfunction]
#[pyo3(signature = (game, folder, size, step=1, threads=1, progress=None, rules=None))]
#[expect(clippy::too_many_arguments, reason = "each says what to check, or how")]
pub fn verify_tables(
    py: Python<'_>,
    game: &str,
    folder: PathBuf,
    size: u32,
    step: u64,
    threads: usize,
    progress: Option<Py<PyAny>>,
    rules: Option<&str>,
) -> PyResult<Option<(Position, i8, i8)>> {
    let kind = kind(game, rules)?;
    endings::needs(kind, size).map_err(no_such_tables)?;
    let wrong = watched(py, progress, |stop, done| {
        endings::verify(kind, &folder, size, step.max(1), threads.max(1), stop, done)
    })?;
    Ok(wrong.map(|wrong| (Position(wrong.position), wrong.stored, wrong.expected)))
}

/// Run long work that reports its progress, and pass the reports on to `progress`.
fn watched<T: Send>(
    py: Python<'_>,
    progress: Option<Py<PyAny>>,
    work: impl FnOnce(&AtomicBool, &(dyn Fn(f64) + Sync)) -> Result<T, CoreError> + Send,
) -> PyResult<T> {
    // The part as bits: parts are not negative, and such numbers are ordered as their bits are.
    let most = AtomicU64::new(0);
    let done = |part: f64| {
        most.fetch_max(part.to_bits(), Ordering::Relaxed);
    };
    let tell = |py: Python<'_>| match &progress {
        Some(progress) => {
            let part = f64::from_bits(most.load(Ordering::Relaxed));
            progress.call1(py, (part,)).map(|_| ())
        }
        None => Ok(()),
    };
    run_long(py, |stop| work(stop, &done), tell)?.map_err(table_error)
}

fn table_error(error: CoreError) -> PyErr {
    TableError::new_err(error.to_string())
}

/// The values of all positions of Awari with up to `stones` stones under the rules of Romein and
/// Bal: by stones, then by rank.
#[pyfunction]
#[pyo3(signature = (stones, threads=1, progress=None))]
pub fn romein_bal_values(
    py: Python<'_>,
    stones: u32,
    threads: usize,
    progress: Option<Py<PyAny>>,
) -> PyResult<Vec<Bound<'_, PyArray1<i8>>>> {
    if stones as usize > awari::MAX_STONES {
        let most = awari::MAX_STONES;
        return Err(PyValueError::new_err(format!("{stones} stones, expected at most {most}")));
    }
    let layers = watched(py, progress, |stop, done| {
        awari::romein_bal(stones as usize, threads.max(1), stop, done).ok_or(CoreError::Stopped)
    })?;
    Ok(layers.into_iter().map(|values| PyArray1::from_vec(py, values)).collect())
}
