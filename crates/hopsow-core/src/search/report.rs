//! The result of a search, complete or so far.

use std::fmt;
use std::time::Duration;

use crate::evaluation::{MAX_ESTIMATE, Score, WIN};

use super::PROVEN;

/// The value of a position for the side to move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Value {
    /// An estimate, in hundredths of the game's unit.
    Estimate(Score),
    /// A proven win, with its distance in plies.
    Win(u32),
    /// A proven loss, with its distance in plies.
    Loss(u32),
    /// A proven draw.
    Draw,
    /// A win or loss by endgame table, as its score: above or below all estimates.
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

    /// Convert an exact score from the endgame tables.
    pub(super) fn from_table(score: Score) -> Value {
        if score == 0 { Value::Draw } else { Value::from_score(score) }
    }

    /// Return the value in the game's units. A proven win exceeds every estimate, the more the
    /// sooner.
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

    /// Return the plies to the proven end, if they are known.
    #[must_use]
    pub fn distance(self) -> Option<u32> {
        match self {
            Value::Win(plies) | Value::Loss(plies) => Some(plies),
            Value::Estimate(_) | Value::Draw | Value::Certain(_) => None,
        }
    }

    /// Return true if the value is proven.
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

/// A principal variation with its value.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Line<M> {
    /// The value if this line is played.
    pub value: Value,
    /// The moves, beginning with the one to play.
    pub moves: Vec<M>,
    /// The depth of the search of this line.
    pub depth: u32,
}

impl<M: Copy> Line<M> {
    pub(crate) fn map<N>(&self, f: impl Fn(M) -> N) -> Line<N> {
        let moves = self.moves.iter().map(|&mv| f(mv)).collect();
        Line { value: self.value, moves, depth: self.depth }
    }
}

/// The result of a search so far.
#[derive(Clone, Debug)]
pub struct Report<M> {
    /// The best lines, best first; empty only where there is no legal move.
    pub lines: Vec<Line<M>>,
    /// The depth of the last complete iteration.
    pub depth: u32,
    /// True if the search ended by itself: it reached the depth limit or the largest depth, or
    /// decided the game. Otherwise it ran into another limit, was stopped, or still runs.
    pub finished: bool,
    /// Nodes searched.
    pub nodes: u64,
    /// Successful probes of endgame tables.
    pub table_hits: u64,
    /// Wall time used.
    pub wall: Duration,
    /// CPU time of the process.
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

    /// Return the move to play.
    #[must_use]
    pub fn best(&self) -> Option<M> {
        self.lines.first()?.moves.first().copied()
    }
}
