//! The ranks of a slice: every position of one material has a number, without gaps.
//!
//! Ranks are taken on the 32 cells of the board as red, to move, sees it. Sets of pieces are
//! ranked by the combinatorial number system, in this order:
//!
//! ```text
//!   own men on the top row (cells 0..4)   4 cells    where no opposing man can stand
//!   the other own men      (cells 4..28)  24 cells
//!   opposing men           (cells 4..32)  28 cells less those of the own men there
//!   own kings                             32 cells less all men
//!   opposing kings                        32 cells less all men and own kings
//! ```
//!
//! The number of men on the top row decides how many places are left for opposing men; for each
//! such number a part of the slice begins at `parts`. The kings are last, so one placing of men
//! is one run of ranks.

use super::material::{MAX_TABLE_PIECES, Material};
use crate::game::Side;
use crate::games::checkers::{Checkers, Rules};

const CELLS: u32 = 32;
const TOP_ROW: u32 = 0b1111;

/// `CHOOSE[k][n]`: the number of ways to choose k things out of n.
const CHOOSE: [[u32; CELLS as usize + 1]; MAX_TABLE_PIECES as usize + 1] = {
    let mut table = [[0; CELLS as usize + 1]; MAX_TABLE_PIECES as usize + 1];
    let mut n = 0;
    while n <= CELLS as usize {
        table[0][n] = 1;
        let mut k = 1;
        while k < table.len() && n > 0 {
            table[k][n] = table[k][n - 1] + table[k - 1][n - 1];
            k += 1;
        }
        n += 1;
    }
    table
};

fn choose(n: u32, k: u8) -> u32 {
    CHOOSE[usize::from(k)][n as usize]
}

/// One part of a slice: the ranks whose number of own men on the top row is the same.
#[derive(Clone, Copy, Debug, Default)]
struct TopRowPart {
    first: u32,
    /// Ways to place the own men that are not on the top row.
    other_men: u32,
    opposing_men: u32,
}

/// The ranks of one material's positions, and the rules that these are played by.
#[derive(Clone, Debug)]
pub struct Layout {
    rules: Rules,
    material: Material,
    /// By the number of own men on the top row, and an empty one at the end of the slice.
    parts: [TopRowPart; 6],
    own_kings: u32,
    opposing_kings: u32,
}

impl Layout {
    /// The ranks of `material`, the same under all rules.
    #[must_use]
    pub fn new(rules: Rules, material: Material) -> Layout {
        let Material { own_men, own_kings, opponent_men, opponent_kings } = material;
        let free = CELLS - u32::from(own_men + opponent_men);
        let opposing_kings = choose(free - u32::from(own_kings), opponent_kings);
        let own_kings = choose(free, own_kings);
        let mut parts = [TopRowPart::default(); 6];
        for on_top in 0..=4u8 {
            let part = &mut parts[usize::from(on_top)];
            if let Some(others) = own_men.checked_sub(on_top) {
                part.other_men = choose(24, others);
                part.opposing_men = choose(28 - u32::from(others), opponent_men);
            }
            let men = choose(4, on_top) * part.other_men * part.opposing_men;
            parts[usize::from(on_top) + 1].first =
                parts[usize::from(on_top)].first + men * own_kings * opposing_kings;
        }
        Layout { rules, material, parts, own_kings, opposing_kings }
    }

    /// The rules.
    #[must_use]
    pub const fn rules(&self) -> Rules {
        self.rules
    }

    /// The number of positions that share a placing of men: a run of ranks.
    pub(super) const fn ways_for_kings(&self) -> usize {
        (self.own_kings * self.opposing_kings) as usize
    }

    /// The rows that all men of a position have before them: each man's move makes them fewer.
    pub(super) fn rows_to_go(&self, rank: usize) -> usize {
        let [own, opponent, kings] = cells_of_mover(&self.position(rank));
        let row = |cell: u32| cell as usize / 4;
        let own_men = (0..CELLS).filter(|cell| own & !kings & (1 << cell) != 0);
        let opposing_men = (0..CELLS).filter(|cell| opponent & !kings & (1 << cell) != 0);
        own_men.map(|cell| 7 - row(cell)).sum::<usize>() + opposing_men.map(row).sum::<usize>()
    }

    /// The material.
    #[must_use]
    pub const fn material(&self) -> Material {
        self.material
    }

    /// The number of positions.
    #[must_use]
    pub const fn positions(&self) -> usize {
        self.parts[5].first as usize
    }

    /// The rank of a position of this material.
    #[inline(always)]
    #[must_use]
    pub fn rank(&self, position: &Checkers) -> usize {
        let [own, opponent, kings] = cells_of_mover(position);
        let (own_men, opposing_men) = (own & !kings, opponent & !kings);
        let men = own_men | opposing_men;
        let on_top = own_men & TOP_ROW;
        let part = &self.parts[on_top.count_ones() as usize];
        let mut rank = rank_of(on_top, 0);
        rank = rank * part.other_men + rank_of(own_men >> 4, 0);
        rank = rank * part.opposing_men + rank_of(opposing_men >> 4, own_men >> 4);
        rank = rank * self.own_kings + rank_of(own & kings, men);
        rank = rank * self.opposing_kings + rank_of(opponent & kings, men | own);
        (part.first + rank) as usize
    }

    /// The position of a rank, with red to move and counter 0.
    #[inline(always)]
    #[must_use]
    pub fn position(&self, rank: usize) -> Checkers {
        let Material { own_men, own_kings, opponent_men, opponent_kings } = self.material;
        let rank = rank as u32;
        let on_top = (1..=4).rev().find(|&n| self.parts[n].first <= rank).unwrap_or(0) as u8;
        let part = &self.parts[usize::from(on_top)];
        let (rank, opposing_king_rank) = split(rank - part.first, self.opposing_kings);
        let (rank, own_king_rank) = split(rank, self.own_kings);
        let (rank, opposing_men_rank) = split(rank, part.opposing_men);
        let (top_rank, other_men_rank) = split(rank, part.other_men);

        let others = set_of(other_men_rank, own_men - on_top, 0, 24);
        let opposing_men = set_of(opposing_men_rank, opponent_men, others, 28) << 4;
        let own_men = set_of(top_rank, on_top, 0, 4) | others << 4;
        let men = own_men | opposing_men;
        let own_kings = set_of(own_king_rank, own_kings, men, 32);
        let opposing_kings = set_of(opposing_king_rank, opponent_kings, men | own_kings, 32);
        Checkers {
            own: bits(own_men | own_kings),
            opponent: bits(opposing_men | opposing_kings),
            kings: bits(own_kings | opposing_kings),
            counter: 0,
            side: Side::One,
            rules: self.rules,
        }
    }
}

#[inline(always)]
fn split(rank: u32, ways: u32) -> (u32, u32) {
    if ways == 1 { (rank, 0) } else { (rank / ways, rank % ways) }
}

/// The rank of a set of cells among the sets of its size that avoid `taken`.
#[inline(always)]
fn rank_of(mut set: u32, taken: u32) -> u32 {
    let mut rank = 0;
    let mut size = 1;
    while set != 0 {
        let cell = set & set.wrapping_neg();
        set ^= cell;
        let free_below = cell.trailing_zeros() - (taken & (cell - 1)).count_ones();
        rank += CHOOSE[size][free_below as usize];
        size += 1;
    }
    rank
}

/// The set of `size` cells out of the first `cells` that avoids `taken` and has this rank.
#[inline(always)]
fn set_of(mut rank: u32, size: u8, taken: u32, cells: u32) -> u32 {
    let mut set = 0;
    let mut free_below = cells;
    for size in (1..=size).rev() {
        let ways = &CHOOSE[usize::from(size)];
        if size == 1 {
            free_below = rank;
        } else {
            free_below -= 1;
            while ways[free_below as usize] > rank {
                free_below -= 1;
            }
        }
        rank -= ways[free_below as usize];
        set |= 1 << nth_free(free_below, taken);
    }
    set
}

/// The cell that has `free_below` free cells below it.
#[inline(always)]
fn nth_free(free_below: u32, mut taken: u32) -> u32 {
    let mut cell = free_below;
    while taken != 0 && taken.trailing_zeros() <= cell {
        cell += 1;
        taken &= taken - 1;
    }
    cell
}

/// Own pieces, opposing pieces and kings as the side to move sees them when it moves down.
#[inline(always)]
fn cells_of_mover(position: &Checkers) -> [u32; 3] {
    let sets = [position.own, position.opponent, position.kings].map(cells);
    match position.side {
        Side::One => sets,
        Side::Two => sets.map(u32::reverse_bits),
    }
}

/// A set of squares without the ghosts between the pairs of rows.
#[inline(always)]
const fn cells(set: u64) -> u32 {
    const ROWS: u64 = 0xff;
    (set & ROWS | set >> 1 & ROWS << 8 | set >> 2 & ROWS << 16 | set >> 3 & ROWS << 24) as u32
}

/// The inverse of `cells`.
#[inline(always)]
const fn bits(cells: u32) -> u64 {
    const ROWS: u64 = 0xff;
    let cells = cells as u64;
    cells & ROWS | (cells & ROWS << 8) << 1 | (cells & ROWS << 16) << 2 | (cells & ROWS << 24) << 3
}
