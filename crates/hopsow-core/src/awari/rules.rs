//! The rule sets of Awari, and the game as everything else sees it.

use super::board::{Awari, Move, ONES, PIT_BYTES, ROW, STORE_BYTES, is_marked};
use super::illegal::Illegal;
use crate::game::{Outcome, Position, Reason, RuleSet, Side};
use crate::text::{MoveError, ParseError};

/// The rule sets of Awari; they differ in the stones that are left in the pits at the end.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[repr(u8)]
pub enum Rules {
    /// They belong to nobody: rule 5 of the source document.
    Forfeit,
    /// Each side keeps its own row: the tournament rules that the source document modifies.
    Abapa,
}

/// What a rule set decides.
struct Clauses {
    name: &'static str,
    /// "If not, the game ends and the remainder of the stones are forfeit" (source, rule 5), or
    /// each side adds the stones of its own row to its store (Oware Abapa).
    keeps_own_row: bool,
    /// The game ends when a position occurs again; the source document is silent, and without
    /// an end two sides could circle a few stones for ever.
    repetitions: usize,
}

impl Rules {
    const fn clauses(self) -> Clauses {
        match self {
            Rules::Forfeit => Clauses { name: "forfeit", keeps_own_row: false, repetitions: 2 },
            Rules::Abapa => Clauses { name: "abapa", keeps_own_row: true, repetitions: 2 },
        }
    }
}

impl RuleSet for Rules {
    const ALL: &'static [Self] = &[Rules::Forfeit, Rules::Abapa];

    fn name(self) -> &'static str {
        self.clauses().name
    }

    fn repetitions(self) -> Option<usize> {
        Some(self.clauses().repetitions)
    }
}

impl Awari {
    /// The stones of `side` if the game ends here.
    fn stones_at_end(&self, side: Side) -> u32 {
        let kept = if self.rules.clauses().keeps_own_row { self.stones_in_row(side) } else { 0 };
        u32::from(self.store(side)) + kept
    }

    /// The result if the game ends here for `reason`: the larger store wins.
    fn settle(&self, reason: Reason) -> Outcome {
        let [one, two] = Side::BOTH.map(|side| self.stones_at_end(side));
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

    fn start(rules: Rules, first: Side) -> Self {
        Awari::with_full_pits(first, rules)
    }

    fn parse(text: &str, rules: Rules) -> Result<Self, ParseError> {
        Awari::read(text, rules)
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
            Some(self.settle(Reason::Majority))
        } else if self.sowable() == 0 {
            Some(self.settle(Reason::NoMoves))
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
        self.settle(Reason::Repetition)
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
