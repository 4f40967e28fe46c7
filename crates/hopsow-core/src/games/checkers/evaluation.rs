//! What a position is worth: to the engine what its net says, to plain players a sum of features.
//!
//! The features are material, kings' squares, and what stands in each side's own half. Each side
//! sees the board with its back row on top. Its four uppermost pairs of neighbouring rows are
//! patterns: every arrangement of both sides' men on a pair's eight squares has a weight of its own.

use std::sync::OnceLock;

use super::Checkers;
use super::board::{BOARD, Squares};
use crate::evaluation::Judged;
use crate::evaluation::linear::{Features, Weights};
use crate::evaluation::net::Net;
use crate::game::Side;

const MAN: usize = 0;
const KING: usize = 1;
const ON_THE_MOVE: usize = 2;
const HAS_THE_MOVE: usize = 3;
const FIRST_KING_SQUARE: usize = 4;
const FIRST_PATTERN: usize = FIRST_KING_SQUARE + 32;

/// Pairs of rows that are seen as patterns, from the back row on.
const PATTERNS: usize = 4;
/// Eight squares that are empty, own or the opponent's.
const ARRANGEMENTS: usize = 3usize.pow(8);

impl Judged for Checkers {
    type Evaluation = Net<Checkers>;
    type ByNet = Net<Checkers>;

    const UNIT: &'static str = "men";

    fn evaluation() -> Net<Checkers> {
        static NET: OnceLock<Net<Checkers>> = OnceLock::new();
        let read =
            || Net::read(include_bytes!("../../../nets/checkers.net")).expect("a net of this game");
        NET.get_or_init(read).clone()
    }

    fn by_net(net: Net<Checkers>) -> Net<Checkers> {
        net
    }
}

impl Features for Checkers {
    type Linear = Weights;

    const FEATURES: usize = FIRST_PATTERN + PATTERNS * ARRANGEMENTS;
    const ONE: i32 = 1;
    const FULL: i32 = 24;
    const BASELINE: &'static [(usize, i16)] = &[(MAN, 100), (KING, 150)];

    fn unit(weights: &[[f32; 2]]) -> f32 {
        (weights[MAN][0] + weights[MAN][1]) / 2.0
    }

    #[inline(always)]
    fn phase(&self) -> i32 {
        (self.own | self.opponent).count_ones() as i32
    }

    #[inline(always)]
    fn for_each_feature(&self, mut visit: impl FnMut(usize, i32)) {
        let men = [self.own & !self.kings, self.opponent & !self.kings];
        let kings = [self.own & self.kings, self.opponent & self.kings];
        visit(ON_THE_MOVE, 1);
        visit(HAS_THE_MOVE, self.has_the_move());
        visit(MAN, balance(men));
        let [own, other] = match self.side {
            Side::One => [men, [turned(men[1]), turned(men[0])]],
            Side::Two => [[turned(men[0]), turned(men[1])], [men[1], men[0]]],
        };
        for_each_pattern(own, |feature| visit(feature, 1));
        for_each_pattern(other, |feature| visit(feature, -1));
        if self.kings != 0 {
            visit(KING, balance(kings));
            for (side, kings, sign) in [(self.side, kings[0], 1), (self.side.other(), kings[1], -1)]
            {
                let seen = if side == Side::One { kings } else { turned(kings) };
                for square in Squares(seen) {
                    visit(FIRST_KING_SQUARE + usize::from(square) - 1, sign);
                }
            }
        }
    }
}

impl Checkers {
    /// 1 if the side to move has the opposition, "the move" of the handbooks: the number of pieces
    /// on the rows from which it moves the first is odd. Else -1.
    #[inline(always)]
    fn has_the_move(&self) -> i32 {
        // The rows 0, 2, 4, 6 from the top.
        const EVEN_ROWS: u64 = 0b1111 | 0b1111 << 9 | 0b1111 << 18 | 0b1111 << 27;
        let rows = if self.side == Side::One { EVEN_ROWS } else { BOARD & !EVEN_ROWS };
        let pieces = ((self.own | self.opponent) & rows).count_ones();
        (pieces & 1) as i32 * 2 - 1
    }
}

#[inline(always)]
fn balance([own, other]: [u64; 2]) -> i32 {
    own.count_ones() as i32 - other.count_ones() as i32
}

/// The board turned by half a turn.
#[inline(always)]
fn turned(squares: u64) -> u64 {
    squares.reverse_bits() >> (64 - 35)
}

/// Visit the patterns that `[own, other]` men show to a side whose back row is on top.
#[inline(always)]
fn for_each_pattern([own, other]: [u64; 2], mut visit: impl FnMut(usize)) {
    for pattern in 0..PATTERNS {
        let arrangement =
            TERNARY[rows(own, pattern)] as usize + 2 * TERNARY[rows(other, pattern)] as usize;
        visit(FIRST_PATTERN + pattern * ARRANGEMENTS + arrangement);
    }
}

/// The eight squares of rows `first` and `first + 1`; a ghost stands between rows 1 and 2.
#[inline(always)]
fn rows(squares: u64, first: usize) -> usize {
    let upper = squares >> (4 * first + first / 2);
    let gap = first % 2;
    (upper & 0xf | upper >> gap & 0xf0) as usize
}

/// Each byte read as a number of base 3.
static TERNARY: [u16; 256] = {
    let mut table = [0; 256];
    let mut byte = 1;
    while byte < 256 {
        table[byte] = 3 * table[byte / 2] + (byte % 2) as u16;
        byte += 1;
    }
    table
};
