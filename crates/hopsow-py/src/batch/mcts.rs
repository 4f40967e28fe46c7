//! A tree search in each game of a batch.

use hopsow_core::games::any::{AnySearch, Game};
use hopsow_core::mcts::{Leaves, Method};
use numpy::{PyArray1, PyArrayDyn, PyArrayMethods, PyReadonlyArray1, PyUntypedArrayMethods};
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use pyo3::types::PySlice;

use super::Batch;
use super::shown::{numpy, zeros};
use crate::moves::Move;
use crate::position::Position;
use crate::tables::Tables;
use crate::work::{integer, run, within};

const MAX_SIMULATIONS: u64 = 10_000_000;
const METHODS: [&str; 2] = ["puct", "gumbel"];

/// A tree search in each game of a batch, round by round; the batch stays as it is.
#[pyclass(module = "hopsow._native")]
pub struct Mcts {
    search: AnySearch,
    /// The number of states that wait for an estimate.
    waiting: usize,
    observations: Py<PyArrayDyn<u8>>,
    indptr: Py<PyArrayDyn<i64>>,
    actions: Py<PyArrayDyn<i32>>,
    /// Exact tables; states in them need no estimate.
    tables: Option<Py<Tables>>,
}

#[pymethods]
impl Mcts {
    #[new]
    #[pyo3(signature = (
        batch, simulations, *, method="puct", seed=0, exploration=1.25, considered=16, tables=None
    ))]
    #[allow(clippy::too_many_arguments, reason = "they are keywords in Python")]
    fn new(
        py: Python<'_>,
        batch: &Batch,
        #[pyo3(from_py_with = integer)] simulations: i128,
        method: &str,
        #[pyo3(from_py_with = integer)] seed: i128,
        exploration: f32,
        #[pyo3(from_py_with = integer)] considered: i128,
        tables: Option<Py<Tables>>,
    ) -> PyResult<Mcts> {
        let simulations = within("simulations", simulations, 1..=MAX_SIMULATIONS)? as u32;
        let seed = within("seed", seed, 0..=u64::MAX)?;
        let considered = within("considered", considered, 1..=u16::MAX.into())? as usize;
        if !(exploration.is_finite() && exploration >= 0.0) {
            return Err(PyValueError::new_err("exploration is a number from 0 upwards"));
        }
        let method = match method {
            "puct" => Method::Puct { exploration },
            "gumbel" => Method::Gumbel { considered },
            other => {
                let known = METHODS.join(" or ");
                let problem = format!("unknown method {other:?}, expected {known}");
                return Err(PyValueError::new_err(problem));
            }
        };
        let (game, games): (Game, usize) = batch.size();
        let shape = [&[games], game.observation()].concat();
        Ok(Mcts {
            search: AnySearch::new(batch.games(), method, simulations, seed),
            waiting: 0,
            observations: zeros(py, &shape, "uint8")?,
            indptr: zeros(py, &[games + 1], "int64")?,
            actions: zeros(py, &[games * game.max_legal()], "int32")?,
            tables,
        })
    }

    /// Descend in every game that has simulations left, and return the number of states that need
    /// an estimate, 0 once the search is over.
    fn descend(&mut self, py: Python<'_>) -> PyResult<usize> {
        let mut observations = self.observations.bind(py).readwrite();
        let mut indptr = self.indptr.bind(py).readwrite();
        let mut actions = self.actions.bind(py).readwrite();
        let mut leaves = Leaves {
            observations: observations.as_slice_mut()?,
            indptr: indptr.as_slice_mut()?,
            actions: actions.as_slice_mut()?,
        };
        let (search, tables) =
            (&mut self.search, self.tables.as_ref().map(|tables| &tables.get().0));
        self.waiting = py.detach(|| search.descend(&mut leaves, tables));
        Ok(self.waiting)
    }

    /// The observations of the waiting states, from the side to move.
    #[getter]
    fn observations<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        first(self.observations.bind(py), self.waiting)
    }

    /// The legal actions of the states that wait, as `Batch.legal` gives them.
    #[getter]
    fn legal<'py>(&self, py: Python<'py>) -> PyResult<(Bound<'py, PyAny>, Bound<'py, PyAny>)> {
        let indptr = first(self.indptr.bind(py), self.waiting + 1)?;
        let listed: usize = indptr.get_item(-1)?.extract()?;
        Ok((indptr, first(self.actions.bind(py), listed)?))
    }

    /// Take the estimates of the states that wait: a logit for each action of `legal`, or for each
    /// action of the game, and a value from -1 to 1 for the side to move.
    fn put(
        &mut self,
        py: Python<'_>,
        logits: &Bound<'_, PyAny>,
        values: &Bound<'_, PyAny>,
    ) -> PyResult<()> {
        let values = numbers(values)?;
        if values.len() != self.waiting {
            let problem = format!("{} states wait, and {} values", self.waiting, values.len());
            return Err(PyValueError::new_err(problem));
        }
        let (_, listed) = self.legal(py)?;
        let dimensions: usize = match logits.getattr("ndim") {
            Ok(ndim) => ndim.extract()?,
            Err(_) => 1,
        };
        let logits = if dimensions == 2 { self.gathered(py, logits)? } else { logits.clone() };
        let logits = numbers(&logits)?;
        if logits.len() != listed.len()? {
            let problem = format!("{} actions are legal, not {}", listed.len()?, logits.len());
            return Err(PyValueError::new_err(problem));
        }
        let (logits, values) = (logits.as_slice()?, values.as_slice()?);
        if !logits.iter().chain(values).all(|number| number.is_finite()) {
            return Err(PyValueError::new_err("logits and values are finite numbers"));
        }
        let indptr = self.indptr.bind(py).readonly();
        let indptr = indptr.as_slice()?;
        let search = &mut self.search;
        py.detach(|| search.put(indptr, logits, values));
        self.waiting = 0;
        Ok(())
    }

    /// Do all simulations with random play as the estimate.
    fn play_out(&mut self, py: Python<'_>) -> PyResult<()> {
        let search = &mut self.search;
        run(py, false, |stop| {
            search.play_out(stop);
            Some(())
        })
    }

    /// Return the results: the best action of each game, the share of each legal action
    /// (in the order of `Batch.legal`), and the value for the side to move.
    fn decisions<'py>(&self, py: Python<'py>) -> PyResult<Found<'py>> {
        numpy(py)?;
        let decisions = self.search.decisions();
        let actions = decisions.iter().map(|found| found.as_ref().map_or(0, |d| d.action.into()));
        let policy = decisions.iter().flatten().flat_map(|found| found.policy.iter().copied());
        let values = decisions.iter().map(|found| found.as_ref().map_or(0.0, |d| d.value));
        Ok((
            PyArray1::from_iter(py, actions),
            PyArray1::from_iter(py, policy),
            PyArray1::from_iter(py, values),
        ))
    }
}

impl Mcts {
    /// The logits of the legal actions, from those of all actions.
    fn gathered<'py>(
        &self,
        py: Python<'py>,
        logits: &Bound<'py, PyAny>,
    ) -> PyResult<Bound<'py, PyAny>> {
        let (indptr, actions) = self.legal(py)?;
        let numpy = numpy(py)?;
        let counts = numpy.call_method1("diff", (&indptr,))?;
        let rows = numpy.call_method1("arange", (self.waiting,))?;
        let rows = numpy.call_method1("repeat", (rows, counts))?;
        logits.get_item((rows, actions))
    }
}

type Found<'py> = (Bound<'py, PyArray1<i64>>, Bound<'py, PyArray1<f32>>, Bound<'py, PyArray1<f32>>);

fn first<'py>(array: &Bound<'py, PyAny>, count: usize) -> PyResult<Bound<'py, PyAny>> {
    array.get_item(PySlice::new(array.py(), 0, count as isize, 1))
}

/// A row of numbers as the core wants them.
fn numbers<'py>(given: &Bound<'py, PyAny>) -> PyResult<PyReadonlyArray1<'py, f32>> {
    let array = numpy(given.py())?.call_method1("ascontiguousarray", (given, "float32"))?;
    let array = array.cast_into::<PyArray1<f32>>();
    let array =
        array.map_err(|_| PyValueError::new_err("logits and values are rows of numbers"))?;
    Ok(array.readonly())
}

/// Return the best move by a tree search with random playouts, or None in a finished game.
#[pyfunction]
pub fn mcts_move(
    position: &Bound<'_, Position>,
    #[pyo3(from_py_with = integer)] simulations: i128,
    #[pyo3(from_py_with = integer)] seed: i128,
) -> PyResult<Option<Move>> {
    let (py, position) = (position.py(), position.get().0);
    let simulations = within("simulations", simulations, 1..=MAX_SIMULATIONS)? as u32;
    let seed = within("seed", seed, 0..=u64::MAX)?;
    if position.outcome().is_some() {
        return Ok(None);
    }
    let mv = run(py, false, |stop| position.mcts(simulations, seed, stop))?;
    Ok(Some(Move { mv, position }))
}
