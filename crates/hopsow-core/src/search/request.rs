//! The request for a search.

use super::limits::SearchLimits;

/// The selectivity of a search.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Style {
    /// Every line to the same depth: the value equals plain minimax.
    Exact,
    /// Reductions, pruning, extensions and a quiescence search.
    Selective,
}

/// A search to run.
#[derive(Clone, Copy, Debug)]
pub struct Request {
    /// When to stop.
    pub limits: SearchLimits,
    /// The number of lines to report.
    pub lines: usize,
    /// The number of threads.
    pub threads: usize,
    /// The selectivity.
    pub style: Style,
    /// True if the move will be played, not only shown: a side far ahead may then follow a plan.
    pub plays: bool,
}

impl Default for Request {
    fn default() -> Self {
        let limits = SearchLimits::default();
        Request { limits, lines: 1, threads: 1, style: Style::Selective, plays: false }
    }
}

impl Request {
    /// Return true if the caller wants one move within some time or nodes, rather than an analysis.
    pub(super) fn is_for_play(&self) -> bool {
        let SearchLimits { wall, cpu, nodes, .. } = self.limits;
        let is_limited = wall.is_some() || cpu.is_some() || nodes.is_some();
        is_limited && self.lines == 1 && self.style == Style::Selective
    }
}
