//! The time that captures take of the subject's.

use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::time::Duration;

/// Capturing may take this much time at once,
const FREE: Duration = Duration::from_secs(1);
/// and this part of the time that has passed; beyond it capturing is over budget.
const SHARE: u32 = 4;
/// Captures between rests may take this part of the time that has passed, besides [`FREE`].
const LATER_SHARE: u32 = 32;
/// Captures of calls that are preferred may take this part of the time that has passed, when capturing is over budget,
const PREFERRED_SHARE: u32 = 8;
/// besides this much at once in a program that is recorded from its start: a short program with large graphs has ended
/// before a part of its time is enough to see each method. In a program that runs already, it is [`FREE`].
const PREFERRED_FREE: Duration = Duration::from_secs(8);
/// The time that the JVM takes to compile code anew, about. It has to when the probe of a method that is called often is
/// armed.
const COMPILATION: Duration = Duration::from_millis(50);
/// Resting methods that are armed at once: the time that they take is known when they are called.
const ARMED_AT_ONCE: usize = 16;
/// Captures that take longer are expensive: over budget, their methods rest early.
const EXPENSIVE: Duration = Duration::from_micros(100);
/// The number of objects in a graph while capturing is over budget; larger ones are dropped.
pub const OBJECTS_OVER_BUDGET: u32 = 500;

/// The time spent so far.
#[derive(Default)]
pub struct Cost {
    nanos: AtomicU64,
    /// For captures between rests, and for code that is compiled anew because of them.
    later_nanos: AtomicU64,
    /// For calls that are preferred.
    preferred_nanos: AtomicU64,
    /// The program ran before it was recorded.
    is_attached: AtomicBool,
}

impl Cost {
    pub fn add(&self, cost: Duration) {
        self.nanos.fetch_add(nanos(cost), Ordering::Relaxed);
    }

    /// Adds the time of a capture between rests.
    pub fn add_later(&self, cost: Duration) {
        self.later_nanos.fetch_add(nanos(cost), Ordering::Relaxed);
    }

    /// Adds the time of a capture that is preferred.
    pub fn add_preferred(&self, cost: Duration) {
        self.preferred_nanos.fetch_add(nanos(cost), Ordering::Relaxed);
    }

    /// Notes that the program ran before it was recorded: others may wait for it.
    pub fn note_attached(&self) {
        self.is_attached.store(true, Ordering::Relaxed);
    }

    /// Returns true if calls may be preferred, though capturing is over budget.
    pub fn may_prefer(&self, elapsed: Duration) -> bool {
        let free = if self.is_attached.load(Ordering::Relaxed) { FREE } else { PREFERRED_FREE };
        Duration::from_nanos(self.preferred_nanos.load(Ordering::Relaxed)) < free + elapsed / PREFERRED_SHARE
    }

    /// Adds the time for compiling code anew.
    pub fn add_compilation(&self) {
        self.add_later(COMPILATION);
    }

    /// Returns how many resting methods may be armed now.
    pub fn armings_left(&self, elapsed: Duration) -> usize {
        let spent = Duration::from_nanos(self.later_nanos.load(Ordering::Relaxed));
        if spent < FREE + elapsed / LATER_SHARE { ARMED_AT_ONCE } else { 0 }
    }

    /// Returns true if captures have taken too much of the time that has passed.
    pub fn is_over_budget(&self, elapsed: Duration) -> bool {
        Duration::from_nanos(self.nanos.load(Ordering::Relaxed)) > FREE + elapsed / SHARE
    }
}

fn nanos(duration: Duration) -> u64 {
    u64::try_from(duration.as_nanos()).unwrap_or(u64::MAX)
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

    #[test]
    fn preferred_calls_have_a_budget_of_their_own() {
        let cost = Cost::default();
        cost.add(FREE * 9);
        assert!(cost.is_over_budget(Duration::ZERO) && cost.may_prefer(Duration::ZERO));
        cost.add_preferred(FREE);
        assert!(cost.may_prefer(Duration::ZERO), "it is recorded from its start");
        cost.add_preferred(PREFERRED_FREE - FREE);
        assert!(!cost.may_prefer(Duration::ZERO) && cost.may_prefer(Duration::from_secs(1)));

        let attached = Cost::default();
        attached.note_attached();
        assert!(attached.may_prefer(Duration::ZERO));
        attached.add_preferred(FREE);
        assert!(!attached.may_prefer(Duration::ZERO) && attached.may_prefer(Duration::from_secs(1)));
    }

    #[test]
    fn arming_has_a_budget_of_its_own() {
        let cost = Cost::default();
        assert_eq!(cost.armings_left(Duration::ZERO), ARMED_AT_ONCE);
        cost.add_later(FREE - COMPILATION);
        assert_eq!(cost.armings_left(Duration::ZERO), ARMED_AT_ONCE);
        cost.add_compilation();
        assert_eq!(cost.armings_left(Duration::ZERO), 0);
        assert_eq!(cost.armings_left(Duration::from_secs(1)), ARMED_AT_ONCE);
        assert!(!cost.is_over_budget(Duration::ZERO));
    }
}
