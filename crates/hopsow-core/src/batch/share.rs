//! Work divided among threads, of which the calling one is the first.

use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread;

use rayon::ThreadPool;

/// Do `work` with every item, the first one on the calling thread and the others in the pool.
pub(crate) fn share<T: Send>(pool: Option<&ThreadPool>, items: Vec<T>, work: impl Fn(T) + Sync) {
    let mut items = items.into_iter();
    let Some(first) = items.next() else { return };
    match pool {
        None => {
            work(first);
            items.for_each(work);
        }
        Some(pool) => pool.in_place_scope(|scope| {
            let work = &work;
            for item in items {
                scope.spawn(move |_| work(item));
            }
            work(first);
        }),
    }
}

/// Where threads wait for each other in the midst of their work. All of them are at work: what they
/// wait for takes microseconds, less than falling asleep and being woken.
pub(super) struct Meeting {
    expected: usize,
    arrived: AtomicUsize,
}

impl Meeting {
    pub fn of(expected: usize) -> Meeting {
        Meeting { expected, arrived: AtomicUsize::new(0) }
    }

    /// Go on when everybody has come; what they have done before is then seen.
    pub fn wait(&self) {
        self.arrived.fetch_add(1, Ordering::AcqRel);
        while self.arrived.load(Ordering::Acquire) < self.expected {
            thread::yield_now();
        }
    }
}
