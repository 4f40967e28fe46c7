//! Solving one layer: the value of every position with a number of stones, bound by bound.
//!
//! A capture leads into a smaller layer, which is solved. What remains are moves within the layer.
//! For t from the number of stones down to 1 the positions worth at least t, or at most −t, are
//! those that follow from captures and from each other, found backwards: a position from which a
//! move leads to a loss of t wins t; one whose every move leads to a win of t or more, or captures
//! no better than −t, loses t. In the positions left at the end both sides can hold out for ever,
//! and they are worth 0. (Retrograde analysis; see Romein and Bal, "Solving Awari with Parallel
//! Retrograde Analysis", IEEE Computer 36(10), 2003.)
//!
//! A position is one 16-bit word while the layer is solved:
//!
//! ```text
//! bit 15 settled · bits 14..12 open moves within the layer · bits 7..0 value, or best capture
//! ```
//!
//! Every position is settled once, with a value that does not depend on the order of events, so
//! threads need no order among them.

use std::ops::Range;
use std::sync::atomic::{AtomicBool, AtomicU16, AtomicU64, Ordering};

use rayon::prelude::*;

use super::Convention;
use super::rank::{positions, rows_below};
use super::rows::{NONE, Rows};

const SETTLED: u16 = 1 << 15;
const OPEN_ONE: u16 = 1 << 12;
const OPEN: u16 = 7 * OPEN_ONE;
/// The best capture where there is none.
const NO_CAPTURE: i8 = i8::MIN;
/// The largest capture.
const MAX_CAPTURE: usize = 15;

/// Rows of the mover that are begun together, so that a cache line of words is written at once.
const ROWS_AT_ONCE: usize = 32;
/// Rows of the opponent that are searched for settled positions as one task.
const ROWS_PER_TASK: usize = 64;
/// Positions whose predecessors are looked up together: enough to keep the memory busy.
const BATCH: usize = 64;
/// A pile this high gives half of it to another thread.
const MAX_PILE: usize = 1 << 14;

/// The layers that are solved, each in the order of ranks.
pub(super) struct Solver {
    convention: Convention,
    rows: Rows,
    run_starts: Vec<Vec<u32>>,
    values: Vec<Vec<i8>>,
}

impl Solver {
    /// A solver for up to `stones` stones that has no layer yet.
    pub(super) fn new(convention: Convention, stones: usize) -> Solver {
        let rows = Rows::new(stones, convention.slams_take_nothing);
        let run_starts = (0..=stones).map(|stones| rows.run_starts(stones)).collect();
        Solver { convention, rows, run_starts, values: Vec::new() }
    }

    /// Add the next layer, already solved.
    pub(super) fn add(&mut self, values: Vec<i8>) {
        self.values.push(values);
    }

    /// The layer with `stones` stones.
    pub(super) fn layer(&self, stones: usize) -> &[i8] {
        &self.values[stones]
    }

    /// The solved layers, by number of stones.
    pub(super) fn into_layers(self) -> Vec<Vec<i8>> {
        self.values
    }

    /// Solve the next layer; `None` if `stop` was set meanwhile.
    ///
    /// `done` is called now and then with the share of the layer that is done.
    pub(super) fn solve(&mut self, stop: &AtomicBool, done: impl Fn(f64) + Sync) -> Option<()> {
        let layer = Layer::new(self, stop, &done);
        layer.begin();
        for bound in (1..=layer.stones as i8).rev() {
            layer.settle(bound);
        }
        let values = layer.words.par_iter().map(value).collect();
        if stop.load(Ordering::Relaxed) {
            return None;
        }
        self.values.push(values);
        Some(())
    }
}

/// The final value of a position: one that was never settled is worth 0.
fn value(word: &AtomicU16) -> i8 {
    let word = word.load(Ordering::Relaxed);
    if word & SETTLED == 0 { 0 } else { word as i8 }
}

/// A settled position whose predecessors have not been updated.
#[derive(Clone, Copy)]
struct News {
    own: u32,
    opponent: u32,
    won: bool,
}

/// A position from which a move leads to a settled one.
#[derive(Clone, Copy)]
struct Predecessor {
    rank: u32,
    /// The place of the mover's row.
    place: u32,
    reach: u8,
    /// The number of the settled position in its batch.
    cause: u8,
}

/// The buffers of one task.
#[derive(Default)]
struct Pile {
    news: Vec<News>,
    batch: Vec<News>,
    predecessors: Vec<Predecessor>,
    words: Vec<u16>,
}

/// A layer while it is solved.
struct Layer<'a> {
    solver: &'a Solver,
    stones: usize,
    words: Vec<AtomicU16>,
    run_starts: &'a [u32],
    run_starts_before: Vec<u32>,
    stop: &'a AtomicBool,
    steps: AtomicU64,
    done: &'a (dyn Fn(f64) + Sync),
}

impl<'a> Layer<'a> {
    fn new(solver: &'a Solver, stop: &'a AtomicBool, done: &'a (dyn Fn(f64) + Sync)) -> Layer<'a> {
        let stones = solver.values.len();
        let run_starts = &solver.run_starts[stones][..];
        Layer {
            solver,
            stones,
            words: (0..positions(stones)).into_par_iter().map(|_| AtomicU16::new(0)).collect(),
            run_starts,
            run_starts_before: solver.rows.run_starts_before(run_starts),
            stop,
            steps: AtomicU64::new(0),
            done,
        }
    }

    /// The rows with `stones` stones.
    fn rows_of(&self, stones: usize) -> Range<usize> {
        rows_below(stones)..rows_below(stones + 1)
    }

    /// Report `steps` more of the steps that begin and settle the layer, two for each position.
    fn advance(&self, steps: u64) {
        let steps = self.steps.fetch_add(steps, Ordering::Relaxed) + steps;
        (self.done)(steps as f64 / (2 * self.words.len()) as f64);
    }

    /// Value all captures and count all other moves.
    fn begin(&self) {
        let blocks: Vec<Range<usize>> = (0..=self.stones)
            .flat_map(|own| {
                let rows = self.rows_of(own);
                let end = rows.end;
                rows.step_by(ROWS_AT_ONCE).map(move |row| row..(row + ROWS_AT_ONCE).min(end))
            })
            .collect();
        blocks.into_par_iter().for_each_init(Vec::new, |words, block| {
            if self.stop.load(Ordering::Relaxed) {
                return;
            }
            let begun = block.len() as u64;
            let own = self.solver.rows.stones_of(block.start);
            let opponents = self.rows_of(self.stones - own);
            self.advance(begun * opponents.len() as u64);
            for row in block {
                self.begin_row(row, opponents.clone(), words);
                let place = (row - rows_below(own)) as u32;
                for (&start, &word) in self.run_starts[opponents.clone()].iter().zip(&*words) {
                    self.words[(start + place) as usize].store(word, Ordering::Relaxed);
                }
            }
        });
    }

    /// The words of the positions with `own` as the mover's row and each of `opponents`.
    fn begin_row(&self, own: usize, opponents: Range<usize>, words: &mut Vec<u16>) {
        words.clear();
        words.resize(opponents.len(), u16::from(NO_CAPTURE as u8));
        let rows = &self.solver.rows;
        for mv in rows.moves(own) {
            // The child's run in each layer that a capture can lead to, by captured stones.
            let runs: [&[i8]; MAX_CAPTURE + 1] =
                std::array::from_fn(|captured| match self.stones.checked_sub(captured) {
                    Some(left) if captured > 1 && rows.stones_of(mv.row()) <= left => {
                        let start = self.solver.run_starts[left][mv.row()];
                        &self.solver.values[left][start as usize..]
                    }
                    _ => &[],
                });
            for (word, reply) in words.iter_mut().zip(rows.replies(mv.tag(), opponents.clone())) {
                match reply.tag() {
                    0 => *word += OPEN_ONE,
                    captured @ 2..=MAX_CAPTURE => {
                        let value = captured as i8 - runs[captured][reply.row()];
                        let best = (*word as i8).max(value);
                        *word = *word & OPEN | u16::from(best as u8);
                    }
                    // The opponent has nothing and the move gives it nothing.
                    _ => {}
                }
            }
        }
        // What a position without a move is worth decides it as a capture would.
        let end = self.solver.convention.without_moves(rows.stones_of(own), self.stones);
        if end != 0 {
            let none = u16::from(NO_CAPTURE as u8);
            words
                .iter_mut()
                .filter(|word| **word == none)
                .for_each(|word| *word = end as u8 as u16);
        }
    }

    /// Settle everything worth at least `bound` or at most −`bound` that is not settled yet.
    fn settle(&self, bound: i8) {
        rayon::scope(|scope| {
            for first in (0..self.run_starts.len()).step_by(ROWS_PER_TASK) {
                let rows = first..(first + ROWS_PER_TASK).min(self.run_starts.len());
                scope.spawn(move |scope| {
                    let mut pile = Pile::default();
                    for opponent in rows {
                        self.settle_captures(opponent, bound, &mut pile);
                        self.spread(scope, bound, &mut pile);
                    }
                });
            }
        });
    }

    /// Settle the positions with this row of the opponent's whose captures decide.
    fn settle_captures(&self, opponent: usize, bound: i8, pile: &mut Pile) {
        let won_by_capture = u16::from(bound as u8);
        let lost_by_capture = u16::from(-bound as u8);
        let owns = self.rows_of(self.stones - self.solver.rows.stones_of(opponent));
        let start = self.run_starts[opponent] as usize;
        for (word, own) in self.words[start..start + owns.len()].iter().zip(owns) {
            let seen = word.load(Ordering::Relaxed);
            let won = seen & (SETTLED | 0xff) == won_by_capture;
            let lost = seen & (SETTLED | OPEN | 0xff) == lost_by_capture;
            if (won || lost) && settle(word, if won { bound } else { -bound }) {
                pile.news.push(News { own: own as u32, opponent: opponent as u32, won });
            }
        }
    }

    /// Update predecessors until nothing changes.
    fn spread<'s>(&'s self, scope: &rayon::Scope<'s>, bound: i8, pile: &mut Pile) {
        while !pile.news.is_empty() && !self.stop.load(Ordering::Relaxed) {
            if pile.news.len() > MAX_PILE {
                let news = pile.news.split_off(pile.news.len() / 2);
                scope.spawn(move |scope| {
                    self.spread(scope, bound, &mut Pile { news, ..Pile::default() });
                });
            }
            let rest = pile.news.len().saturating_sub(BATCH);
            pile.batch.clear();
            pile.batch.extend(pile.news.drain(rest..));
            self.spread_batch(bound, pile);
        }
    }

    fn spread_batch(&self, bound: i8, pile: &mut Pile) {
        let rows = &self.solver.rows;
        pile.predecessors.clear();
        for (cause, news) in pile.batch.iter().enumerate() {
            // The mover of the settled position is the opponent of the move that led there.
            let runs = &self.run_starts_before[news.own as usize * rows.reaches..][..rows.reaches];
            for unmove in rows.unmoves(news.opponent as usize) {
                let start = runs[unmove.tag()];
                if start != NONE {
                    pile.predecessors.push(Predecessor {
                        rank: start + unmove.row() as u32,
                        place: unmove.row() as u32,
                        reach: unmove.tag() as u8,
                        cause: cause as u8,
                    });
                }
            }
        }
        // All loads before the first decision: they don't wait for one another.
        let word = |p: &Predecessor| self.words[p.rank as usize].load(Ordering::Relaxed);
        pile.words.clear();
        pile.words.extend(pile.predecessors.iter().map(word));
        for (&predecessor, &seen) in pile.predecessors.iter().zip(&pile.words) {
            if seen & SETTLED != 0 {
                continue;
            }
            let word = &self.words[predecessor.rank as usize];
            let cause = pile.batch[usize::from(predecessor.cause)];
            let won = !cause.won;
            let decides = won || is_last_hope(word, bound);
            if decides && settle(word, if won { bound } else { -bound }) {
                let opponent = rows.before(cause.own as usize, predecessor.reach.into());
                let own = self.stones - rows.stones_of(opponent as usize);
                let own = rows_below(own) as u32 + predecessor.place;
                pile.news.push(News { own, opponent, won });
            }
        }
    }
}

/// One move fewer is open; whether it was the last and no capture is better than −`bound`.
#[inline(always)]
fn is_last_hope(word: &AtomicU16, bound: i8) -> bool {
    let before = word.fetch_sub(OPEN_ONE, Ordering::Relaxed);
    before & (SETTLED | OPEN) == OPEN_ONE && before as i8 <= -bound
}

/// Give a position its value; false if another thread came first.
#[inline(always)]
fn settle(word: &AtomicU16, value: i8) -> bool {
    let settled = |old: u16| SETTLED | old & OPEN | u16::from(value as u8);
    word.fetch_update(Ordering::Relaxed, Ordering::Relaxed, |old| {
        (old & SETTLED == 0).then(|| settled(old))
    })
    .is_ok()
}
