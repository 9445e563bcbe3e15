//! Having the code of settled methods compiled anew, so that a call of theirs is recorded again.
//!
//! A redefinition with the same probes does that: it drops compiled code and profiles. It stops the program for some 20 ms,
//! and the code of all callers is compiled again as well: for 32 classes of javac, that takes some 10 s of CPU time. So there
//! is one after ten minutes, and one an hour later on, for a few classes each.

use std::collections::{HashSet, VecDeque};
use std::sync::Mutex;
use std::time::Duration;

use crate::probe::sites::Sites;
use crate::runtime::sync::locked;

/// The time to the first renewal; later ones are twice as far apart each.
const FIRST: Duration = Duration::from_secs(600);
const LONGEST: Duration = Duration::from_secs(3600);
/// Classes in a renewal.
const CLASSES: usize = 32;

/// The methods whose compiled code has no probes, in the order of their renewal.
pub struct Renewal {
    state: Mutex<State>,
}

struct State {
    waiting: VecDeque<u32>,
    due: Duration,
    gap: Duration,
}

/// Methods of a few classes that are to be compiled anew.
#[derive(Debug, PartialEq, Eq)]
pub struct Renewed {
    pub sites: Vec<u32>,
    /// Internal names.
    pub classes: HashSet<Box<str>>,
}

impl Renewal {
    /// Creates an empty queue.
    pub fn new() -> Self {
        Renewal { state: Mutex::new(State { waiting: VecDeque::new(), due: FIRST, gap: FIRST }) }
    }

    /// Adds a method.
    pub fn add(&self, number: u32) {
        locked(&self.state).waiting.push_back(number);
    }

    /// Returns the methods that are due, if any.
    pub fn take_due(&self, now: Duration, sites: &Sites) -> Option<Renewed> {
        let mut state = locked(&self.state);
        if now < state.due || state.waiting.is_empty() {
            return None;
        }
        state.gap = (state.gap * 2).min(LONGEST);
        state.due = now + state.gap;
        let mut renewed = Renewed { sites: Vec::new(), classes: HashSet::new() };
        let mut left = VecDeque::new();
        for number in std::mem::take(&mut state.waiting) {
            let Some(site) = sites.call(number) else { continue };
            if renewed.classes.len() < CLASSES || renewed.classes.contains(&site.method.class) {
                renewed.classes.insert(site.method.class.clone());
                renewed.sites.push(number);
            } else {
                left.push_back(number);
            }
        }
        state.waiting = left;
        Some(renewed)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::probe::sites::NewSite;
    use crate::probe::sites::tests::{definition, method_of};
    use reenact_wire::options::Sampling;

    #[test]
    fn few_classes_are_renewed_at_a_time_and_ever_more_rarely() {
        let sites = Sites::new(Sampling { first: 1, backoff: 2 });
        let all = (0..CLASSES + 1).flat_map(|class| [class, class]);
        let all = all.map(|class| NewSite::Call(method_of(&format!("p/C{class}"), "m"))).collect();
        sites.add(definition(1), all);
        let renewal = Renewal::new();
        assert_eq!(renewal.take_due(FIRST, &sites), None, "nothing waits");
        for number in 0..sites.len() as u32 {
            renewal.add(number);
        }
        assert_eq!(renewal.take_due(FIRST - Duration::from_secs(1), &sites), None);
        let first = renewal.take_due(FIRST, &sites).unwrap();
        assert_eq!((first.classes.len(), first.sites.len()), (CLASSES, 2 * CLASSES));
        assert_eq!(renewal.take_due(FIRST * 3 - Duration::from_secs(1), &sites), None);
        let second = renewal.take_due(FIRST * 3, &sites).unwrap();
        assert_eq!(second.sites, [2 * CLASSES as u32, 2 * CLASSES as u32 + 1]);
        assert_eq!(renewal.take_due(FIRST * 99, &sites), None);
    }
}
