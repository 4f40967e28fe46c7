//! The lab in Rust: what trains nets and makes strategies. The core never names this crate.
//!
//! - [`selfplay`]: games of an engine against itself, as training positions
//! - [`learning`]: the same for any game, and what nets see of the positions
//! - [`strategy`]: making strategies and verifying them; `awari` is the game that has them

mod awari;
pub mod learning;
pub mod selfplay;
pub mod strategy;
