//! Halma as an environment for learners.
//!
//! The mover sees three planes of 16×16 squares, which lie as the board does: its own men, the
//! opponent's men, and a plane that is everywhere 1 if white is to move. No rule looks back, so a
//! state is a position.

use super::actions::{self, OF_EACH_SQUARE, SQUARES};
use super::board::{DIRECTIONS, SIZE, Square, Words};
use super::generate::{self, MoveBundles, bits};
use super::{CAMP_FILLED, Halma};
use crate::actions::Action;
use crate::batch::contract::{Learnable, State, refuse_move, refuse_off_board};
use crate::evaluation::Score;
use crate::game::{Outcome, Position, Reason, Side};
use crate::message::Message;

const PLANES: usize = 3;

impl Learnable for Halma {
    type State = HalmaState;

    const OBSERVATION: &'static [usize] = &[PLANES, SIZE as usize, SIZE as usize];
    /// Every way of every man.
    const MAX_LEGAL: usize = super::MEN * OF_EACH_SQUARE;
    /// Random play leads nowhere here.
    const PLAYOUT_PLIES: u16 = 4;
    const CLEAR_LEAD: Score = 800;
}

/// A position.
#[derive(Clone, Debug)]
pub struct HalmaState(Halma);

impl State for HalmaState {
    type Position = Halma;

    fn begin(position: Halma) -> Self {
        HalmaState(position)
    }

    fn position(&self) -> Halma {
        self.0
    }

    #[inline(always)]
    fn to_move(&self) -> Side {
        self.0.to_move
    }

    #[inline(always)]
    fn key(&self) -> u64 {
        self.0.key()
    }

    #[inline(always)]
    fn observe(&self, observation: &mut [u8]) {
        let mover = self.0.to_move;
        let mut planes = observation.chunks_exact_mut(SQUARES);
        for (side, plane) in [mover, mover.other()].into_iter().zip(&mut planes) {
            draw(self.0.men[side as usize], plane);
        }
        planes.for_each(|plane| plane.fill(mover as u8));
    }

    #[inline(always)]
    fn is_legal(&self, action: Action) -> bool {
        let Some(play) = actions::play(action) else { return false };
        let mut wanted = Wanted { from: play.from, to: play.to, is_there: false };
        generate::generate(&self.0, &mut wanted);
        wanted.is_there
    }

    #[inline(always)]
    fn for_each_legal(&self, mut visit: impl FnMut(Action)) {
        let ways = Ways::of(&self.0);
        ways.for_each_man(&self.0, |index, steps, landings| {
            let first = (index * OF_EACH_SQUARE) as Action;
            for step in bits(steps.into()) {
                visit(first + step as Action);
            }
            for landing in bits(landings) {
                visit(first + (DIRECTIONS.len() as u32 + landing) as Action);
            }
        });
    }

    fn mark_legal(&self, mask: &mut [u8]) {
        let ways = Ways::of(&self.0);
        ways.for_each_man(&self.0, |index, steps, landings| {
            let man = &mut mask[index * OF_EACH_SQUARE..][..OF_EACH_SQUARE];
            let (to_steps, to_landings) = man.split_at_mut(DIRECTIONS.len());
            to_steps.copy_from_slice(&BYTES[usize::from(steps)]);
            for (eight, bytes) in landings.to_le_bytes().into_iter().zip(to_landings.chunks_mut(8))
            {
                bytes.copy_from_slice(&BYTES[usize::from(eight)][..bytes.len()]);
            }
        });
    }

    /// Only a mover's man has legal actions, so nothing else can be marked.
    fn unmark_legal(&self, mask: &mut [u8]) {
        for_each_square(self.0.men[self.0.to_move as usize], |index| {
            mask[index * OF_EACH_SQUARE..][..OF_EACH_SQUARE].fill(0);
        });
    }

    #[inline(always)]
    fn take(&mut self, action: Action) -> Option<Outcome> {
        let play = actions::play(action).expect("a legal action is a play");
        let mover = self.0.to_move;
        self.0 = self.0.play(play);
        if self.0.is_won() {
            Some(Outcome::win(mover, CAMP_FILLED))
        } else if self.0.count_moves() == 0 {
            Some(Outcome::win(mover, Reason::NO_MOVES))
        } else {
            None
        }
    }

    fn refuse(&self, action: Action) -> Message {
        match actions::play(action) {
            Some(play) => refuse_move(&self.0, &format!("{}-{}", play.from, play.to)),
            None => refuse_off_board(),
        }
    }
}

/// Looks for one move.
struct Wanted {
    from: Square,
    to: Square,
    is_there: bool,
}

impl MoveBundles for Wanted {
    #[inline(always)]
    fn parallel(&mut self, from: usize, to: usize, shift: i32, targets: u64) {
        let (source, target) = (self.from.bit(), self.to.bit());
        self.is_there |= self.from.class() == from
            && self.to.class() == to
            && targets >> target & 1 != 0
            && target.wrapping_add_signed(-shift) == source;
    }

    #[inline(always)]
    fn product(&mut self, class: usize, sources: u64, targets: u64) {
        self.is_there |= self.from.class() == class
            && self.to.class() == class
            && sources >> self.from.bit() & 1 != 0
            && targets >> self.to.bit() & 1 != 0;
    }
}

/// The ends of each man's moves, by its place in the four words.
struct Ways {
    /// A bit for each direction.
    steps: [u8; SQUARES],
    /// The squares of its own parity class.
    landings: [u64; SQUARES],
}

impl Ways {
    #[inline(always)]
    fn of(position: &Halma) -> Ways {
        let mut ways = Ways { steps: [0; SQUARES], landings: [0; SQUARES] };
        generate::generate(position, &mut ways);
        ways
    }

    /// Visit each man of the mover, row by row, with its steps and its landings among the other
    /// squares of its class.
    #[inline(always)]
    fn for_each_man(&self, position: &Halma, mut visit: impl FnMut(usize, u8, u64)) {
        for_each_square(position.men[position.to_move as usize], |index| {
            let square = Square::from_index(index as u8);
            let (steps, landings) = (self.steps[square.place()], self.landings[square.place()]);
            let before = (1 << square.bit()) - 1;
            visit(index, steps, landings & before | landings >> 1 & !before);
        });
    }
}

impl MoveBundles for Ways {
    #[inline(always)]
    fn parallel(&mut self, from: usize, to: usize, shift: i32, targets: u64) {
        if from == to {
            for target in bits(targets) {
                let source = Square::at(from, target.wrapping_add_signed(-shift));
                self.landings[source.place()] |= 1 << target;
            }
            return;
        }
        let Some(first) = bits(targets).next() else { return };
        let source = Square::at(from, first.wrapping_add_signed(-shift));
        let step = 1 << actions::direction(source, Square::at(to, first));
        for target in bits(targets) {
            let source = Square::at(from, target.wrapping_add_signed(-shift));
            self.steps[source.place()] |= step;
        }
    }

    #[inline(always)]
    fn product(&mut self, class: usize, sources: u64, targets: u64) {
        for source in bits(sources) {
            self.landings[Square::at(class, source).place()] |= targets;
        }
    }
}

/// The bits of a byte, every other one.
const SPREAD: [u16; 256] = {
    let mut spread = [0; 256];
    let mut byte = 0;
    while byte < 256 {
        let mut bit = 0;
        while bit < 8 {
            spread[byte] |= ((byte >> bit & 1) as u16) << (2 * bit);
            bit += 1;
        }
        byte += 1;
    }
    spread
};

/// The bits of a byte, a byte each.
const BYTES: [[u8; 8]; 256] = {
    let mut bytes = [[0; 8]; 256];
    let mut byte = 0;
    while byte < 256 {
        let mut bit = 0;
        while bit < 8 {
            bytes[byte][bit] = (byte >> bit & 1) as u8;
            bit += 1;
        }
        byte += 1;
    }
    bytes
};

/// A row of the board, a bit for each column.
#[inline(always)]
fn row(words: &Words, y: usize) -> u16 {
    let classes = &words.0[2 * (y % 2)..];
    let [even, odd] = [0, 1].map(|px| SPREAD[(classes[px] >> (8 * (y / 2)) & 0xff) as usize]);
    even | odd << 1
}

/// Draw a set of squares as a plane.
#[inline(always)]
fn draw(set: Words, plane: &mut [u8]) {
    for (y, bytes) in plane.chunks_exact_mut(SIZE.into()).enumerate() {
        let [left, right] = row(&set, y).to_le_bytes();
        bytes[..8].copy_from_slice(&BYTES[usize::from(left)]);
        bytes[8..].copy_from_slice(&BYTES[usize::from(right)]);
    }
}

/// Visit the squares of a set by their index, row by row.
#[inline(always)]
fn for_each_square(set: Words, mut visit: impl FnMut(usize)) {
    for y in 0..usize::from(SIZE) {
        for x in bits(row(&set, y).into()) {
            visit(usize::from(SIZE) * y + x as usize);
        }
    }
}
