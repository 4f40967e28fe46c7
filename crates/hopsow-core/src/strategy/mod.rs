//! Strategies: for the positions that come about while a side follows one, the move that keeps what
//! it promises, whatever the other side plays.
//!
//! - `contract`: what a game says about its strategies
//! - `file`: the bytes of a strategy
//! - `error`: why there is none
//!
//! A strategy ends where tables begin: positions up to a size are not in it. Nothing here names a
//! game or opens a file; whoever calls has the bytes.

mod contract;
mod error;
mod file;

pub use contract::{Order, Strategic, Strategies, Tally, Values};
pub use error::StrategyError;
pub use file::{About, Entry, Promise, StrategyFile, Writer};
