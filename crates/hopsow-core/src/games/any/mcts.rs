//! A tree search in games of any kind.

use std::sync::atomic::AtomicBool;

use super::{AnyBatch, AnySearch, AnyTables, Member};
use crate::batch::Batch;
use crate::mcts::{Decision, Leaves, Method, TreeSearch};
use crate::tables::Tables;

macro_rules! of_search {
    ($any:expr, $search:pat => $body:expr) => {
        inside!(AnySearch, $any, $search => $body)
    };
}

impl AnySearch {
    /// A search of `simulations` in each game of `batch` that is not over.
    #[must_use]
    pub fn new(batch: &AnyBatch, method: Method, simulations: u32, seed: u64) -> AnySearch {
        inside!(AnyBatch, batch, batch => begin(batch, method, simulations, seed))
    }

    /// Go down in every game, and show the states that wait for an estimate; their number. What
    /// `tables` know waits for none.
    pub fn descend(&mut self, leaves: &mut Leaves<'_>, tables: Option<&AnyTables>) -> usize {
        of_search!(self, search => descend(search, leaves, tables))
    }

    /// Take the estimates of the states that wait.
    pub fn put(&mut self, indptr: &[i64], logits: &[f32], values: &[f32]) {
        of_search!(self, search => search.put(indptr, logits, values))
    }

    /// Do all simulations with random play as the estimate, or stop when told to.
    pub fn play_out(&mut self, stop: &AtomicBool) {
        of_search!(self, search => search.play_out(stop))
    }

    /// Return the results so far, game by game.
    #[must_use]
    pub fn decisions(&self) -> Vec<Option<Decision>> {
        of_search!(self, search => search.decisions())
    }
}

fn descend<P: Member>(
    search: &mut TreeSearch<P>,
    leaves: &mut Leaves<'_>,
    tables: Option<&AnyTables>,
) -> usize {
    let tables = tables.map(P::own_tables);
    search.descend(leaves, |position| Some(tables?.probe(position)?.result))
}

fn begin<P: Member>(batch: &Batch<P>, method: Method, simulations: u32, seed: u64) -> AnySearch {
    P::any_search(TreeSearch::new(batch, method, simulations, seed))
}
