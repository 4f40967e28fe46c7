//! Moves, and the list of a position's legal ones.
//!
//! A move carries the position that it was made for: its text may need it (Halma writes the
//! shortest chain), and `play` recognises by it what needs no checking. An object is made for each
//! move that the caller looks at, not for the whole list.

use std::hash::{DefaultHasher, Hash, Hasher};

use hopsow_core::games::any::{AnyMove, AnyPosition};
use hopsow_core::setup::Place;
use pyo3::IntoPyObjectExt;
use pyo3::exceptions::{PyIndexError, PyOverflowError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::{PyIterator, PyList, PySlice, PyTuple};

use crate::position::Position;
use crate::setup::Square;

/// A whole turn; `str(move)` is its text. Equal moves of one game are equal everywhere.
#[pyclass(frozen, eq, module = "hopsow._native")]
pub struct Move {
    pub mv: AnyMove,
    /// The position in which `mv` is legal.
    pub position: AnyPosition,
}

impl PartialEq for Move {
    fn eq(&self, other: &Self) -> bool {
        self.mv == other.mv
    }
}

#[pymethods]
impl Move {
    /// The name of the game.
    #[getter]
    fn game(&self) -> &'static str {
        self.position.game().name()
    }

    /// The squares that the piece touches, start and end included; in Awari the pit that is sown.
    #[getter]
    fn path<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
        self.places(py, &self.position.story(self.mv).path())
    }

    /// The squares or pits from which something is captured, in order.
    #[getter]
    fn captured<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
        self.places(py, &self.position.story(self.mv).captured())
    }

    /// True if a man is crowned.
    #[getter]
    fn crowns(&self) -> bool {
        self.position.story(self.mv).crowns()
    }

    /// The path as texts write it.
    #[getter]
    fn squares<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
        let text = self.__str__();
        PyTuple::new(py, text.split(['-', 'x']).collect::<Vec<_>>())
    }

    /// True if the move takes men or stones off the board.
    #[getter]
    fn is_capture(&self) -> bool {
        self.position.is_capture(self.mv)
    }

    fn __str__(&self) -> String {
        self.position.move_text(self.mv)
    }

    fn __repr__(&self) -> String {
        format!("Move('{}')", self.__str__())
    }

    fn __hash__(&self) -> u64 {
        let mut hasher = DefaultHasher::new();
        self.mv.hash(&mut hasher);
        hasher.finish()
    }

    fn __reduce__<'py>(&self, py: Python<'py>) -> PyResult<(Bound<'py, PyAny>, (String,))> {
        let position = Bound::new(py, Position(self.position))?;
        Ok((position.getattr("move")?, (self.__str__(),)))
    }
}

impl Move {
    fn places<'py>(&self, py: Python<'py>, places: &[Place]) -> PyResult<Bound<'py, PyTuple>> {
        let game = self.position.game();
        PyTuple::new(py, places.iter().map(|&place| Square::of(game, place)))
    }
}

/// The legal moves of a position, in a stable order; equal if they are of equal positions.
#[pyclass(frozen, eq, sequence, module = "hopsow._native")]
pub struct LegalMoves {
    position: AnyPosition,
    moves: Vec<AnyMove>,
}

impl PartialEq for LegalMoves {
    fn eq(&self, other: &Self) -> bool {
        self.position == other.position
    }
}

#[pymethods]
impl LegalMoves {
    fn __len__(&self) -> usize {
        self.moves.len()
    }

    fn __getitem__<'py>(&self, index: &Bound<'py, PyAny>) -> PyResult<Bound<'py, PyAny>> {
        let py = index.py();
        if let Ok(slice) = index.cast::<PySlice>() {
            return self.slice(slice)?.into_bound_py_any(py);
        }
        match self.place(index)?.and_then(|place| self.moves.get(place)) {
            Some(&mv) => Ok(Bound::new(py, self.wrap(mv))?.into_any()),
            None => Err(PyIndexError::new_err("there are not that many legal moves")),
        }
    }

    fn __iter__(slf: &Bound<'_, Self>) -> MoveIterator {
        MoveIterator { moves: slf.clone().unbind(), next: 0 }
    }

    fn __reversed__<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyIterator>> {
        let moves = self.moves.iter().rev().map(|&mv| self.wrap(mv)).collect::<Vec<_>>();
        PyList::new(py, moves)?.try_iter()
    }

    fn __contains__(&self, value: &Bound<'_, PyAny>) -> bool {
        self.find(value).is_some()
    }

    /// The place of a move within `start:stop`; ValueError if it is not there.
    #[pyo3(signature = (value, start=0, stop=isize::MAX))]
    fn index(&self, value: &Bound<'_, PyAny>, start: isize, stop: isize) -> PyResult<usize> {
        let within = PySlice::new(value.py(), start, stop, 1).indices(self.moves.len() as isize)?;
        match self.find(value) {
            Some(place) if (within.start..within.stop).contains(&(place as isize)) => Ok(place),
            _ => Err(PyValueError::new_err(format!("{} is not among the moves", value.repr()?))),
        }
    }

    /// Count a move: 1 if it is legal, else 0.
    fn count(&self, value: &Bound<'_, PyAny>) -> usize {
        usize::from(self.find(value).is_some())
    }

    fn __repr__(&self) -> String {
        let texts: Vec<_> = self.moves.iter().map(|&mv| self.position.move_text(mv)).collect();
        format!("<{} legal moves: {}>", texts.len(), texts.join(", "))
    }

    fn __hash__(&self) -> u64 {
        self.position.key()
    }

    fn __reduce__<'py>(
        &self,
        py: Python<'py>,
    ) -> PyResult<(Bound<'py, PyAny>, (Position, &'static str))> {
        Ok((py.import("builtins")?.getattr("getattr")?, (Position(self.position), "legal_moves")))
    }
}

impl LegalMoves {
    pub fn of(position: AnyPosition) -> Self {
        LegalMoves { position, moves: position.legal_moves() }
    }

    fn wrap(&self, mv: AnyMove) -> Move {
        Move { mv, position: self.position }
    }

    fn slice(&self, slice: &Bound<'_, PySlice>) -> PyResult<Vec<Move>> {
        let range = slice.indices(self.moves.len() as isize)?;
        let places = (0..range.slicelength as isize).map(|i| range.start + i * range.step);
        Ok(places.map(|place| self.wrap(self.moves[place as usize])).collect())
    }

    /// The place that an index from Python means, counted from the end if negative.
    fn place(&self, index: &Bound<'_, PyAny>) -> PyResult<Option<usize>> {
        let index = match index.extract::<isize>() {
            Err(error) if error.is_instance_of::<PyOverflowError>(index.py()) => return Ok(None),
            index => index?,
        };
        let from_start = if index < 0 { index + self.moves.len() as isize } else { index };
        Ok(usize::try_from(from_start).ok())
    }

    fn find(&self, value: &Bound<'_, PyAny>) -> Option<usize> {
        let wanted = value.cast::<Move>().ok()?.get().mv;
        self.moves.iter().position(|&mv| mv == wanted)
    }
}

/// One walk through the legal moves.
#[pyclass(module = "hopsow._native")]
struct MoveIterator {
    moves: Py<LegalMoves>,
    next: usize,
}

#[pymethods]
impl MoveIterator {
    fn __iter__(slf: Py<Self>) -> Py<Self> {
        slf
    }

    fn __next__(&mut self) -> Option<Move> {
        let moves = self.moves.get();
        let mv = *moves.moves.get(self.next)?;
        self.next += 1;
        Some(moves.wrap(mv))
    }

    fn __length_hint__(&self) -> usize {
        self.moves.get().moves.len() - self.next
    }
}
