//! Plays as numbers.
//!
//! From each square, row by row from the top left, there are 71 actions: a step in each of the
//! eight directions, clockwise from the east, or a chain to one of the 63 other squares of the same
//! parity class, row by row from the top left.

use super::Play;
use super::board::{DIRECTIONS, SIZE};
use super::moves::is_step;
use crate::actions::Action;

const SQUARES: usize = SIZE as usize * SIZE as usize;
/// The squares of a parity class but for the one that the man stands on.
const LANDINGS: usize = SQUARES / 4 - 1;
const OF_EACH_SQUARE: usize = DIRECTIONS.len() + LANDINGS;

pub(super) const ACTIONS: usize = SQUARES * OF_EACH_SQUARE;

/// The action of a play, which is a step or stays in its parity class.
pub(super) fn action(play: Play) -> Action {
    (play.from.index() * OF_EACH_SQUARE + way(play)) as Action
}

fn way(Play { from, to }: Play) -> usize {
    if is_step(from, to) {
        let goes = |&(dx, dy): &(i8, i8)| from.offset(dx, dy) == Some(to);
        return DIRECTIONS.iter().position(goes).expect("a step has a direction");
    }
    debug_assert_eq!(from.class(), to.class());
    let [own, landing] = [from, to].map(|square| square.place() % (LANDINGS + 1));
    DIRECTIONS.len() + landing - usize::from(landing > own)
}
