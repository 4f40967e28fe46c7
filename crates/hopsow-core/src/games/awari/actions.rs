//! Moves as numbers: the mover's pits, from its left to its right.

use super::Move;
use super::board::ROW;
use crate::actions::Action;

pub(super) const ACTIONS: usize = ROW;

pub(super) fn action(mv: Move) -> Action {
    mv.pit_in_row() as Action
}
