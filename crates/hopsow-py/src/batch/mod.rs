//! Many games side by side.

mod mcts;
mod shown;

use hopsow_core::batch::{BatchPlan, IllegalAction};
use hopsow_core::games::any::{AnyBatch, AnyPosition, Game};
use numpy::{PyArray1, PyArrayDyn, PyArrayMethods, PyReadonlyArray1, PyUntypedArrayMethods};
use pyo3::exceptions::{PyAttributeError, PyIndexError, PyTypeError, PyValueError};
use pyo3::prelude::*;

use crate::actions::Turn;
use crate::errors::{IllegalMoveError, Told, unknown_name};
use crate::position::Position;
use crate::tables::Tables;
use crate::work::{MAX_THREADS, integer, run, within};
pub use mcts::{Mcts, mcts_move};
use shown::{Shown, numpy, zeros};

const MAX_GAMES: u64 = 1 << 20;

/// Games side by side, one action of each at a time. The arrays stay the same ones.
#[pyclass(module = "hopsow._native")]
pub struct Batch {
    games: AnyBatch,
    game: Game,
    rules: &'static str,
    count: usize,
    shown: Shown,
}

#[pymethods]
impl Batch {
    #[new]
    #[pyo3(signature = (
        game, games, *, rules=None, position=None, seed=0, threads=1, opening_plies=0, max_plies, mask=false,
        auto_reset=true
    ))]
    #[allow(clippy::too_many_arguments, reason = "they are keywords in Python")]
    fn new(
        py: Python<'_>,
        game: &str,
        #[pyo3(from_py_with = integer)] games: i128,
        rules: Option<&str>,
        position: Option<&Bound<'_, Position>>,
        #[pyo3(from_py_with = integer)] seed: i128,
        #[pyo3(from_py_with = integer)] threads: i128,
        #[pyo3(from_py_with = integer)] opening_plies: i128,
        #[pyo3(from_py_with = integer)] max_plies: i128,
        mask: bool,
        auto_reset: bool,
    ) -> PyResult<Batch> {
        let game = Game::named(game).map_err(unknown_name)?;
        let start = game.start(rules, None).map_err(unknown_name)?;
        let origin = position.map_or(start, |position| position.get().0);
        check_state(&origin, game, if rules.is_some() { start.rules() } else { origin.rules() })?;
        let max_plies = within("max_plies", max_plies, 1..=u16::MAX.into())?;
        let plan = BatchPlan {
            games: within("the number of games", games, 1..=MAX_GAMES)? as usize,
            seed: within("seed", seed, 0..=u64::MAX)?,
            threads: within("threads", threads, 1..=MAX_THREADS)? as usize,
            opening_plies: within("opening_plies", opening_plies, 0..=max_plies - 1)? as u16,
            max_plies: max_plies as u16,
            auto_reset,
        };
        let shown = Shown::new(py, game, plan.games, mask)?;
        let mut filling = shown.fill(py)?;
        let mut arrays = filling.arrays()?;
        let games = py.detach(|| AnyBatch::new(&origin, plan, &mut arrays));
        drop(filling);
        Ok(Batch { games, game, rules: origin.rules(), count: plan.games, shown })
    }

    /// The name of the game.
    #[getter]
    fn game(&self) -> &'static str {
        self.game.name()
    }

    /// The name of the rule set in force.
    #[getter]
    fn rules(&self) -> &'static str {
        self.rules
    }

    /// The observation of each game, from the side to move.
    #[getter]
    fn observations(&self, py: Python<'_>) -> Py<PyArrayDyn<u8>> {
        self.shown.observations.clone_ref(py)
    }

    /// The legal actions: those of game i are `actions[indptr[i]:indptr[i + 1]]`, ascending.
    #[getter]
    fn legal<'py>(&self, py: Python<'py>) -> PyResult<(Py<PyArrayDyn<i64>>, Bound<'py, PyAny>)> {
        Ok((self.shown.indptr.clone_ref(py), self.shown.actions(py)?))
    }

    /// The legal actions as truth values, if the batch was made with `mask=True`.
    #[getter]
    fn mask<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        self.shown.mask(py)?.ok_or_else(|| {
            PyAttributeError::new_err("this batch has no mask: it was made without mask=True")
        })
    }

    /// The side to move in each game, 0 or 1.
    #[getter]
    fn to_move(&self, py: Python<'_>) -> Py<PyArrayDyn<u8>> {
        self.shown.to_move.clone_ref(py)
    }

    /// The reward of each side for the last action: 1 for a win, -1 for a loss.
    #[getter]
    fn rewards(&self, py: Python<'_>) -> Py<PyArrayDyn<f32>> {
        self.shown.rewards.clone_ref(py)
    }

    /// True where the last action ended the game.
    #[getter]
    fn terminated(&self, py: Python<'_>) -> Py<PyArrayDyn<bool>> {
        self.shown.terminated.clone_ref(py)
    }

    /// True where the last action reached `max_plies`.
    #[getter]
    fn truncated(&self, py: Python<'_>) -> Py<PyArrayDyn<bool>> {
        self.shown.truncated.clone_ref(py)
    }

    /// Hashes of the states.
    #[getter]
    fn keys(&self, py: Python<'_>) -> Py<PyArrayDyn<u64>> {
        self.shown.keys.clone_ref(py)
    }

    /// The bytes that a game takes beside the arrays, without what a long memory needs.
    #[getter]
    fn bytes_of_game(&self) -> usize {
        self.games.bytes_of_game()
    }

    /// Take one action in each game. With an illegal action among them, none is taken.
    fn step(&mut self, py: Python<'_>, actions: &Bound<'_, PyAny>) -> PyResult<()> {
        let actions = self.numbers(actions)?;
        let actions = actions.as_slice()?;
        let mut filling = self.shown.fill(py)?;
        let mut arrays = filling.arrays()?;
        let games = &mut self.games;
        py.detach(|| games.step(actions, &mut arrays)).map_err(illegal_action)
    }

    /// Restart all games, or those for which `mask` is true.
    #[pyo3(signature = (mask=None))]
    fn reset(&mut self, py: Python<'_>, mask: Option<&Bound<'_, PyAny>>) -> PyResult<()> {
        let chosen = mask.map(|mask| self.choice(mask)).transpose()?;
        let mut filling = self.shown.fill(py)?;
        let mut arrays = filling.arrays()?;
        let games = &mut self.games;
        py.detach(|| games.reset(chosen.as_deref(), &mut arrays));
        Ok(())
    }

    /// One of the legal actions for each game, all alike; 0 where a game is over.
    fn sample<'py>(&mut self, py: Python<'py>) -> PyResult<Bound<'py, PyArray1<i64>>> {
        let drawn: Py<PyArrayDyn<i64>> = zeros(py, &[self.count], "int64")?;
        let drawn = drawn.into_bound(py).cast_into::<PyArray1<i64>>()?;
        let mut filling = self.shown.fill(py)?;
        let arrays = filling.arrays()?;
        let (indptr, actions) = (&*arrays.indptr, &*arrays.actions);
        let mut filled = drawn.readwrite();
        let slice = filled.as_slice_mut()?;
        let games = &mut self.games;
        py.detach(|| games.sample(indptr, actions, slice));
        drop(filled);
        Ok(drawn)
    }

    /// The position of a game before the turn under way.
    fn state(&self, #[pyo3(from_py_with = integer)] game: i128) -> PyResult<Position> {
        Ok(Position(self.games.state(self.place(game)?).0))
    }

    /// The turn under way in a game; in checkers it may be half made.
    fn turn(&self, #[pyo3(from_py_with = integer)] game: i128) -> PyResult<Turn> {
        let (position, made) = self.games.state(self.place(game)?);
        Ok(Turn::after(position, &made))
    }

    /// Continue a game from a position or a turn in progress, without its earlier history.
    fn set_state(
        &mut self,
        py: Python<'_>,
        #[pyo3(from_py_with = integer)] game: i128,
        state: &Bound<'_, PyAny>,
    ) -> PyResult<()> {
        let at = self.place(game)?;
        let (position, made) = if let Ok(position) = state.cast::<Position>() {
            (position.get().0, Vec::new())
        } else if let Ok(turn) = state.cast::<Turn>() {
            turn.get().apart()?
        } else {
            let kind = state.get_type().name()?;
            let problem = format!("a state is a Position or a Turn, not {kind}");
            return Err(PyTypeError::new_err(problem));
        };
        check_state(&position, self.game, self.rules)?;
        let mut filling = self.shown.fill(py)?;
        self.games.set_state(at, &position, &made, &mut filling.arrays()?);
        Ok(())
    }

    /// Return the exact value of each state for the side to move: True where tables hold it, the
    /// result (1, 0 or -1), and its distance or margin.
    #[pyo3(signature = (tables=None))]
    fn values<'py>(
        &self,
        py: Python<'py>,
        tables: Option<Bound<'py, Tables>>,
    ) -> PyResult<ExactArrays<'py>> {
        let tables = tables.map_or_else(|| opened(py), Ok)?;
        let (tables, games) = (&tables.get().0, &self.games);
        let worths = run(py, false, |stop| games.values(tables, stop))?;
        let known: Vec<bool> = worths.iter().map(Option::is_some).collect();
        let results = worths.iter().map(|worth| worth.map_or(0, |worth| worth.result));
        let values = worths.iter().map(|worth| worth.map_or(0, |worth| worth.value));
        numpy(py)?;
        Ok((
            PyArray1::from_vec(py, known),
            PyArray1::from_iter(py, results),
            PyArray1::from_iter(py, values),
        ))
    }

    /// Return the part of a game, 0 to 1, that each action loses against perfect play; NaN where
    /// tables do not hold the state.
    #[pyo3(signature = (actions, tables=None))]
    fn regret<'py>(
        &self,
        py: Python<'py>,
        actions: &Bound<'py, PyAny>,
        tables: Option<Bound<'py, Tables>>,
    ) -> PyResult<Bound<'py, PyArray1<f32>>> {
        let actions = self.numbers(actions)?;
        let actions = actions.as_slice()?;
        let tables = tables.map_or_else(|| opened(py), Ok)?;
        let (tables, games) = (&tables.get().0, &self.games);
        let regret = run(py, false, |stop| games.regret(actions, tables, stop).transpose())?;
        let regret = regret.map_err(illegal_action)?;
        Ok(PyArray1::from_iter(py, regret.into_iter().map(|part| part.unwrap_or(f32::NAN))))
    }

    /// Copy the batch, with arrays of its own.
    fn clone(&self, py: Python<'_>) -> PyResult<Batch> {
        let Batch { ref games, game, rules, count, ref shown } = *self;
        Ok(Batch { games: games.clone(), game, rules, count, shown: shown.copy(py)? })
    }

    fn __len__(&self) -> usize {
        self.count
    }

    fn __repr__(&self) -> String {
        let (games, game, rules) = (self.count, self.game(), self.rules);
        format!("<Batch of {games} games of {game}, rules '{rules}'>")
    }
}

impl Batch {
    /// The games themselves.
    pub fn games(&self) -> &AnyBatch {
        &self.games
    }

    /// Format the game and the number of games.
    pub fn size(&self) -> (Game, usize) {
        (self.game, self.count)
    }

    /// Convert actions for the core.
    fn numbers<'py>(&self, actions: &Bound<'py, PyAny>) -> PyResult<PyReadonlyArray1<'py, i64>> {
        let array = match actions.cast::<PyArray1<i64>>() {
            Ok(array) if array.is_contiguous() => array.clone(),
            _ => self.converted(actions)?,
        };
        let given = array.len();
        if given == self.count {
            return Ok(array.readonly());
        }
        let problem = format!("there are {} games and {given} actions", self.count);
        Err(PyValueError::new_err(problem))
    }

    fn converted<'py>(&self, actions: &Bound<'py, PyAny>) -> PyResult<Bound<'py, PyArray1<i64>>> {
        let array = numpy(actions.py())?.call_method1("asarray", (actions,))?;
        let kind: String = array.getattr("dtype")?.getattr("kind")?.extract()?;
        let dimensions: usize = array.getattr("ndim")?.extract()?;
        if !matches!(kind.as_str(), "i" | "u") || dimensions != 1 {
            return Err(PyTypeError::new_err("actions are a row of integers, one for each game"));
        }
        let array = numpy(actions.py())?.call_method1("ascontiguousarray", (array, "int64"))?;
        Ok(array.cast_into::<PyArray1<i64>>()?)
    }

    fn choice(&self, mask: &Bound<'_, PyAny>) -> PyResult<Vec<bool>> {
        let array = numpy(mask.py())?.call_method1("asarray", (mask,))?;
        let wanted = || {
            let problem = format!("the mask is a row of {} truth values", self.count);
            PyTypeError::new_err(problem)
        };
        let array = array.cast_into::<PyArray1<bool>>().map_err(|_| wanted())?;
        let chosen = array.to_vec()?;
        if chosen.len() == self.count { Ok(chosen) } else { Err(wanted()) }
    }

    fn place(&self, game: i128) -> PyResult<usize> {
        let place = usize::try_from(game).ok().filter(|&place| place < self.count);
        place.ok_or_else(|| {
            let last = self.count - 1;
            PyIndexError::new_err(format!("the games are numbered from 0 to {last}, not {game}"))
        })
    }
}

/// Refuse a position that is not one of a game with these rules, or in which it is over.
fn check_state(position: &AnyPosition, game: Game, rules: &str) -> PyResult<()> {
    let own = game.name();
    let (other, its_rules) = (position.game().name(), position.rules());
    if (own, rules) != (other, its_rules) {
        return Err(PyValueError::new_err(format!(
            "this is a batch of {own} with the rules {rules:?}, not of {other} with {its_rules:?}"
        )));
    }
    match position.outcome() {
        Some(_) => Err(PyValueError::new_err("the game is over in this position")),
        None => Ok(()),
    }
}

/// Arrays: True where tables hold the state, the result, the value.
type ExactArrays<'py> =
    (Bound<'py, PyArray1<bool>>, Bound<'py, PyArray1<i8>>, Bound<'py, PyArray1<i16>>);

/// Return the built-in tables with those in the default folder.
fn opened(py: Python<'_>) -> PyResult<Bound<'_, Tables>> {
    Ok(py.import("hopsow.tables")?.call_method0("open_tables")?.cast_into::<Tables>()?)
}

fn illegal_action(error: IllegalAction) -> PyErr {
    IllegalMoveError::new_err((Told(error.message()), error.why.word().to_owned()))
}
