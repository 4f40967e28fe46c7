//! The arrays of a batch: NumPy's, made once, filled by the core and seen by the caller.

use hopsow_core::batch::arrays::Arrays;
use hopsow_core::games::any::Game;
use numpy::{Element, PyArrayDyn, PyArrayMethods, PyReadwriteArrayDyn};
use pyo3::exceptions::{PyImportError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::{PySlice, PyTuple};

/// An array that belongs to a batch.
type Own<T> = Py<PyArrayDyn<T>>;

pub struct Shown {
    pub observations: Own<u8>,
    pub indptr: Own<i64>,
    /// Room for the largest number of legal actions; callers see the used part.
    actions: Own<i32>,
    /// Bytes, which callers see as truth values.
    mask: Option<Own<u8>>,
    pub to_move: Own<u8>,
    pub rewards: Own<f32>,
    pub terminated: Own<bool>,
    pub truncated: Own<bool>,
    pub keys: Own<u64>,
}

/// The arrays while they are filled.
pub struct Filling<'py> {
    observations: PyReadwriteArrayDyn<'py, u8>,
    indptr: PyReadwriteArrayDyn<'py, i64>,
    actions: PyReadwriteArrayDyn<'py, i32>,
    mask: Option<PyReadwriteArrayDyn<'py, u8>>,
    to_move: PyReadwriteArrayDyn<'py, u8>,
    rewards: PyReadwriteArrayDyn<'py, f32>,
    terminated: PyReadwriteArrayDyn<'py, bool>,
    truncated: PyReadwriteArrayDyn<'py, bool>,
    keys: PyReadwriteArrayDyn<'py, u64>,
}

impl Shown {
    pub fn new(py: Python<'_>, game: Game, games: usize, with_mask: bool) -> PyResult<Shown> {
        let shape = [&[games], game.observation()].concat();
        let mask = with_mask.then(|| zeros(py, &[games, game.actions()], "uint8"));
        Ok(Shown {
            observations: zeros(py, &shape, "uint8")?,
            indptr: zeros(py, &[games + 1], "int64")?,
            actions: zeros(py, &[games * game.max_legal()], "int32")?,
            mask: mask.transpose()?,
            to_move: zeros(py, &[games], "uint8")?,
            rewards: zeros(py, &[games, 2], "float32")?,
            terminated: zeros(py, &[games], "bool")?,
            truncated: zeros(py, &[games], "bool")?,
            keys: zeros(py, &[games], "uint64")?,
        })
    }

    /// Copy the contents into new arrays.
    pub fn copy(&self, py: Python<'_>) -> PyResult<Shown> {
        Ok(Shown {
            observations: copy(py, &self.observations)?,
            indptr: copy(py, &self.indptr)?,
            actions: copy(py, &self.actions)?,
            mask: self.mask.as_ref().map(|mask| copy(py, mask)).transpose()?,
            to_move: copy(py, &self.to_move)?,
            rewards: copy(py, &self.rewards)?,
            terminated: copy(py, &self.terminated)?,
            truncated: copy(py, &self.truncated)?,
            keys: copy(py, &self.keys)?,
        })
    }

    /// The arrays for the core, which alone may fill them meanwhile.
    pub fn fill<'py>(&self, py: Python<'py>) -> PyResult<Filling<'py>> {
        Ok(Filling {
            observations: writable(py, &self.observations)?,
            indptr: writable(py, &self.indptr)?,
            actions: writable(py, &self.actions)?,
            mask: self.mask.as_ref().map(|mask| writable(py, mask)).transpose()?,
            to_move: writable(py, &self.to_move)?,
            rewards: writable(py, &self.rewards)?,
            terminated: writable(py, &self.terminated)?,
            truncated: writable(py, &self.truncated)?,
            keys: writable(py, &self.keys)?,
        })
    }

    /// The part of the list of actions that is in use.
    pub fn actions<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        let end: isize = self.indptr.bind(py).get_item(-1)?.extract()?;
        self.actions.bind(py).get_item(PySlice::new(py, 0, end, 1))
    }

    /// The mask as truth values, where the batch has one.
    pub fn mask<'py>(&self, py: Python<'py>) -> PyResult<Option<Bound<'py, PyAny>>> {
        let mask = self.mask.as_ref();
        mask.map(|mask| mask.bind(py).call_method1("view", ("bool",))).transpose()
    }
}

impl Filling<'_> {
    pub fn arrays(&mut self) -> PyResult<Arrays<'_>> {
        Ok(Arrays {
            observations: self.observations.as_slice_mut()?,
            indptr: self.indptr.as_slice_mut()?,
            actions: self.actions.as_slice_mut()?,
            mask: self.mask.as_mut().map(|mask| mask.as_slice_mut()).transpose()?,
            to_move: self.to_move.as_slice_mut()?,
            rewards: self.rewards.as_slice_mut()?,
            terminated: self.terminated.as_slice_mut()?,
            truncated: self.truncated.as_slice_mut()?,
            keys: self.keys.as_slice_mut()?,
        })
    }
}

/// Return NumPy, or an error that says how to install it.
pub fn numpy(py: Python<'_>) -> PyResult<Bound<'_, PyModule>> {
    py.import("numpy").map_err(|error| {
        let needed = PyImportError::new_err("a batch needs NumPy: pip install numpy");
        needed.set_cause(py, Some(error));
        needed
    })
}

/// An array of zeros; a MemoryError where there is no room for it.
pub fn zeros<T: Element>(py: Python<'_>, shape: &[usize], kind: &str) -> PyResult<Own<T>> {
    let array = numpy(py)?.call_method1("zeros", (PyTuple::new(py, shape)?, kind))?;
    Ok(array.cast_into::<PyArrayDyn<T>>()?.unbind())
}

fn copy<T: Element>(py: Python<'_>, array: &Own<T>) -> PyResult<Own<T>> {
    let copied = array.bind(py).call_method0("copy")?;
    Ok(copied.cast_into::<PyArrayDyn<T>>()?.unbind())
}

fn writable<'py, T: Element>(
    py: Python<'py>,
    array: &Own<T>,
) -> PyResult<PyReadwriteArrayDyn<'py, T>> {
    let writable = array.bind(py).try_readwrite();
    writable.map_err(|_| PyValueError::new_err("an array of the batch is not writable"))
}
