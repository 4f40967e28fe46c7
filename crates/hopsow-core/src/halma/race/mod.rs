//! Races: once the armies have passed each other, the fewest plays that bring one side home.
//!
//! A man that has entered the opposing camp stays in it, so every way home enters it exactly once
//! for each hole, and what its length leaves open is the number of *detours*: plays that enter
//! nothing. The search proves one number of detours after the other impossible, and before each
//! proof looks quickly whether there is such a way.
//!
//! - [`bound`]: detours that classes, distances and shut holes cost, asked for every play
//! - [`ladder`]: detours that missing ladders cost, asked for every position
//! - [`node`]: a position on the way, and the plays that the bounds leave possible
//! - [`search`]: the exact search within a number of detours
//! - [`beam`]: the quick one
//! - [`apart`]: when the armies have passed, and when neither can reach the other any more
//!
//! Legality is the rules' own: the opponent is taken to pass, and its men to stay where they are.
//! All races are run as black; white's are turned round.

mod apart;
mod beam;
mod bound;
mod ladder;
mod node;
mod search;
#[cfg(test)]
mod tests;

pub use apart::{have_passed, outside};

use std::sync::atomic::AtomicBool;

use super::board::{Words, camp};
use super::{Halma, Play};
use crate::game::{Position, Side};
use node::Node;
use search::{Limit, Search, Stopped};

/// The side whose camp is the goal, when the race is run as black.
const HOME: Side = Side::Two;

/// What is known of one side's way home.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Race {
    /// No way home is shorter than these plays.
    Solved {
        /// The plays of the side alone; the opponent passes in between.
        plays: Vec<Play>,
    },
    /// Every way home takes at least so many plays.
    AtLeast(u32),
    /// There is no way home while the opponent's men stay where they are.
    Never,
}

/// The result of a race in which neither side can disturb the other.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RaceResult {
    /// The side that comes home first, whatever the other does.
    pub winner: Side,
    /// When it does so by its own shortest way: in how many plies from here, both sides counted.
    pub plies: u32,
    /// The shortest way home of each side.
    pub ways: [Vec<Play>; 2],
}

/// The shortest way home for `side`, visiting at most `nodes` positions and few after `stop`.
///
/// The way begins with a play of `side`, whoever is to move. It is empty where `side` has just
/// won.
#[must_use]
pub fn solve(position: &Halma, side: Side, nodes: u64, stop: &AtomicBool) -> Race {
    if position.to_move != side && position.is_won() {
        return Race::Solved { plays: Vec::new() };
    }
    let turned = position.men.map(Words::mirrored);
    let men = if side == Side::One { position.men } else { [turned[1], turned[0]] };
    match run(&Halma { men, to_move: Side::One, rules: position.rules }, nodes, stop) {
        Race::Solved { plays } if side == Side::Two => {
            Race::Solved { plays: plays.into_iter().map(Play::mirrored).collect() }
        }
        race => race,
    }
}

/// Who wins the race, if both sides' ways home are found and neither side can touch the other's.
///
/// Each of the two searches visits at most `nodes` positions.
#[must_use]
pub fn judge(position: &Halma, nodes: u64, stop: &AtomicBool) -> Option<RaceResult> {
    if position.outcome().is_some() || !have_passed(position) {
        return None;
    }
    let way = |side: Side| {
        let alone = position.without(side.other());
        match solve(&alone, side, nodes, stop) {
            Race::Solved { plays } => Some(plays),
            Race::AtLeast(_) | Race::Never => None,
        }
    };
    let ways = [way(Side::One)?, way(Side::Two)?];
    let first = position.to_move;
    let lengths = ways.each_ref().map(|way| way.len() as u32);
    let (mine, theirs) = (lengths[first as usize], lengths[first.other() as usize]);
    let (winner, plies) =
        if mine <= theirs { (first, 2 * mine - 1) } else { (first.other(), 2 * theirs) };
    apart::is_undisturbed(position, winner, &ways[winner as usize]).then_some(RaceResult {
        winner,
        plies,
        ways,
    })
}

/// A quick look may cost a few times what has been spent on proofs so far, which is still less than
/// the next proof. Below some effort it is not worth the trouble.
const NODES_BEFORE_LOOKING: u64 = 500;
const MAX_WIDTH: u64 = 3000;

fn run(runner: &Halma, nodes: u64, stop: &AtomicBool) -> Race {
    let mut node = Node::new(*runner, u32::MAX);
    if node.at.holes == 0 {
        return keep_full(runner);
    }
    if node.at.outside < node.at.holes {
        return Race::Never;
    }
    let mut search = Search::new();
    let mut limit = Limit { nodes, spent: 0, stop };
    let mut detours = node.detours();
    loop {
        let spent = limit.spent;
        let width = if spent < NODES_BEFORE_LOOKING { 0 } else { (spent / 3).min(MAX_WIDTH) };
        match look(&node, detours, width as usize, &mut search, &mut limit) {
            Err(Stopped) => return Race::AtLeast(u32::from(node.at.holes) + detours),
            Ok(Some(plays)) => return Race::Solved { plays },
            Ok(None) if !search.cut => return Race::Never,
            Ok(None) => detours += 1,
        }
        node = Node::new(*runner, detours);
    }
}

/// A way home with exactly this many detours, there being none with fewer.
fn look(
    node: &Node,
    detours: u32,
    width: usize,
    search: &mut Search,
    limit: &mut Limit,
) -> Result<Option<Vec<Play>>, Stopped> {
    if width > 0
        && let Some(plays) = beam::finds(node, detours, width, limit)?
    {
        return Ok(Some(plays));
    }
    search.cut = false;
    let found = search.finds(node, detours, limit)?;
    Ok(found.then(|| std::mem::take(&mut search.way)))
}

/// The camp is full but nobody has won: it takes an own man in it, and one play of any other.
fn keep_full(runner: &Halma) -> Race {
    let is_in = !camp(HOME).and(runner.men[0]).is_empty();
    match runner.legal_moves().first() {
        Some(&play) if is_in => Race::Solved { plays: vec![play] },
        _ => Race::Never,
    }
}
