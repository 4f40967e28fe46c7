//! A move of Halma and its path.
//!
//! Two ends identify a move. The path, which people read and `output.txt` holds, is the shortest
//! chain; among equally short ones the first in the order of `DIRECTIONS`.

use std::collections::VecDeque;

use super::Halma;
use super::board::{DIRECTIONS, Square};

/// A move: its two ends, whatever the path.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Move {
    /// The square the man leaves.
    pub from: Square,
    /// The square it comes to rest on.
    pub to: Square,
}

impl Move {
    /// Return the squares of the shortest path in `position`, both ends included; `None` if there
    /// is no path.
    #[must_use]
    pub fn path(self, position: &Halma) -> Option<Vec<Square>> {
        shortest(position, self)
    }

    /// Return the move as the other side sees it.
    pub(super) fn mirrored(self) -> Move {
        Move { from: self.from.mirrored(), to: self.to.mirrored() }
    }
}

/// Return the squares of the shortest path of `play`, both ends included.
pub(super) fn shortest(position: &Halma, play: Move) -> Option<Vec<Square>> {
    Chains::of(position, play.from, Some(play.to)).path(play.to)
}

/// The chains of one man, by a breadth-first search of its jumps.
pub(super) struct Chains {
    start: Square,
    /// The square before each square that a chain reaches.
    came_from: [Option<Square>; 256],
}

impl Chains {
    /// Search the jumps of the man on `start`, only as far as `target` if there is one.
    pub(super) fn of(position: &Halma, start: Square, target: Option<Square>) -> Chains {
        let mut chains = Chains { start, came_from: [None; 256] };
        let mut queue = VecDeque::from([start]);
        while let Some(square) = queue.pop_front() {
            if target.is_some_and(|target| chains.lead_to(target)) {
                break;
            }
            for next in jumps(position, start, square) {
                let seen = &mut chains.came_from[next.index()];
                if seen.is_none() && next != start {
                    *seen = Some(square);
                    queue.push_back(next);
                }
            }
        }
        chains
    }

    /// Return true if a step or a chain leads to the empty square `to`.
    pub(super) fn lead_to(&self, to: Square) -> bool {
        is_step(self.start, to) || self.came_from[to.index()].is_some()
    }

    /// Return the squares of the shortest path to `to`, both ends included.
    fn path(&self, to: Square) -> Option<Vec<Square>> {
        if is_step(self.start, to) {
            return Some(vec![self.start, to]);
        }
        self.came_from[to.index()]?;
        let before = |square: &Square| self.came_from[square.index()];
        let mut path: Vec<Square> = std::iter::successors(Some(to), before).collect();
        path.reverse();
        Some(path)
    }
}

/// Iterate over the squares that one jump reaches from `square` for the man that started on
/// `start`.
fn jumps(position: &Halma, start: Square, square: Square) -> impl Iterator<Item = Square> {
    DIRECTIONS.into_iter().filter_map(move |(dx, dy)| {
        let over = square.offset(dx, dy)?;
        let landing = square.offset(2 * dx, 2 * dy)?;
        (is_man(position, start, over) && !is_man(position, start, landing)).then_some(landing)
    })
}

/// Return true if a man other than the one lifted from `start` stands on `square`.
pub(super) fn is_man(position: &Halma, start: Square, square: Square) -> bool {
    square != start && position.man_on(square).is_some()
}

/// Return true if the two squares are adjacent.
pub(super) fn is_step(from: Square, to: Square) -> bool {
    from != to && from.x().abs_diff(to.x()) <= 1 && from.y().abs_diff(to.y()) <= 1
}

/// Return the square between two squares that are a jump apart.
pub(super) fn between(from: Square, to: Square) -> Option<Square> {
    let (dx, dy) = (from.x().abs_diff(to.x()), from.y().abs_diff(to.y()));
    let is_jump = matches!((dx, dy), (2, 0) | (0, 2) | (2, 2));
    is_jump.then(|| Square::new((from.x() + to.x()) / 2, (from.y() + to.y()) / 2))
}
