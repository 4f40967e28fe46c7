//! The entry of a table for a position.
//!
//! Progress resets the counter: a capture, and under the tournament rules a man's move as well. Let
//! c be the plies without progress so far and L the number that makes a draw. A position is won
//! from c if the side to move can force the win from there, lost if the opponent can.
//!
//! **One number is enough.** Claim: what is won (or lost) from c is so from every smaller c. The
//! winner plays on from the smaller counter as it would from c. Up to the next progress both games
//! are the same moves with the same choices for the loser, one counter always behind the other;
//! the game from c never reaches L, being won, so neither does the other. From the progress on,
//! both counters are 0 and the games are one. So there is a largest c from which the position is
//! won, and all is said by the *distance* d = L - c for that c: won from c if and only if
//! c + d <= L. In the words of the course's wire format, where the counter falls from L to 0: won
//! if and only if the counter is at least d.
//!
//! **The distance counts plies.** The rules give, for c < L, the draw coming first at L:
//!
//! - without moves: lost from every c < L, so d = 1: the turn that cannot be made counts as one;
//! - a move that is progress leads to a child that starts from 0, whatever c is: if that child is
//!   lost for the opponent, d = 1; if it is won, the move only fails to save the mover; if it is
//!   drawn, the mover is not lost from any c;
//! - by its other moves a position is won from c if and only if some child is lost from c + 1, that
//!   is, if c + 1 + d' <= L for the smallest d' among the lost children: d = 1 + min d'. One and the
//!   same move serves every c. It is lost if and only if every child is won, those after progress
//!   from 0 and the others from c + 1: d = 1 + max d' over the others, or 1 without any.
//!
//! So d is the number of plies up to and including the progress, or the blocked side's turn, that
//! decides, with the winner hurrying and the loser delaying; and d > L is a draw.
//!
//! **Repetition changes nothing.** Under the tournament rules the third occurrence of a position is
//! a draw. A side that wins with that rule wins without it by the same moves, since on the way no
//! position occurs three times. A side that wins without it follows the distance, which falls with
//! every ply up to the next progress, and no position comes back after progress: none occurs even
//! twice. This is said of a position without a past. Earlier positions can come back only if
//! nothing was progress since, so at counter 0 there is no such past either, and below 4 none that
//! has a position twice.

use crate::games::checkers::Checkers;

/// The longest distance that a value can hold; 27 numbers of a byte stay free for the solver.
pub const LONGEST: u8 = 100;

/// The result of a position for the side to move, with its distance: n is a win in n plies, -n a
/// loss in n plies, 0 a draw.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Value(pub i8);

impl Value {
    pub const DRAW: Value = Value(0);
    /// The side to move has no moves, or only progress into lost positions.
    pub const LOST_NOW: Value = Value(-1);
    /// The next move wins.
    pub const WON_NOW: Value = Value(1);

    /// The distance of a decided position, 0 for a draw.
    pub const fn plies(self) -> u8 {
        self.0.unsigned_abs()
    }

    /// The value, for the side to move, of a step to a child worth this to the opponent.
    const fn before_step(self, limit: u8) -> Value {
        match self.0 {
            0 => Value::DRAW,
            n if n.unsigned_abs() >= limit => Value::DRAW,
            n if n > 0 => Value(-n - 1),
            n => Value(-n + 1),
        }
    }

    /// The value, for the side to move, of progress to a child worth this to the opponent.
    const fn before_progress(self) -> Value {
        Value(-self.0.signum())
    }

    /// The value of `position` as its moves make it, from the values of its children; `None` if
    /// one of these is missing.
    #[inline(always)]
    pub fn by_moves(
        position: &Checkers,
        limit: u8,
        mut value: impl FnMut(&Checkers) -> Option<Value>,
    ) -> Option<Value> {
        // Nothing is worse, and it is right for a side without moves.
        let mut best = Some(Value::LOST_NOW);
        // Without its counter, so that all moves are there: a value speaks about every counter.
        Checkers { counter: 0, ..*position }.generate(|mv, child| {
            let value = value(&child).map(|value| match position.is_progress(mv) {
                true => value.before_progress(),
                false => value.before_step(limit),
            });
            best = best.zip(value).map(|(best, value)| best.better(value));
        });
        best
    }

    /// The better one for the side to move: quick wins come before slow ones, slow losses before
    /// quick ones.
    const fn better(self, other: Value) -> Value {
        if self.preference() >= other.preference() { self } else { other }
    }

    const fn preference(self) -> i16 {
        const DECIDED: i16 = 1000;
        let n = self.0 as i16;
        n.signum() * DECIDED - n
    }
}
