//! The JVM with the agent, whose state is looked at and restored.

use std::ffi::OsString;
use std::path::PathBuf;
use std::time::Duration;

use reenact_jvm::driver::{Driver, DriverOptions, Isolation, TestRun};
use reenact_order::explain::{Ran, StateJvm};
use reenact_order::{Outcome, TestIndex};
use reenact_wire::driver::TestId;
use reenact_wire::snapshot::{Answer, Request};

use super::Error;
use super::project::TestSuite;
use super::runner::{has_ended_jvm, outcomes_of};

/// How long the agent may take for an answer: a snapshot of many million objects takes seconds.
const PATIENCE: Duration = Duration::from_secs(120);

/// A driver with the agent in its JVM.
pub struct AgentJvm<'s> {
    suite: &'s TestSuite,
    limit: Duration,
    driver: Option<Driver>,
    /// Places of classes that come before all others on the class path.
    first: Vec<PathBuf>,
    /// Tests that the suite does not have; their numbers follow those of the suite.
    extra: Vec<TestId>,
    /// JVMs that were started.
    pub jvms: usize,
}

impl<'s> AgentJvm<'s> {
    pub fn new(suite: &'s TestSuite, limit: Duration) -> Self {
        let first = suite.overrides.iter().map(|scratch| scratch.path().to_owned()).collect();
        AgentJvm { suite, limit, driver: None, first, extra: Vec::new(), jvms: 0 }
    }

    /// Adds classes that replace those of the same name, and further tests.
    pub fn with(mut self, places: Vec<PathBuf>, extra: Vec<TestId>) -> Self {
        self.first.splice(0..0, places);
        self.extra = extra;
        self
    }

    fn test(&self, test: TestIndex) -> TestId {
        match test.checked_sub(self.suite.tests.len()) {
            Some(extra) => self.extra[extra].clone(),
            None => self.suite.tests.test(test).clone(),
        }
    }

    fn driver(&mut self) -> Result<&mut Driver, Error> {
        if self.driver.is_none() {
            let mut agent = OsString::from(reenact_jvm::agent::find()?);
            agent.push("=mode=snapshot");
            let mut options = DriverOptions { agent: Some(agent), ..self.suite.jvm.clone() };
            options.class_path.splice(0..0, self.first.iter().cloned());
            self.jvms += 1;
            self.driver = Some(Driver::start(options)?);
        }
        self.driver.as_mut().ok_or(Error::NoAnswer { reason: "no JVM".to_owned() })
    }
}

impl StateJvm for AgentJvm<'_> {
    type Error = Error;

    fn restart(&mut self) -> Result<(), Error> {
        self.driver = None;
        self.driver().map(drop)
    }

    fn ask(&mut self, request: &Request) -> Result<Answer, Error> {
        let answer = self.driver()?.ask_agent(&request.encode(), PATIENCE)?;
        read(&answer)
    }

    fn initialize(&mut self, classes: &[String]) -> Result<(), Error> {
        let names: Vec<String> = classes.iter().map(|name| name.replace('/', ".")).collect();
        Ok(self.driver()?.initialize(&names, PATIENCE)?)
    }

    fn run(&mut self, order: &[TestIndex], before_last: &[Request]) -> Result<Ran, Error> {
        let tests: Vec<_> = order.iter().map(|&test| self.test(test)).collect();
        let last = tests.len().saturating_sub(1) as u32;
        let requests = before_last.iter().map(|request| (last, request.encode())).collect();
        let run = TestRun { requests, isolation: Isolation::None, limit: self.limit, ..TestRun::new(tests) };
        let report = self.driver()?.run(&run)?;
        let outcome = outcomes_of(&report).last().copied().unwrap_or(Outcome::Skipped);
        let ended = order.iter().zip(&report.tests).filter(|(_, test)| has_ended_jvm(test));
        let answers = report.answers.iter().map(|(_, answer)| read(answer));
        Ok(Ran {
            outcome,
            // Answers of a JVM that has ended are not those of the one that ran the last test.
            answers: answers.collect::<Result<_, _>>()?,
            is_alive: report.jvms <= 1 && outcome != Outcome::Ended,
            ended: ended.map(|(test, _)| *test).collect(),
        })
    }
}

fn read(answer: &[u8]) -> Result<Answer, Error> {
    let unreadable = |reason: String| Error::NoAnswer { reason };
    match Answer::decode(answer) {
        Ok(Answer::Failed(reason)) => Err(unreadable(reason)),
        Ok(answer) => Ok(answer),
        Err(malformed) => Err(unreadable(format!("its answer cannot be read: {malformed}"))),
    }
}
