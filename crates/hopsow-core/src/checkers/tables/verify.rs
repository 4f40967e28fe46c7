//! Holding tables against themselves: every value must be the one that the children's values make.
//!
//! This is a proof, not a spot check, when done for all positions: the rule that makes a value out
//! of the children's, applied from the last ply before the limit backwards, leaves one solution.

use std::fmt::{self, Display};
use std::sync::atomic::{AtomicBool, Ordering};

use rayon::prelude::*;

use super::layout::Layout;
use super::material::Material;
use super::probe::{CheckersTables, Ending};
use super::value::Value;
use crate::checkers::Checkers;

/// A position whose value is not the one that its moves make, or that has none.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Contradiction {
    /// The position.
    pub position: Checkers,
    /// What the tables say.
    pub found: Option<Ending>,
    /// What the children's values make of it.
    pub by_moves: Option<Ending>,
}

impl Display for Contradiction {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Contradiction { position, found, by_moves } = self;
        write!(f, "{position} is {found:?} in the tables and {by_moves:?} by its moves")
    }
}

impl std::error::Error for Contradiction {}

impl CheckersTables {
    /// Recompute the values of all positions with `pieces` pieces, or of about `sample` of them
    /// spread evenly, and return how many were looked at; fewer when `stop` is set meanwhile.
    pub fn verify(
        &self,
        pieces: u8,
        sample: Option<u64>,
        threads: usize,
        stop: &AtomicBool,
    ) -> Result<u64, Contradiction> {
        let layouts: Vec<Layout> = Material::all(pieces).map(Layout::new).collect();
        let positions: usize = layouts.iter().map(Layout::positions).sum();
        let step = sample.map_or(1, |sample| positions / sample.max(1) as usize).max(1);
        crate::pool(threads).install(|| {
            let checked = layouts.iter().map(|layout| {
                let ranks = (0..layout.positions()).into_par_iter().step_by(step);
                let check = |rank| match stop.load(Ordering::Relaxed) {
                    true => Ok(0),
                    false => self.verify_one(&layout.position(rank)).map(|()| 1),
                };
                ranks.map(check).try_reduce(|| 0, |a, b| Ok(a + b))
            });
            checked.sum()
        })
    }

    fn verify_one(&self, position: &Checkers) -> Result<(), Contradiction> {
        let found = self.value(position);
        let by_moves = Value::by_moves(position, self.limit, |child| self.value(child));
        if found.is_some() && found == by_moves {
            return Ok(());
        }
        let ending = |value| self.ending(value, 0);
        Err(Contradiction {
            position: *position,
            found: found.map(ending),
            by_moves: by_moves.map(ending),
        })
    }
}
