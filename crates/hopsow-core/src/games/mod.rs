//! The games, each with the same floor plan.

pub mod any;
pub mod awari;
pub mod checkers;
pub mod halma;
