//! A position of Awari, and the contract of a game fulfilled.

use super::board::{
    HOLDS_A_STONE, LEAD_OF_HALF, LOW_SEVEN, ONES, PIT_BYTES, PIT_MARKS, PITS, REACHES_OPPONENT,
    ROW, START_STONES, STORE_BYTES, STORE_SHIFT, is_marked, stones_in,
};
use super::rules::Leftovers;
use super::{Illegal, Impossible, MAJORITY, Move, Rules, actions, setup, story};
use crate::actions::Action;
use crate::game::{Outcome, Position, Reason, Side};
use crate::setup::{Place, Setup, SetupError, Square};
use crate::story::Story;
use crate::text::{MoveError, ParseError};

/// A position of Awari.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Awari {
    /// The row of the side to move.
    pub(super) own: u64,
    /// The row of the opponent.
    pub(super) opponent: u64,
    pub(super) to_move: Side,
    pub(super) rules: Rules,
}

impl Awari {
    /// The position with these stones in pits 0 to 11, South's store and North's.
    pub fn from_stones(
        stones: [u8; PITS + 2],
        to_move: Side,
        rules: Rules,
    ) -> Result<Awari, Impossible> {
        let total = setup::checked_total(&stones.map(u32::from))?;
        Ok(Awari::holding(&stones, total, to_move, rules))
    }

    /// The position with four stones in each pit.
    pub(super) fn with_full_pits(to_move: Side, rules: Rules) -> Awari {
        let mut stones = [START_STONES; PITS + 2];
        stones[PITS..].fill(0);
        Awari::holding(&stones, u32::from(START_STONES) * PITS as u32, to_move, rules)
    }

    fn holding(stones: &[u8; PITS + 2], total: u32, to_move: Side, rules: Rules) -> Awari {
        let row = |side: Side| {
            let pits = &stones[side as usize * ROW..][..ROW];
            let store = u64::from(stones[PITS + side as usize]);
            let lead = store + LEAD_OF_HALF - u64::from(total / 2);
            pits.iter().fold((lead << 8) | store, |row, &n| (row << 8) | u64::from(n))
        };
        Awari { own: row(to_move), opponent: row(to_move.other()), to_move, rules }
    }

    /// The stones in pits 0 to 11, South's store and North's.
    #[must_use]
    pub fn stones(&self) -> [u8; PITS + 2] {
        let mut stones = [0; PITS + 2];
        for side in Side::BOTH {
            let row = self.row(side);
            for pit in 0..ROW {
                stones[side as usize * ROW + pit] = stones_in(row, pit);
            }
            stones[PITS + side as usize] = self.store(side);
        }
        stones
    }

    /// The stones in the store of `side`.
    #[must_use]
    pub fn store(&self, side: Side) -> u8 {
        (self.row(side) >> STORE_SHIFT) as u8
    }

    /// The stones in the mover's store minus those in the opponent's.
    #[must_use]
    pub fn lead(&self) -> i32 {
        let [own, other] = [self.to_move, self.to_move.other()].map(|side| self.store(side));
        i32::from(own) - i32::from(other)
    }

    /// The stones in the pits of both rows.
    #[inline(always)]
    #[must_use]
    pub fn stones_in_pits(&self) -> u32 {
        // The product's top byte is the sum of the bytes, and no row holds more than 255 stones.
        [self.own, self.opponent]
            .map(|row| ((row & PIT_BYTES).wrapping_mul(ONES) >> 56) as u32)
            .iter()
            .sum()
    }

    /// The placement as its mover sees it: with South to move, and empty stores.
    #[must_use]
    pub fn seen_by_mover(&self) -> Awari {
        Awari { to_move: Side::One, ..self.placement() }
    }

    /// The stones in the pits of `side`.
    pub(super) fn stones_in_row(&self, side: Side) -> u32 {
        (0..ROW).map(|pit| u32::from(stones_in(self.row(side), pit))).sum()
    }

    fn row(&self, side: Side) -> u64 {
        if side == self.to_move { self.own } else { self.opponent }
    }

    /// Return true if a store holds more than half of all stones (S5.9, S0.19).
    #[inline(always)]
    pub(super) fn has_majority(&self) -> bool {
        (self.own | self.opponent) >> 63 != 0
    }

    /// Return true if the opponent has no stones in its row.
    #[inline(always)]
    pub(super) fn must_feed(&self) -> bool {
        self.opponent & PIT_BYTES == 0
    }

    /// A mark, the top bit of its byte, for each pit that may be sown.
    ///
    /// A stone that reaches an empty row stays there: a capture that took it would be a grand
    /// slam. Feeding is therefore a question of distance alone.
    #[inline(always)]
    pub(super) fn sowable(&self) -> u64 {
        let needed = if self.must_feed() { REACHES_OPPONENT } else { HOLDS_A_STONE };
        let marks = (((self.own & LOW_SEVEN) + needed) | self.own) & PIT_MARKS;
        if self.has_majority() { 0 } else { marks }
    }
}

impl Awari {
    /// Twice the stones of `side` if the game ends here for `reason`: half a stone counts.
    fn halves_at_end(&self, side: Side, reason: Reason) -> u32 {
        let leftovers = match self.rules.leftovers(reason) {
            Leftovers::Nobody => 0,
            Leftovers::RowOwners => 2 * self.stones_in_row(side),
            Leftovers::Halves => self.stones_in_pits(),
        };
        2 * u32::from(self.store(side)) + leftovers
    }

    /// The result if the game ends here for `reason`: the larger store wins.
    fn settle(&self, reason: Reason) -> Outcome {
        let [one, two] = Side::BOTH.map(|side| self.halves_at_end(side, reason));
        match one.cmp(&two) {
            std::cmp::Ordering::Greater => Outcome::win(Side::One, reason),
            std::cmp::Ordering::Equal => Outcome::draw(reason),
            std::cmp::Ordering::Less => Outcome::win(Side::Two, reason),
        }
    }
}

impl Position for Awari {
    type Move = Move;
    type Rules = Rules;
    type Illegal = Illegal;

    const GAME: &'static str = "awari";
    const SIDES: [&'static str; 2] = ["south", "north"];
    const REASONS: &'static [Reason] = &[MAJORITY, Reason::NO_MOVES, Reason::REPETITION];
    const PLACES: usize = PITS;
    const ACTIONS: usize = actions::ACTIONS;
    const ILLEGAL_KINDS: &'static [&'static str] = Illegal::KINDS;
    const SETUP_KINDS: &'static [&'static str] = setup::KINDS;

    fn start(rules: Rules, first: Side) -> Self {
        Awari::with_full_pits(first, rules)
    }

    fn parse(text: &str, rules: Rules) -> Result<Self, ParseError> {
        Awari::read(text, rules)
    }

    fn set_up(setup: &Setup, rules: Rules) -> Result<Self, SetupError> {
        setup::set_up(setup, rules)
    }

    fn setup(&self) -> Setup {
        setup::taken_apart(self)
    }

    /// Pits 0 to 11, then South's and North's store.
    fn square(place: Place) -> Square {
        Square::Number(place)
    }

    #[inline(always)]
    fn rules(&self) -> Rules {
        self.rules
    }

    #[inline(always)]
    fn to_move(&self) -> Side {
        self.to_move
    }

    fn outcome(&self) -> Option<Outcome> {
        if self.has_majority() {
            Some(self.settle(MAJORITY))
        } else if self.sowable() == 0 {
            Some(self.settle(Reason::NO_MOVES))
        } else {
            None
        }
    }

    #[inline(always)]
    fn for_each_move(&self, mut visit: impl FnMut(Move)) {
        let sowable = self.sowable();
        for pit in 0..ROW {
            if is_marked(sowable, pit) {
                visit(Move::in_row(self.to_move, pit));
            }
        }
    }

    #[inline(always)]
    fn for_each_child(&self, mut visit: impl FnMut(Move, Self)) {
        let sowable = self.sowable();
        for pit in 0..ROW {
            if is_marked(sowable, pit) {
                visit(Move::in_row(self.to_move, pit), self.sow(pit));
            }
        }
    }

    #[inline(always)]
    fn count_moves(&self) -> u64 {
        (self.sowable() >> 7).wrapping_mul(ONES) >> 56
    }

    /// Which pits are empty cannot be predicted, so all are written and the empty ones overwritten.
    #[inline(always)]
    fn list_moves(&self, moves: &mut Vec<Move>) {
        let sowable = self.sowable();
        let mut list = [Move::in_row(self.to_move, 0); ROW];
        let mut length = 0;
        for pit in 0..ROW {
            list[length] = Move::in_row(self.to_move, pit);
            length += usize::from(is_marked(sowable, pit));
        }
        moves.extend_from_slice(&list);
        moves.truncate(moves.len() - ROW + length);
    }

    #[inline(always)]
    fn play(&self, mv: Move) -> Self {
        self.sow(mv.pit_in_row())
    }

    fn is_capture(&self, mv: Move) -> bool {
        self.is_left_for_good(&self.play(mv))
    }

    fn story(&self, mv: Move) -> Story {
        story::story(self, mv)
    }

    fn actions(&self, mv: Move) -> impl Iterator<Item = Action> {
        std::iter::once(actions::action(mv))
    }

    #[inline(always)]
    fn placement(&self) -> Self {
        Awari { own: self.own & PIT_BYTES, opponent: self.opponent & PIT_BYTES, ..*self }
    }

    /// Captured stones never come back into the pits.
    #[inline(always)]
    fn is_left_for_good(&self, child: &Self) -> bool {
        self.own & STORE_BYTES != child.opponent & STORE_BYTES
    }

    fn outcome_if_repeated(&self) -> Outcome {
        self.settle(Reason::REPETITION)
    }

    #[inline(always)]
    fn key(&self) -> u64 {
        let side_and_rules = ((self.to_move as u64) << 1) | self.rules as u64;
        let rows = fold(self.own ^ KEYS[0], self.opponent ^ KEYS[1]);
        fold(rows ^ KEYS[2], side_and_rules ^ KEYS[3])
    }

    fn read_move(&self, text: &str) -> Result<Move, MoveError<Illegal>> {
        let mv = Move::read(text)?;
        self.check(mv).map_err(MoveError::Illegal)?;
        Ok(mv)
    }

    fn why_not(&self, place: Place) -> Option<Illegal> {
        self.check(Move::of_pit(place)?).err()
    }

    fn move_text(&self, mv: Move) -> String {
        mv.to_string()
    }
}

/// The constants of Wang Yi's wyhash. No lead reaches the top byte of the first two, so neither
/// factor is ever zero.
const KEYS: [u64; 4] =
    [0xa076_1d64_78bd_642f, 0xe703_7ed1_a0b4_28db, 0x8ebc_6af0_9c88_c6e3, 0x5899_65cc_7537_4cc3];

/// Both halves of the product: every bit depends on all bits of `a` and `b`.
#[inline(always)]
fn fold(a: u64, b: u64) -> u64 {
    let product = u128::from(a) * u128::from(b);
    product as u64 ^ (product >> 64) as u64
}
