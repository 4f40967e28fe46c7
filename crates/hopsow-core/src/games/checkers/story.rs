//! A move as its hops, each with what it captures.

use super::board::{crowning_row, square};
use super::setup::place;
use super::{Checkers, Move};
use crate::setup::Place;
use crate::story::{Event, Story};

pub(super) fn story(position: &Checkers, mv: Move) -> Story {
    let mut events = Vec::new();
    let mut at = 1u64 << mv.from;
    for direction in mv.directions() {
        let over = direction.ahead(at);
        let end = direction.ahead(over);
        let [start, captured] = [at, over].map(place_of);
        events.push(Event::Jump { start, over: captured, end: place_of(end) });
        events.push(Event::Capture { at: captured, count: 1 });
        at = end;
    }
    let [start, end] = [mv.from(), mv.to()].map(place);
    if !mv.is_capture() {
        events.push(Event::Step { start, end });
    }
    let is_man = position.kings & 1 << mv.from == 0;
    if is_man && crowning_row(position.side) & 1 << mv.to != 0 {
        events.push(Event::Crown { at: end });
    }
    Story(events)
}

fn place_of(bit: u64) -> Place {
    place(square(bit.trailing_zeros() as u8))
}
