//! Work divided among threads, of which the calling one is the first.

use std::hint;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread;

use rayon::ThreadPool;

/// Helper threads of the calling one. A step of a batch takes no longer than putting a thread to
/// sleep and waking it, so helpers stay awake for a moment after their work, and a waiting thread
/// spins before it sleeps.
pub(crate) struct Helpers {
    pool: ThreadPool,
    number: usize,
    /// The number of jobs so far.
    called: Arc<AtomicUsize>,
}

impl Helpers {
    /// Create the helpers of a team of `threads` that includes the calling thread.
    pub fn beside(threads: usize) -> Option<Arc<Helpers>> {
        let number = threads.checked_sub(1).filter(|&number| number > 0)?;
        Some(Arc::new(Helpers { pool: crate::pool(number), number, called: Arc::default() }))
    }

    fn stay_awake(&self) {
        let before = self.called.load(Ordering::Relaxed);
        for _ in 0..self.number {
            let called = Arc::clone(&self.called);
            self.pool.spawn(move || {
                for _ in 0..AWAKE {
                    if called.load(Ordering::Relaxed) != before {
                        return;
                    }
                    (0..MOMENTS).for_each(|_| hint::spin_loop());
                }
            });
        }
    }
}

/// Do `work` with every item, the first one on the calling thread and the others on its helpers.
pub(crate) fn share<T: Send>(helpers: Option<&Helpers>, items: Vec<T>, work: impl Fn(T) + Sync) {
    let done = Meeting::of(items.len());
    let mut items = items.into_iter();
    let Some(first) = items.next() else { return };
    let Some(helpers) = helpers else {
        work(first);
        items.for_each(work);
        return;
    };
    helpers.pool.in_place_scope(|scope| {
        let (work, done) = (&work, &done);
        for item in items {
            scope.spawn(move |_| {
                work(item);
                done.arrive();
            });
        }
        helpers.called.fetch_add(1, Ordering::Relaxed);
        work(first);
        done.arrive();
        if done.look() {
            (0..MOMENTS).for_each(|_| hint::spin_loop()); // until they have left
        }
    });
    helpers.stay_awake();
}

/// A fraction of a microsecond.
const MOMENTS: usize = 20;
/// The number of looks before a helper sleeps: longer than a caller needs from step to step.
const AWAKE: usize = 100;
/// The number of looks for other threads before a thread yields its processor: for
/// some microseconds, in which they usually come.
const GLANCES: usize = 200;
/// And so often before it sleeps.
const LOOKS: usize = 400;

/// A barrier of threads.
pub(super) struct Meeting {
    expected: usize,
    arrived: AtomicUsize,
}

impl Meeting {
    pub fn of(expected: usize) -> Meeting {
        Meeting { expected, arrived: AtomicUsize::new(0) }
    }

    /// Arrive, and spin until all threads have; their earlier writes are then visible. The wait
    /// takes microseconds, less than sleeping and waking.
    pub fn wait(&self) {
        self.arrive();
        while !self.look() {}
    }

    fn arrive(&self) {
        self.arrived.fetch_add(1, Ordering::AcqRel);
    }

    /// Return true if every thread arrives within a short wait.
    fn look(&self) -> bool {
        for look in 0..LOOKS {
            if self.arrived.load(Ordering::Acquire) >= self.expected {
                return true;
            }
            if look < GLANCES { hint::spin_loop() } else { thread::yield_now() }
        }
        false
    }
}
