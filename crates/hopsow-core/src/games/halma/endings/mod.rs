//! Races: once the armies have passed each other, the fewest moves that bring one side home.
//!
//! A man that has entered the opposing camp stays in it, so every way home enters it exactly once
//! for each hole, and its length depends only on the number of *detours*: moves that do not enter.
//! The search proves one number of detours after another impossible, and before each proof looks
//! quickly for such a way.
//!
//! - [`bound`]: detours that classes, distances and shut holes cost, computed for every move
//! - [`ladder`]: detours that missing ladders cost, computed for every position
//! - [`node`]: a position on the way, and the moves that the bounds leave possible
//! - [`search`]: the exact search within a number of detours
//! - [`beam`]: the quick one
//! - [`apart`]: when the armies have passed, and when neither can reach the other any more
//! - [`ending`]: what the search learns about a race
//! - [`plan`]: before the armies have passed, the next plays of a side that is far ahead
//! - [`tables`]: the contract of tables fulfilled, without files
//!
//! Moves are legal by the game's rules; the opponent is assumed to pass, and its men to stay where
//! they are. All races are run as black; white's are turned around.

mod apart;
mod beam;
mod bound;
mod ending;
mod ladder;
mod node;
mod plan;
mod search;
mod tables;
#[cfg(test)]
mod tests;

pub use apart::{have_passed, outside};
pub use ending::Races;

use super::board::{Words, camp};
use super::{Halma, Move};
use crate::game::{Position, Side};
use crate::search::contract::Effort;
use node::Node;
use search::{Search, Stopped};

/// The side whose camp is the goal, when the race is run as black.
const HOME: Side = Side::Two;

/// The solution of one side's way home, or bounds on it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Race {
    /// A shortest way home.
    Solved {
        /// The moves of the side alone; the opponent passes in between.
        plays: Vec<Move>,
    },
    /// A lower bound on the moves of every way home.
    AtLeast(u32),
    /// There is no way home while the opponent's men stay where they are.
    Never,
}

impl Race {
    /// Return a lower bound on the moves of every way home.
    fn least(&self) -> u32 {
        match self {
            Race::Solved { plays } => plays.len() as u32,
            Race::AtLeast(plays) => *plays,
            Race::Never => u32::MAX,
        }
    }
}

/// The result of a race in which neither side can disturb the other.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct RaceResult {
    /// The side that comes home first, whatever the other does.
    pub winner: Side,
    /// When it does so by its own shortest way: in how many plies from here, both sides counted.
    pub plies: u32,
}

/// The shortest way home for `side`.
///
/// The way begins with a move of `side`, even if its opponent is to move. It is empty where `side`
/// has just won.
#[must_use]
pub fn solve(position: &Halma, side: Side, effort: &mut Effort) -> Race {
    if position.to_move != side && position.is_won() {
        return Race::Solved { plays: Vec::new() };
    }
    let turned = position.men.map(Words::mirrored);
    let men = if side == Side::One { position.men } else { [turned[1], turned[0]] };
    match run(&Halma { men, to_move: Side::One, rules: position.rules }, effort) {
        Race::Solved { plays } if side == Side::Two => {
            Race::Solved { plays: plays.into_iter().map(Move::mirrored).collect() }
        }
        race => race,
    }
}

/// The shortest way home for `side` if the opponent were not there.
#[must_use]
pub fn solve_alone(position: &Halma, side: Side, effort: &mut Effort) -> Race {
    solve(&position.without(side.other()), side, effort)
}

/// Return the winner, given each side's way home alone: one way must be known, the other
/// shown to be no shorter, and the first out of the loser's reach.
#[must_use]
pub fn race_result(position: &Halma, alone: &[Race; 2]) -> Option<RaceResult> {
    if position.outcome().is_some() || !have_passed(position) {
        return None;
    }
    let first = position.to_move;
    let [mine, theirs] = [first, first.other()].map(|side| alone[side as usize].least());
    let winner = if mine <= theirs { first } else { first.other() };
    match &alone[winner as usize] {
        Race::Solved { plays: way } if apart::is_undisturbed(position, winner, way) => {
            let plies = 2 * way.len() as u32 - u32::from(winner == first);
            Some(RaceResult { winner, plies })
        }
        _ => None,
    }
}

/// A quick search may cost a few times what the proofs have cost so far, which is still less than
/// the next proof. Below some effort it is not worth it.
const NODES_BEFORE_LOOKING: u64 = 500;
const MAX_WIDTH: u64 = 3000;

fn run(runner: &Halma, effort: &mut Effort) -> Race {
    let mut node = Node::new(*runner, u32::MAX);
    if node.at.holes == 0 {
        return keep_full(runner);
    }
    if node.at.outside < node.at.holes {
        return Race::Never;
    }
    let mut search = Search::new(effort);
    let begun = effort.spent;
    let mut detours = node.detours();
    loop {
        let spent = effort.spent - begun;
        let width = if spent < NODES_BEFORE_LOOKING { 0 } else { (spent / 3).min(MAX_WIDTH) };
        match look(&node, detours, width as usize, &mut search, effort) {
            Err(Stopped) => return Race::AtLeast(u32::from(node.at.holes) + detours),
            Ok(Some(plays)) => return Race::Solved { plays },
            Ok(None) if !search.cut => return Race::Never,
            Ok(None) => detours += 1,
        }
        node = Node::new(*runner, detours);
    }
}

/// A way home with exactly this many detours, given that there is none with fewer.
fn look(
    node: &Node,
    detours: u32,
    width: usize,
    search: &mut Search,
    effort: &mut Effort,
) -> Result<Option<Vec<Move>>, Stopped> {
    if width > 0
        && let Some(plays) = beam::finds(node, detours, width, effort)?
    {
        return Ok(Some(plays));
    }
    search.cut = false;
    let found = search.finds(node, detours, effort)?;
    Ok(found.then(|| std::mem::take(&mut search.way)))
}

/// The camp is full but the game is not won: winning takes an own man in it and one more move.
fn keep_full(runner: &Halma) -> Race {
    let is_in = !camp(HOME).and(runner.men[0]).is_empty();
    match runner.legal_moves().first() {
        Some(&play) if is_in => Race::Solved { plays: vec![play] },
        _ => Race::Never,
    }
}
