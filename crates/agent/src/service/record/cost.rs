//! The time that captures take of the subject's.

use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;

/// Capturing may take this much time at once,
const FREE: Duration = Duration::from_secs(1);
/// and this part of the time that has passed; beyond it capturing is over budget.
const SHARE: u32 = 4;
/// Captures that take longer are expensive: over budget, their methods rest early.
const EXPENSIVE: Duration = Duration::from_micros(100);
/// The number of objects in a graph while capturing is over budget; larger ones are dropped.
pub const OBJECTS_OVER_BUDGET: u32 = 500;

/// The time spent so far.
#[derive(Default)]
pub struct Cost {
    nanos: AtomicU64,
}

impl Cost {
    pub fn add(&self, cost: Duration) {
        let nanos = u64::try_from(cost.as_nanos()).unwrap_or(u64::MAX);
        self.nanos.fetch_add(nanos, Ordering::Relaxed);
    }

    /// Returns true if captures have taken too much of the time that has passed.
    pub fn is_over_budget(&self, elapsed: Duration) -> bool {
        Duration::from_nanos(self.nanos.load(Ordering::Relaxed)) > FREE + elapsed / SHARE
    }
}

/// Returns true if a capture took longer than most should.
pub fn is_expensive(cost: Duration) -> bool {
    cost > EXPENSIVE
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_budget_is_a_second_and_a_quarter_of_the_time() {
        let cost = Cost::default();
        cost.add(FREE);
        assert!(!cost.is_over_budget(Duration::ZERO));
        cost.add(Duration::from_secs(2));
        assert!(cost.is_over_budget(Duration::from_secs(7)));
        assert!(!cost.is_over_budget(Duration::from_secs(8)));
    }
}
