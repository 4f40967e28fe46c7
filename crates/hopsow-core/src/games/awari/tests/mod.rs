//! The rules of Awari tried out.

mod laws;
mod traps;
