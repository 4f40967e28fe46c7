//! A play, and the way its man takes.
//!
//! A move is its two ends; the path that people and `output.txt` want is the shortest chain, the
//! first one in the order of `DIRECTIONS` where several are equally short.

use std::collections::VecDeque;

use super::Halma;
use super::board::{DIRECTIONS, Square};

/// A play: the squares where it starts and ends. How it gets there does not matter.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Play {
    /// The square the man leaves.
    pub from: Square,
    /// The square it comes to rest on.
    pub to: Square,
}

impl Play {
    /// The squares of the shortest way of making this play in `position`, both ends included;
    /// `None` if there is no way.
    #[must_use]
    pub fn path(self, position: &Halma) -> Option<Vec<Square>> {
        shortest(position, self)
    }

    /// The same play seen from the other side.
    pub(super) fn mirrored(self) -> Play {
        Play { from: self.from.mirrored(), to: self.to.mirrored() }
    }
}

/// The squares of the shortest way of making `play`, both ends included.
pub(super) fn shortest(position: &Halma, play: Play) -> Option<Vec<Square>> {
    if is_step(play.from, play.to) {
        return Some(vec![play.from, play.to]);
    }
    let mut came_from = [None; 256];
    let mut queue = VecDeque::from([play.from]);
    while let Some(square) = queue.pop_front() {
        if square == play.to && square != play.from {
            return Some(trace(&came_from, play));
        }
        for next in jumps(position, play.from, square) {
            let seen = &mut came_from[next.index()];
            if seen.is_none() && next != play.from {
                *seen = Some(square);
                queue.push_back(next);
            }
        }
    }
    None
}

fn trace(came_from: &[Option<Square>; 256], play: Play) -> Vec<Square> {
    let mut path = vec![play.to];
    let mut square = play.to;
    while let Some(earlier) = came_from[square.index()] {
        path.push(earlier);
        square = earlier;
    }
    path.reverse();
    path
}

/// The squares that one jump reaches from `square` for the man that started on `start`.
fn jumps(position: &Halma, start: Square, square: Square) -> impl Iterator<Item = Square> {
    DIRECTIONS.into_iter().filter_map(move |(dx, dy)| {
        let over = square.offset(dx, dy)?;
        let landing = square.offset(2 * dx, 2 * dy)?;
        (is_man(position, start, over) && !is_man(position, start, landing)).then_some(landing)
    })
}

/// A man other than the one that is lifted from `start` stands on `square`.
pub(super) fn is_man(position: &Halma, start: Square, square: Square) -> bool {
    square != start && position.man_on(square).is_some()
}

/// The squares touch.
pub(super) fn is_step(from: Square, to: Square) -> bool {
    from != to && from.x().abs_diff(to.x()) <= 1 && from.y().abs_diff(to.y()) <= 1
}

/// The square between two that are a jump apart.
pub(super) fn between(from: Square, to: Square) -> Option<Square> {
    let (dx, dy) = (from.x().abs_diff(to.x()), from.y().abs_diff(to.y()));
    let is_jump = matches!((dx, dy), (2, 0) | (0, 2) | (2, 2));
    is_jump.then(|| Square::new((from.x() + to.x()) / 2, (from.y() + to.y()) / 2))
}
