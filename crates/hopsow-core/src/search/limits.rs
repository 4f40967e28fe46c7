//! When a search stops. The only clock in the core.

use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::time::{Duration, Instant};

/// Bounds on a search; the first one reached ends it.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Limits {
    /// The deepest iteration.
    pub depth: Option<u32>,
    /// Positions visited by all threads together.
    pub nodes: Option<u64>,
    /// Time on the wall since the search began.
    pub wall: Option<Duration>,
    /// CPU time of the whole process since the search began, all threads together.
    pub cpu: Option<Duration>,
    /// No new iteration begins after this much of the wall or CPU limit, in percent; a search that
    /// may use all of its time says 100.
    pub soft_percent: u32,
}

/// The CPU time that this process has used, user and system, all threads.
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
        // Without a process clock the wall is the safe side: it never runs slower.
        static STARTED: OnceLock<Instant> = OnceLock::new();
        STARTED.get_or_init(Instant::now).elapsed()
    }
}

/// The running clock of one search, shared by its threads.
pub(super) struct Clock<'a> {
    limits: Limits,
    wall_start: Instant,
    cpu_start: Duration,
    nodes: AtomicU64,
    /// Set by the outside.
    stop: &'a AtomicBool,
    /// Set when a limit is reached or the main thread has finished.
    over: AtomicBool,
}

/// Each thread visits this many positions between two looks at the clock.
pub(super) const NODES_PER_LOOK: u64 = 2_048;

impl<'a> Clock<'a> {
    pub fn start(limits: Limits, stop: &'a AtomicBool) -> Self {
        Clock {
            limits,
            wall_start: Instant::now(),
            cpu_start: cpu_time(),
            nodes: AtomicU64::new(0),
            stop,
            over: AtomicBool::new(false),
        }
    }

    /// How many positions a thread may visit before it has to report back.
    pub fn allowance(&self) -> u64 {
        let left = |limit: u64| limit.saturating_sub(self.nodes.load(Ordering::Relaxed));
        self.limits.nodes.map_or(NODES_PER_LOOK, left).clamp(1, NODES_PER_LOOK)
    }

    /// Take note of `nodes` more positions and of the time: whether the search must end.
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

    /// Whether beginning another iteration after `depth` is worth it.
    pub fn allows_after(&self, depth: u32) -> bool {
        let share = f64::from(self.limits.soft_percent) / 100.0;
        let late = |limit: Option<Duration>, used: Duration| {
            limit.is_some_and(|limit| used >= limit.mul_f64(share))
        };
        !self.is_over()
            && self.limits.depth.is_none_or(|limit| depth < limit)
            && !late(self.limits.wall, self.wall())
            && !late(self.limits.cpu, self.cpu())
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
}
