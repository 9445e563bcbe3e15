//! A limit on the time of a run: fewer tests are written and verified, and those that are delivered hold all the same.

use std::time::{Duration, Instant};

/// The share of the time in which tests are written; the rest is for their verification.
const WRITING: f64 = 0.3;

/// Tests that are verified first, to see how long one takes: one for so many seconds that are left, within bounds.
const FIRST: (usize, usize) = (30, 400);
const SECONDS_PER_FIRST: f64 = 1.5;

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

    /// Returns the number of tests that may be verified next.
    pub fn room(&self, pace: &Pace) -> usize {
        self.room_after(self.begun.elapsed(), pace)
    }

    fn room_after(&self, elapsed: Duration, pace: &Pace) -> usize {
        let Some(total) = self.total else { return usize::MAX };
        let left = total.saturating_sub(elapsed).as_secs_f64() * EXPECTED;
        match pace.model() {
            _ if left <= 0.0 => 0,
            None => ((left / SECONDS_PER_FIRST) as usize).clamp(FIRST.0, FIRST.1),
            Some((fixed, each)) => ((left - fixed).max(0.0) / each.max(1e-6)) as usize,
        }
    }
}

/// The time that batches took. A batch starts JVMs, however many tests it has, so a small one says little about a test.
#[derive(Clone, Default, Debug)]
pub struct Pace {
    /// Numbers of tests and seconds, the last batch last.
    batches: Vec<(f64, f64)>,
}

impl Pace {
    /// Notes a batch.
    pub fn note(&mut self, tests: usize, took: Duration) {
        self.batches.push((tests.max(1) as f64, took.as_secs_f64()));
    }

    /// Returns true if no batch was noted.
    pub fn is_unknown(&self) -> bool {
        self.batches.is_empty()
    }

    /// Returns the seconds of a batch without tests, and those of one test: a line through the smallest and the largest batch.
    /// Of one batch, a third is taken for the former.
    fn model(&self) -> Option<(f64, f64)> {
        let by_tests = |one: &&(f64, f64), other: &&(f64, f64)| one.0.total_cmp(&other.0);
        let (small, large) = (self.batches.iter().min_by(by_tests)?, self.batches.iter().max_by(by_tests)?);
        let fixed = large.1 / 3.0;
        let guessed = (fixed, (large.1 - fixed) / large.0);
        if large.0 < small.0 * 1.5 {
            return Some(guessed);
        }
        let each = (large.1 - small.1) / (large.0 - small.0);
        let fixed = small.1 - each * small.0;
        Some(if each > 0.0 && fixed >= 0.0 { (fixed, each) } else { guessed })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_time_that_is_left_limits_the_tests() {
        let seconds = Duration::from_secs;
        let limit = |total| TimeLimit::new(Instant::now(), total);
        type Batches<'a> = &'a [(usize, u64)];
        let rows: [(Option<Duration>, Duration, Batches<'_>, usize); 7] = [
            (None, seconds(1_000), &[(1, 1)], usize::MAX),
            (Some(seconds(100)), seconds(10), &[], 48),
            (Some(seconds(100)), seconds(90), &[], 30),
            (Some(seconds(100)), seconds(50), &[(20, 30)], 30),
            (Some(seconds(100)), seconds(50), &[(20, 30), (100, 70)], 40),
            (Some(seconds(100)), seconds(99), &[(20, 30)], 0),
            (Some(seconds(100)), seconds(200), &[], 0),
        ];
        for (total, elapsed, batches, expected) in rows {
            let mut pace = Pace::default();
            batches.iter().for_each(|&(tests, took)| pace.note(tests, seconds(took)));
            assert_eq!(
                limit(total).room_after(elapsed, &pace),
                expected,
                "{total:?} {elapsed:?} {batches:?}"
            );
        }
        assert!(limit(None).may_write() && !limit(Some(Duration::ZERO)).may_write());
    }
}
