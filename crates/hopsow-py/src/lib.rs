//! The `hopsow._native` module: the core's positions, moves and batch work as Python objects.
//!
//! - [`position`], [`moves`], [`setup`], [`story`], [`actions`]: the values
//! - [`batch`]: many games side by side, in arrays of NumPy
//! - [`search`]: the engine
//! - [`tables`]: exact values of endings
//! - [`strategy`]: moves that keep a result
//! - [`lab`]: what only `hopsow.lab` uses: self-play, inputs of nets, making strategies
//! - [`work`]: long work, with the interpreter released and Ctrl-C honoured
//! - [`errors`]: the core's errors as Python's
//!
//! Conversion only: every decision about the games is the core's.

mod actions;
mod batch;
mod errors;
mod lab;
mod moves;
mod position;
mod search;
mod setup;
mod story;
mod strategy;
mod tables;
mod work;

use pyo3::prelude::*;

/// The native module: positions, moves and the core's computations. Use the names in `hopsow`.
#[pymodule]
mod _native {
    use hopsow_core::games::any::Game;
    use pyo3::prelude::*;
    use pyo3::types::PyTuple;

    #[pymodule_export]
    use crate::actions::{Turn, actions};
    #[pymodule_export]
    use crate::batch::{Batch, Mcts, mcts_move};
    #[pymodule_export]
    use crate::errors::{AmbiguousMoveError, IllegalMoveError, ParseError, SetupError};
    #[pymodule_export]
    use crate::lab::{
        make_strategy, net_inputs, net_shape, record_bytes, self_play, unpack_position,
        verify_strategy,
    };
    #[pymodule_export]
    use crate::moves::{LegalMoves, Move};
    #[pymodule_export]
    use crate::position::{Outcome, Position, illegal_kinds, parse, rule_sets, sides, start};
    #[pymodule_export]
    use crate::search::{Engine, Line, Report, bench, minimax, unit};
    #[pymodule_export]
    use crate::setup::{Setup, set_up, setup_kinds};
    #[pymodule_export]
    use crate::story::{Capture, Crown, Jump, Lift, Sow, Step};
    #[pymodule_export]
    use crate::strategy::Strategy;
    #[pymodule_export]
    use crate::tables::{
        Tables, build_table_part, build_tables, built_in_file, built_in_tables, has_table_part,
        read_table, read_values, romein_bal_values, table_files, table_needs, table_parts,
        table_rules, table_sizes, verify_tables, write_table,
    };
    #[pymodule_export]
    use crate::work::{divide, perft, playouts};

    #[pymodule_init]
    fn init(module: &Bound<'_, PyModule>) -> PyResult<()> {
        let py = module.py();
        module.add("GAMES", PyTuple::new(py, Game::ALL.map(Game::name))?)?;
        module.add("__version__", env!("CARGO_PKG_VERSION"))?;
        // What `collections.abc` passes on; that module itself takes longer to import than this
        // one.
        let sequence = py.import("_collections_abc")?.getattr("Sequence")?;
        sequence.call_method1("register", (py.get_type::<LegalMoves>(),)).map(drop)
    }
}
