//! Looking positions up.

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex};

use super::rank::{MAX_STONES, positions, rank};
use super::{RULES, layer_id};
use crate::evaluation::{CERTAIN, Score};
use crate::game::Position;
use crate::games::awari::rules::Rules;
use crate::games::awari::{Awari, Move};
use crate::search::contract::{Effort, Endings, Known};
use crate::tables::{Cache, Shelf, Table, TableError};

/// The available layers. Probing takes `&self` and may happen in many threads at once.
#[derive(Debug, Default)]
pub struct AwariTables {
    /// By number of stones.
    layers: Vec<Option<Layer>>,
    cache: Option<Arc<Cache>>,
    problems: Mutex<Vec<TableError>>,
}

#[derive(Debug)]
struct Layer {
    table: Table,
    /// Set when a block turns out to be damaged: the layer is not used any more.
    damaged: AtomicBool,
}

impl AwariTables {
    /// The layers on `shelf`.
    ///
    /// A missing file is not a problem; an invalid one is.
    #[must_use]
    pub fn open(shelf: &Shelf) -> AwariTables {
        let cache = Some(Arc::clone(shelf.cache()));
        let mut tables = AwariTables { cache, ..AwariTables::default() };
        for stones in 0..=MAX_STONES {
            let layer = match shelf.open(&layer_id(stones), positions(stones)) {
                Ok(table) => Some(Layer { table, damaged: AtomicBool::new(false) }),
                Err(TableError::Missing { .. }) => None,
                Err(problem) => {
                    tables.note(problem);
                    None
                }
            };
            tables.layers.push(layer);
        }
        tables
    }

    /// The stones that the mover will still capture minus those of the opponent, if a table says.
    #[inline]
    #[must_use]
    pub fn probe(&self, position: &Awari) -> Option<i8> {
        if position.rules != RULES {
            return None;
        }
        let (stones, rank) = rank(position)?;
        let layer = self.layers.get(stones)?.as_ref()?;
        if layer.damaged.load(Ordering::Relaxed) {
            return None;
        }
        layer.table.get(rank).map_err(|problem| self.retire(layer, problem)).ok()
    }

    /// Every legal move with the difference that it leads to, best first, if tables contain them all.
    ///
    /// Equal moves keep their usual order.
    #[must_use]
    pub fn rank_moves(&self, position: &Awari) -> Option<Vec<(Move, i8)>> {
        let mover = position.to_move();
        let mut moves = Vec::new();
        for mv in position.legal_moves() {
            let child = position.play(mv);
            let captured = child.store(mover) - position.store(mover);
            moves.push((mv, captured as i8 - self.probe(&child)?));
        }
        moves.sort_by_key(|&(_, value)| -value);
        Some(moves)
    }

    /// The largest number of stones up to which all positions can be probed.
    #[must_use]
    pub fn reach(&self, rules: Rules) -> Option<usize> {
        let layers = self.layers.iter().take_while(|layer| layer.is_some()).count();
        layers.checked_sub(1).filter(|_| rules == RULES)
    }

    /// The problems that have come up since the last call.
    #[must_use]
    pub fn take_problems(&self) -> Vec<TableError> {
        std::mem::take(&mut self.problems.lock().expect("nobody panics with the list in hand"))
    }

    #[cold]
    fn retire(&self, layer: &Layer, problem: TableError) {
        if !layer.damaged.swap(true, Ordering::Relaxed) {
            self.note(problem);
        }
    }

    fn note(&self, problem: TableError) {
        self.problems.lock().expect("nobody panics with the list in hand").push(problem);
    }
}

/// The more stones a side will be ahead in the end, the better.
impl Endings<Awari> for AwariTables {
    #[inline]
    fn score(&self, position: &Awari) -> Option<Score> {
        let value = self.probe(position)?;
        Some(by_margin(lead(position) + Score::from(value)))
    }

    #[inline]
    fn reads(&self) -> u64 {
        self.cache.as_ref().map_or(0, |cache| cache.reads())
    }

    #[inline]
    fn prefetch(&self, position: &Awari) {
        if let Some((stones, rank)) = rank(position)
            && let Some(Some(layer)) = self.layers.get(stones)
        {
            layer.table.prefetch(rank);
        }
    }

    fn best(&self, position: &Awari, _: usize, _: &mut Effort) -> Option<Vec<Known<Move>>> {
        let lead = lead(position);
        let known = |(mv, value)| Known {
            moves: vec![mv],
            score: Some(by_margin(lead + Score::from(value))),
        };
        Some(self.rank_moves(position)?.into_iter().map(known).collect())
    }
}

/// The stones in the mover's store minus those in the opponent's.
pub(super) fn lead(position: &Awari) -> Score {
    let mover = position.to_move();
    let [own, other] = [mover, mover.other()].map(|side| Score::from(position.store(side)));
    own - other
}

fn by_margin(margin: Score) -> Score {
    margin.signum() * CERTAIN + margin
}
