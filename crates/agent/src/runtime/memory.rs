//! How much native memory the agent holds, against its budget.

use std::sync::atomic::{AtomicUsize, Ordering};

/// The account of one recording. What is counted is what grows with the subject: captures, open
/// invocations, class descriptors. Fixed costs, the code itself included, are some 2 MB.
#[derive(Debug)]
pub struct Memory {
    used: AtomicUsize,
    peak: AtomicUsize,
    budget: usize,
}

/// An amount of memory in use. It must be [released](Memory::release): it does not know its account.
#[derive(Debug)]
pub struct Held {
    bytes: usize,
}

impl Memory {
    pub fn new(budget: u64) -> Self {
        let budget = usize::try_from(budget).unwrap_or(usize::MAX);
        Memory { used: AtomicUsize::new(0), peak: AtomicUsize::new(0), budget }
    }

    /// Takes so many bytes if the budget has them. They may be more than will be needed, so they do not
    /// count for the peak yet.
    pub fn take(&self, bytes: usize) -> Option<Held> {
        let fits = |used: usize| used.checked_add(bytes).filter(|&sum| sum <= self.budget);
        self.used.fetch_update(Ordering::Relaxed, Ordering::Relaxed, fits).ok()?;
        Some(Held { bytes })
    }

    /// Returns the bytes that are left of the budget.
    pub fn left(&self) -> usize {
        self.budget.saturating_sub(self.used.load(Ordering::Relaxed))
    }

    /// Returns the budget.
    pub fn most(&self) -> usize {
        self.budget
    }

    /// The most that was ever in use.
    pub fn peak(&self) -> usize {
        self.peak.load(Ordering::Relaxed)
    }

    /// Corrects what is held to what it turned out to be.
    pub fn settle(&self, held: &mut Held, bytes: usize) {
        let used = if bytes >= held.bytes {
            let more = bytes - held.bytes;
            self.used.fetch_add(more, Ordering::Relaxed) + more
        } else {
            let less = held.bytes - bytes;
            self.used.fetch_sub(less, Ordering::Relaxed) - less
        };
        self.peak.fetch_max(used, Ordering::Relaxed);
        held.bytes = bytes;
    }

    /// Gives it back.
    pub fn release(&self, mut held: Held) {
        self.settle(&mut held, 0);
    }
}

impl Held {
    /// Nothing yet.
    pub fn nothing() -> Self {
        Held { bytes: 0 }
    }

    pub fn bytes(&self) -> usize {
        self.bytes
    }

    /// Takes over what another one holds of the same account.
    pub fn join(&mut self, other: Held) {
        self.bytes += other.bytes;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_account_is_right_and_the_budget_holds() {
        let memory = Memory::new(100);
        let mut one = memory.take(60).unwrap();
        assert!(memory.take(41).is_none());
        memory.settle(&mut one, 20);
        let mut two = memory.take(80).unwrap();
        assert_eq!(memory.left(), 0);
        memory.settle(&mut two, 75);
        memory.settle(&mut one, 25);
        assert_eq!((memory.left(), memory.peak()), (0, 100));
        memory.release(one);
        memory.release(two);
        assert_eq!(memory.left(), 100);
    }
}
