//! Solving a slice together with its turned slice.
//!
//! Captures and crownings lead into finished slices; other steps lead from one slice of the pair
//! to the other. First every position is looked at once: captures and blocked positions are settled
//! (distance 1), the rest store their number of moves. Then, distance by distance, what was
//! settled at n is taken back by one step: before a loss in n there is a win in n + 1; before a
//! win in n one hope less, and with the last one gone a loss in n + 1. The finished slices that
//! crowning leads to are scanned along and taken back by crownings. What is never settled is drawn.
//!
//! Where a man's move is progress it is not taken back: it leads to men that have fewer rows to go,
//! which are solved before, so that the first look settles what such moves decide. One that leads
//! to a draw is a hope that never goes.
//!
//! Results do not depend on the order of work within a distance: a settled position stays as it
//! is, a position with a losing child never runs out of hopes, and values n + 1 are not looked at
//! before all of n is done.

use std::ops::Range;
use std::sync::atomic::{AtomicBool, Ordering};

use rayon::prelude::*;

use super::layout::Layout;
use super::material::Material;
use super::slice::{LANES, Slice, holds};
use super::value::{LONGEST, Value};
use crate::game::Position;
use crate::games::checkers::{Checkers, Rules};

/// An unsettled position with k moves that may still save it is written as `UNSETTLED + k`.
const UNSETTLED: i8 = LONGEST as i8;

/// The finished slices, as far as solving another one needs them.
pub trait Finished: Sync {
    /// A finished slice that `crowning` leads to.
    fn slice(&self, rules: Rules, material: Material) -> &Slice;
    /// The value of a position with fewer pieces.
    fn value(&self, position: &Checkers) -> Value;
}

/// The pair of slices being solved; a material that is its own turned one has only the first.
pub struct Pair {
    first: Slice,
    second: Option<Slice>,
    limit: u8,
}

/// The ranks of each slice that are solved together.
type Level = [Vec<Range<usize>>; 2];

impl Pair {
    /// Create an unsolved pair of slices with `limit` plies to a draw.
    pub fn new(rules: Rules, material: Material, limit: u8) -> Pair {
        let slice = |material| Slice::new(Layout::new(rules, material));
        let turned = material.turned();
        let second = (turned != material).then(|| slice(turned));
        Pair { first: slice(material), second, limit }
    }

    /// Settle everything, or give up with `None` when `stop` is set.
    ///
    /// `done` is given the part of the work that is done.
    pub fn solve(
        self,
        finished: &impl Finished,
        stop: &AtomicBool,
        done: impl Fn(f64),
    ) -> Option<Vec<Slice>> {
        let levels = self.levels();
        for (i, level) in levels.iter().enumerate() {
            let done = |part: f64| done((i as f64 + part) / levels.len() as f64);
            self.first_look(level, finished, stop)?;
            self.settle(level, finished, stop, done)?;
            for (slice, ranks) in self.slices().zip(level) {
                leave_the_rest_drawn(slice, ranks);
            }
        }
        Some(std::iter::once(self.first).chain(self.second).collect())
    }

    fn slices(&self) -> impl Iterator<Item = &Slice> {
        std::iter::once(&self.first).chain(&self.second)
    }

    /// The order of solving: everything at once, or men with fewer rows to go first.
    fn levels(&self) -> Vec<Level> {
        if !self.first.layout.rules().mans_move_is_progress() {
            let ranks = |slice: Option<&Slice>| slice.map(Slice::ranks).unwrap_or_default();
            return vec![[ranks(Some(&self.first)), ranks(self.second.as_ref())]];
        }
        let mut levels: Vec<Level> = Vec::new();
        for (of, slice) in self.slices().enumerate() {
            for (level, ranks) in slice.ranks_by_rows_to_go().into_iter().enumerate() {
                if levels.len() <= level {
                    levels.resize_with(level + 1, Level::default);
                }
                levels[level][of] = ranks;
            }
        }
        levels
    }

    /// Settle what one look at each position settles.
    fn first_look(&self, level: &Level, finished: &impl Finished, stop: &AtomicBool) -> Option<()> {
        for (slice, ranks) in self.slices().zip(level) {
            slice.fill(ranks, |rank| match stop.load(Ordering::Relaxed) {
                true => Value::DRAW,
                false => self.look_at(&slice.layout.position(rank), finished),
            });
        }
        (!stop.load(Ordering::Relaxed)).then_some(())
    }

    fn look_at(&self, position: &Checkers, finished: &impl Finished) -> Value {
        if position.must_capture() {
            return by_captures(position, finished);
        }
        let (mut hopes, mut wins) = (0, false);
        if position.rules.mans_move_is_progress() {
            position.generate(|mv, child| match position.is_progress(mv) {
                true => {
                    let value = self.value(&child, finished);
                    wins |= value.0 < 0;
                    hopes += i8::from(value == Value::DRAW);
                }
                false => hopes += 1,
            });
        } else {
            hopes = position.count_moves() as i8;
        }
        match hopes {
            _ if wins => Value::WON_NOW,
            0 => Value::LOST_NOW,
            hopes => Value(UNSETTLED + hopes),
        }
    }

    /// The value of a position that was solved before, here or in a finished slice.
    fn value(&self, position: &Checkers, finished: &impl Finished) -> Value {
        let material = Material::of(position);
        match self.slices().find(|slice| slice.layout.material() == material) {
            Some(slice) => slice.value(slice.layout.rank(position)),
            None => finished.value(position),
        }
    }

    /// Settle, distance by distance, what the first look has not.
    fn settle(
        &self,
        level: &Level,
        finished: &impl Finished,
        stop: &AtomicBool,
        done: impl Fn(f64),
    ) -> Option<()> {
        let first = &self.first;
        let second = self.second.as_ref().unwrap_or(first);
        let mut works = vec![(first, &level[0], second, Back::Step)];
        if self.second.is_some() {
            works.push((second, &level[1], first, Back::Step));
        }
        let rules = first.layout.rules();
        let mut crownings = Vec::new();
        if !rules.mans_move_is_progress() {
            for target in self.slices() {
                if let Some(material) = target.layout.material().after_crowning() {
                    let source = finished.slice(rules, material);
                    crownings.push((source, source.ranks(), target));
                }
            }
        }
        let last_crowning = crownings.iter().map(|work| work.0.longest()).max().unwrap_or(0);
        works.extend(crownings.iter().map(|(from, ranks, to)| (*from, ranks, *to, Back::Crowning)));

        for plies in 1..self.limit {
            done(f64::from(plies) / f64::from(self.limit));
            let mut settled = 0;
            for &(source, ranks, target, back) in &works {
                settled += take_back(source, ranks, target, back, plies, stop)?;
            }
            if settled == 0 && plies >= last_crowning {
                break;
            }
        }
        Some(())
    }
}

/// The retractions from settled positions.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Back {
    Step,
    Crowning,
}

/// The value of a position whose moves are captures.
pub fn by_captures(position: &Checkers, finished: &impl Finished) -> Value {
    // A capture resets the counter, so the limit does not matter.
    Value::by_moves(position, LONGEST, |child| Some(finished.value(child)))
        .expect("every child has a value")
}

/// Take back moves from those positions of `source` among `ranks` that are settled at `plies`; how
/// many that settled, or `None` when `stop` was set.
fn take_back(
    source: &Slice,
    ranks: &[Range<usize>],
    target: &Slice,
    back: Back,
    plies: u8,
    stop: &AtomicBool,
) -> Option<u64> {
    let won = plies;
    let lost = plies.wrapping_neg();
    let of_task = |ranks: &Range<usize>| {
        let mut settled = 0;
        let words = ranks.start / LANES..ranks.end.div_ceil(LANES);
        for (word, first_rank) in source.words()[words.clone()].iter().zip(words.map(|i| i * LANES))
        {
            let word = word.load(Ordering::Relaxed);
            if !holds(word, won) && !holds(word, lost) {
                continue;
            }
            for (value, rank) in word.to_le_bytes().into_iter().zip(first_rank..) {
                if (value != won && value != lost) || !ranks.contains(&rank) {
                    continue;
                }
                let is_lost = value == lost;
                let settle = |earlier: Checkers| {
                    let rank = target.layout.rank(&earlier);
                    let value = target.update(rank, |seen| next(seen, is_lost, plies));
                    settled += u64::from(value.is_some_and(|value| value <= UNSETTLED));
                };
                let position = source.layout.position(rank);
                match back {
                    Back::Step => position.for_each_step_back(settle),
                    Back::Crowning => position.for_each_crowning_back(settle),
                }
            }
        }
        settled
    };
    let unless_stopped = |ranks| (!stop.load(Ordering::Relaxed)).then(|| of_task(ranks));
    ranks.par_iter().map(unless_stopped).sum()
}

/// Update a position whose child turned out lost, or won, in `plies`.
#[inline(always)]
fn next(seen: i8, child_is_lost: bool, plies: u8) -> Option<i8> {
    let plies = plies as i8;
    if seen <= UNSETTLED {
        None
    } else if child_is_lost {
        Some(plies + 1)
    } else if seen == UNSETTLED + 1 {
        Some(-plies - 1)
    } else {
        Some(seen - 1)
    }
}

fn leave_the_rest_drawn(slice: &Slice, ranks: &[Range<usize>]) {
    slice.fill(ranks, |rank| match slice.value(rank) {
        Value(unsettled) if unsettled > UNSETTLED => Value::DRAW,
        settled => settled,
    });
}
