//! All rows of up to a number of stones, and what a move does to them.
//!
//! A move treats the two rows almost separately. What it does to the mover's row depends on that
//! row and the pit alone; what it does to the opponent's depends on that row and on how far the
//! last stone gets past the end of the mover's row. That is the move's *reach*, and there are few:
//!
//! ```text
//! reach 0       the last stone stays in the mover's row
//!       1..=6   it falls into the opponent's pit 0..=5
//!       7       it falls into the mover's row again, one lap later
//!       8..     the same seven once more
//! ```
//!
//! Both halves are computed with the rules of the game; backward moves are found by reversing the
//! forward ones.

use super::rank::{place, rows_below, run_start, stones_of};
use crate::game::Side;
use crate::games::awari::Awari;
use crate::games::awari::board::{PIT_BYTES, ROW, shift, stones_in};
use crate::games::awari::rules::Rules;

/// The absence of a row or move.
pub(super) const NONE: u32 = u32::MAX;
/// Reaches of one lap: the opponent's six pits, and beyond them.
const REACHES_A_LAP: usize = 7;
/// A row or place in the low bits, a reach or capture in the high ones.
const SMALL_SHIFT: u32 = 24;

/// A row's number or place together with a small number.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) struct Tagged(u32);

impl Tagged {
    const NONE: Tagged = Tagged(NONE);

    fn new(row: u32, tag: usize) -> Tagged {
        Tagged(row | (tag as u32) << SMALL_SHIFT)
    }

    #[inline(always)]
    pub(super) fn row(self) -> usize {
        (self.0 & ((1 << SMALL_SHIFT) - 1)) as usize
    }

    #[inline(always)]
    pub(super) fn tag(self) -> usize {
        (self.0 >> SMALL_SHIFT) as usize
    }
}

/// All rows of up to `stones` stones, numbered by stones and then by place.
pub(super) struct Rows {
    pub(super) stones: usize,
    pub(super) reaches: usize,
    rows: Vec<u64>,
    /// By row: the moves of its owner, as row after it and reach.
    moves: Vec<[Tagged; ROW]>,
    /// By reach and opponent's row: the place after the move, and the stones captured.
    replies: Vec<Tagged>,
    /// By row: the start of its backward moves.
    unmoves_from: Vec<u32>,
    /// Backward moves: the place of the row before the move, and the reach.
    unmoves: Vec<Tagged>,
    /// By row and reach: the opponent's row before a move that captured nothing.
    before: Vec<u32>,
}

impl Rows {
    /// Where `slams_take_nothing` is false, moves that would take everything are left out.
    pub(super) fn new(stones: usize, slams_take_nothing: bool) -> Rows {
        let count = rows_below(stones + 1);
        let mut rows = vec![0; count];
        each_row(0, 0, stones, &mut |row| rows[number(row)] = row);
        let reaches = reach(ROW - 1, stones) + 1;
        let mut all = Rows {
            stones,
            reaches,
            moves: rows.iter().map(|&row| moves(row)).collect(),
            replies: vec![Tagged::NONE; count * reaches],
            unmoves_from: Vec::new(),
            unmoves: Vec::new(),
            before: vec![NONE; count * reaches],
            rows,
        };
        all.add_replies(slams_take_nothing);
        all.add_unmoves();
        all
    }

    /// The memory that all rows of up to `stones` stones take.
    pub(super) fn bytes(stones: usize) -> u64 {
        // A row has fewer than six moves on average, and as many backward ones.
        let entries = 2 + ROW + 2 * (reach(ROW - 1, stones) + 1) + 1 + ROW;
        4 * (rows_below(stones + 1) * entries) as u64
    }

    /// The number of rows.
    pub(super) fn count(&self) -> usize {
        self.rows.len()
    }

    #[inline(always)]
    pub(super) fn stones_of(&self, row: usize) -> usize {
        stones_of(self.rows[row])
    }

    /// The moves of `row`'s owner if the opponent may be left as it is.
    pub(super) fn moves(&self, row: usize) -> impl Iterator<Item = Tagged> {
        self.moves[row].into_iter().filter(|&mv| mv != Tagged::NONE)
    }

    /// Return the effect of moves of `reach` on the opponent's rows numbered `rows`.
    pub(super) fn replies(&self, reach: usize, rows: std::ops::Range<usize>) -> &[Tagged] {
        &self.replies[reach * self.count()..][rows]
    }

    /// The backward moves that lead from `row`, which its owner has just played.
    #[inline(always)]
    pub(super) fn unmoves(&self, row: usize) -> &[Tagged] {
        &self.unmoves[self.unmoves_from[row] as usize..self.unmoves_from[row + 1] as usize]
    }

    /// The opponent's row before a move of `reach` that captured nothing and left `row`.
    #[inline(always)]
    pub(super) fn before(&self, row: usize, reach: usize) -> u32 {
        self.before[row * self.reaches + reach]
    }

    /// Return the start of each row's run among the ranks of `stones` stones.
    pub(super) fn run_starts(&self, stones: usize) -> Vec<u32> {
        let rows = &self.rows[..rows_below(stones + 1)];
        rows.iter().map(|&row| run_start(row, stones - stones_of(row))).collect()
    }

    /// Return the run starts of the row before each move of each reach that captured nothing, or
    /// `NONE`.
    pub(super) fn run_starts_before(&self, run_starts: &[u32]) -> Vec<u32> {
        let before = &self.before[..run_starts.len() * self.reaches];
        before.iter().map(|&row| run_starts.get(row as usize).copied().unwrap_or(NONE)).collect()
    }

    fn add_replies(&mut self, slams_take_nothing: bool) {
        for reach in 0..self.reaches {
            let mover = shortest_with(reach);
            for row in 0..self.count() {
                let position = seen(mover, self.rows[row]);
                let fits = stones_of(mover) + stones_of(position.opponent) <= self.stones;
                if !fits || position.sowable() == 0 {
                    continue;
                }
                let child = position.sow(pit_of(mover));
                let captured = usize::from(child.store(child.to_move.other()));
                if !slams_take_nothing && captured == 0 && would_take_all(child.own, reach) {
                    continue;
                }
                let index = reach * self.count() + row;
                self.replies[index] = Tagged::new(place(child.own), captured);
                if captured == 0 {
                    self.before[number(child.own) * self.reaches + reach] = row as u32;
                }
            }
        }
    }

    fn add_unmoves(&mut self) {
        let mut from = vec![0; self.count() + 2];
        for mv in self.moves.iter().flatten().filter(|&&mv| mv != Tagged::NONE) {
            from[mv.row() + 2] += 1;
        }
        for row in 2..from.len() {
            from[row] += from[row - 1];
        }
        self.unmoves = vec![Tagged::NONE; from[from.len() - 1] as usize];
        for row in 0..self.count() {
            for mv in self.moves[row].into_iter().filter(|&mv| mv != Tagged::NONE) {
                let next = &mut from[mv.row() + 1];
                self.unmoves[*next as usize] = Tagged::new(place(self.rows[row]), mv.tag());
                *next += 1;
            }
        }
        from.pop();
        self.unmoves_from = from;
    }
}

/// Call `visit` with every row that continues `row` from `pit` on with at most `stones` more.
fn each_row(row: u64, pit: usize, stones: usize, visit: &mut impl FnMut(u64)) {
    if pit == ROW {
        return visit(row);
    }
    for n in 0..=stones {
        each_row(row | (n as u64) << shift(pit), pit + 1, stones - n, visit);
    }
}

/// The number of a row among all.
fn number(row: u64) -> usize {
    rows_below(stones_of(row)) + place(row) as usize
}

/// The position with these rows and nothing in the stores.
fn seen(own: u64, opponent: u64) -> Awari {
    Awari { own, opponent, to_move: Side::One, rules: Rules::Forfeit }
}

fn moves(row: u64) -> [Tagged; ROW] {
    std::array::from_fn(|pit| {
        let stones = usize::from(stones_in(row, pit));
        if stones == 0 {
            return Tagged::NONE;
        }
        let after = seen(row, 0).sow(pit).opponent & PIT_BYTES;
        Tagged::new(number(after) as u32, reach(pit, stones))
    })
}

/// Return true if all stones of the opponent's row after a move of this reach are twos and threes
/// up to the pit that the last stone fell into: a grand slam.
fn would_take_all(row: u64, reach: usize) -> bool {
    let last = reach % REACHES_A_LAP;
    let taken = (0..last).rev().map(|pit| usize::from(stones_in(row, pit)));
    let run = taken.take_while(|stones| matches!(stones, 2 | 3)).sum::<usize>();
    run > 0 && run == stones_of(row)
}

/// The reach of `stones` stones from `pit`.
fn reach(pit: usize, stones: usize) -> usize {
    // A lap is the opponent's six pits and the mover's five others.
    match stones.saturating_sub(ROW - 1 - pit) {
        0 => 0,
        past => (past - 1) / 11 * REACHES_A_LAP + ((past - 1) % 11 + 1).min(REACHES_A_LAP),
    }
}

/// The row with the fewest stones that has a move of this reach: all in one pit.
fn shortest_with(wanted: usize) -> u64 {
    let last = ROW - 1;
    match wanted {
        0 => 1 << shift(0),
        _ => (1..).find(|&n| reach(last, n) == wanted).expect("all occur") as u64,
    }
}

/// The one pit of `row` that holds stones.
fn pit_of(row: u64) -> usize {
    if row >> shift(0) != 0 { 0 } else { ROW - 1 }
}
