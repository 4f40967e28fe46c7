//! When the armies have passed each other, and when they cannot meet again.
//!
//! A move ends next to where it began or next to a man it jumped over. So an army that touches no
//! opposing man lies, after t moves, within t squares (in king's moves) of where it stood, and so
//! do all squares that its chains pass. This is how far a loser can reach back to disturb.

use crate::game::{Position, Side};

use super::super::board::{Square, around, camp};
use super::super::{Halma, Move};

/// Return the number of men of `side` outside the opposing camp.
#[must_use]
pub fn outside(position: &Halma, side: Side) -> usize {
    position.men[side as usize].minus(camp(side.other())).len()
}

/// Every black man is nearer to white's corner, along the diagonal, than every white man.
///
/// From here on the sides rarely meet; `race_result` tells when they cannot.
#[must_use]
pub fn have_passed(position: &Halma) -> bool {
    let diagonal = |square: Square| square.x() + square.y();
    let [black, white] = position.men;
    let last_black = black.squares().map(diagonal).min();
    let last_white = white.squares().map(diagonal).max();
    last_black.zip(last_white).is_none_or(|(black, white)| black > white)
}

/// Whatever the opponent does, none of its men comes to stand beside one of `side`'s or on
/// `side`'s way before `side` has made the moves of `way`.
pub(super) fn is_undisturbed(position: &Halma, side: Side, way: &[Move]) -> bool {
    let opponent = side.other();
    let mut alone = Halma { to_move: side, ..position.without(opponent) };
    let mut reach = position.men[opponent as usize];
    for (turn, &play) in way.iter().enumerate() {
        if turn > 0 || position.to_move == opponent {
            reach = around(reach);
            if !around(reach).and(alone.men[side as usize]).is_empty() {
                return false;
            }
        }
        let path = play.path(&alone).expect("the plays of a way are legal");
        if path.iter().any(|square| square.is_in(&reach)) {
            return false;
        }
        alone = Halma { to_move: side, ..alone.play(play) };
    }
    true
}
