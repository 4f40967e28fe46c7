//! Fitting the weights of an evaluation.

use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, Ordering};

use hopsow_core::games::any::Game;
use hopsow_core::tune::Plan;
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use pyo3::types::PyBytes;

use crate::errors::unknown_name;
use crate::work::{MAX_THREADS, integer, run, run_until, within};

/// The samples of this many games take some gigabytes.
const MAX_GAMES: u64 = 100_000;
const MAX_GENERATIONS: u64 = 1_000;
const MAX_NODES: u64 = 1_000_000_000;

/// Play games, fit the weights to them: the weights' file, positions, loss before and after.
#[pyfunction]
#[pyo3(signature = (game, games, generations, nodes, seed=1, threads=1, progress=None))]
#[expect(clippy::too_many_arguments, reason = "each is a part of the plan")]
pub fn tune<'py>(
    py: Python<'py>,
    game: &str,
    #[pyo3(from_py_with = integer)] games: i128,
    #[pyo3(from_py_with = integer)] generations: i128,
    #[pyo3(from_py_with = integer)] nodes: i128,
    #[pyo3(from_py_with = integer)] seed: i128,
    #[pyo3(from_py_with = integer)] threads: i128,
    progress: Option<Py<PyAny>>,
) -> PyResult<(Bound<'py, PyBytes>, usize, f64, f64)> {
    let game = Game::named(game).map_err(unknown_name)?;
    let plan = plan((games, generations, nodes, seed), threads)?;
    let stop = AtomicBool::new(false);
    let failure = Mutex::new(None);
    let tell = |share: f64| {
        let Some(callback) = &progress else { return };
        if let Err(error) = Python::attach(|py| callback.call1(py, (share,))) {
            stop.store(true, Ordering::Relaxed);
            *failure.lock().expect("no panic while it is held") = Some(error);
        }
    };
    let fit = run_until(py, &stop, false, |stop| Some(game.tune(&plan, stop, tell)))?;
    if let Some(error) = failure.lock().expect("no panic while it is held").take() {
        return Err(error);
    }
    let fit = fit.expect("only signals and failures stop it");
    Ok((PyBytes::new(py, &fit.weights.to_file()), fit.positions, fit.loss_before, fit.loss_after))
}

/// Play some games of a generation with the weights so far: what they teach, for `tuning_fit`.
#[pyfunction]
#[pyo3(signature = (game, plan, weights, generation, first, count))]
pub fn tuning_games<'py>(
    py: Python<'py>,
    game: &str,
    plan: PlanNumbers,
    weights: Option<&[u8]>,
    generation: usize,
    first: usize,
    count: usize,
) -> PyResult<Bound<'py, PyBytes>> {
    let game = Game::named(game).map_err(unknown_name)?;
    let plan = self::plan(plan, 1)?;
    let weights = weights.map(|bytes| exact(game, bytes)).transpose()?;
    let games = first.min(plan.games)..first.saturating_add(count).min(plan.games);
    let played = run(py, false, |stop| {
        game.tuning_games(&plan, weights.as_deref(), generation, games, stop)
    })?;
    Ok(PyBytes::new(py, &played))
}

/// Fit the weights so far to what all games of a generation teach: the new weights, their file,
/// positions, loss before and after.
#[pyfunction]
#[pyo3(signature = (game, plan, weights, generation, samples))]
pub fn tuning_fit<'py>(
    py: Python<'py>,
    game: &str,
    plan: PlanNumbers,
    weights: Option<&[u8]>,
    generation: usize,
    samples: &[u8],
) -> PyResult<Fitted<'py>> {
    let game = Game::named(game).map_err(unknown_name)?;
    let plan = self::plan(plan, 1)?;
    let weights = weights.map(|bytes| exact(game, bytes)).transpose()?;
    let fit = py.detach(|| game.tuning_fit(&plan, weights, generation, samples));
    let fit = fit.ok_or_else(|| PyValueError::new_err("these are not samples of games"))?;
    let words: Vec<u8> = fit.exact.iter().flatten().flat_map(|word| word.to_le_bytes()).collect();
    let file = fit.weights.to_file();
    let losses = (fit.loss_before, fit.loss_after);
    Ok((PyBytes::new(py, &words), PyBytes::new(py, &file), fit.positions, losses.0, losses.1))
}

/// Games, generations, nodes and seed.
type PlanNumbers = (i128, i128, i128, i128);
type Fitted<'py> = (Bound<'py, PyBytes>, Bound<'py, PyBytes>, usize, f64, f64);

fn plan((games, generations, nodes, seed): PlanNumbers, threads: i128) -> PyResult<Plan> {
    Ok(Plan {
        games: within("games", games, 1..=MAX_GAMES)? as usize,
        generations: within("generations", generations, 1..=MAX_GENERATIONS)? as usize,
        nodes: within("nodes", nodes, 1..=MAX_NODES)?,
        seed: within("seed", seed, 0..=u64::MAX)?,
        threads: within("threads", threads, 1..=MAX_THREADS)? as usize,
    })
}

/// The weights of a fit from the bytes that they travel as.
fn exact(game: Game, bytes: &[u8]) -> PyResult<Vec<[f32; 2]>> {
    let word = |at: usize| f32::from_le_bytes(bytes[at..at + 4].try_into().expect("four bytes"));
    if bytes.len() != 8 * game.features() {
        return Err(PyValueError::new_err("these are not the weights of a fit"));
    }
    Ok((0..game.features()).map(|i| [word(8 * i), word(8 * i + 4)]).collect())
}
