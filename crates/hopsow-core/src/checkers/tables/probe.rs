//! Asking tables about a position.

use std::path::Path;
use std::sync::{Arc, OnceLock};

use super::layout::Layout;
use super::material::{MAX_TABLE_PIECES, Material};
use super::slice::Slice;
use super::value::{LONGEST, Value};
use crate::checkers::{Checkers, Move, Rules};
use crate::game::{Position, RuleSet};
use crate::tables::{Cache, Table, TableError, TableId};

/// The exact result of a position for the side to move, its counter considered.
///
/// The plies lead up to and including the capture that keeps the result, or the turn that the
/// blocked side cannot make. The winner wants few, the loser many.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Ending {
    /// The side to move wins.
    Win {
        /// The distance.
        plies: u8,
    },
    /// Neither side can win, be it that the counter ends the game first.
    Draw,
    /// The opponent wins.
    Loss {
        /// The distance.
        plies: u8,
    },
}

impl Ending {
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

/// Tables of all positions up to some number of pieces, from files or from memory.
#[derive(Debug)]
pub struct CheckersTables {
    /// By the number of the material.
    slices: Box<[Option<Source>]>,
    pieces: u8,
    pub(super) limit: u8,
    damage: OnceLock<TableError>,
}

#[derive(Debug)]
enum Source {
    Memory(Slice),
    File(Layout, Table),
}

impl CheckersTables {
    /// No tables, to be filled; `limit` is the number of plies that makes a draw.
    pub(super) fn empty(limit: u8) -> CheckersTables {
        let slices = std::iter::repeat_with(|| None).take(Material::NUMBERS).collect();
        CheckersTables { slices, pieces: 1, limit, damage: OnceLock::new() }
    }

    /// Open the tables in `folder`: those of up to as many pieces as are complete there.
    ///
    /// A file that is there but no good is an error; one that is missing ends the search.
    pub fn open(folder: &Path, cache: &Arc<Cache>) -> Result<CheckersTables, TableError> {
        let mut tables = CheckersTables::empty(Rules::Dd2380.limit());
        for pieces in 2..=MAX_TABLE_PIECES {
            for material in Material::all(pieces) {
                match open_slice(folder, material, cache) {
                    Ok((layout, table)) => {
                        tables.slices[material.number()] = Some(Source::File(layout, table));
                    }
                    Err(TableError::Missing { .. }) => return Ok(tables),
                    Err(error) => return Err(error),
                }
            }
            tables.pieces = pieces;
        }
        Ok(tables)
    }

    /// The most pieces on the board that every such position is known for.
    #[must_use]
    pub fn pieces(&self) -> u8 {
        self.pieces
    }

    /// What was found to be wrong with a file since it was opened; such probes find nothing.
    #[must_use]
    pub fn damage(&self) -> Option<&TableError> {
        self.damage.get()
    }

    /// The result of `position` under its rules and counter, if the tables know it.
    #[must_use]
    pub fn probe(&self, position: &Checkers) -> Option<Ending> {
        if position.rules != Rules::Dd2380 {
            return None;
        }
        let value = self.value(position)?;
        Some(self.ending(value, position.counter))
    }

    /// Every legal move of `position` with the result that it leads to for the mover, best first.
    ///
    /// Wins are ordered by distance, then by the distance that is left after a capture; losses the
    /// other way round. Moves that are equal stand in their usual order.
    #[must_use]
    pub fn rank_moves(&self, position: &Checkers) -> Option<Vec<(Move, Ending)>> {
        let mut moves = Vec::new();
        for mv in position.legal_moves() {
            let child = position.play(mv);
            let left = self.value(&child)?;
            let by_counter = self.ending(left, child.counter);
            let ending = match (by_counter, mv.is_capture()) {
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
        moves.sort_by_key(|&(_, ending, left)| (quality(ending), -quality(self.ending(left, 0))));
        Some(moves.into_iter().map(|(mv, ending, _)| (mv, ending)).collect())
    }

    /// The first of `rank_moves`: a move that keeps the result and hurries, or delays.
    #[must_use]
    pub fn best_move(&self, position: &Checkers) -> Option<(Move, Ending)> {
        self.rank_moves(position)?.first().copied()
    }

    pub(super) fn ending(&self, value: Value, counter: u8) -> Ending {
        let plies = value.plies();
        // Without the rule there is no counter, and the limit is only the longest distance.
        let counts = self.limit < LONGEST;
        if value == Value::DRAW || (counts && counter + plies > self.limit) {
            Ending::Draw
        } else if value.0 > 0 {
            Ending::Win { plies }
        } else {
            Ending::Loss { plies }
        }
    }

    /// The value of a position, whatever its counter.
    pub(super) fn value(&self, position: &Checkers) -> Option<Value> {
        if position.own == 0 || position.opponent == 0 {
            return Some(against_nobody(position));
        }
        let material = Material::of(position);
        if material.pieces() > self.pieces {
            return None;
        }
        match self.slices[material.number()].as_ref()? {
            Source::Memory(slice) => Some(slice.value(slice.layout.rank(position))),
            // Its entry in the file says nothing.
            Source::File(..) if position.must_capture() => {
                Value::by_moves(position, self.limit, |child| self.value(child))
            }
            Source::File(layout, table) => match table.get(layout.rank(position) as u64) {
                Ok(value) => Some(Value(value)),
                Err(error) => {
                    // Only the first damage is told.
                    let _ = self.damage.set(error);
                    None
                }
            },
        }
    }

    /// Put in a finished slice.
    pub(super) fn insert(&mut self, slice: Slice) {
        let number = slice.layout.material().number();
        self.slices[number] = Some(Source::Memory(slice));
    }

    /// All positions with `pieces` pieces are there now.
    pub(super) fn complete(&mut self, pieces: u8) {
        self.pieces = pieces;
    }

    /// A finished slice that is in memory.
    pub(super) fn slice(&self, material: Material) -> Option<&Slice> {
        match self.slices[material.number()].as_ref()? {
            Source::Memory(slice) => Some(slice),
            Source::File(..) => None,
        }
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

/// A side without pieces is blocked; against it, one step is enough.
fn against_nobody(position: &Checkers) -> Value {
    if position.can_move() { Value(2) } else { Value::LOST_NOW }
}

/// The name of a slice's table.
pub(super) fn table_id(material: Material) -> TableId {
    TableId::new(Checkers::GAME, Rules::Dd2380.name(), &material.to_string())
}

/// Open the file of one slice.
pub(super) fn open_slice(
    folder: &Path,
    material: Material,
    cache: &Arc<Cache>,
) -> Result<(Layout, Table), TableError> {
    let id = table_id(material);
    let layout = Layout::new(material);
    let table = Table::open(&folder.join(id.file_name()), cache)?;
    let table = table.expect(&id, layout.positions() as u64)?;
    Ok((layout, table))
}
