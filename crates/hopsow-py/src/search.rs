//! The engine and its reports.

use std::hint::black_box;
use std::path::{Path, PathBuf};
use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use hopsow_core::evaluation::net::NetError;
use hopsow_core::games::any::{AnyEngine, AnyMove, AnyPosition, Game};
use hopsow_core::search::{self, Request, SearchLimits, Style};
use pyo3::exceptions::{PyMemoryError, PyRuntimeError, PyTypeError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::PyTuple;

use crate::errors::unknown_name;
use crate::moves::Move;
use crate::position::Position;
use crate::tables::{Tables, always_there};
use crate::work::{MAX_DEPTH, MAX_THREADS, integer, run, run_until, within};

/// The largest transposition table, in megabytes.
const MAX_HASH_MB: u64 = 1 << 16;

/// The largest time limit of a search, in seconds.
const MAX_SECONDS: f64 = 1e7;

/// Searches positions of one game; its transposition table lasts from one search to the next.
///
/// It probes the built-in tables, or those that it is given, and evaluates
/// as its game does, or by the net in a file.
#[pyclass(frozen, module = "hopsow._native")]
pub struct Engine {
    engine: Mutex<AnyEngine>,
    tables: Option<Py<Tables>>,
    stop: AtomicBool,
}

#[pymethods]
impl Engine {
    #[new]
    #[pyo3(signature = (game, hash_mb=64, tables=None, net=None))]
    fn new(
        py: Python<'_>,
        game: &str,
        #[pyo3(from_py_with = integer)] hash_mb: i128,
        tables: Option<Py<Tables>>,
        net: Option<PathBuf>,
    ) -> PyResult<Self> {
        let game = Game::named(game).map_err(unknown_name)?;
        let megabytes = within("hash_mb", hash_mb, 1..=MAX_HASH_MB)? as usize;
        find_memory(megabytes)?;
        let engine = match net {
            None => AnyEngine::new(game, megabytes),
            Some(path) => AnyEngine::with_net(game, megabytes, &read_file(py, &path)?)
                .map_err(|error| unusable(Some(&path), &error))?,
        };
        Ok(Engine { engine: Mutex::new(engine), tables, stop: AtomicBool::new(false) })
    }

    /// Search the last of the positions of a game. Without any limit it goes on until `stop`.
    ///
    /// With `plays=True` the engine may follow a precomputed plan.
    #[pyo3(signature = (
        game, *, depth=None, nodes=None, time=None, cpu=None, soft=1.0, lines=1, threads=1,
        exact=false, plays=false, progress=None
    ))]
    #[expect(clippy::too_many_arguments, reason = "each is a keyword in Python")]
    fn search(
        &self,
        py: Python<'_>,
        game: &Bound<'_, PyAny>,
        depth: Option<u32>,
        nodes: Option<u64>,
        time: Option<f64>,
        cpu: Option<f64>,
        soft: f64,
        #[pyo3(from_py_with = integer)] lines: i128,
        #[pyo3(from_py_with = integer)] threads: i128,
        exact: bool,
        plays: bool,
        progress: Option<Py<PyAny>>,
    ) -> PyResult<Report> {
        let limits = SearchLimits {
            depth,
            nodes,
            wall: time.map(|seconds| duration("time", seconds)).transpose()?,
            cpu: cpu.map(|seconds| duration("cpu", seconds)).transpose()?,
            soft_percent: (soft.clamp(0.0, 1.0) * 100.0) as u32,
        };
        let request = Request {
            limits,
            lines: within("lines", lines, 1..=u16::MAX.into())? as usize,
            threads: within("threads", threads, 1..=MAX_THREADS)? as usize,
            style: if exact { Style::Exact } else { Style::Selective },
            plays,
        };
        let Ok(mut guard) = self.engine.try_lock() else {
            return Err(PyRuntimeError::new_err("the engine is searching already"));
        };
        let engine = &mut *guard;
        let game = positions(game, engine.game())?;
        let root = *game.last().ok_or_else(|| PyValueError::new_err("there is no position"))?;
        self.stop.store(false, Ordering::Relaxed);
        let mut failure = None;
        let report = run_until(py, &self.stop, false, |stop| {
            let mut tell = |report: search::Report<AnyMove>| {
                let Some(callback) = &progress else { return };
                let result = Python::attach(|py| callback.call1(py, (Report { report, root },)));
                if let Err(error) = result {
                    self.stop.store(true, Ordering::Relaxed);
                    failure = Some(error);
                }
            };
            let open = || match &self.tables {
                Some(tables) => &tables.get().0,
                None => always_there(),
            };
            let tables: Option<&dyn Fn() -> _> = if exact { None } else { Some(&open) };
            Some(engine.search(&game, &request, tables, stop, &mut tell))
        })?;
        failure.map_or(Ok(Report { report, root }), Err)
    }

    /// Return the static evaluation of a position for the side to move, in the game's units.
    fn estimate(&self, position: &Bound<'_, Position>) -> PyResult<f64> {
        let Ok(engine) = self.engine.try_lock() else {
            return Err(PyRuntimeError::new_err("the engine is searching"));
        };
        let position = position.get().0;
        check_game(&position, engine.game())?;
        Ok(f64::from(engine.estimate(&position)) / 100.0)
    }

    /// End the search that another thread, or a signal handler, is waiting for.
    fn stop(&self) {
        self.stop.store(true, Ordering::Relaxed);
    }

    /// Forget everything learned in earlier searches.
    fn clear(&self) -> PyResult<()> {
        match self.engine.try_lock() {
            Ok(mut engine) => engine.clear(),
            Err(_) => return Err(PyRuntimeError::new_err("the engine is searching")),
        }
        Ok(())
    }
}

/// Fail where there is no memory for a table: the core would panic.
fn find_memory(megabytes: usize) -> PyResult<()> {
    let mut memory = Vec::<u8>::new();
    let reserved = memory.try_reserve_exact(megabytes << 20);
    black_box(&memory);
    reserved.map_err(|_| PyMemoryError::new_err(format!("there are no {megabytes} MB of memory")))
}

fn duration(name: &str, seconds: f64) -> PyResult<Duration> {
    if (0.0..=MAX_SECONDS).contains(&seconds) {
        return Ok(Duration::from_secs_f64(seconds));
    }
    Err(PyValueError::new_err(format!("{name} must be from 0 to {MAX_SECONDS:.0} seconds")))
}

/// The positions in a Python list, all of the game expected.
pub fn positions(game: &Bound<'_, PyAny>, expected: Game) -> PyResult<Vec<AnyPosition>> {
    let read = |item: PyResult<Bound<'_, PyAny>>| {
        let item = item?;
        let Ok(position) = item.cast::<Position>() else {
            return Err(PyTypeError::new_err(format!("{} is not a position", item.repr()?)));
        };
        let position = position.get().0;
        check_game(&position, expected)?;
        Ok(position)
    };
    game.try_iter()?.map(read).collect()
}

fn check_game(position: &AnyPosition, expected: Game) -> PyResult<()> {
    let (found, expected) = (position.game().name(), expected.name());
    if found == expected {
        return Ok(());
    }
    let message = format!("a position of {found} was given to an engine for {expected}");
    Err(PyValueError::new_err(message))
}

/// Return the first of the best moves by plain minimax with a beginner's evaluation.
#[pyfunction]
pub fn minimax(
    position: &Bound<'_, Position>,
    #[pyo3(from_py_with = integer)] depth: i128,
) -> PyResult<Option<Move>> {
    let (py, position) = (position.py(), position.get().0);
    let depth = within("depth", depth, 1..=MAX_DEPTH)? as u32;
    let line = run(py, depth == 1, |stop| Some(position.minimax(depth, stop)))?;
    Ok(line.map(|line| Move { mv: line.moves[0], position }))
}

/// Run the fixed searches of a game; return the nodes searched and the seconds they took.
#[pyfunction]
pub fn bench(py: Python<'_>, game: &str) -> PyResult<(u64, f64)> {
    let game = Game::named(game).map_err(unknown_name)?;
    let bench = run(py, false, |_| Some(game.bench()))?;
    Ok((bench.nodes, bench.wall.as_secs_f64()))
}

/// Return the name of the unit of an estimate.
#[pyfunction]
pub fn unit(game: &str) -> PyResult<&'static str> {
    Ok(Game::named(game).map_err(unknown_name)?.unit())
}

/// The result of a search, complete or so far.
#[pyclass(frozen, module = "hopsow._native")]
pub struct Report {
    report: search::Report<AnyMove>,
    root: AnyPosition,
}

#[pymethods]
impl Report {
    /// The move to play; None only if there is no legal one.
    #[getter]
    fn r#move(&self) -> Option<Move> {
        let mv = self.report.best()?;
        Some(Move { mv, position: self.root })
    }

    /// The best line's value for the side to move, in units of the game.
    #[getter]
    fn score(&self) -> f64 {
        self.report.lines.first().map_or(0.0, |line| line.value.units())
    }

    /// True if the value is proven.
    #[getter]
    fn exact(&self) -> bool {
        self.report.lines.first().is_some_and(|line| line.value.is_exact())
    }

    /// The plies to a proven end.
    #[getter]
    fn distance(&self) -> Option<u32> {
        self.report.lines.first()?.value.distance()
    }

    /// The depth of the last complete iteration.
    #[getter]
    fn depth(&self) -> u32 {
        self.report.depth
    }

    /// True if the search ended by itself, without running into a limit.
    #[getter]
    fn finished(&self) -> bool {
        self.report.finished
    }

    /// Nodes searched.
    #[getter]
    fn nodes(&self) -> u64 {
        self.report.nodes
    }

    /// Nodes per second.
    #[getter]
    fn nps(&self) -> u64 {
        (self.report.nodes as f64 / self.report.wall.as_secs_f64().max(1e-6)) as u64
    }

    /// Wall time in seconds.
    #[getter]
    fn wall(&self) -> f64 {
        self.report.wall.as_secs_f64()
    }

    /// CPU time of the process in seconds.
    #[getter]
    fn cpu(&self) -> f64 {
        self.report.cpu.as_secs_f64()
    }

    /// Successful probes of tables, and solved races.
    #[getter]
    fn table_hits(&self) -> u64 {
        self.report.table_hits
    }

    /// The principal variation, beginning with `move`.
    #[getter]
    fn pv<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
        let moves = self.report.lines.first().map_or(&[][..], |line| &line.moves);
        moves_from(py, self.root, moves)
    }

    /// The best lines, best first.
    #[getter]
    fn lines<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
        let lines = self.report.lines.iter().cloned();
        PyTuple::new(py, lines.map(|line| Line { line, root: self.root }).collect::<Vec<_>>())
    }

    fn __repr__(&self) -> String {
        let best = self.report.lines.first().map_or("no move".to_owned(), |line| {
            format!("{} ({})", self.root.move_text(line.moves[0]), line.value)
        });
        format!("<Report: {best}, depth {}, {} nodes>", self.report.depth, self.report.nodes)
    }
}

/// A principal variation with its value.
#[pyclass(frozen, module = "hopsow._native")]
pub struct Line {
    line: search::Line<AnyMove>,
    root: AnyPosition,
}

#[pymethods]
impl Line {
    /// The first move.
    #[getter]
    fn r#move(&self) -> Move {
        Move { mv: self.line.moves[0], position: self.root }
    }

    /// The value for the side to move, in units of the game.
    #[getter]
    fn score(&self) -> f64 {
        self.line.value.units()
    }

    /// True if the value is proven.
    #[getter]
    fn exact(&self) -> bool {
        self.line.value.is_exact()
    }

    /// The plies to a proven end.
    #[getter]
    fn distance(&self) -> Option<u32> {
        self.line.value.distance()
    }

    /// The depth of the line's search.
    #[getter]
    fn depth(&self) -> u32 {
        self.line.depth
    }

    /// The moves of the line.
    #[getter]
    fn pv<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
        moves_from(py, self.root, &self.line.moves)
    }

    fn __repr__(&self) -> String {
        format!("<Line: {} ({})>", self.root.move_text(self.line.moves[0]), self.line.value)
    }
}

/// Moves made one after the other, each with the position it is made in.
fn moves_from<'py>(
    py: Python<'py>,
    root: AnyPosition,
    moves: &[AnyMove],
) -> PyResult<Bound<'py, PyTuple>> {
    let mut position = root;
    let mut made = Vec::with_capacity(moves.len());
    for &mv in moves {
        made.push(Move { mv, position });
        position = position.play(mv);
    }
    PyTuple::new(py, made)
}

/// A file's bytes, read by Python, whose errors say which file they are about.
pub fn read_file(py: Python<'_>, path: &Path) -> PyResult<Vec<u8>> {
    let file = py.import("io")?.call_method1("open", (path, "rb"))?;
    let bytes = file.call_method0("read").and_then(|bytes| bytes.extract());
    file.call_method0("close")?;
    bytes
}

/// A net that cannot be used.
pub fn unusable(path: Option<&Path>, error: &NetError) -> PyErr {
    PyValueError::new_err(match path {
        Some(path) => format!("{}: {error}", path.display()),
        None => error.to_string(),
    })
}
