//! A position of checkers, and the contract of a game fulfilled.

use super::board::{BOTTOM_THREE_ROWS, SQUARES, TOP_THREE_ROWS, bit, crowning_row};
use super::{Illegal, Move, NO_PROGRESS, Rules, actions, setup, story};
use crate::actions::Action;
use crate::game::{Outcome, Position, Reason, Side};
use crate::setup::{Place, Setup, SetupError, Square};
use crate::story::Story;
use crate::text::{MoveError, ParseError};

/// A position of English checkers.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Checkers {
    /// The pieces of the side to move.
    pub(super) own: u64,
    pub(super) opponent: u64,
    /// The kings of both sides.
    pub(super) kings: u64,
    /// Plies since the last progress, as the rule set understands it.
    pub(super) counter: u8,
    pub(super) side: Side,
    pub(super) rules: Rules,
}

impl Checkers {
    /// The 32 cells from the top, cell = PDN square - 1: `.`, `r` and `w` men, `R` and `W` kings.
    #[must_use]
    pub fn cells(&self) -> [u8; 32] {
        let mut cells = [b'.'; SQUARES as usize];
        for (cell, square) in cells.iter_mut().zip(1..=SQUARES) {
            if let Some((side, is_king)) = self.piece(square) {
                let man = [b'r', b'w'][side as usize];
                *cell = if is_king { man.to_ascii_uppercase() } else { man };
            }
        }
        cells
    }

    /// The number of plies without progress.
    #[must_use]
    pub const fn counter(&self) -> u8 {
        self.counter
    }

    /// Whose piece stands on a PDN square, and whether it is a king.
    pub(super) const fn piece(&self, square: u8) -> Option<(Side, bool)> {
        let bit = bit(square);
        let is_king = self.kings & bit != 0;
        if self.own & bit != 0 {
            Some((self.side, is_king))
        } else if self.opponent & bit != 0 {
            Some((self.side.other(), is_king))
        } else {
            None
        }
    }

    /// The pieces of `side`.
    pub(super) fn pieces(&self, side: Side) -> u64 {
        if side == self.side { self.own } else { self.opponent }
    }

    /// Return true if the counter has ended the game.
    #[inline(always)]
    pub(super) const fn is_drawn(&self) -> bool {
        self.counter >= self.rules.limit()
    }

    /// Return true if `mv` resets the counter.
    #[inline(always)]
    pub(super) const fn is_progress(&self, mv: Move) -> bool {
        let is_man = self.kings & (1 << mv.from) == 0;
        mv.is_capture() || (is_man && self.rules.mans_move_is_progress())
    }

    /// The position after `mv`.
    #[inline(always)]
    pub(super) const fn after(&self, mv: Move) -> Checkers {
        let (from, to) = (1 << mv.from, 1 << mv.to);
        let is_man = self.kings & from == 0;
        let crowned = if is_man { to & crowning_row(self.side) } else { to };
        Checkers {
            own: self.opponent & !mv.captured,
            // A king may end where it began, so first off, then on.
            opponent: (self.own & !from) | to,
            kings: (self.kings & !(mv.captured | from)) | crowned,
            counter: if self.is_progress(mv) { 0 } else { self.counter + 1 },
            side: self.side.other(),
            rules: self.rules,
        }
    }
}

impl Position for Checkers {
    type Move = Move;
    type Rules = Rules;
    type Illegal = Illegal;

    const GAME: &'static str = "checkers";
    const SIDES: [&'static str; 2] = ["red", "white"];
    const REASONS: &'static [Reason] = &[Reason::NO_MOVES, NO_PROGRESS, Reason::REPETITION];
    const PLACES: usize = SQUARES as usize;
    const ACTIONS: usize = actions::ACTIONS;
    const ILLEGAL_KINDS: &'static [&'static str] = Illegal::KINDS;
    const SETUP_KINDS: &'static [&'static str] = setup::KINDS;

    fn start(rules: Rules, first: Side) -> Checkers {
        let (own, opponent) = match first {
            Side::One => (TOP_THREE_ROWS, BOTTOM_THREE_ROWS),
            Side::Two => (BOTTOM_THREE_ROWS, TOP_THREE_ROWS),
        };
        Checkers { own, opponent, kings: 0, counter: 0, side: first, rules }
    }

    fn parse(text: &str, rules: Rules) -> Result<Checkers, ParseError> {
        super::notation::read_position(text, rules)
    }

    fn set_up(setup: &Setup, rules: Rules) -> Result<Checkers, SetupError> {
        setup::set_up(setup, rules)
    }

    fn setup(&self) -> Setup {
        setup::taken_apart(self)
    }

    /// PDN's number.
    fn square(place: Place) -> Square {
        Square::Number(place + 1)
    }

    #[inline(always)]
    fn rules(&self) -> Rules {
        self.rules
    }

    #[inline(always)]
    fn to_move(&self) -> Side {
        self.side
    }

    #[inline(always)]
    fn outcome(&self) -> Option<Outcome> {
        if self.is_drawn() {
            Some(Outcome::draw(NO_PROGRESS))
        } else if !self.can_move() {
            Some(Outcome::win(self.side.other(), Reason::NO_MOVES))
        } else {
            None
        }
    }

    #[inline(always)]
    fn for_each_move(&self, mut visit: impl FnMut(Move)) {
        self.generate(|mv, _| visit(mv));
    }

    #[inline(always)]
    fn for_each_child(&self, visit: impl FnMut(Move, Checkers)) {
        self.generate(visit);
    }

    #[inline(always)]
    fn count_moves(&self) -> u64 {
        self.count()
    }

    #[inline(always)]
    fn play(&self, mv: Move) -> Checkers {
        self.after(mv)
    }

    fn is_capture(&self, mv: Move) -> bool {
        mv.is_capture()
    }

    fn story(&self, mv: Move) -> Story {
        story::story(self, mv)
    }

    fn actions(&self, mv: Move) -> impl Iterator<Item = Action> {
        actions::actions(mv)
    }

    fn placement(&self) -> Checkers {
        Checkers { counter: 0, ..*self }
    }

    /// Captured pieces never come back, and men never move back.
    #[inline(always)]
    fn is_left_for_good(&self, child: &Self) -> bool {
        let men = |position: &Checkers| (position.own | position.opponent) & !position.kings;
        let pieces = (self.own | self.opponent).count_ones();
        pieces != (child.own | child.opponent).count_ones() || men(self) != men(child)
    }

    fn outcome_if_repeated(&self) -> Outcome {
        Outcome::draw(Reason::REPETITION)
    }

    #[inline(always)]
    fn key(&self) -> u64 {
        let rest = (self.rules as u64) << 8 | u64::from(self.counter) << 1 | self.side as u64;
        let pieces = fold(self.own ^ KEYS[0], self.opponent ^ KEYS[1]);
        fold(pieces ^ (self.kings | rest << 35), KEYS[2])
    }

    fn read_move(&self, text: &str) -> Result<Move, MoveError<Illegal>> {
        super::notation::read_move(self, text)
    }

    fn why_not(&self, place: Place) -> Option<Illegal> {
        Illegal::of_piece(self, place + 1)
    }

    fn move_text(&self, mv: Move) -> String {
        mv.to_string()
    }
}

/// Odd numbers without a pattern: the first three of SplitMix64 from seed 0, made odd.
const KEYS: [u64; 3] = [0xe220_a839_7b1d_cdaf, 0x6e78_9e6a_a1b9_65f5, 0x06c4_5d18_8009_454f];

/// Both halves of the 128-bit product, as in wyhash: one multiplication mixes every bit.
#[inline(always)]
const fn fold(a: u64, b: u64) -> u64 {
    let product = a as u128 * b as u128;
    product as u64 ^ (product >> 64) as u64
}
