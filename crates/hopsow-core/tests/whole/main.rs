//! The laws of the whole crate, through its public interface.
//!
//! The tests are one program: each file on its own would compile the search for every game once
//! more.

mod any;
mod batch;
mod evaluation;
mod examples;
mod laws;
mod mcts;
mod perft_tables;
mod races;
mod search;
mod seed;
mod turns;
