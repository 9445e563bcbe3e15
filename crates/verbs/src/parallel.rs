//! Work on several threads, with results that do not depend on their number.

use std::num::NonZero;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread;

/// Applies a function to all items and returns the results in the order of the items. Each thread takes the next item
/// that none has taken. Uses as many threads as there are cores unless a number is given; `started` is called with the
/// positions of items that the calling thread takes.
pub fn map<T: Sync, R: Send>(
    items: &[T],
    threads: Option<usize>,
    apply: impl Fn(&T) -> R + Sync,
    started: impl Fn(usize),
) -> Vec<R> {
    let next = AtomicUsize::new(0);
    let work = |started: &dyn Fn(usize)| {
        let mut done = Vec::new();
        loop {
            let at = next.fetch_add(1, Ordering::Relaxed);
            let Some(item) = items.get(at) else { return done };
            started(at);
            done.push((at, apply(item)));
        }
    };
    let threads = threads.unwrap_or_else(|| thread::available_parallelism().map_or(1, NonZero::get));
    let others = threads.min(items.len()).saturating_sub(1);
    let mut done: Vec<(usize, R)> = thread::scope(|scope| {
        let workers: Vec<_> = (0..others).map(|_| scope.spawn(|| work(&|_| {}))).collect();
        let mut done = work(&started);
        for worker in workers {
            done.extend(worker.join().unwrap_or_else(|panic| std::panic::resume_unwind(panic)));
        }
        done
    });
    done.sort_unstable_by_key(|(at, _)| *at);
    done.into_iter().map(|(_, result)| result).collect()
}

#[cfg(test)]
mod tests {
    use std::sync::Barrier;

    use super::*;

    #[test]
    fn results_are_in_the_order_of_the_items() {
        let items: Vec<usize> = (0..100).collect();
        let expected: Vec<usize> = items.iter().map(|item| item * item).collect();
        for threads in [None, Some(0), Some(1), Some(2), Some(5), Some(1000)] {
            assert_eq!(map(&items, threads, |item| item * item, |_| {}), expected, "{threads:?}");
        }
        assert!(map(&[0; 0], Some(3), |item| *item, |_| {}).is_empty());
    }

    /// Every item waits for the others, so that fewer threads than asked for would never end.
    #[test]
    fn as_many_threads_as_asked_for_work_at_once() {
        let together = Barrier::new(3);
        let ids = map(
            &[(); 3],
            Some(3),
            |()| {
                together.wait();
                thread::current().id()
            },
            |_| {},
        );
        assert!(ids[0] != ids[1] && ids[1] != ids[2] && ids[0] != ids[2], "{ids:?}");
    }

    #[test]
    #[should_panic(expected = "item 7")]
    fn a_panic_of_any_thread_is_passed_on() {
        let items: Vec<usize> = (0..10).collect();
        map(&items, Some(4), |item| assert_ne!(*item, 7, "item 7"), |_| {});
    }
}
