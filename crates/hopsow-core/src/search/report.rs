//! What a search found, also while it still runs.

use std::fmt;
use std::time::Duration;

use crate::evaluation::{MAX_ESTIMATE, Score, WIN};

use super::PROVEN;

/// How good a position is for the side to move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Value {
    /// An estimate, in hundredths of the game's unit.
    Estimate(Score),
    /// A proven win in this many plies.
    Win(u32),
    /// A proven loss in this many plies.
    Loss(u32),
    /// A proven draw.
    Draw,
    /// A result known from tables, as its score: above all estimates or below them.
    Certain(Score),
}

impl Value {
    pub(super) fn from_score(score: Score) -> Value {
        if score > PROVEN {
            Value::Win((WIN - score) as u32)
        } else if score < -PROVEN {
            Value::Loss((WIN + score) as u32)
        } else if score.abs() > MAX_ESTIMATE {
            Value::Certain(score)
        } else {
            Value::Estimate(score)
        }
    }

    /// The value that belongs to a score that is known.
    pub(super) fn from_table(score: Score) -> Value {
        if score == 0 { Value::Draw } else { Value::from_score(score) }
    }

    /// The value as a number of the game's units: a proven win is worth more than any estimate, the
    /// sooner the more.
    #[must_use]
    pub fn units(self) -> f64 {
        let score = match self {
            Value::Estimate(score) | Value::Certain(score) => score,
            Value::Win(plies) => WIN - plies as Score,
            Value::Loss(plies) => plies as Score - WIN,
            Value::Draw => 0,
        };
        f64::from(score) / 100.0
    }

    /// The plies to the proven end, where that is known.
    #[must_use]
    pub fn distance(self) -> Option<u32> {
        match self {
            Value::Win(plies) | Value::Loss(plies) => Some(plies),
            Value::Estimate(_) | Value::Draw | Value::Certain(_) => None,
        }
    }

    /// Whether the value is proven.
    #[must_use]
    pub fn is_exact(self) -> bool {
        !matches!(self, Value::Estimate(_))
    }
}

impl fmt::Display for Value {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Value::Estimate(score) => write!(f, "{:+.2}", f64::from(*score) / 100.0),
            Value::Win(plies) => write!(f, "win in {plies}"),
            Value::Loss(plies) => write!(f, "loss in {plies}"),
            Value::Draw => f.write_str("draw"),
            Value::Certain(score) if *score > 0 => f.write_str("win by table"),
            Value::Certain(_) => f.write_str("loss by table"),
        }
    }
}

/// A move with what it leads to.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Line<M> {
    /// The value if this line is played.
    pub value: Value,
    /// The moves expected, the first being the one to play.
    pub moves: Vec<M>,
    /// The depth to which this line was searched.
    pub depth: u32,
}

impl<M: Copy> Line<M> {
    pub(crate) fn map<N>(&self, f: impl Fn(M) -> N) -> Line<N> {
        let moves = self.moves.iter().map(|&mv| f(mv)).collect();
        Line { value: self.value, moves, depth: self.depth }
    }
}

/// The state of a search.
#[derive(Clone, Debug)]
pub struct Report<M> {
    /// The best lines, best first; empty only where there is no legal move.
    pub lines: Vec<Line<M>>,
    /// The last depth that was finished.
    pub depth: u32,
    /// Whether the search ended by itself: the depth asked for or the deepest there is was reached,
    /// or nothing was left to find out. Otherwise it ran into a limit, was stopped, or still runs.
    pub finished: bool,
    /// The positions visited.
    pub nodes: u64,
    /// The positions whose ending was known without a search.
    pub table_hits: u64,
    /// Wall time used.
    pub wall: Duration,
    /// CPU time used by the process.
    pub cpu: Duration,
}

impl<M: Copy> Report<M> {
    pub(crate) fn map<N>(&self, f: impl Fn(M) -> N) -> Report<N> {
        Report {
            lines: self.lines.iter().map(|line| line.map(&f)).collect(),
            depth: self.depth,
            finished: self.finished,
            nodes: self.nodes,
            table_hits: self.table_hits,
            wall: self.wall,
            cpu: self.cpu,
        }
    }

    /// The move to play.
    #[must_use]
    pub fn best(&self) -> Option<M> {
        self.lines.first()?.moves.first().copied()
    }
}
