//! Checkers as an environment for learners, hop by hop.
//!
//! The mover sees seven planes of 8×8 squares, which lie as the board does with red's side on top:
//!
//! ```text
//! 0  its own men             3  the opponent's kings
//! 1  its own kings           4  the piece in the midst of a capture
//! 2  the opponent's men      5  everywhere 1 if white is to move
//!                            6  everywhere the plies without progress
//! ```
//!
//! Jumps are made on the board at once, so a capture in progress stores how to go back. Where
//! repetition counts, a state also stores the king moves since the last progress.

use super::board::{BOARD, Direction, bit, crowning_row, square, take_lowest};
use super::generate::jumpers;
use super::{Checkers, Move, actions};
use crate::actions::Action;
use crate::batch::contract::{Learnable, Log, State, refuse_move, refuse_off_board};
use crate::evaluation::Score;
use crate::game::{Outcome, Position, RuleSet, Side};
use crate::message::Message;

const PLANES: usize = 7;
const ROWS: usize = 8;
const PLANE: usize = ROWS * ROWS;

impl Learnable for Checkers {
    type State = CheckersState;

    const OBSERVATION: &'static [usize] = &[PLANES, ROWS, ROWS];
    /// Twelve kings in four directions.
    const MAX_LEGAL: usize = 48;
    const PLAYOUT_PLIES: u16 = 200;
    const CLEAR_LEAD: Score = 100;
}

/// A position, the capture under way in it, and how it came about.
#[derive(Clone, Debug)]
pub struct CheckersState {
    /// The board, with all jumps of the turn under way made.
    now: Checkers,
    capture: Capture,
    /// The actions since the last progress, all of them steps of kings.
    steps: Log<7>,
}

/// The jumps of a turn that is not finished.
#[derive(Clone, Copy, Debug, Default)]
struct Capture {
    /// The directions, the first in the lowest two bits.
    directions: u32,
    /// A bit for each jump: whether it captured a king.
    kings: u16,
    jumps: u8,
    /// The index of the bit where the piece is now.
    at: u8,
}

/// For each direction, the pieces that can hop that way.
struct Hops {
    movers: [u64; 4],
    are_jumps: bool,
}

/// An action taken apart.
#[derive(Clone, Copy)]
struct Hop {
    from: u64,
    direction: Direction,
    is_jump: bool,
}

impl Hop {
    #[inline(always)]
    fn of(action: Action) -> Hop {
        let (cell, direction, is_jump) = actions::apart(action);
        Hop { from: bit(cell + 1), direction, is_jump }
    }

    /// The square where it ends, or something off the board.
    #[inline(always)]
    fn to(self) -> u64 {
        let next = self.direction.ahead(self.from);
        if self.is_jump { self.direction.ahead(next & BOARD) } else { next }
    }
}

impl State for CheckersState {
    type Position = Checkers;

    fn begin(position: Checkers) -> Self {
        CheckersState { now: position, capture: Capture::default(), steps: Log::default() }
    }

    fn position(&self) -> Checkers {
        let Capture { directions, kings, jumps, at } = self.capture;
        let mut before = self.now;
        let mut to = 1 << at;
        let is_king = before.kings & to != 0;
        for jump in (0..jumps).rev() {
            let direction = Direction::numbered(directions >> (2 * jump));
            let over = direction.behind(to);
            let from = direction.behind(over);
            before.own ^= from ^ to;
            before.opponent |= over;
            if is_king {
                before.kings ^= from ^ to;
            }
            if kings >> jump & 1 != 0 {
                before.kings |= over;
            }
            to = from;
        }
        before
    }

    fn made(&self) -> Vec<Action> {
        let Capture { directions, jumps, at, .. } = self.capture;
        let mut to = 1 << at;
        let mut made: Vec<Action> = Vec::new();
        for jump in (0..jumps).rev() {
            let direction = Direction::numbered(directions >> (2 * jump));
            to = direction.behind(direction.behind(to));
            made.push(actions::action(to, direction, true));
        }
        made.reverse();
        made
    }

    #[inline(always)]
    fn is_between_turns(&self) -> bool {
        self.capture.jumps == 0
    }

    #[inline(always)]
    fn to_move(&self) -> Side {
        self.now.side
    }

    #[inline(always)]
    fn key(&self) -> u64 {
        let key = self.now.key();
        if self.is_between_turns() { key } else { key ^ KEYS_OF_SQUARES[self.capture.at as usize] }
    }

    #[inline(always)]
    fn observe(&self, observation: &mut [u8]) {
        let Checkers { own, opponent, kings, counter, side, .. } = self.now;
        let under_way = if self.is_between_turns() { 0 } else { 1 << self.capture.at };
        let sets = [own & !kings, own & kings, opponent & !kings, opponent & kings, under_way];
        let mut planes = observation.chunks_exact_mut(PLANE);
        for (set, plane) in sets.into_iter().zip(&mut planes) {
            draw(set, plane);
        }
        for (number, plane) in [side as u8, counter].into_iter().zip(planes) {
            plane.fill(number);
        }
    }

    #[inline(always)]
    fn is_legal(&self, action: Action) -> bool {
        let Hop { from, direction, is_jump } = Hop::of(action);
        let hops = self.hops();
        is_jump == hops.are_jumps && hops.movers[direction as usize] & from != 0
    }

    #[inline(always)]
    fn for_each_legal(&self, mut visit: impl FnMut(Action)) {
        let Hops { movers, are_jumps } = self.hops();
        let mut pieces = movers[0] | movers[1] | movers[2] | movers[3];
        while let Some(piece) = take_lowest(&mut pieces) {
            for direction in Direction::ALL {
                if movers[direction as usize] & piece != 0 {
                    visit(actions::action(piece, direction, are_jumps));
                }
            }
        }
    }

    #[inline(always)]
    fn take(&mut self, action: Action) -> Option<Outcome> {
        let hop = Hop::of(action);
        if hop.is_jump {
            return self.jump(hop);
        }
        let next = self.now.after(Move::step(hop.from, hop.to()));
        let Some(occurrences) = self.now.rules.repetitions() else {
            self.now = next;
            return next.outcome();
        };
        if self.now.is_left_for_good(&next) {
            self.steps.clear();
        } else {
            self.steps.push(action as u8);
        }
        self.now = next;
        let is_repeated = || self.occurrences() >= occurrences;
        next.outcome().or_else(|| is_repeated().then(|| next.outcome_if_repeated()))
    }

    fn refuse(&self, action: Action) -> Message {
        let hop = Hop::of(action);
        let to = hop.to() & BOARD;
        if to == 0 {
            return refuse_off_board();
        }
        let [from, to] = [hop.from, to].map(|bit| square(bit.trailing_zeros() as u8));
        let separator = if hop.is_jump { 'x' } else { '-' };
        let mut text = format!("{from}{separator}{to}");
        let path = self.path();
        if let Some((&here, way)) = path.split_last() {
            // A hop of another piece, or a step, is refused for what the capture still owes.
            let goes_on = here == from && hop.is_jump;
            let way: Vec<String> = way.iter().map(ToString::to_string).collect();
            let way = way.join("x");
            text = if goes_on { format!("{way}x{text}") } else { format!("{way}x{here}") };
        }
        refuse_move(&self.position(), &text)
    }
}

impl CheckersState {
    /// The pieces that can hop now; none can in a finished game.
    #[inline(always)]
    fn hops(&self) -> Hops {
        let Checkers { own, opponent, kings, side, .. } = self.now;
        let may_move = if self.is_between_turns() { own } else { 1 << self.capture.at };
        let empty = BOARD & !(own | opponent);
        let forward = Direction::forward(side);
        let pieces = |direction: Direction| {
            if forward.contains(&direction) { may_move } else { may_move & kings }
        };
        let jumps =
            Direction::ALL.map(|direction| pieces(direction) & jumpers(direction, opponent, empty));
        let are_jumps = jumps != [0; 4];
        if are_jumps {
            return Hops { movers: jumps, are_jumps };
        }
        let steps = Direction::ALL.map(|direction| pieces(direction) & direction.behind(empty));
        Hops { movers: steps, are_jumps }
    }

    fn jump(&mut self, hop: Hop) -> Option<Outcome> {
        let over = hop.direction.ahead(hop.from);
        let to = hop.direction.ahead(over);
        let Checkers { own, opponent, kings, side, rules, .. } = self.now;
        let is_king = kings & hop.from != 0;
        let moved = own ^ hop.from ^ to;
        let left = opponent ^ over;
        let mut kings = kings & !(over | hop.from);
        if is_king {
            kings |= to;
        }
        self.capture.add(hop.direction, self.now.kings & over != 0, to);
        self.now = Checkers { own: moved, opponent: left, kings, ..self.now };
        if self.hops().are_jumps {
            return None;
        }
        kings |= to & crowning_row(side);
        let next =
            Checkers { own: left, opponent: moved, kings, counter: 0, side: side.other(), rules };
        self.capture = Capture::default();
        self.steps.clear();
        self.now = next;
        next.outcome()
    }

    /// Return the number of occurrences of the position since the last progress, including this
    /// one.
    fn occurrences(&self) -> usize {
        let Checkers { own, opponent, kings, .. } = self.now;
        let now = [own, opponent, kings];
        let [mut mover, mut waiting, mut crowned] = now;
        let mut count = 1;
        for (back, byte) in self.steps.latest_first().enumerate() {
            let hop = Hop::of(byte.into());
            let change = hop.from ^ hop.to();
            crowned ^= change;
            (mover, waiting) = (waiting ^ change, mover);
            let is_same_side = back % 2 == 1;
            count += usize::from(is_same_side && [mover, waiting, crowned] == now);
        }
        count
    }

    /// The squares of the capture under way, from the first to where it is now.
    fn path(&self) -> Vec<u8> {
        let made = self.made();
        let Some(&last) = made.last() else { return Vec::new() };
        let squares = made.iter().map(|&action| Hop::of(action).from).chain([Hop::of(last).to()]);
        squares.map(|bit| square(bit.trailing_zeros() as u8)).collect()
    }
}

impl Capture {
    fn add(&mut self, direction: Direction, is_king: bool, to: u64) {
        self.directions |= (direction as u32) << (2 * self.jumps);
        self.kings |= u16::from(is_king) << self.jumps;
        self.jumps += 1;
        self.at = to.trailing_zeros() as u8;
    }
}

/// The key difference of a capture in progress, by the bit of its piece.
const KEYS_OF_SQUARES: [u64; 35] = {
    let mut keys = [0; 35];
    let mut at = 0;
    while at < 35 {
        keys[at] = 0x9e37_79b9_7f4a_7c15_u64.wrapping_mul(at as u64 + 1);
        at += 1;
    }
    keys
};

/// The eight bytes of a row of squares, by its parity and its four bits.
const ROWS_OF_BYTES: [[[u8; ROWS]; 16]; 2] = {
    let mut rows = [[[0; ROWS]; 16]; 2];
    let mut bits = 0;
    while bits < 16 {
        let mut column = 0;
        while column < 4 {
            let byte = (bits >> column & 1) as u8;
            rows[0][bits][2 * column + 1] = byte;
            rows[1][bits][2 * column] = byte;
            column += 1;
        }
        bits += 1;
    }
    rows
};

/// Draw a set of squares as a plane.
#[inline(always)]
fn draw(set: u64, plane: &mut [u8]) {
    for (row, bytes) in plane.chunks_exact_mut(ROWS).enumerate() {
        let bits = set >> (4 * row + row / 2) & 0b1111;
        bytes.copy_from_slice(&ROWS_OF_BYTES[row % 2][bits as usize]);
    }
}
