//! Which tests are run together, and in which order.

use reenact_wire::driver::TestId;

use crate::runner::{Isolation, Run};
use crate::verification::Suite;

/// Returns one run per test class.
pub(crate) fn by_class(suite: &Suite, isolation: Isolation) -> Vec<Run> {
    let tests = suite.sources.iter().map(|source| source.ids().map(|(id, _)| id).collect::<Vec<TestId>>());
    tests.map(|tests| suite.run(tests, isolation)).collect()
}

/// Returns all tests in an order that follows from the number. The first round is every test twice, one after the other.
pub(crate) fn shuffle(suite: &Suite, round: u64) -> Run {
    let mut tests = suite.ids();
    if round == 0 {
        tests = tests.into_iter().flat_map(|test| [test.clone(), test]).collect();
    } else {
        let mut random = round.wrapping_mul(0x9E37_79B9_7F4A_7C15);
        for at in (1..tests.len()).rev() {
            // Marsaglia's xorshift: any order will do, as long as it is the same next time.
            random ^= random << 13;
            random ^= random >> 7;
            random ^= random << 17;
            tests.swap(at, (random % (at as u64 + 1)) as usize);
        }
    }
    suite.run(tests, Isolation::LoaderPerRun)
}
