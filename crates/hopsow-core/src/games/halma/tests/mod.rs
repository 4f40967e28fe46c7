//! The rules of Halma tried out.

mod traps;
