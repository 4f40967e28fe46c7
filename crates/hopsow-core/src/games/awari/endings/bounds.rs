//! Bounds of the values of one layer under the `abapa` rules.
//!
//! Under these rules a position that occurs again ends the game, and each side keeps its own row.
//! So what endless play is worth depends on the position that comes first again, and thereby on the
//! past: a position has no value that a table could hold without it. But there are bounds.
//!
//! **Holding t.** Take one side, a number t, and a way to choose the side's moves that looks at the
//! position alone. It leaves a graph of the positions that the other side can bring about. Suppose
//! that every end in this graph gives the side at least t, where a capture counts with the bound in
//! the smaller layer, and that every position on a *cycle* of it has at least t more stones in the
//! side's own row than in the other. Then the side gets at least t whatever the other does: if a
//! position comes again, it is on a cycle. The largest such t is the bound from below for this
//! side, and less the same for the other side is the bound from above.
//!
//! To find where such a choice exists is to solve a game in which one side wants to leave the
//! positions worth less than t for good (a co-Büchi game; in these a choice by position alone is
//! always as good as any). For t from the largest down, the positions that are held grow by two
//! rules until neither adds any:
//!
//! - *reach*: a move to a held position, or no move that leads elsewhere;
//! - *stay*: the largest set of positions worth t or more in which the side can stay, or go to held
//!   ones, for ever.
//!
//! A bound equals what the moves make it: the best of what they capture less the opponent's bound
//! from the other side.

use std::sync::atomic::{AtomicBool, Ordering};

use rayon::prelude::*;

use super::rank::{positions, rank, stones_of, unrank};
use crate::game::Position;
use crate::games::awari::board::ROW;

/// The absence of a move or position.
const NONE: u32 = u32::MAX;
/// The best capture where there is none.
const NO_CAPTURE: i8 = i8::MIN;

/// The lower and upper bounds of a layer's positions for the side to move, by rank.
#[derive(Default)]
pub(super) struct Bounds {
    pub(super) least: Vec<i8>,
    pub(super) most: Vec<i8>,
}

/// The moves of a position.
struct Moves {
    /// The children in the same layer.
    children: [u32; ROW],
    /// The most that a capture brings for certain.
    sure_capture: i8,
    /// The most that a capture may bring.
    best_capture: i8,
    /// The stones in the mover's row less those in the opponent's.
    lead: i8,
}

impl Moves {
    fn of(stones: usize, place: u64, below: &[Bounds]) -> Moves {
        let position = unrank(stones, place);
        let mover = position.to_move();
        let lead = stones_of(position.own) as i8 - stones_of(position.opponent) as i8;
        let (sure_capture, best_capture) = (NO_CAPTURE, NO_CAPTURE);
        let mut moves = Moves { children: [NONE; ROW], sure_capture, best_capture, lead };
        let mut count = 0;
        position.for_each_child(|_, child| {
            let (left, place) = rank(&child).expect("no more stones than before");
            match child.store(mover) as i8 {
                0 => {
                    moves.children[count] = place as u32;
                    count += 1;
                }
                captured => {
                    let Bounds { least, most } = &below[left];
                    let place = place as usize;
                    moves.sure_capture = moves.sure_capture.max(captured - most[place]);
                    moves.best_capture = moves.best_capture.max(captured - least[place]);
                }
            }
        });
        moves
    }

    #[inline(always)]
    fn children(&self) -> impl Iterator<Item = usize> {
        self.children.iter().take_while(|&&child| child != NONE).map(|&child| child as usize)
    }

    fn is_end(&self) -> bool {
        self.children[0] == NONE && self.best_capture == NO_CAPTURE
    }

    /// Return true if no capture of the opponent's leaves less than `least`.
    fn captures_leave(&self, least: i8) -> bool {
        self.best_capture == NO_CAPTURE || -self.best_capture >= least
    }
}

/// One side's game for a number of stones. Its states are the positions with this side to move, and
/// after them the same with the other side to move.
struct Game {
    moves: Vec<Moves>,
    parents_from: Vec<u32>,
    parents: Vec<u32>,
    /// True if the side can hold its target.
    held: Vec<bool>,
    /// By position with the other side to move: moves within the layer to states not held.
    open: Vec<u8>,
    /// Held states whose predecessors have not been looked at.
    news: Vec<usize>,
    bounds: Bounds,
}

/// The bounds of the layer with `stones` stones, given those below; `None` if `stop` was set.
///
/// `done` is called now and then with the share of the layer that is done.
pub(super) fn solve(
    stones: usize,
    below: &[Bounds],
    stop: &AtomicBool,
    done: impl Fn(f64),
) -> Option<Bounds> {
    let mut game = Game::new(stones, below);
    let most = stones as i8;
    for least in (1 - most..=most).rev() {
        done(f64::from(most - least) / f64::from(2 * most));
        game.take_ends(least);
        game.reach(least);
        while game.stay(least) {
            game.reach(least);
            if stop.load(Ordering::Relaxed) {
                return None;
            }
        }
    }
    Some(game.bounds)
}

impl Game {
    fn new(stones: usize, below: &[Bounds]) -> Game {
        let count = positions(stones);
        let moves: Vec<Moves> =
            (0..count).into_par_iter().map(|place| Moves::of(stones, place, below)).collect();
        let count = count as usize;
        let mut parents_from = vec![0; count + 1];
        for child in moves.iter().flat_map(Moves::children) {
            parents_from[child + 1] += 1;
        }
        for i in 0..count {
            parents_from[i + 1] += parents_from[i];
        }
        let mut next = parents_from.clone();
        let mut parents = vec![0; parents_from[count] as usize];
        for (parent, moves) in moves.iter().enumerate() {
            for child in moves.children() {
                parents[next[child] as usize] = parent as u32;
                next[child] += 1;
            }
        }
        let most = stones as i8;
        Game {
            held: vec![false; 2 * count],
            open: moves.iter().map(|moves| moves.children().count() as u8).collect(),
            news: Vec::new(),
            bounds: Bounds { least: vec![-most; count], most: vec![most; count] },
            moves,
            parents_from,
            parents,
        }
    }

    fn parents(&self, position: usize) -> std::ops::Range<usize> {
        self.parents_from[position] as usize..self.parents_from[position + 1] as usize
    }

    fn hold(&mut self, state: usize, least: i8) {
        if std::mem::replace(&mut self.held[state], true) {
            return;
        }
        match state.checked_sub(self.moves.len()) {
            None => self.bounds.least[state] = least,
            Some(position) => self.bounds.most[position] = -least,
        }
        self.news.push(state);
    }

    /// Hold what an end or a capture decides.
    fn take_ends(&mut self, least: i8) {
        let count = self.moves.len();
        for position in 0..count {
            let moves = &self.moves[position];
            let (own, others) = match moves.is_end() {
                true => (moves.lead >= least, -moves.lead >= least),
                false => (
                    moves.sure_capture >= least,
                    self.open[position] == 0 && moves.captures_leave(least),
                ),
            };
            if own {
                self.hold(position, least);
            }
            if others {
                self.hold(count + position, least);
            }
        }
    }

    /// Hold what leads to held states, until nothing changes.
    fn reach(&mut self, least: i8) {
        let count = self.moves.len();
        while let Some(state) = self.news.pop() {
            match state.checked_sub(count) {
                // The other side is to move there, so the own side moved to it.
                Some(position) => {
                    for i in self.parents(position) {
                        self.hold(self.parents[i] as usize, least);
                    }
                }
                None => {
                    for i in self.parents(state) {
                        let parent = self.parents[i] as usize;
                        self.open[parent] -= 1;
                        if self.open[parent] == 0 && self.moves[parent].captures_leave(least) {
                            self.hold(count + parent, least);
                        }
                    }
                }
            }
        }
    }

    /// Hold the states, if any, in which the side can stay with `least` more stones in its row.
    fn stay(&mut self, least: i8) -> bool {
        let count = self.moves.len();
        let Game { moves, held, .. } = &*self;
        let mut stays: Vec<bool> = (0..2 * count)
            .into_par_iter()
            .map(|state| match state.checked_sub(count) {
                _ if held[state] => false,
                None => moves[state].lead >= least,
                Some(other) => -moves[other].lead >= least && moves[other].captures_leave(least),
            })
            .collect();
        // By position with the own side to move: the moves to states that stay.
        let mut ways: Vec<u8> = moves
            .par_iter()
            .map(|moves| moves.children().filter(|child| stays[count + child]).count() as u8)
            .collect();
        let is_out = |state: &usize| match state.checked_sub(count) {
            _ if !stays[*state] => false,
            None => ways[*state] == 0,
            Some(other) => {
                let children = || moves[other].children();
                moves[other].is_end() || children().any(|child| !stays[child] && !held[child])
            }
        };
        let mut out: Vec<usize> = (0..2 * count).into_par_iter().filter(is_out).collect();
        for &state in &out {
            stays[state] = false;
        }
        while let Some(state) = out.pop() {
            match state.checked_sub(count) {
                Some(position) => {
                    for &parent in &self.parents[self.parents(position)] {
                        let parent = parent as usize;
                        ways[parent] -= 1;
                        if ways[parent] == 0 && std::mem::replace(&mut stays[parent], false) {
                            out.push(parent);
                        }
                    }
                }
                None => {
                    for &parent in &self.parents[self.parents(state)] {
                        let parent = count + parent as usize;
                        if std::mem::replace(&mut stays[parent], false) {
                            out.push(parent);
                        }
                    }
                }
            }
        }
        for (state, stays) in stays.iter().enumerate() {
            if *stays {
                self.hold(state, least);
            }
        }
        !self.news.is_empty()
    }
}
