//! Races that are solved before the search begins.
//!
//! Once the armies have passed each other, and as long as the opponent is not near, a side's best
//! plan is a shortest way home. The outcome is known if the opponent's race is known too and the
//! loser can no longer interfere.

use std::sync::Mutex;

use super::apart::{have_passed, is_undisturbed, outside};
use super::plan::plan;
use super::{Race, RaceResult, race_result, solve_alone};
use crate::evaluation::{Score, WIN};
use crate::game::{Position, Side};
use crate::games::halma::board::Words;
use crate::games::halma::{Halma, Move, Rules};
use crate::search::contract::{Effort, EndgameLine, Endings};

/// Races of more men outside are hardly ever solved in the time of a move.
const MOST_OUTSIDE: usize = 12;

/// A way home is followed while no opposing man can come near it within this many moves: a side
/// that turns back to disturb loses as much time. Fewer finish sooner, more are safer.
const SAFE_PLAYS: usize = 2;

/// The races of a game. A way home that has been found is kept: what is left of it when some of its
/// moves have been made is a shortest way too.
#[derive(Debug, Default)]
pub struct Races {
    ways: Mutex<[Option<Way>; 2]>,
}

#[derive(Debug)]
struct Way {
    /// The men at its beginning.
    men: Words,
    rules: Rules,
    plays: Vec<Move>,
}

impl Way {
    /// Return the rest of the way from the men of `position` on.
    fn from(&self, position: &Halma, side: Side) -> Option<Vec<Move>> {
        let mut men = self.men;
        let mut left = self.plays.as_slice();
        while men != position.men[side as usize] || self.rules != position.rules {
            let (play, rest) = left.split_first()?;
            play.from.toggle(&mut men);
            play.to.toggle(&mut men);
            left = rest;
        }
        Some(left.to_vec())
    }
}

impl Races {
    /// The race of `side` alone, from memory if its men are still on the way that was found.
    fn race(&self, position: &Halma, side: Side, effort: &mut Effort) -> Race {
        let mut ways = self.ways.lock().expect("the lock is never poisoned");
        let way = &mut ways[side as usize];
        if let Some(plays) = way.as_ref().and_then(|way| way.from(position, side)) {
            return Race::Solved { plays };
        }
        let race = solve_alone(position, side, effort);
        if let Race::Solved { plays } = &race {
            let men = position.men[side as usize];
            *way = Some(Way { men, rules: position.rules, plays: plays.clone() });
        }
        race
    }

    /// Return the score of a solvable race.
    #[must_use]
    pub fn probe(&self, position: &Halma, effort: &mut Effort) -> Option<Score> {
        if !may_be_solved(position) {
            return None;
        }
        let alone = Side::BOTH.map(|side| self.race(position, side, effort));
        race_result(position, &alone).map(|result| score(result, position.to_move, 0))
    }

    /// Return every legal move that leads to a solvable race, with its score, best first.
    #[must_use]
    pub fn rank(&self, position: &Halma, effort: &mut Effort) -> Vec<(Move, Score)> {
        if !may_be_solved(position) {
            return Vec::new();
        }
        let mover = position.to_move;
        let theirs = self.race(position, mover.other(), effort);
        let mut plays = Vec::new();
        // Each move gets an equal part of what those before it have left.
        let mut waiting = position.count_moves();
        position.for_each_child(|play, child| {
            if child.is_won() {
                plays.push((play, WIN - 1));
                return;
            }
            let nodes = (effort.nodes - effort.spent) / waiting;
            let mut part = Effort { nodes, spent: 0, is_over: effort.is_over };
            let alone = by_side(mover, solve_alone(&child, mover, &mut part), theirs.clone());
            effort.spent += part.spent;
            waiting -= 1;
            plays.extend(race_result(&child, &alone).map(|result| (play, score(result, mover, 1))));
        });
        plays.sort_by_key(|&(_, score)| -score);
        plays
    }

    /// Return a best first move, with the score of the race if it is certain.
    fn shortest(&self, position: &Halma, effort: &mut Effort) -> Option<EndgameLine<Move>> {
        let mover = position.to_move;
        let mine = self.race(position, mover, effort);
        let Race::Solved { plays: way } = &mine else { return None };
        let is_safe = is_undisturbed(position, mover, &way[..way.len().min(SAFE_PLAYS)]);
        let alone = by_side(mover, mine, self.race(position, mover.other(), effort));
        let result = race_result(position, &alone);
        if result.is_none() && !is_safe {
            return None;
        }
        let moves = line(position, &alone, result.map_or(1, |result| result.plies));
        let score = result.map(|result| score(result, mover, 0));
        (!moves.is_empty()).then_some(EndgameLine { moves, score })
    }
}

impl Endings<Halma> for Races {
    #[inline(always)]
    fn score(&self, _: &Halma) -> Option<Score> {
        None
    }

    fn plan(&self, position: &Halma, effort: &mut Effort) -> Option<EndgameLine<Move>> {
        plan(position, effort)
    }

    fn best(
        &self,
        position: &Halma,
        count: usize,
        effort: &mut Effort,
    ) -> Option<Vec<EndgameLine<Move>>> {
        if !may_be_solved(position) {
            return None;
        }
        if count == 1 {
            return self.shortest(position, effort).map(|known| vec![known]);
        }
        let plays = self.rank(position, effort);
        let known = |(play, score)| EndgameLine { moves: vec![play], score: Some(score) };
        (plays.len() as u64 == position.count_moves())
            .then(|| plays.into_iter().map(known).collect())
    }
}

fn may_be_solved(position: &Halma) -> bool {
    have_passed(position)
        && outside(position, position.to_move) <= MOST_OUTSIDE
        && position.outcome().is_none()
}

fn by_side(side: Side, own: Race, other: Race) -> [Race; 2] {
    if side == Side::One { [own, other] } else { [other, own] }
}

/// Return the score for `side` of a race whose result was found `earlier` plies later.
fn score(result: RaceResult, side: Side, earlier: u32) -> Score {
    let score = WIN - (result.plies + earlier) as Score;
    if result.winner == side { score } else { -score }
}

/// Play both sides along their ways, for a limited number of plies and while both ways are solved.
fn line(position: &Halma, alone: &[Race; 2], plies: u32) -> Vec<Move> {
    let mut position = *position;
    let mut left = alone.each_ref().map(|race| match race {
        Race::Solved { plays } => plays.as_slice(),
        Race::AtLeast(_) | Race::Never => &[],
    });
    let mut line = Vec::new();
    while line.len() < plies as usize {
        let Some((&play, rest)) = left[position.to_move as usize].split_first() else { break };
        if !position.legal_moves().contains(&play) {
            break;
        }
        left[position.to_move as usize] = rest;
        line.push(play);
        position = position.play(play);
    }
    line
}
