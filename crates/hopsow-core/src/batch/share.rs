//! Work divided among threads, of which the calling one is the first.

use std::hint;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread;

use rayon::ThreadPool;

/// Do `work` with every item, the first one on the calling thread and the others in the pool.
///
/// A step of a batch is done in the time that it takes to fall asleep and be woken: who is first
/// looks for the others a while before it does.
pub(crate) fn share<T: Send>(pool: Option<&ThreadPool>, items: Vec<T>, work: impl Fn(T) + Sync) {
    let done = Meeting::of(items.len());
    let mut items = items.into_iter();
    let Some(first) = items.next() else { return };
    match pool {
        None => {
            work(first);
            items.for_each(work);
        }
        Some(pool) => pool.in_place_scope(|scope| {
            let (work, done) = (&work, &done);
            for item in items {
                scope.spawn(move |_| {
                    work(item);
                    done.arrive();
                });
            }
            work(first);
            done.arrive();
            if done.look() {
                (0..MOMENTS_TO_LEAVE).for_each(|_| hint::spin_loop());
            }
        }),
    }
}

/// So often a thread looks for the others before it lets another program have its processor: for
/// some microseconds, in which they usually come.
const GLANCES: usize = 200;
/// And so often before it sleeps.
const LOOKS: usize = 400;
/// What a thread still does after its work takes about so many moments.
const MOMENTS_TO_LEAVE: usize = 30;

/// Where threads wait for each other.
pub(super) struct Meeting {
    expected: usize,
    arrived: AtomicUsize,
}

impl Meeting {
    pub fn of(expected: usize) -> Meeting {
        Meeting { expected, arrived: AtomicUsize::new(0) }
    }

    /// Come, and go on when everybody has; what they have done before is then seen. All are at work:
    /// what they wait for takes microseconds, less than falling asleep and being woken.
    pub fn wait(&self) {
        self.arrive();
        while !self.look() {}
    }

    fn arrive(&self) {
        self.arrived.fetch_add(1, Ordering::AcqRel);
    }

    /// Whether everybody has come within a while.
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
