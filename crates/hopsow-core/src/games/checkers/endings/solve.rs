//! Solving a slice together with its turned slice.
//!
//! Captures and crownings lead into finished slices; other steps lead from one slice of the pair
//! to the other. First every position is looked at once: captures and blocked positions are settled
//! (distance 1), the rest remember how many moves they have. Then, distance by distance, what was
//! settled at n is taken back by one step: before a loss in n there is a win in n + 1; before a
//! win in n one hope less, and with the last one gone a loss in n + 1. The finished slices that
//! crowning leads to are scanned along and taken back by crownings. What is never settled is drawn.
//!
//! Results do not depend on the order of work within a distance: a settled position stays as it
//! is, a position with a losing child never runs out of hopes, and values n + 1 are not looked at
//! before all of n is done.

use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};

use rayon::prelude::*;

use super::layout::Layout;
use super::material::Material;
use super::slice::{LANES, Slice, WORDS_PER_TASK, holds};
use super::value::{LONGEST, Value};
use crate::game::Position;
use crate::games::checkers::Checkers;

/// An unsettled position with k moves that may still save it is written as `UNSETTLED + k`.
const UNSETTLED: i8 = LONGEST as i8;

/// The finished slices, as far as solving another one needs them.
pub trait Finished: Sync {
    /// A finished slice that `crowning` leads to.
    fn slice(&self, material: Material) -> &Slice;
    /// The value of a position with fewer pieces.
    fn value(&self, position: &Checkers) -> Value;
}

/// The pair of slices being solved; a material that is its own turned one has only the first.
pub struct Pair {
    first: Slice,
    second: Option<Slice>,
    limit: u8,
}

impl Pair {
    /// Settle what one look at each position settles, or give up with `None` when `stop` is set.
    pub fn new(
        material: Material,
        limit: u8,
        finished: &impl Finished,
        stop: &AtomicBool,
    ) -> Option<Pair> {
        let turned = material.turned();
        let first = first_look(material, finished, stop)?;
        let second = match turned == material {
            true => None,
            false => Some(first_look(turned, finished, stop)?),
        };
        Some(Pair { first, second, limit })
    }

    /// Settle everything else, or give up with `None` when `stop` is set.
    ///
    /// `done` is given the part of the work that is done.
    pub fn solve(
        self,
        finished: &impl Finished,
        stop: &AtomicBool,
        done: impl Fn(f64),
    ) -> Option<Vec<Slice>> {
        let first = &self.first;
        let second = self.second.as_ref().unwrap_or(first);
        let mut works = vec![(first, second, Back::Step)];
        if self.second.is_some() {
            works.push((second, first, Back::Step));
        }
        for target in [Some(first), self.second.as_ref()].into_iter().flatten() {
            if let Some(material) = target.layout.material().after_crowning() {
                works.push((finished.slice(material), target, Back::Crowning));
            }
        }
        let crownings = works.iter().filter(|work| work.2 == Back::Crowning);
        let last_crowning = crownings.map(|work| work.0.longest()).max().unwrap_or(0);

        for plies in 1..self.limit {
            done(f64::from(plies) / f64::from(self.limit));
            let mut settled = 0;
            for &(source, target, back) in &works {
                settled += take_back(source, target, back, plies, stop)?;
            }
            if settled == 0 && plies >= last_crowning {
                break;
            }
        }
        let slices = std::iter::once(self.first).chain(self.second);
        Some(slices.inspect(leave_the_rest_drawn).collect())
    }
}

/// What is taken back from settled positions.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Back {
    Step,
    Crowning,
}

fn first_look(material: Material, finished: &impl Finished, stop: &AtomicBool) -> Option<Slice> {
    let slice = Slice::new(Layout::new(material));
    let layout = &slice.layout;
    slice.fill(|rank| match stop.load(Ordering::Relaxed) {
        true => Value::DRAW,
        false => look_at(&layout.position(rank), finished),
    });
    (!stop.load(Ordering::Relaxed)).then_some(slice)
}

fn look_at(position: &Checkers, finished: &impl Finished) -> Value {
    if position.must_capture() {
        return by_captures(position, finished);
    }
    match position.count_moves() as i8 {
        0 => Value::LOST_NOW,
        moves => Value(UNSETTLED + moves),
    }
}

/// The value of a position whose moves are captures.
pub fn by_captures(position: &Checkers, finished: &impl Finished) -> Value {
    // A capture starts the count anew, so the limit does not matter.
    Value::by_moves(position, LONGEST, |child| Some(finished.value(child)))
        .expect("every child has a value")
}

/// Take back moves from all positions of `source` settled at `plies`; how many that settled.
fn take_back(
    source: &Slice,
    target: &Slice,
    back: Back,
    plies: u8,
    stop: &AtomicBool,
) -> Option<u64> {
    let won = plies;
    let lost = plies.wrapping_neg();
    each_task(source, stop, |first_word, words| {
        let mut settled = 0;
        for (word, first_rank) in words.iter().zip((first_word * LANES..).step_by(LANES)) {
            let word = word.load(Ordering::Relaxed);
            if !holds(word, won) && !holds(word, lost) {
                continue;
            }
            for (value, rank) in word.to_le_bytes().into_iter().zip(first_rank..) {
                if value != won && value != lost {
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
    })
}

/// What becomes of a position when a child turns out lost, or won, in `plies`.
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

fn leave_the_rest_drawn(slice: &Slice) {
    slice.words().par_iter().for_each(|word| {
        let lanes = word.load(Ordering::Relaxed).to_le_bytes();
        let settled = lanes.map(|lane| if lane as i8 > UNSETTLED { 0 } else { lane });
        word.store(u64::from_le_bytes(settled), Ordering::Relaxed);
    });
}

/// Do `work` on all words of a slice, given in pieces with the number of their first word, and add
/// up its results; `None` when `stop` was set.
fn each_task(
    slice: &Slice,
    stop: &AtomicBool,
    work: impl Fn(usize, &[AtomicU64]) -> u64 + Sync,
) -> Option<u64> {
    slice
        .words()
        .par_chunks(WORDS_PER_TASK)
        .enumerate()
        .map(|(task, words)| {
            (!stop.load(Ordering::Relaxed)).then(|| work(task * WORDS_PER_TASK, words))
        })
        .sum()
}
