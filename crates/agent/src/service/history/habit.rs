//! How often a method was seen to change its objects: comparing costs more than all else, and most methods always
//! change their object or never do.

use std::sync::atomic::{AtomicU32, Ordering};

/// A method that changed its object each time it was compared is taken to do so.
const SURE: u32 = 64;
/// It is still compared now and then.
const NOW_AND_THEN: u32 = 64;
/// A method that never changed one is taken not to change those that are too large to compare,
const UNLIKELY: u32 = 16;
/// then is compared at every so many calls only,
const DOUBTED: u32 = 128;
const EVERY: u32 = 8;
/// and at last is asked no more.
const IDLE: u32 = 640;

/// Comparisons of one method's calls.
#[derive(Default, Debug)]
pub struct Habit {
    compared: AtomicU32,
    changed: AtomicU32,
    assumed: AtomicU32,
}

impl Habit {
    /// Returns true if the next call is to be compared.
    pub fn is_to_compare(&self) -> bool {
        let (compared, changed) = self.counts();
        let every = match changed {
            0 if compared >= DOUBTED => EVERY,
            changed if compared >= SURE && changed >= compared => NOW_AND_THEN,
            _ => return true,
        };
        self.assumed.fetch_add(1, Ordering::Relaxed) % every == every - 1
    }

    /// Returns true if a call that could not be compared has probably changed nothing.
    pub fn is_unlikely_to_change(&self) -> bool {
        let (compared, changed) = self.counts();
        compared >= UNLIKELY && changed == 0
    }

    /// A call was compared. Says whether the method is to be asked no more.
    pub fn note(&self, is_changed: bool) -> bool {
        if is_changed {
            // First, so that it never seems to have changed fewer than all.
            let changed = self.changed.load(Ordering::Relaxed);
            self.changed.store(changed.saturating_add(1), Ordering::Relaxed);
        }
        let compared = self.compared.load(Ordering::Relaxed).saturating_add(1);
        self.compared.store(compared, Ordering::Relaxed);
        compared >= IDLE && self.changed.load(Ordering::Relaxed) == 0
    }

    fn counts(&self) -> (u32, u32) {
        (self.compared.load(Ordering::Relaxed), self.changed.load(Ordering::Relaxed))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn habits_are_learnt_and_doubted() {
        let setter = Habit::default();
        assert!((0..SURE).all(|_| setter.is_to_compare() && !setter.note(true)));
        let compared = (0..640).filter(|_| setter.is_to_compare()).count();
        assert_eq!(compared, 10);
        setter.note(false);
        assert!(setter.is_to_compare(), "it does not always change something");

        let getter = Habit::default();
        assert!((0..DOUBTED).all(|_| getter.is_to_compare() && !getter.note(false)));
        assert!(getter.is_unlikely_to_change() && !setter.is_unlikely_to_change());
        let compared = (0..10 * EVERY).filter(|_| getter.is_to_compare()).count();
        assert_eq!(compared, 10, "it hardly changes anything");
        assert!((DOUBTED + 1..IDLE).all(|_| !getter.note(false)));
        assert!(getter.note(false), "it may rest");
        getter.note(true);
        assert!((0..EVERY).all(|_| getter.is_to_compare()), "it does change something");
    }
}
