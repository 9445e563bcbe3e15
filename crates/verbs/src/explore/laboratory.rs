//! The JVM that runs inputs: instrumented classes, a fresh class loader for each, no network, no files of others.

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use reenact_explore::input::Input;
use reenact_explore::search::{Laboratory, Observation};
use reenact_explore::source::{SourceFile, TracedTest, stand_ins, traced_class};
use reenact_explore::trace::log::RunLog;
use reenact_explore::trace::{TRACE_JAVA, instrument::Instrumented};
use reenact_explore::types::Types;
use reenact_host::Confinement;
use reenact_jvm::driver::{Compilation, Driver, DriverOptions, Isolation, TestRun};
use reenact_wire::driver::{Outcome, TestId};
use reenact_world::MethodId;

use super::Error;

/// How long one input may run.
const LIMIT: Duration = Duration::from_secs(10);
/// The same for the CPU time of its thread.
const CPU_LIMIT: Duration = Duration::from_secs(3);

/// A JVM for the inputs of one method after the other.
pub struct Jvm<'w> {
    driver: Driver,
    class_path: Vec<PathBuf>,
    scratch: PathBuf,
    types: Types<'w>,
    method: MethodId,
    /// Directories and files made so far.
    count: usize,
    instrumented: PathBuf,
    trace: PathBuf,
    deadline: Instant,
}

impl<'w> Jvm<'w> {
    pub fn start(
        options: DriverOptions,
        class_path: Vec<PathBuf>,
        scratch: &Path,
        types: Types<'w>,
        method: MethodId,
    ) -> Result<Self, Error> {
        let driver = Driver::start(options)?;
        let mut jvm = Jvm {
            driver,
            class_path,
            scratch: scratch.to_owned(),
            types,
            method,
            count: 0,
            instrumented: scratch.join("instrumented"),
            trace: scratch.join("trace"),
            deadline: Instant::now(),
        };
        let trace = SourceFile { path: "reenact/explore/Trace.java".to_owned(), text: TRACE_JAVA.to_owned() };
        let (out, sources) = (jvm.trace.clone(), vec![(trace.path, trace.text)]);
        let compiled = jvm.driver.compile(&compilation(sources, Vec::new()), &out)?;
        if !compiled.success {
            let reasons: Vec<String> = compiled.errors().map(|error| error.message.clone()).collect();
            return Err(Error::Trace(reasons.join("; ")));
        }
        Ok(jvm)
    }

    /// Writes the instrumented classes that runs use.
    pub fn instrument(&mut self, instrumented: &Instrumented) -> Result<(), Error> {
        for (name, bytes) in &instrumented.classes {
            let path = self.instrumented.join(format!("{name}.class"));
            let written = fs::create_dir_all(path.parent().unwrap_or(&self.instrumented))
                .and_then(|()| fs::write(&path, bytes));
            written.map_err(|error| Error::Write { path, error })?;
        }
        Ok(())
    }

    /// Turns to another method, with a time limit for its search.
    pub fn turn_to(&mut self, types: Types<'w>, method: MethodId, time: Duration) {
        (self.types, self.method, self.deadline) = (types, method, Instant::now() + time);
    }

    pub fn confinement(&mut self) -> Result<Confinement, Error> {
        Ok(self.driver.confinement()?)
    }

    fn directory(&mut self, name: &str) -> Result<PathBuf, Error> {
        self.count += 1;
        let path = self.scratch.join(format!("{name}-{}", self.count));
        fs::create_dir_all(&path).map_err(|error| Error::Write { path: path.clone(), error })?;
        Ok(path)
    }

    /// Compiles tests against the program as it is, runs each twice, and returns the names of those that passed.
    pub fn passing(
        &mut self,
        sources: &[SourceFile],
        class: &str,
        tests: &[String],
    ) -> Result<BTreeSet<String>, Error> {
        let out = self.directory("tests")?;
        let sources = sources.iter().map(|source| (source.path.clone(), source.text.clone())).collect();
        let compiled = self.driver.compile_most(&compilation(sources, self.class_path.clone()), &out)?;
        if !compiled.left_out.is_empty() {
            return Ok(BTreeSet::new());
        }
        let ids = tests.iter().map(|test| TestId::new(class, test)).collect::<Vec<_>>();
        let mut passing: BTreeSet<String> = tests.iter().cloned().collect();
        for isolation in [Isolation::LoaderPerTest, Isolation::LoaderPerRun] {
            let mut order = ids.clone();
            if isolation == Isolation::LoaderPerRun {
                order.reverse();
            }
            let run = TestRun {
                isolation,
                classes: vec![out.clone()],
                limit: LIMIT,
                cpu_limit: Some(CPU_LIMIT),
                ..TestRun::new(order)
            };
            let report = self.driver.run(&run)?;
            for test in report.tests.iter().filter(|test| !test.passed()) {
                passing.remove(&test.test.method);
            }
        }
        Ok(passing)
    }
}

impl Laboratory for Jvm<'_> {
    type Error = Error;

    fn run(&mut self, inputs: &[Input]) -> Result<Vec<Observation>, Error> {
        let out = self.directory("inputs")?;
        let all: Vec<&Input> = inputs.iter().collect();
        let classes = stand_ins(self.types, &all, true, &mut BTreeSet::new());
        let package = self.types.world.view(self.types.viewpoint).package().to_str().replace('/', ".");
        let mut sources: Vec<(String, String)> =
            classes.values().map(|class| (class.source.path.clone(), class.source.text.clone())).collect();
        let mut tests = Vec::new();
        for (number, input) in inputs.iter().enumerate() {
            let name = format!("ReenactInput{number}");
            let log = out.join(format!("{number}.log"));
            let traced = TracedTest { input, log: log.display().to_string() };
            let source = traced_class(self.types, self.method, &name, &[traced], &classes);
            let class = if package.is_empty() { name } else { format!("{package}.{name}") };
            tests.push((TestId::new(&class, "input0"), source.path.clone(), log));
            sources.push((source.path, source.text));
        }
        let mut class_path = vec![self.trace.clone()];
        class_path.extend(self.class_path.iter().cloned());
        let places = out.join("classes");
        let compiled = self.driver.compile_most(&compilation(sources, class_path), &places)?;
        let rejected = |path: &str| {
            let first = compiled.left_out.iter().find(|(name, _)| name == path)?.1.first();
            // A test whose stand-in was rejected has no reason of its own.
            let stand_in = compiled.left_out.iter().find(|(name, _)| !name.contains("ReenactInput"));
            let reason = stand_in.and_then(|(_, errors)| errors.first()).or(first);
            Some(format!("does not compile: {}", reason.map_or("", |error| first_line(&error.message))))
        };
        let ids: Vec<TestId> =
            tests.iter().filter(|(_, path, _)| rejected(path).is_none()).map(|(id, ..)| id.clone()).collect();
        let run = TestRun {
            isolation: Isolation::LoaderPerTest,
            overrides: vec![self.instrumented.clone()],
            classes: vec![places, self.trace.clone()],
            limit: LIMIT,
            cpu_limit: Some(CPU_LIMIT),
            ..TestRun::new(ids)
        };
        let report = self.driver.run(&run)?;
        Ok(tests
            .iter()
            .map(|(id, path, log)| {
                if let Some(reason) = rejected(path) {
                    return Observation::Failed(reason);
                }
                if let Some(log) = fs::read(log).ok().and_then(|bytes| RunLog::read(&bytes)) {
                    return Observation::Log(log);
                }
                let ended = report.tests.iter().find(|test| test.test.class == id.class);
                Observation::Failed(match ended {
                    Some(test) => match (test.outcome(), test.failure()) {
                        (Outcome::Failed, Some(failure)) => {
                            format!("its objects could not be made: {}", failure.class)
                        }
                        (outcome, _) => outcome.to_string(),
                    },
                    None => "it was not run".to_owned(),
                })
            })
            .collect())
    }

    fn is_time_up(&self) -> bool {
        Instant::now() >= self.deadline
    }
}

fn compilation(sources: Vec<(String, String)>, class_path: Vec<PathBuf>) -> Compilation {
    let options = ["-proc:none", "-Xlint:none", "-g", "-Xmaxerrs", "10000"].map(String::from).to_vec();
    Compilation { options, ..Compilation::new(sources, class_path) }
}

fn first_line(text: &str) -> &str {
    text.lines().next().unwrap_or_default()
}
