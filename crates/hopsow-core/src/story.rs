//! The events on the board when a move is played.
//!
//! Code that shows or explains a move reads its events and need not know how the game sows or
//! jumps.

use crate::setup::{Board, Place, Setup};

/// One thing that happens on the board.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Event {
    /// A piece goes to a neighbouring square.
    Step {
        /// The square that it leaves.
        start: Place,
        /// The square that it reaches.
        end: Place,
    },
    /// A piece jumps over another one, which stays unless a capture follows.
    Jump {
        /// The square that it leaves.
        start: Place,
        /// The square jumped over.
        over: Place,
        /// The square that it lands on.
        end: Place,
    },
    /// A piece, or all stones of a pit, are taken off; stones go to the mover's store.
    Capture {
        /// The place.
        at: Place,
        /// The number of pieces or stones.
        count: u8,
    },
    /// A man becomes a king.
    Crown {
        /// The place.
        at: Place,
    },
    /// All stones of a pit are taken up to be sown.
    Lift {
        /// The pit.
        at: Place,
        /// The number of stones.
        count: u8,
    },
    /// One of the stones taken up is put into a pit.
    Sow {
        /// The pit.
        at: Place,
    },
}

impl Event {
    /// Return true if a piece or stones leave their place: a hop, or a sowing.
    #[must_use]
    pub const fn is_departure(self) -> bool {
        matches!(self, Event::Step { .. } | Event::Jump { .. } | Event::Lift { .. })
    }
}

/// The events of a move, in order.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Story(pub Vec<Event>);

impl Story {
    /// The squares that the moving piece touches, from first to last, or the pit that is sown.
    #[must_use]
    pub fn path(&self) -> Vec<Place> {
        let mut path = Vec::new();
        for &event in &self.0 {
            match event {
                Event::Step { start, end } | Event::Jump { start, end, .. } => {
                    if path.is_empty() {
                        path.push(start);
                    }
                    path.push(end);
                }
                Event::Lift { at, .. } => path.push(at),
                Event::Capture { .. } | Event::Crown { .. } | Event::Sow { .. } => {}
            }
        }
        path
    }

    /// The places where something is captured, in order.
    #[must_use]
    pub fn captured(&self) -> Vec<Place> {
        let captured = |event: &Event| match *event {
            Event::Capture { at, .. } => Some(at),
            _ => None,
        };
        self.0.iter().filter_map(captured).collect()
    }

    /// Return true if a man is crowned.
    #[must_use]
    pub fn crowns(&self) -> bool {
        self.0.iter().any(|event| matches!(event, Event::Crown { .. }))
    }
}

impl Setup {
    /// Apply `event` to the board; the side to move and the counters stay.
    pub fn tell(&mut self, event: Event) {
        match &mut self.board {
            Board::Cells(cells) => tell_cells(cells, event),
            Board::Stones(stones) => {
                let store = stones.len() - 2 + self.to_move as usize;
                tell_stones(stones, store, event);
            }
        }
    }
}

fn tell_cells(cells: &mut String, event: Event) {
    let mut board = std::mem::take(cells).into_bytes();
    match event {
        Event::Step { start, end } | Event::Jump { start, end, .. } => {
            board[usize::from(end)] = std::mem::replace(&mut board[usize::from(start)], b'.');
        }
        Event::Capture { at, .. } => board[usize::from(at)] = b'.',
        Event::Crown { at } => board[usize::from(at)].make_ascii_uppercase(),
        Event::Lift { .. } | Event::Sow { .. } => {}
    }
    *cells = board.into_iter().map(char::from).collect();
}

fn tell_stones(stones: &mut [u32], store: usize, event: Event) {
    match event {
        Event::Lift { at, .. } => stones[usize::from(at)] = 0,
        Event::Sow { at } => stones[usize::from(at)] += 1,
        Event::Capture { at, .. } => stones[store] += std::mem::take(&mut stones[usize::from(at)]),
        Event::Step { .. } | Event::Jump { .. } | Event::Crown { .. } => {}
    }
}
