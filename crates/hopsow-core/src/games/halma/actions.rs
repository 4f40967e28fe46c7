//! Moves as numbers.
//!
//! From each square, row by row from the top left, there are 71 actions: a step in each of the
//! eight directions, clockwise from the east, or a chain to one of the 63 other squares of the same
//! parity class, row by row from the top left.

use super::Move;
use super::board::{DIRECTIONS, SIZE, Square};
use super::moves::is_step;
use crate::actions::Action;

pub(super) const SQUARES: usize = SIZE as usize * SIZE as usize;
/// The squares of a parity class but for the one that the man stands on.
const LANDINGS: usize = SQUARES / 4 - 1;
pub(super) const OF_EACH_SQUARE: usize = DIRECTIONS.len() + LANDINGS;

pub(super) const ACTIONS: usize = SQUARES * OF_EACH_SQUARE;

/// The action of a move, which is a step or stays in its parity class.
pub(super) fn action(play: Move) -> Action {
    (play.from.index() * OF_EACH_SQUARE + way(play)) as Action
}

/// The move of an action, legal or not; none for one that leads off the board.
pub(super) fn play(action: Action) -> Option<Move> {
    let (index, way) = (usize::from(action) / OF_EACH_SQUARE, usize::from(action) % OF_EACH_SQUARE);
    let from = Square::from_index(index as u8);
    if let Some(&(dx, dy)) = DIRECTIONS.get(way) {
        return from.offset(dx, dy).map(|to| Move { from, to });
    }
    let landing = way - DIRECTIONS.len();
    let landing = landing + usize::from(landing >= from.bit() as usize);
    Some(Move { from, to: Square::at(from.class(), landing as u32) })
}

/// The direction of a step.
pub(super) fn direction(from: Square, to: Square) -> usize {
    let goes = |&(dx, dy): &(i8, i8)| from.offset(dx, dy) == Some(to);
    DIRECTIONS.iter().position(goes).expect("a step has a direction")
}

fn way(Move { from, to }: Move) -> usize {
    if is_step(from, to) {
        return direction(from, to);
    }
    debug_assert_eq!(from.class(), to.class());
    let [own, landing] = [from, to].map(|square| square.bit() as usize);
    DIRECTIONS.len() + landing - usize::from(landing > own)
}
