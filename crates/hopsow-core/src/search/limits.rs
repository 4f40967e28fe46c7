//! The limits of a search, and the clock that enforces them: the only clock in the core.

use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::time::{Duration, Instant};

/// Limits on a search; the first one reached ends it. By default there are none.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct SearchLimits {
    /// The deepest iteration.
    pub depth: Option<u32>,
    /// Nodes of all threads together. A single thread visits exactly this many, unless the search
    /// finishes earlier (`Report::finished`).
    pub nodes: Option<u64>,
    /// Wall time since the search began.
    pub wall: Option<Duration>,
    /// CPU time of the whole process since the search began.
    pub cpu: Option<Duration>,
    /// Percentage of the wall or CPU limit after which no iteration begins.
    pub soft_percent: u32,
}

impl Default for SearchLimits {
    fn default() -> Self {
        SearchLimits { depth: None, nodes: None, wall: None, cpu: None, soft_percent: 100 }
    }
}

/// Return the CPU time of this process: user and system, all threads.
#[must_use]
pub fn cpu_time() -> Duration {
    #[cfg(unix)]
    {
        let time = rustix::time::clock_gettime(rustix::time::ClockId::ProcessCPUTime);
        Duration::new(time.tv_sec as u64, time.tv_nsec as u32)
    }
    #[cfg(not(unix))]
    {
        use std::sync::OnceLock;
        // Without a process clock, wall time is the safe choice for a single thread.
        static STARTED: OnceLock<Instant> = OnceLock::new();
        STARTED.get_or_init(Instant::now).elapsed()
    }
}

/// The running clock of one search, shared by its threads.
pub(super) struct Clock<'a> {
    limits: SearchLimits,
    wall_start: Instant,
    cpu_start: Duration,
    nodes: AtomicU64,
    table_hits: AtomicU64,
    /// Set by the caller.
    stop: &'a AtomicBool,
    /// Set when a limit is reached or the main thread has finished.
    over: AtomicBool,
}

/// Nodes that a thread visits between two looks at the clock. The first intervals are shorter:
/// while the table claims its memory, a node may take as long as a thousand later ones.
pub(super) const NODES_PER_LOOK: u64 = 2_048;
const FIRST_NODES: u64 = 4;

/// The share of the time that a plan may take.
const PLAN_PERCENT_OF_TIME: u32 = 50;

/// The share of the time and nodes that solving the root's ending may take. A node costs up to ten
/// times as much there as in the search.
const ENDINGS_PERCENT_OF_TIME: u32 = 30;
const ENDINGS_PART_OF_NODES: u64 = 30;
const MAX_NODES_FOR_ENDINGS: u64 = 1_000_000;

impl<'a> Clock<'a> {
    pub fn start(limits: SearchLimits, stop: &'a AtomicBool) -> Self {
        Clock {
            limits,
            wall_start: Instant::now(),
            cpu_start: cpu_time(),
            nodes: AtomicU64::new(0),
            table_hits: AtomicU64::new(0),
            stop,
            over: AtomicBool::new(false),
        }
    }

    /// Return the nodes that a thread may visit before its next look, after `looks` looks.
    pub fn allowance(&self, looks: u32) -> u64 {
        let most = NODES_PER_LOOK.min(FIRST_NODES << (looks / 16).min(32));
        let left = |limit: u64| limit.saturating_sub(self.nodes.load(Ordering::Relaxed));
        self.limits.nodes.map_or(most, left).clamp(1, most)
    }

    /// Count `nodes` more nodes, check all limits, and return true if the search must end.
    pub fn look(&self, nodes: u64) -> bool {
        let nodes = self.nodes.fetch_add(nodes, Ordering::Relaxed) + nodes;
        if self.stop.load(Ordering::Relaxed)
            || self.limits.nodes.is_some_and(|limit| nodes >= limit)
            || self.limits.wall.is_some_and(|limit| self.wall() >= limit)
            || self.limits.cpu.is_some_and(|limit| self.cpu() >= limit)
        {
            self.end();
        }
        self.is_over()
    }

    /// Return true if `depth` reaches the depth limit.
    pub fn asks_for_no_more_than(&self, depth: u32) -> bool {
        self.limits.depth.is_some_and(|limit| depth >= limit)
    }

    /// Return true if there is time for another iteration.
    pub fn allows_another(&self) -> bool {
        !self.is_over() && !self.has_used(self.limits.soft_percent)
    }

    /// Return true if `percent` of the wall or CPU limit are used up.
    fn has_used(&self, percent: u32) -> bool {
        let part = |limit: Duration| limit * percent / 100;
        self.limits.wall.is_some_and(|limit| self.wall() >= part(limit))
            || self.limits.cpu.is_some_and(|limit| self.cpu() >= part(limit))
    }

    /// Return the node budget for solving the root's ending.
    ///
    /// It does not depend on the time, so that a search by depth or nodes is reproducible.
    pub fn nodes_for_endings(&self) -> u64 {
        let by_depth = self.limits.depth.map(|depth| 4u64.saturating_pow(depth));
        let by_nodes = self.limits.nodes.map(|nodes| nodes / ENDINGS_PART_OF_NODES);
        [by_depth, by_nodes].into_iter().flatten().fold(MAX_NODES_FOR_ENDINGS, u64::min)
    }

    /// Return true if solving the root's ending has used up its share.
    pub fn is_late_for_endings(&self) -> bool {
        self.stop.load(Ordering::Relaxed) || self.has_used(ENDINGS_PERCENT_OF_TIME)
    }

    /// Return the node budget of a plan.
    pub fn nodes_for_plan(&self) -> u64 {
        self.limits.nodes.map_or(u64::MAX, |nodes| nodes.saturating_sub(self.nodes()))
    }

    /// Return true if a plan has used up its share.
    pub fn is_late_for_plan(&self) -> bool {
        self.stop.load(Ordering::Relaxed) || self.has_used(PLAN_PERCENT_OF_TIME)
    }

    pub fn end(&self) {
        self.over.store(true, Ordering::Relaxed);
    }

    pub fn is_over(&self) -> bool {
        self.over.load(Ordering::Relaxed)
    }

    pub fn wall(&self) -> Duration {
        self.wall_start.elapsed()
    }

    pub fn cpu(&self) -> Duration {
        cpu_time().saturating_sub(self.cpu_start)
    }

    pub fn nodes(&self) -> u64 {
        self.nodes.load(Ordering::Relaxed)
    }

    pub fn count_table_hits(&self, hits: u64) {
        self.table_hits.fetch_add(hits, Ordering::Relaxed);
    }

    pub fn table_hits(&self) -> u64 {
        self.table_hits.load(Ordering::Relaxed)
    }
}
