//! Looking positions up.

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex};

use super::layout::Layout;
use super::material::{MAX_TABLE_PIECES, Material};
use super::slice::Slice;
use super::slice_id;
use super::value::Value;
use crate::evaluation::{CERTAIN, Score};
use crate::game::{Position, RuleSet};
use crate::games::checkers::{Checkers, Move, Rules};
use crate::search::contract::{Effort, EndgameLine, Endings};
use crate::tables::{Cache, Shelf, Table, TableError};

/// The exact result of a position for the side to move, with its counter taken into account.
///
/// The distance is the number of plies up to and including the progress that preserves the result,
/// or the turn that the blocked side cannot make. The winner minimises it, the loser maximises it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Ending {
    /// The side to move wins.
    Win {
        /// The distance.
        plies: u8,
    },
    /// Neither side can win, or the counter ends the game first.
    Draw,
    /// The opponent wins.
    Loss {
        /// The distance.
        plies: u8,
    },
}

impl Ending {
    /// Return the ending of a position with this value and counter.
    fn of(value: Value, rules: Rules, counter: u8) -> Ending {
        let plies = value.plies();
        if value == Value::DRAW || counter + plies > rules.limit() {
            Ending::Draw
        } else if value.0 > 0 {
            Ending::Win { plies }
        } else {
            Ending::Loss { plies }
        }
    }

    /// 1 for a win, 0 for a draw, -1 for a loss.
    #[must_use]
    pub const fn result(self) -> i8 {
        match self {
            Ending::Win { .. } => 1,
            Ending::Draw => 0,
            Ending::Loss { .. } => -1,
        }
    }
}

/// The available slices. Probing takes `&self` and may happen in many threads at once.
#[derive(Debug)]
pub struct CheckersTables {
    /// By rules and the number of the material.
    slices: [Box<[Option<Source>]>; Rules::ALL.len()],
    /// The cache of the files.
    cache: Option<Arc<Cache>>,
    problems: Mutex<Vec<TableError>>,
}

/// The source of a slice's values.
#[derive(Debug)]
enum Source {
    Memory(Slice),
    File {
        layout: Layout,
        table: Box<Table>,
        /// Set when a block turns out to be damaged: the slice is not used any more.
        damaged: AtomicBool,
    },
}

impl CheckersTables {
    /// Create tables without slices.
    pub(super) fn new() -> CheckersTables {
        let none = || std::iter::repeat_with(|| None).take(Material::NUMBERS).collect();
        let slices = std::array::from_fn(|_| none());
        CheckersTables { slices, cache: None, problems: Mutex::default() }
    }

    /// The slices on `shelf`.
    ///
    /// A missing file is not a problem; an invalid one is.
    #[must_use]
    pub fn open(shelf: &Shelf) -> CheckersTables {
        let mut tables = CheckersTables::new();
        tables.cache = Some(Arc::clone(shelf.cache()));
        let materials = || (2..=MAX_TABLE_PIECES).flat_map(Material::all);
        let files = Rules::ALL.iter().flat_map(|&rules| materials().map(move |each| (rules, each)));
        for (rules, material) in files {
            match open_slice(shelf, rules, material) {
                Ok((layout, table)) => {
                    let (table, damaged) = (Box::new(table), AtomicBool::new(false));
                    tables.slices[rules as usize][material.number()] =
                        Some(Source::File { layout, table, damaged });
                }
                Err(TableError::Missing { .. }) => {}
                Err(problem) => tables.note(problem),
            }
        }
        tables
    }

    /// The largest number of pieces up to which all positions can be probed.
    #[must_use]
    pub fn reach(&self, rules: Rules) -> Option<u8> {
        let slices = &self.slices[rules as usize];
        let is_there = |material: Material| slices[material.number()].is_some();
        let is_whole = |pieces: &u8| Material::all(*pieces).all(is_there);
        (2..=MAX_TABLE_PIECES).take_while(is_whole).last()
    }

    /// The problems that have come up since the last call.
    #[must_use]
    pub fn take_problems(&self) -> Vec<TableError> {
        std::mem::take(&mut self.problems.lock().expect("the lock is never poisoned"))
    }

    /// The result of `position` under its rules and counter, if a table says.
    #[must_use]
    pub fn probe(&self, position: &Checkers) -> Option<Ending> {
        let value = self.value(position)?;
        Some(Ending::of(value, position.rules, position.counter))
    }

    /// Every legal move of `position` with the result that it leads to for the mover, best first.
    ///
    /// Wins are ordered by distance, then by the distance that is left after progress; losses the
    /// other way round. Equal moves keep their usual order.
    #[must_use]
    pub fn rank_moves(&self, position: &Checkers) -> Option<Vec<(Move, Ending)>> {
        let mut moves = Vec::new();
        for mv in position.legal_moves() {
            let child = position.play(mv);
            let left = self.value(&child)?;
            let by_counter = Ending::of(left, child.rules, child.counter);
            let ending = match (by_counter, position.is_progress(mv)) {
                (Ending::Draw, _) => Ending::Draw,
                (Ending::Win { .. }, true) => Ending::Loss { plies: 1 },
                (Ending::Loss { .. }, true) => Ending::Win { plies: 1 },
                (Ending::Win { plies }, false) => Ending::Loss { plies: plies + 1 },
                (Ending::Loss { plies }, false) => Ending::Win { plies: plies + 1 },
            };
            moves.push((mv, ending, left));
        }
        // What is left belongs to the opponent; behind a draw by counter it may be anything, and
        // is the better for us the worse it is for the opponent.
        let left_over = |left| quality(Ending::of(left, position.rules, 0));
        moves.sort_by_key(|&(_, ending, left)| (quality(ending), -left_over(left)));
        Some(moves.into_iter().map(|(mv, ending, _)| (mv, ending)).collect())
    }

    /// The value of a position, whatever its counter.
    pub(super) fn value(&self, position: &Checkers) -> Option<Value> {
        // A side without pieces is blocked.
        if position.own == 0 || position.opponent == 0 {
            return CheckersTables::by_moves(position, |_| Some(Value::LOST_NOW));
        }
        let material = Material::of(position);
        if material.pieces() > MAX_TABLE_PIECES {
            return None;
        }
        match self.slices[position.rules as usize][material.number()].as_ref()? {
            Source::Memory(slice) => Some(slice.value(slice.layout.rank(position))),
            // Its entry in the file says nothing.
            Source::File { .. } if position.must_capture() => {
                CheckersTables::by_moves(position, |child| self.value(child))
            }
            Source::File { damaged, .. } if damaged.load(Ordering::Relaxed) => None,
            Source::File { layout, table, damaged } => {
                let entry = table.get(layout.rank(position) as u64);
                entry.map_err(|problem| self.retire(damaged, problem)).ok().map(Value)
            }
        }
    }

    #[cold]
    fn retire(&self, damaged: &AtomicBool, problem: TableError) {
        if !damaged.swap(true, Ordering::Relaxed) {
            self.note(problem);
        }
    }

    fn note(&self, problem: TableError) {
        self.problems.lock().expect("the lock is never poisoned").push(problem);
    }

    /// Return the value of a position by its moves, given the values that they lead to.
    pub(super) fn by_moves(
        position: &Checkers,
        value: impl FnMut(&Checkers) -> Option<Value>,
    ) -> Option<Value> {
        Value::by_moves(position, position.rules.limit(), value)
    }

    /// Put in finished slices.
    pub(super) fn extend(&mut self, slices: Vec<Slice>) {
        for slice in slices {
            let (rules, material) = (slice.layout.rules(), slice.layout.material());
            self.slices[rules as usize][material.number()] = Some(Source::Memory(slice));
        }
    }

    /// A finished slice that is in memory.
    pub(super) fn in_memory(&self, rules: Rules, material: Material) -> Option<&Slice> {
        match self.slices[rules as usize][material.number()].as_ref()? {
            Source::Memory(slice) => Some(slice),
            Source::File { .. } => None,
        }
    }
}

/// The winner hurries, the loser delays.
impl Endings<Checkers> for CheckersTables {
    #[inline]
    fn score(&self, position: &Checkers) -> Option<Score> {
        self.probe(position).map(by_distance)
    }

    #[inline]
    fn reads(&self) -> u64 {
        self.cache.as_ref().map_or(0, |cache| cache.reads())
    }

    fn best(
        &self,
        position: &Checkers,
        _: usize,
        _: &mut Effort,
    ) -> Option<Vec<EndgameLine<Move>>> {
        let known =
            |(mv, ending)| EndgameLine { moves: vec![mv], score: Some(by_distance(ending)) };
        Some(self.rank_moves(position)?.into_iter().map(known).collect())
    }
}

fn by_distance(ending: Ending) -> Score {
    match ending {
        Ending::Win { plies } => CERTAIN - Score::from(plies),
        Ending::Draw => 0,
        Ending::Loss { plies } => Score::from(plies) - CERTAIN,
    }
}

/// Smaller is better for the mover.
fn quality(ending: Ending) -> i16 {
    match ending {
        Ending::Win { plies } => i16::from(plies) - 1000,
        Ending::Draw => 0,
        Ending::Loss { plies } => 1000 - i16::from(plies),
    }
}

/// Open the table of one slice.
pub(super) fn open_slice(
    shelf: &Shelf,
    rules: Rules,
    material: Material,
) -> Result<(Layout, Table), TableError> {
    let layout = Layout::new(rules, material);
    let table = shelf.open(&slice_id(rules, material), layout.positions() as u64)?;
    Ok((layout, table))
}
