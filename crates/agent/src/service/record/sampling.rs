//! Which calls of a method are recorded.
//!
//! The first calls all are. After them a method rests: its probe is disarmed, and an unsampled call costs
//! one test of a byte that no thread writes. Now and then it is armed again for one call; the gaps grow by a
//! factor, and are never short against what the method's captures cost. Gaps are times and not
//! counts, because counting unsampled calls would take a counter that all threads share.
//!
//! Arming has a price: code that was compiled without the cold part of the probe is thrown away and compiled with it,
//! and stays slower, because values that reach the cold part can no longer be kept in registers. A method that is called
//! soon after it was armed is called often. It is settled: compiled code leaves its probe out
//! (`probe::class::SETTLED`). When it has rested enough, `renewal` has it compiled anew, some time.

use std::cmp::Reverse;
use std::collections::{BinaryHeap, HashSet};
use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, AtomicU8, AtomicU32, AtomicU64, Ordering};
use std::time::Duration;

use reenact_wire::options::Sampling;

use crate::runtime::sync::locked;

/// The first gap.
const FIRST_GAP: Duration = Duration::from_millis(200);
/// No gap is longer.
const LONGEST_GAP: Duration = Duration::from_secs(600);
/// A gap is at least this many times as long as the capture before it.
const GAP_PER_COST: u32 = 200;
/// A method is called often if an armed one is called within this time.
const OFTEN: Duration = Duration::from_millis(50);
/// A method is looked at again after so many exceptions that were missed,
const PURSUITS: u32 = 8;
/// for so many calls each.
const PURSUED_CALLS: u32 = 20;
/// How many shapes of a method's captures are remembered.
const SHAPES: usize = 256;

/// Decides for one method.
#[derive(Debug)]
pub struct Sampler {
    policy: Policy,
    state: AtomicU8,
    /// Calls that the probe saw.
    calls: AtomicU64,
    admitted: AtomicU32,
    /// How often it has rested.
    rests: AtomicU32,
    /// When it was armed for one call, in nanoseconds from the start of the recording.
    armed_at: AtomicU64,
    is_settled: AtomicBool,
    /// How often exceptions were pursued, and the calls that are left of the last time.
    pursuits: AtomicU32,
    pursued: AtomicU32,
    seen: Mutex<Seen>,
}

#[derive(Clone, Copy, Debug)]
enum Policy {
    EveryCall,
    First { first: u32, backoff: u32 },
}

#[derive(Default, Debug)]
struct Seen {
    /// Captures that are equal in every value.
    contents: HashSet<u64>,
    /// Captures of the same classes in the same places.
    shapes: HashSet<u64>,
}

/// The decision on a call.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Admission {
    /// Record it. The number of the call, from 1.
    Record { call: u64 },
    /// Record it, the last one of the first calls, and let the method rest then.
    RecordLast { call: u64 },
    /// Record it, one of those between two rests.
    RecordBetween { call: u64 },
    /// Record it, one of those after an exception that was missed. If it is the last, the method rests then.
    RecordPursued { call: u64, is_last: bool },
    /// Leave it: another thread was faster.
    Leave,
}

mod state {
    pub const FIRST: u8 = 0;
    pub const RESTING: u8 = 1;
    /// Armed for one call.
    pub const PROBING: u8 = 2;
    /// Armed for some calls, one of which may throw.
    pub const PURSUING: u8 = 3;
}

impl Sampler {
    pub fn new(sampling: Sampling, every_call: bool) -> Self {
        let policy = match sampling {
            _ if every_call => Policy::EveryCall,
            Sampling { backoff: 1, .. } => Policy::EveryCall,
            Sampling { first, backoff } => Policy::First { first, backoff },
        };
        Sampler {
            policy,
            state: AtomicU8::new(state::FIRST),
            calls: AtomicU64::new(0),
            admitted: AtomicU32::new(0),
            rests: AtomicU32::new(0),
            armed_at: AtomicU64::new(0),
            is_settled: AtomicBool::new(false),
            pursuits: AtomicU32::new(0),
            pursued: AtomicU32::new(0),
            seen: Mutex::default(),
        }
    }

    /// Calls that the probe saw.
    pub fn calls(&self) -> u64 {
        self.calls.load(Ordering::Relaxed)
    }

    /// Counts a call that is recorded for another reason; gives its number, from 1.
    pub fn count_call(&self) -> u64 {
        self.calls.fetch_add(1, Ordering::Relaxed) + 1
    }

    /// Returns true if calls are recorded whatever they cost.
    pub fn takes_every_call(&self) -> bool {
        matches!(self.policy, Policy::EveryCall)
    }

    /// Decides on a call of an armed method.
    pub fn admit(&self) -> Admission {
        let call = self.calls.fetch_add(1, Ordering::Relaxed) + 1;
        let Policy::First { first, .. } = self.policy else { return Admission::Record { call } };
        match self.state.load(Ordering::Acquire) {
            state::FIRST => {
                let admitted = self.admitted.fetch_add(1, Ordering::Relaxed) + 1;
                if admitted < first {
                    Admission::Record { call }
                } else if self.rest() {
                    if admitted == first { Admission::RecordLast { call } } else { Admission::Leave }
                } else {
                    Admission::Leave
                }
            }
            state::PURSUING => match self
                .pursued
                .fetch_update(Ordering::AcqRel, Ordering::Relaxed, |left| left.checked_sub(1))
            {
                Ok(left) => {
                    if left == 1 {
                        self.state.store(state::RESTING, Ordering::Release);
                    }
                    Admission::RecordPursued { call, is_last: left == 1 }
                }
                Err(_) => Admission::Leave,
            },
            _ if self
                .state
                .compare_exchange(state::PROBING, state::RESTING, Ordering::AcqRel, Ordering::Relaxed)
                .is_ok() =>
            {
                Admission::RecordBetween { call }
            }
            _ => Admission::Leave,
        }
    }

    /// Ends the first calls; says whether they had not ended yet.
    pub fn rest(&self) -> bool {
        let from_first = |state| matches!(self.policy, Policy::First { .. }).then_some(state);
        from_first(state::RESTING).is_some_and(|resting| {
            self.state.compare_exchange(state::FIRST, resting, Ordering::AcqRel, Ordering::Relaxed).is_ok()
        })
    }

    /// Settles a method if a call came soon after it was armed; returns true if it is called that often.
    pub fn settle(&self, now: Duration) -> bool {
        let armed_at = Duration::from_nanos(self.armed_at.load(Ordering::Acquire));
        let is_often = now.saturating_sub(armed_at) < OFTEN;
        self.is_settled.fetch_or(is_often, Ordering::AcqRel);
        is_often
    }

    /// Returns true if the method is settled.
    pub fn is_settled(&self) -> bool {
        self.is_settled.load(Ordering::Acquire)
    }

    /// Takes back that the method is settled.
    pub fn unsettle(&self) {
        self.is_settled.store(false, Ordering::Release);
    }

    /// Arms a resting method for one call; says whether it was resting.
    pub fn probe(&self, now: Duration) -> bool {
        self.armed_at.store(now.as_nanos() as u64, Ordering::Release);
        self.state
            .compare_exchange(state::RESTING, state::PROBING, Ordering::AcqRel, Ordering::Relaxed)
            .is_ok()
    }

    /// Arms a resting method for some calls, because an exception has left one that was not recorded, and where one was
    /// thrown, others are. Says whether it was resting, and is not pursued too often.
    pub fn pursue(&self) -> bool {
        if !matches!(self.policy, Policy::First { backoff: 1.., .. })
            || self.is_settled()
            || self.state.load(Ordering::Acquire) != state::RESTING
            || self.pursuits.fetch_add(1, Ordering::Relaxed) >= PURSUITS
        {
            return false;
        }
        self.pursued.store(PURSUED_CALLS, Ordering::Release);
        self.state
            .compare_exchange(state::RESTING, state::PURSUING, Ordering::AcqRel, Ordering::Relaxed)
            .is_ok()
    }

    /// How long to rest now, `None` for ever. `cost` is what the last capture took.
    pub fn gap(&self, cost: Duration) -> Option<Duration> {
        let Policy::First { backoff, .. } = self.policy else { return Some(Duration::ZERO) };
        if backoff == 0 {
            return None;
        }
        let rests = self.rests.fetch_add(1, Ordering::Relaxed).min(32);
        let factor = backoff.checked_pow(rests).unwrap_or(u32::MAX);
        Some(FIRST_GAP.saturating_mul(factor).max(cost.saturating_mul(GAP_PER_COST)).min(LONGEST_GAP))
    }

    /// Returns true if a capture is new. Equal ones do not; and between rests, neither do
    /// those of a known shape.
    pub fn is_new(&self, content: u64, shape: u64, is_between: bool) -> bool {
        let Policy::First { .. } = self.policy else { return true };
        let mut seen = locked(&self.seen);
        let is_full = seen.contents.len() >= SHAPES;
        let is_new_content = !seen.contents.contains(&content) && (is_full || seen.contents.insert(content));
        let is_new_shape = seen.shapes.len() < SHAPES && seen.shapes.insert(shape);
        is_new_content && (is_new_shape || !is_between)
    }
}

/// Methods that rest, by the time at which they are to be armed again.
#[derive(Default, Debug)]
pub struct Resting {
    due: Mutex<BinaryHeap<Reverse<(Duration, u32)>>>,
}

impl Resting {
    /// Lets a method rest until a moment, counted from the start of the recording.
    pub fn until(&self, due: Duration, method: u32) {
        locked(&self.due).push(Reverse((due, method)));
    }

    /// The methods that have rested enough, but not more than so many, the longest due first.
    pub fn take_due(&self, now: Duration, most: usize) -> Vec<u32> {
        let mut due = locked(&self.due);
        let mut methods = Vec::new();
        while methods.len() < most
            && due.peek().is_some_and(|Reverse((moment, _))| *moment <= now)
            && let Some(Reverse((_, method))) = due.pop()
        {
            methods.push(method);
        }
        methods
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn sampler(first: u32, backoff: u32) -> Sampler {
        Sampler::new(Sampling { first, backoff }, false)
    }

    #[test]
    fn the_first_calls_are_recorded_and_then_the_method_rests() {
        let sampler = sampler(3, 2);
        assert_eq!(sampler.admit(), Admission::Record { call: 1 });
        assert_eq!(sampler.admit(), Admission::Record { call: 2 });
        assert_eq!(sampler.admit(), Admission::RecordLast { call: 3 });
        assert_eq!(sampler.admit(), Admission::Leave, "a thread that still saw it armed");
        assert!(sampler.probe(Duration::ZERO));
        assert_eq!(sampler.admit(), Admission::RecordBetween { call: 5 });
        assert_eq!(sampler.admit(), Admission::Leave);
    }

    #[test]
    fn a_method_that_is_called_soon_after_it_was_armed_is_settled() {
        let millis = Duration::from_millis;
        let sampler = sampler(1, 2);
        assert_eq!(sampler.admit(), Admission::RecordLast { call: 1 });
        assert!(sampler.probe(millis(200)));
        assert_eq!(sampler.admit(), Admission::RecordBetween { call: 2 });
        assert!(!sampler.settle(millis(200) + OFTEN) && !sampler.is_settled());
        assert!(sampler.probe(millis(600)));
        assert_eq!(sampler.admit(), Admission::RecordBetween { call: 3 });
        assert!(sampler.settle(millis(601)) && sampler.is_settled());
        sampler.unsettle();
        assert!(!sampler.is_settled() && sampler.probe(millis(9000)));
    }

    #[test]
    fn after_a_missed_exception_some_calls_are_looked_at() {
        let pursued = sampler(1, 2);
        assert!(!pursued.pursue(), "its first calls are recorded anyway");
        assert_eq!(pursued.admit(), Admission::RecordLast { call: 1 });
        for _ in 0..PURSUITS {
            assert!(pursued.pursue() && !pursued.pursue());
            for left in (0..PURSUED_CALLS).rev() {
                let call = pursued.calls() + 1;
                assert_eq!(pursued.admit(), Admission::RecordPursued { call, is_last: left == 0 });
            }
            assert_eq!(pursued.admit(), Admission::Leave);
        }
        assert!(!pursued.pursue(), "enough");
        let without = sampler(1, 0);
        without.admit();
        assert!(!without.pursue(), "nothing after the first calls");
    }

    #[test]
    fn gaps_grow_and_never_are_short_against_the_cost() {
        let millis = Duration::from_millis;
        let growing = sampler(1, 2);
        assert_eq!(growing.gap(Duration::ZERO), Some(millis(200)));
        assert_eq!(growing.gap(Duration::ZERO), Some(millis(400)));
        assert_eq!(growing.gap(millis(100)), Some(Duration::from_secs(20)));
        assert_eq!(growing.gap(Duration::from_secs(60)), Some(LONGEST_GAP));
        assert_eq!(sampler(1, 0).gap(Duration::ZERO), None, "no more after the first ones");
    }

    #[test]
    fn with_a_factor_of_one_every_call_is_recorded_and_kept() {
        let sampler = sampler(1, 1);
        for call in 1..100 {
            assert_eq!(sampler.admit(), Admission::Record { call });
            assert!(sampler.is_new(7, 7, true));
        }
    }

    #[test]
    fn repeats_are_dropped_equal_ones_at_once_and_known_shapes_later() {
        let sampler = sampler(2, 2);
        assert!(sampler.is_new(1, 10, false));
        assert!(!sampler.is_new(1, 10, false), "equal in every value");
        assert!(sampler.is_new(2, 10, false), "other values, among the first");
        assert!(!sampler.is_new(3, 10, true), "a known shape, later");
        assert!(sampler.is_new(4, 11, true));
    }

    #[test]
    fn the_due_come_in_order_and_once() {
        let resting = Resting::default();
        let seconds = Duration::from_secs;
        resting.until(seconds(3), 7);
        resting.until(seconds(1), 8);
        resting.until(seconds(9), 9);
        assert_eq!(resting.take_due(seconds(5), 1), [8]);
        assert_eq!(resting.take_due(seconds(5), 9), [7]);
        assert!(resting.take_due(seconds(5), 9).is_empty());
    }
}
