//! Confirms that a test depends on the order, in fresh JVMs, and finds a cause.

use crate::cause::{self, Shows};
use crate::detect::{Kind, OrderDependent, Watch};
use crate::runner::{Freshness, Outcome, Runner};
use crate::suite::{Order, Suite, TestIndex};

/// The orders of a search that show a test with several outcomes.
#[derive(Clone, Debug, Default)]
pub(crate) struct Evidence {
    /// The tests before it in the shortest orders in which it passed and failed.
    pub passes_behind: Vec<TestIndex>,
    pub fails_behind: Vec<TestIndex>,
    /// The tests that its JVM ran between its last pass and its first failure, in any order.
    pub trail: Vec<TestIndex>,
    pub is_self_polluting: bool,
    /// True if it failed behind itself only.
    pub only_behind_itself: bool,
}

/// Confirms one test after the other. Causes of earlier ones are tried first: a polluter mostly has several victims.
pub(crate) struct Confirmation<'s> {
    suite: &'s Suite,
    watch: &'s dyn Watch,
    times: usize,
    known: Vec<Vec<TestIndex>>,
}

/// How an order of a test came out, run several times.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Repeated {
    Passes,
    Fails,
    /// Not always the same.
    Varies,
}

impl<'s> Confirmation<'s> {
    pub fn new(suite: &'s Suite, times: usize, watch: &'s dyn Watch) -> Self {
        Confirmation { suite, watch, times: times.max(1), known: Vec::new() }
    }

    /// Runs a test in fresh JVMs, alone and behind others, until its kind is known. `None` if the time was over before.
    pub fn confirm<R: Runner>(
        &mut self,
        runner: &mut R,
        test: TestIndex,
        evidence: Evidence,
    ) -> Result<Option<OrderDependent>, R::Error> {
        let mut found = OrderDependent {
            test,
            kind: Kind::NonDeterministic,
            is_self_polluting: evidence.is_self_polluting,
            cause: Vec::new(),
            passes_behind: evidence.passes_behind.clone(),
            fails_behind: evidence.fails_behind.clone(),
            needs_jvm: false,
            runs: 0,
            failures: 0,
        };
        let alone = self.repeated(runner, test, &[])?;
        if evidence.is_self_polluting && alone == Repeated::Passes {
            let again = self.repeated(runner, test, &[test])?;
            found.is_self_polluting = again == Repeated::Fails;
            if evidence.only_behind_itself {
                found.kind = match again {
                    Repeated::Fails => Kind::SelfPolluting,
                    Repeated::Passes => Kind::Environment,
                    Repeated::Varies => Kind::NonDeterministic,
                };
                return Ok(Some(found));
            }
        }
        let (kind, shows, before) = match alone {
            Repeated::Passes => (Kind::Victim, Shows::Failure, &evidence.fails_behind),
            Repeated::Fails => (Kind::Brittle, Shows::Pass, &evidence.passes_behind),
            Repeated::Varies => {
                found.is_self_polluting = false;
                return Ok(Some(found));
            }
        };
        match self.cause(runner, test, shows, before, &evidence.trail)? {
            Cause::Found { tests, needs_jvm } => {
                found.kind = kind;
                found.needs_jvm = needs_jvm;
                match kind {
                    Kind::Brittle => (found.passes_behind, found.fails_behind) = (tests.clone(), Vec::new()),
                    _ => (found.passes_behind, found.fails_behind) = (Vec::new(), tests.clone()),
                }
                found.cause = tests;
            }
            Cause::Varies => {
                found.is_self_polluting = false;
                return Ok(Some(found));
            }
            Cause::NoTime => return Ok(None),
            Cause::None => {
                // What the same order does not show again was chance.
                let again = cause::shows(runner, before, test, shows, Freshness::Loader)?;
                found.kind = if again { Kind::Environment } else { Kind::NonDeterministic };
            }
        }
        // In a JVM whose state was left over from other orders it failed the first time already.
        if alone == Repeated::Passes
            && !found.is_self_polluting
            && (found.needs_jvm || found.kind == Kind::Environment)
        {
            found.is_self_polluting = self.repeated(runner, test, &[test])? == Repeated::Fails;
            if found.is_self_polluting && found.kind == Kind::Environment {
                found.kind = Kind::SelfPolluting;
                found.needs_jvm = true;
                (found.passes_behind, found.fails_behind) = (Vec::new(), vec![test]);
            }
        }
        Ok(Some(found))
    }

    /// Finds tests behind which a test has the other outcome than alone, in fresh JVMs, each time.
    fn cause<R: Runner>(
        &mut self,
        runner: &mut R,
        test: TestIndex,
        shows: Shows,
        before: &[TestIndex],
        trail: &[TestIndex],
    ) -> Result<Cause, R::Error> {
        let mut varies = false;
        // What a warm JVM shows counts only if its state is that of a fresh one.
        let is_warm_right = !cause::shows(runner, &[], test, shows, Freshness::Loader)?;
        if is_warm_right {
            let likely = cause::likely(self.suite, test, before, &self.known);
            if let Some(tests) =
                cause::find(runner, self.watch, test, shows, before, &likely, Freshness::Loader)?
            {
                match self.repeated(runner, test, &tests)? {
                    outcome if shows.is(outcome) => return Ok(self.found(tests, false)),
                    Repeated::Varies => varies = true,
                    _ => {}
                }
            }
        }
        // Fresh JVMs take longer, so the tests of the order come first, then all that its JVM had run.
        for before in [before, trail] {
            if before.is_empty() {
                continue;
            }
            // These orders may have all tests of the suite, several times.
            if self.watch.is_over() {
                return Ok(Cause::NoTime);
            }
            match self.repeated(runner, test, before)? {
                outcome if shows.is(outcome) => {
                    let likely = cause::likely(self.suite, test, before, &self.known);
                    let found =
                        cause::find(runner, self.watch, test, shows, before, &likely, Freshness::Jvm)?;
                    let tests = found.unwrap_or_else(|| before.to_vec());
                    if shows.is(self.repeated(runner, test, &tests)?) {
                        return Ok(self.found(tests, true));
                    }
                    varies = true;
                }
                Repeated::Varies => varies = true,
                _ => {}
            }
        }
        Ok(if varies { Cause::Varies } else { Cause::None })
    }

    fn found(&mut self, tests: Vec<TestIndex>, needs_jvm: bool) -> Cause {
        if !self.known.contains(&tests) {
            self.known.push(tests.clone());
        }
        Cause::Found { tests, needs_jvm }
    }

    /// Runs a test behind others, each time in a fresh JVM.
    fn repeated<R: Runner>(
        &self,
        runner: &mut R,
        test: TestIndex,
        before: &[TestIndex],
    ) -> Result<Repeated, R::Error> {
        let order: Order = before.iter().copied().chain([test]).collect();
        let outcomes = runner.run(&vec![order; self.times], Freshness::Jvm)?;
        let passed = outcomes.iter().filter(|outcomes| outcomes.last() == Some(&Outcome::Passed)).count();
        Ok(match passed {
            0 => Repeated::Fails,
            all if all == outcomes.len() => Repeated::Passes,
            _ => Repeated::Varies,
        })
    }
}

/// The result of looking for a cause.
enum Cause {
    Found {
        tests: Vec<TestIndex>,
        needs_jvm: bool,
    },
    /// The same order does not always show it.
    Varies,
    /// No order shows it in a fresh JVM.
    None,
    /// The time was over before all orders were tried.
    NoTime,
}

impl Shows {
    fn is(self, outcome: Repeated) -> bool {
        matches!((self, outcome), (Shows::Failure, Repeated::Fails) | (Shows::Pass, Repeated::Passes))
    }
}
