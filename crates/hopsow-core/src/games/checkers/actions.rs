//! Hops as numbers.
//!
//! From each square, 1 to 32, there are four directions, down left, down right, up right and up
//! left, and in each a step and a jump: eight actions. A capture is an action for each jump.

use super::Move;
use super::board::{Direction, SQUARES, square};
use crate::actions::Action;

const OF_EACH_SQUARE: usize = 2 * Direction::ALL.len();

pub(super) const ACTIONS: usize = SQUARES as usize * OF_EACH_SQUARE;

/// The actions of a move, hop by hop.
pub(super) fn actions(mv: Move) -> impl Iterator<Item = Action> {
    let jumps = mv.directions().scan(1u64 << mv.from, |at, direction| {
        let from = *at;
        *at = direction.ahead(direction.ahead(from));
        Some(action(from, direction, true))
    });
    let steps = (!mv.is_capture()).then(|| {
        let (from, to) = (1u64 << mv.from, 1u64 << mv.to);
        let goes = |direction: &Direction| direction.ahead(from) == to;
        let direction = Direction::ALL.into_iter().find(goes).expect("a step has a direction");
        action(from, direction, false)
    });
    jumps.chain(steps)
}

/// The action of a hop from the square of a bit.
#[inline(always)]
pub(super) const fn action(from: u64, direction: Direction, is_jump: bool) -> Action {
    let cell = square(from.trailing_zeros() as u8) as usize - 1;
    (cell * OF_EACH_SQUARE + 2 * direction as usize + is_jump as usize) as Action
}

/// The cell, the direction, and whether it is a jump.
#[inline(always)]
pub(super) const fn apart(action: Action) -> (u8, Direction, bool) {
    let cell = action as usize / OF_EACH_SQUARE;
    (cell as u8, Direction::numbered(action as u32 / 2), action % 2 == 1)
}
