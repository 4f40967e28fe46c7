//! One search for all games.
//!
//! Iterative deepening over a principal variation search with a shared transposition table.
//!
//! - [`contract`]: what it asks of a game beyond the rules
//! - [`engine`]: a search from beginning to end: depths, lines, threads
//! - `known`: roots that need no search
//! - [`node`]: one position of the tree
//! - `desk`: what a thread keeps from one search to the next
//! - [`horizon`]: what is judged instead of searched
//! - [`ordering`]: which move to try first
//! - `busy`: what the other threads are looking at
//! - [`table`]: what is remembered of positions seen before
//! - [`limits`]: when to stop; the only clock in the core
//! - [`minimax`]: the plain reference, without any of the above
//! - [`report`]: what a search found, also while it runs
//!
//! With `Style::Exact` nothing is reduced, pruned or extended, and the value is plain minimax's.

mod busy;
pub mod contract;
mod desk;
mod engine;
mod horizon;
mod known;
mod limits;
mod minimax;
mod node;
mod ordering;
mod report;
mod table;

pub use engine::{Engine, Request, Style};
pub use limits::{Limits, cpu_time};
pub use minimax::minimax;
pub use report::{Line, Report, Value};

use crate::evaluation::{Score, WIN};

/// Values beyond this are proven wins.
pub(crate) const PROVEN: Score = WIN - MAX_PLY;

/// No line is searched deeper.
pub const MAX_PLY: i32 = 1_000;
