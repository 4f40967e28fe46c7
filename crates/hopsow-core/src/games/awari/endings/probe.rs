//! Looking positions up.

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex};

use super::ranges::{self, MAX_BOUNDS_STONES};
use super::rank::{MAX_STONES, positions, rank};
use super::{BOUNDS_RULES, EXACT_RULES, layer_id};
use crate::evaluation::{CERTAIN, Score, WIN};
use crate::game::Position;
use crate::games::awari::rules::Rules;
use crate::games::awari::{Awari, Move};
use crate::search::contract::{Effort, EndgameLine, Endings};
use crate::tables::{Cache, Shelf, Table, TableError};

/// The available layers. Probing takes `&self` and may happen in many threads at once.
#[derive(Debug, Default)]
pub struct AwariTables {
    /// By number of stones, for each of `EXACT_RULES`.
    layers: [Vec<Option<Layer>>; EXACT_RULES.len()],
    /// The layers of bounds, by number of stones.
    bounds: Vec<Option<Layer>>,
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
        for (rules, number) in EXACT_RULES.into_iter().zip(0..) {
            for stones in 0..=MAX_STONES {
                let layer = tables.layer(shelf.open(&layer_id(rules, stones), positions(stones)));
                tables.layers[number].push(layer);
            }
        }
        for stones in 0..=MAX_BOUNDS_STONES {
            let layer = tables.layer(ranges::open(shelf, stones));
            tables.bounds.push(layer);
        }
        tables
    }

    fn layer(&self, opened: Result<Table, TableError>) -> Option<Layer> {
        match opened {
            Ok(table) => Some(Layer { table, damaged: AtomicBool::new(false) }),
            Err(TableError::Missing { .. }) => None,
            Err(problem) => {
                self.note(problem);
                None
            }
        }
    }

    /// The stones that the mover will still get minus those of the opponent, if a table says; under
    /// `abapa` the bounds of this must meet.
    #[inline]
    #[must_use]
    pub fn probe(&self, position: &Awari) -> Option<i8> {
        let Some(layers) = self.exact(position.rules) else {
            let (least, most) = self.bounds(position)?;
            return (least == most).then_some(least);
        };
        let (stones, rank) = rank(position)?;
        self.get(layers.get(stones)?.as_ref()?, rank)
    }

    /// The layers of exact values for these rules, if there can be any.
    #[inline(always)]
    fn exact(&self, rules: Rules) -> Option<&[Option<Layer>]> {
        match rules {
            Rules::Forfeit => Some(&self.layers[0]),
            Rules::Oware => Some(&self.layers[1]),
            Rules::Abapa => None,
        }
    }

    /// The least and the most that `probe` can be, if a table says.
    #[inline]
    #[must_use]
    pub fn bounds(&self, position: &Awari) -> Option<(i8, i8)> {
        if position.rules != BOUNDS_RULES {
            return self.probe(position).map(|value| (value, value));
        }
        let (stones, rank) = rank(position)?;
        let layer = self.bounds.get(stones)?.as_ref()?;
        let least = self.get(layer, rank)?;
        Some((least, least + self.get(layer, positions(stones) + rank)?))
    }

    #[inline]
    fn get(&self, layer: &Layer, rank: u64) -> Option<i8> {
        if layer.damaged.load(Ordering::Relaxed) {
            return None;
        }
        layer.table.get(rank).map_err(|problem| self.retire(layer, problem)).ok()
    }

    /// Every legal move with the least and the most that it leads to, if tables contain them all.
    #[must_use]
    pub fn move_bounds(&self, position: &Awari) -> Option<Vec<(Move, (i8, i8))>> {
        let mover = position.to_move();
        let bounds = |mv: Move| {
            let child = position.play(mv);
            let captured = (child.store(mover) - position.store(mover)) as i8;
            let (least, most) = self.bounds(&child)?;
            Some((mv, (captured - most, captured - least)))
        };
        position.legal_moves().into_iter().map(bounds).collect()
    }

    /// Every legal move with the difference that it leads to, best first, if tables contain them
    /// all.
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
        let layers = self.exact(rules).unwrap_or(&self.bounds);
        layers.iter().take_while(|layer| layer.is_some()).count().checked_sub(1)
    }

    /// The problems that have come up since the last call.
    #[must_use]
    pub fn take_problems(&self) -> Vec<TableError> {
        std::mem::take(&mut self.problems.lock().expect("the lock is never poisoned"))
    }

    #[cold]
    fn retire(&self, layer: &Layer, problem: TableError) {
        if !layer.damaged.swap(true, Ordering::Relaxed) {
            self.note(problem);
        }
    }

    fn note(&self, problem: TableError) {
        self.problems.lock().expect("the lock is never poisoned").push(problem);
    }
}

/// The more stones a side will be ahead in the end, the better.
impl Endings<Awari> for AwariTables {
    #[inline]
    fn score(&self, position: &Awari) -> Option<Score> {
        certain(position.lead(), self.bounds(position)?).map(by_margin)
    }

    #[inline]
    fn bounds(&self, position: &Awari) -> Option<(Score, Score)> {
        let bounds = self.bounds(position)?;
        if let Some(margin) = certain(position.lead(), bounds) {
            let score = by_margin(margin);
            return Some((score, score));
        }
        let [least, most] = [bounds.0, bounds.1].map(|bound| position.lead() + Score::from(bound));
        Some((if least >= 0 { 0 } else { -WIN }, if most <= 0 { 0 } else { WIN }))
    }

    #[inline]
    fn reads(&self) -> u64 {
        self.cache.as_ref().map_or(0, |cache| cache.reads())
    }

    #[inline]
    fn prefetch(&self, position: &Awari) {
        if let Some((stones, rank)) = rank(position)
            && let Some(layers) = self.exact(position.rules)
            && let Some(Some(layer)) = layers.get(stones)
        {
            layer.table.prefetch(rank);
        }
    }

    fn best(
        &self,
        position: &Awari,
        count: usize,
        _: &mut Effort,
    ) -> Option<Vec<EndgameLine<Move>>> {
        let lead = position.lead();
        let moves = self.move_bounds(position)?;
        let known: Vec<_> = moves
            .iter()
            .filter_map(|&(mv, bounds)| Some((mv, by_margin(certain(lead, bounds)?))))
            .collect();
        let best = known.iter().map(|&(_, score)| score.signum()).max()?;
        let may_be = |&(_, (_, most)): &(Move, (i8, i8))| (lead + Score::from(most)).signum();
        let is_enough = known.len() >= count.min(moves.len());
        if !is_enough || moves.iter().map(may_be).max()? > best {
            return None;
        }
        let mut known = known;
        known.sort_by_key(|&(_, score)| -score);
        let known = known.into_iter();
        Some(known.map(|(mv, score)| EndgameLine { moves: vec![mv], score: Some(score) }).collect())
    }
}

/// Return the mover's certain final lead, if the bounds on the rest decide the result: the lower
/// bound for a win, the upper for a loss.
pub(super) fn certain(lead: Score, (least, most): (i8, i8)) -> Option<Score> {
    let [least, most] = [least, most].map(|bound| lead + Score::from(bound));
    match () {
        () if least > 0 => Some(least),
        () if most < 0 => Some(most),
        () => (least == most).then_some(least),
    }
}

fn by_margin(margin: Score) -> Score {
    margin.signum() * CERTAIN + margin
}
