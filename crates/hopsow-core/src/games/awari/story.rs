//! A move stone by stone.

use super::board::PITS;
use super::generate::pit_after;
use super::{Awari, Move};
use crate::game::Position;
use crate::setup::Place;
use crate::story::{Event, Story};

pub(super) fn story(position: &Awari, mv: Move) -> Story {
    let start = usize::from(mv.pit());
    let mut stones = position.stones();
    let count = std::mem::take(&mut stones[start]);
    let mut events = vec![Event::Lift { at: mv.pit(), count }];
    let mut last = start;
    for _ in 0..count {
        last = pit_after(last, start);
        stones[last] += 1;
        events.push(Event::Sow { at: last as Place });
    }
    // What is captured is the core's own answer: the pits that hold less than fell into them.
    let after = position.play(mv).stones();
    while after[last] != stones[last] {
        events.push(Event::Capture { at: last as Place, count: stones[last] });
        last = (last + PITS - 1) % PITS;
    }
    Story(events)
}
