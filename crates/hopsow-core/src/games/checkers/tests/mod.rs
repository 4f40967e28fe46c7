//! The rules of checkers tried out.

pub(super) mod laws;
mod traps;
