//! Fitting the weights of an evaluation.

use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, Ordering};

use hopsow_core::games::any::Game;
use hopsow_core::tune::Plan;
use pyo3::prelude::*;
use pyo3::types::PyBytes;

use crate::errors::unknown_name;
use crate::work::{MAX_THREADS, integer, run_until, within};

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
    let plan = Plan {
        games: within("games", games, 1..=MAX_GAMES)? as usize,
        generations: within("generations", generations, 1..=MAX_GENERATIONS)? as usize,
        nodes: within("nodes", nodes, 1..=MAX_NODES)?,
        seed: within("seed", seed, 0..=u64::MAX)?,
        threads: within("threads", threads, 1..=MAX_THREADS)? as usize,
    };
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
