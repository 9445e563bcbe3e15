//! A value that probes read without a lock and without a counter that threads share.
//!
//! A reader marks its thread's stripe as busy, loads the pointer and uses the value. To withdraw the value, the owner
//! clears the pointer and then waits until every stripe was idle once. All four steps are sequentially
//! consistent: a reader that still got the pointer had marked its stripe before the pointer was cleared, so the
//! scan, which comes after, sees the mark until that reader has left. Hence the value is dropped only when no
//! reader can have it. If a reader does not leave in time, as a thread that a debugger holds, the value is leaked.

use std::cell::Cell;
use std::ptr;
use std::sync::atomic::{AtomicPtr, AtomicU32, AtomicUsize, Ordering};
use std::sync::{Arc, Mutex};
use std::thread;
use std::time::{Duration, Instant};

use crate::runtime::sync::locked;

/// More than the threads that run at once on most machines; further threads share stripes.
const STRIPES: usize = 64;
/// The pause between two looks at a stripe that is busy.
const PAUSE: Duration = Duration::from_micros(200);

/// A place for one value at a time.
pub struct Published<T> {
    pointer: AtomicPtr<T>,
    /// Keeps the value alive as long as the pointer leads to it.
    owner: Mutex<Option<Arc<T>>>,
    readers: [Stripe; STRIPES],
}

/// The number of readers on the threads that share it, on a cache line of its own.
#[repr(align(128))]
struct Stripe(AtomicU32);

/// Marks a stripe as busy while it lives, through a panic too.
struct Reading<'s>(&'s Stripe);

impl Drop for Reading<'_> {
    fn drop(&mut self) {
        self.0.0.fetch_sub(1, Ordering::SeqCst);
    }
}

thread_local! {
    /// The stripe of this thread, plus one; 0 until it is chosen.
    static STRIPE: Cell<usize> = const { Cell::new(0) };
}

fn stripe() -> usize {
    static NEXT: AtomicUsize = AtomicUsize::new(0);
    // A thread whose locals are gone already may still run a probe.
    let chosen = STRIPE.try_with(|stripe| {
        if stripe.get() == 0 {
            stripe.set(1 + NEXT.fetch_add(1, Ordering::Relaxed) % STRIPES);
        }
        stripe.get() - 1
    });
    chosen.unwrap_or(0)
}

impl<T> Published<T> {
    /// Creates an empty place.
    pub const fn new() -> Self {
        Published {
            pointer: AtomicPtr::new(ptr::null_mut()),
            owner: Mutex::new(None),
            readers: [const { Stripe(AtomicU32::new(0)) }; STRIPES],
        }
    }

    /// Shows a value to readers. There must be none.
    pub fn publish(&self, value: Arc<T>) {
        let mut owner = locked(&self.owner);
        debug_assert!(owner.is_none(), "withdraw the value before");
        self.pointer.store(Arc::as_ptr(&value).cast_mut(), Ordering::SeqCst);
        if let Some(older) = owner.replace(value) {
            // Readers may have it.
            std::mem::forget(older);
        }
    }

    /// Returns the value to keep it: takes a lock, so never from a probe.
    pub fn get(&self) -> Option<Arc<T>> {
        locked(&self.owner).clone()
    }

    /// Reads the value, if there is one. Takes no lock and waits for nothing.
    #[inline]
    pub fn with<R>(&self, read: impl FnOnce(&T) -> R) -> Option<R> {
        let stripe = &self.readers[stripe()];
        stripe.0.fetch_add(1, Ordering::SeqCst);
        let _reading = Reading(stripe);
        let value = self.pointer.load(Ordering::SeqCst);
        // SAFETY: the owner keeps the value alive until this thread has left its stripe; see the module.
        unsafe { value.as_ref() }.map(read)
    }

    /// Takes the value from readers, and waits for those that have it; returns whether all have left in time.
    pub fn withdraw(&self, patience: Duration) -> bool {
        let Some(value) = locked(&self.owner).take() else { return true };
        self.pointer.store(ptr::null_mut(), Ordering::SeqCst);
        let start = Instant::now();
        for stripe in &self.readers {
            while stripe.0.load(Ordering::SeqCst) != 0 {
                if start.elapsed() > patience {
                    std::mem::forget(value);
                    return false;
                }
                thread::sleep(PAUSE);
            }
        }
        true
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::sync::atomic::AtomicBool;
    use std::sync::mpsc::channel;

    struct Noisy(Arc<AtomicBool>);

    impl Drop for Noisy {
        fn drop(&mut self) {
            self.0.store(true, Ordering::SeqCst);
        }
    }

    fn noisy() -> (Arc<Noisy>, Arc<AtomicBool>) {
        let is_dropped = Arc::new(AtomicBool::new(false));
        (Arc::new(Noisy(is_dropped.clone())), is_dropped)
    }

    #[test]
    fn a_value_is_dropped_after_its_last_reader_has_left() {
        let place = Published::new();
        let (value, is_dropped) = noisy();
        place.publish(value);
        let ((entered, has_entered), (leave, may_leave)) = (channel(), channel());
        thread::scope(|scope| {
            let place = &place;
            scope.spawn(move || {
                place.with(|value: &Noisy| {
                    entered.send(()).unwrap();
                    may_leave.recv().unwrap();
                    assert!(!value.0.load(Ordering::SeqCst));
                })
            });
            has_entered.recv().unwrap();
            let withdrawn = scope.spawn(|| place.withdraw(Duration::from_secs(60)));
            while place.get().is_some() {
                thread::yield_now();
            }
            assert!(!is_dropped.load(Ordering::SeqCst));
            leave.send(()).unwrap();
            assert!(withdrawn.join().unwrap());
        });
        assert!(is_dropped.load(Ordering::SeqCst));
        assert!(place.with(|_| ()).is_none());
    }

    #[test]
    fn a_value_whose_reader_stays_is_leaked() {
        let place = Published::new();
        let (value, is_dropped) = noisy();
        place.publish(value);
        let is_free = place.with(|_| place.withdraw(Duration::ZERO));
        assert_eq!(is_free, Some(false));
        assert!(!is_dropped.load(Ordering::SeqCst));
        assert!(place.get().is_none());
    }

    #[test]
    fn a_reader_that_panics_has_left() {
        let place = Published::new();
        let (value, is_dropped) = noisy();
        place.publish(value);
        let read = std::panic::AssertUnwindSafe(|| place.with(|_| panic!("expected by the test")));
        assert!(std::panic::catch_unwind(read).is_err());
        assert!(place.withdraw(Duration::from_secs(60)));
        assert!(is_dropped.load(Ordering::SeqCst));
    }
}
