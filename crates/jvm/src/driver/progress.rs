//! The progress of a run: the outcome of each test, and the test at fault when a JVM ends.

use std::time::{Duration, Instant};

use reenact_wire::driver::{
    ClassFailure, Command, Event, Invocation, Outcome, Output, Run, RunTest, TestReport,
};

use super::jvm::End;
use super::run::{Isolation, RunReport, TestRun};

/// How the stack of the thread that runs the tests begins.
const TESTS_THREAD: &str = "\"main\"\n";

/// The state of a test run.
pub(super) struct Progress<'a> {
    pub(super) run: &'a TestRun,
    places: Vec<String>,
    report_test: &'a mut dyn FnMut(&TestReport),
    reports: Vec<Option<TestReport>>,
    class_failures: Vec<ClassFailure>,
    answers: Vec<(u32, Vec<u8>)>,
    /// The number of the JVM that runs, from 1.
    jvms: u32,
    /// Invocations of tests that have not ended.
    invocations: Vec<Vec<Invocation>>,
    round: Vec<u32>,
    block: Vec<u32>,
    current: Option<u32>,
    /// Whether a test of the block has begun.
    has_begun: bool,
    started: Instant,
    /// The driver's announcement of the end.
    exit: Option<(String, Output)>,
    has_jvm: bool,
    /// Whether no other run has used the JVM.
    is_new_jvm: bool,
    /// Whether tests of ours are to blame for whatever the JVM does: it is new, or has begun with them.
    is_ours: bool,
    /// Whether any of ours has ended in it.
    has_ended_any: bool,
}

/// The next action after an event.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Next {
    GoOn,
    NewJvm,
}

impl<'a> Progress<'a> {
    pub(super) fn new(
        run: &'a TestRun,
        places: Vec<String>,
        report_test: &'a mut dyn FnMut(&TestReport),
    ) -> Self {
        Progress {
            run,
            places,
            report_test,
            reports: vec![None; run.tests.len()],
            class_failures: Vec::new(),
            answers: Vec::new(),
            jvms: 0,
            invocations: vec![Vec::new(); run.tests.len()],
            round: Vec::new(),
            block: Vec::new(),
            current: None,
            has_begun: false,
            started: Instant::now(),
            exit: None,
            has_jvm: false,
            is_new_jvm: false,
            is_ours: false,
            has_ended_any: false,
        }
    }

    /// The tests that the next JVM, or the one that runs, should run next: all that are left, or as many as may share
    /// a JVM.
    pub(super) fn next_round(&self) -> Option<Vec<u32>> {
        let mut left = (0..self.run.tests.len() as u32).filter(|&test| self.reports[test as usize].is_none());
        let first = left.next()?;
        let top_level = |test: u32| top_level_class(&self.run.tests[test as usize].class);
        let together = |test: &u32| match self.run.isolation {
            Isolation::JvmPerTest => false,
            Isolation::JvmPerClass => top_level(*test) == top_level(first),
            _ => true,
        };
        Some([first].into_iter().chain(left.take_while(together)).collect())
    }

    pub(super) fn needs_new_jvm(&self) -> bool {
        match self.run.isolation {
            Isolation::JvmPerRun => self.jvms == 0,
            Isolation::JvmPerClass | Isolation::JvmPerTest => true,
            _ => false,
        }
    }

    /// Whether a test of the block that runs has begun.
    pub(super) fn has_begun(&self) -> bool {
        self.has_begun
    }

    pub(super) fn command(&self, round: &[u32]) -> Command {
        Command::Run(Run {
            loading: self.run.isolation.loading(),
            limit_millis: u64::try_from(self.run.limit.as_millis()).unwrap_or(u64::MAX),
            cpu_limit_millis: self
                .run
                .cpu_limit
                .map_or(0, |limit| u64::try_from(limit.as_millis()).unwrap_or(u64::MAX)),
            places: self.places.clone(),
            tests: round.iter().map(|&number| self.run_test(number)).collect(),
        })
    }

    fn run_test(&self, number: u32) -> RunTest {
        let mutant = self.run.mutants.get(number as usize).copied().unwrap_or(0);
        let recorded = self.run.recorded.get(number as usize).cloned().unwrap_or_default();
        let requests = self.run.requests.iter().filter(|(test, _)| *test == number);
        let requests = requests.map(|(_, request)| request.clone()).collect();
        RunTest { number, mutant, recorded, requests, test: self.run.tests[number as usize].clone() }
    }

    pub(super) fn round_started(&mut self, round: Vec<u32>, is_new_jvm: bool) {
        if !self.has_jvm || self.needs_new_jvm() {
            self.jvms += 1;
        }
        self.has_jvm = true;
        self.is_new_jvm = is_new_jvm;
        self.is_ours = is_new_jvm;
        self.has_ended_any = false;
        for &test in &round {
            self.invocations[test as usize].clear();
        }
        self.round = round;
        self.block.clear();
        self.has_begun = false;
        self.current = None;
        self.exit = None;
        self.started = Instant::now();
    }

    /// The driver is done. A test of which it has said nothing would be asked for again and again.
    pub(super) fn round_ended(&mut self) {
        for test in std::mem::take(&mut self.round) {
            let invocations = &mut self.invocations[test as usize];
            if self.reports[test as usize].is_none() && invocations.is_empty() {
                let reason = "the driver said nothing of this test".to_owned();
                invocations.push(invocation(Outcome::NotFound, Duration::ZERO, reason, Output::default()));
            }
            self.complete(test);
        }
    }

    pub(super) fn take_in(&mut self, event: Event) -> Next {
        match event {
            Event::BlockStarted { tests } => {
                self.block = tests;
                self.is_ours = true;
                self.has_begun = false;
                self.started = Instant::now();
            }
            Event::TestStarted { test } => {
                self.current = Some(test);
                self.has_begun = true;
                self.started = Instant::now();
            }
            Event::InvocationEnded { test, invocation, is_fatal } => {
                self.current = None;
                if let Some(invocations) = self.invocations.get_mut(test as usize) {
                    invocations.push(*invocation);
                }
                if is_fatal {
                    self.complete(test);
                    self.has_jvm = false;
                    return Next::NewJvm;
                }
            }
            Event::TestComplete { test } => self.complete(test),
            Event::ClassFailed { class, failure } => {
                let (outcome, failure) = (Outcome::Failed, Some(failure));
                self.class_failures.push(ClassFailure { class, outcome, failure, reason: String::new() });
            }
            Event::BlockEnded => {
                self.block.clear();
                self.has_begun = false;
                self.current = None;
            }
            Event::TimedOut { stacks, output } => {
                self.timed_out(stacks, output);
                return Next::NewJvm;
            }
            Event::Answered { test: Some(test), answer } => self.answers.push((test, answer)),
            Event::Exiting { stack, output } => self.exit = Some((stack, output)),
            // Answers to commands that were not given.
            Event::Hello { .. } | Event::Compiled { .. } | Event::Discovered { .. } => {}
            Event::RunEnded | Event::Refused { .. } | Event::Answered { test: None, .. } => {}
        }
        Next::GoOn
    }

    fn complete(&mut self, test: u32) {
        let at = test as usize;
        let Some(id) = self.run.tests.get(at) else { return };
        if self.reports[at].is_some() || self.invocations[at].is_empty() {
            return;
        }
        let invocations = std::mem::take(&mut self.invocations[at]);
        let report = TestReport { test: id.clone(), invocations, jvm: self.jvms.saturating_sub(1) };
        (self.report_test)(&report);
        self.reports[at] = Some(report);
        self.has_ended_any = true;
    }

    pub(super) fn timed_out(&mut self, stacks: String, output: Output) {
        let cpu = self.run.cpu_limit.map_or(String::new(), |limit| format!(", or {limit:?} of CPU time"));
        let reason = format!("it took longer than {:?}{cpu}\n{stacks}", self.run.limit);
        self.blame(Outcome::TimedOut, reason, output);
    }

    pub(super) fn jvm_ended(&mut self, end: Option<End>) {
        let end = end.unwrap_or(End { outcome: Outcome::Crashed(0), words: String::new() });
        let (stack, output) = self.exit.take().unwrap_or_default();
        // Another thread than that of the tests may be one that an earlier test has left running. When the test is the
        // first in its JVM, there is no doubt.
        let is_first = self.is_new_jvm && !self.has_ended_any;
        if !stack.is_empty() && !stack.starts_with(TESTS_THREAD) && !is_first {
            self.has_jvm = false;
            return;
        }
        let parts = [
            (!stack.is_empty()).then(|| format!("System.exit was called by the thread {stack}")),
            (!end.words.is_empty()).then_some(end.words),
        ];
        let reason = parts.into_iter().flatten().collect::<Vec<_>>().join("\n");
        self.blame(end.outcome, reason, output);
    }

    /// The JVM is of no use any more, and this is what its test gets for it.
    fn blame(&mut self, outcome: Outcome, reason: String, output: Output) {
        self.has_jvm = false;
        let is_left = |test: &u32| self.reports.get(*test as usize).is_some_and(Option::is_none);
        let in_block = self.block.iter().copied().find(is_left);
        // When all tests of a class have ended, it is what the class does then. Between classes it is something that
        // a test has left running, and it is not known which, or a test of an earlier run; but there must be an end.
        let culprit = self.current.filter(is_left).or(in_block);
        let culprit = culprit.or_else(|| {
            let first = self.round.iter().copied().find(is_left);
            first.filter(|_| self.block.is_empty() && self.is_ours && !self.has_ended_any)
        });
        match (culprit, self.block.last()) {
            (Some(test), _) => {
                let ended = invocation(outcome, self.started.elapsed(), reason, output);
                self.invocations[test as usize].push(ended);
                self.complete(test);
            }
            (None, Some(&last)) => {
                let class = self.run.tests[last as usize].class.clone();
                self.class_failures.push(ClassFailure { class, outcome, failure: None, reason });
            }
            (None, None) => {}
        }
    }

    pub(super) fn report(self) -> RunReport {
        RunReport {
            tests: self.reports.into_iter().flatten().collect(),
            class_failures: self.class_failures,
            answers: self.answers,
            jvms: self.jvms,
        }
    }
}

fn invocation(outcome: Outcome, time: Duration, reason: String, output: Output) -> Invocation {
    Invocation { name: String::new(), outcome, time, reason, failure: None, output, covered: Vec::new() }
}

/// The name of the class outside of which nothing of this one lies.
fn top_level_class(name: &str) -> &str {
    let simple = name.rfind('.').map_or(0, |dot| dot + 1);
    let dollar = name.get(simple + 1..).and_then(|rest| rest.find('$'));
    dollar.map_or(name, |dollar| &name[..simple + 1 + dollar])
}
