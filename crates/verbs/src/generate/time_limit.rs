//! A limit on the time of a run: fewer tests are written and verified, and those that are delivered hold all the same.

use std::time::{Duration, Instant};

/// The share of the time in which tests are written; the rest is for their verification.
const WRITING: f64 = 0.3;

/// Tests that are verified first, to see how long one takes.
const FIRST: usize = 30;

/// The share of the time that is left which a batch may be expected to take: it may take longer.
const EXPECTED: f64 = 0.8;

/// The end of a run, if it has one.
#[derive(Clone, Copy, Debug)]
pub struct TimeLimit {
    begun: Instant,
    total: Option<Duration>,
}

impl TimeLimit {
    pub fn new(begun: Instant, total: Option<Duration>) -> Self {
        TimeLimit { begun, total }
    }

    /// Whether there is time to write tests of another method.
    pub fn may_write(&self) -> bool {
        self.total.is_none_or(|total| self.begun.elapsed() < total.mul_f64(WRITING))
    }

    /// Returns the number of tests that may be verified next; `pace` is the time that the last batch took for each.
    pub fn room(&self, pace: Option<Duration>) -> usize {
        self.room_after(self.begun.elapsed(), pace)
    }

    fn room_after(&self, elapsed: Duration, pace: Option<Duration>) -> usize {
        let Some(total) = self.total else { return usize::MAX };
        let left = total.saturating_sub(elapsed).as_secs_f64() * EXPECTED;
        match pace {
            _ if left <= 0.0 => 0,
            None => FIRST,
            Some(pace) => (left / pace.as_secs_f64().max(1e-6)) as usize,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_time_that_is_left_limits_the_tests() {
        let seconds = Duration::from_secs;
        let limit = |total| TimeLimit::new(Instant::now(), total);
        for (total, elapsed, pace, expected) in [
            (None, seconds(1_000), Some(seconds(1)), usize::MAX),
            (Some(seconds(100)), seconds(10), None, FIRST),
            (Some(seconds(100)), seconds(50), Some(seconds(2)), 20),
            (Some(seconds(100)), seconds(99), Some(seconds(2)), 0),
            (Some(seconds(100)), seconds(200), None, 0),
        ] {
            assert_eq!(limit(total).room_after(elapsed, pace), expected, "{total:?} {elapsed:?} {pace:?}");
        }
        assert!(limit(None).may_write() && !limit(Some(Duration::ZERO)).may_write());
    }
}
