//! A move as its hops.

use super::board::Square;
use super::moves::{between, shortest};
use super::{Halma, Move};
use crate::setup::Place;
use crate::story::{Event, Story};

/// One step, or the jumps of the shortest chain.
pub(super) fn story(position: &Halma, play: Move) -> Story {
    let path = shortest(position, play).expect("a legal play has a path");
    let hop = |hop: &[Square]| {
        let [start, end] = [hop[0], hop[1]].map(place);
        match between(hop[0], hop[1]) {
            Some(over) => Event::Jump { start, over: place(over), end },
            None => Event::Step { start, end },
        }
    };
    Story(path.windows(2).map(hop).collect())
}

const fn place(square: Square) -> Place {
    square.index() as Place
}
