//! One search for all games: iterative deepening, principal variation search, a shared
//! transposition table.
//!
//! - [`contract`]: the part of a game that the search needs beyond the rules
//! - `request`: what a caller asks for
//! - `limits`: limits and the clock
//! - `engine`: the engine, and one search over its threads
//! - `root_probe`: roots that need no search
//! - `root`: iterations, aspiration windows and lines
//! - `worker`: one thread's path and counters
//! - `node`: one node of the tree
//! - `horizon`: pruning near the horizon, and the quiescence search
//! - `ordering`: move ordering
//! - `thread_state`: a thread's move ordering and buffers
//! - `deferral`: moves postponed while another thread searches them
//! - `table`: the transposition table
//! - `minimax`: the plain reference
//! - `report`: the result
//!
//! With `Style::Exact` nothing is reduced, pruned or extended, and the value is plain minimax's.

pub mod contract;
mod deferral;
mod engine;
mod horizon;
mod limits;
mod minimax;
mod node;
mod ordering;
mod report;
mod request;
mod root;
mod root_probe;
mod table;
mod thread_state;
mod worker;

pub use engine::Engine;
pub use limits::{SearchLimits, cpu_time};
pub use minimax::minimax;
pub use report::{Line, Report, Value};
pub use request::{Request, Style};

use crate::evaluation::{Score, WIN};

/// Values beyond this are proven wins.
pub(crate) const PROVEN: Score = WIN - MAX_PLY;

/// The longest line that is searched, in plies.
pub const MAX_PLY: i32 = 1_000;
