//! Which tests hold.
//!
//! Every step drops the tests that do not get through it, with the reason, and counts the rest. What comes out
//! was compiled against the subject's class path, and passed alone in a fresh class loader, repeated, in shuffles
//! with the others, and in JVMs with other time zones, locales and charsets.

use std::collections::{BTreeMap, BTreeSet};
use std::ffi::OsString;
use std::path::{Path, PathBuf};
use std::time::Duration;

use reenact_base::finding::{Code, Finding, Subject as About};
use reenact_build::junit::{self, JUnit};
use reenact_generate::{Assertions, Junit, Options as Style, StandIns, Test, TestClass};
use reenact_heap::isomorphism::Grade;
use reenact_heap::words;
use reenact_host::Scratch;
use reenact_jvm::driver::{
    Compilation, Compiled, DriverOptions, Failure, Isolation, Outcome, RunReport, TestId, TestReport, TestRun,
};
use reenact_rebuild::ActionKey;
use reenact_recording::RecordingReader;
use reenact_report::generated::{Generated, Reached};
use rustc_hash::FxHashSet;

use super::crew::{Crew, reports};
use super::draft::{Drafts, Fault};
use super::reach::{Attempt, Reach};
use super::state::{self, State, States};
use super::subject::Subject;
use super::{Error, Options, notice, release};
use crate::Progress;

/// How long one test may take: recorded calls of tests that anybody wants take milliseconds.
pub const TEST_LIMIT: Duration = Duration::from_secs(10);

/// The same for the CPU time of its thread. A state that was rebuilt wrongly, or a method that does nothing any more,
/// often has a loop go on for ever.
pub const TEST_CPU_LIMIT: Duration = Duration::from_secs(2);

/// JVMs that run tests at once.
pub const JVMS: usize = 2;

/// Plans that are tried after the first one.
pub const PLANS: usize = 3;

/// Letters of a failure that are told.
const FAILURE_LENGTH: usize = 160;

/// What tests are compiled and run with.
pub struct Tools {
    /// The subject's class path and JUnit.
    pub class_path: Vec<PathBuf>,
    pub junit: Junit,
    /// Whether tests may have parameters.
    pub parameterized: bool,
    /// What Mockito would otherwise attach to its own JVM by itself, which needs files and another process.
    mock_agent: Option<PathBuf>,
}

impl Tools {
    /// Finds JUnit on the subject's class path, or gets it by Maven.
    pub fn find(subject: &Subject, options: &Options) -> Result<Self, Error> {
        let there = JUnit::on(&subject.class_path);
        let junit = options.junit.unwrap_or(match (&there.jupiter, &there.junit4) {
            (None, Some(_)) => Junit::Four,
            _ => Junit::Five,
        });
        let mut class_path = subject.class_path.clone();
        match junit {
            Junit::Five if there.jupiter.is_none() => class_path.extend(junit::jupiter()?),
            Junit::Four if there.junit4.is_none() => class_path.extend(junit::junit4()?),
            _ => class_path.extend(junit::completed(&subject.class_path)?),
        }
        if options.assertions == Assertions::AssertJ && there.assertj.is_none() {
            class_path.extend(junit::assertj()?);
        }
        let mut seen = BTreeSet::new();
        class_path.retain(|entry| seen.insert(entry.clone()));
        let is_agent = |path: &&PathBuf| {
            path.file_name().is_some_and(|name| name.to_string_lossy().starts_with("byte-buddy-agent"))
        };
        let mocks = options.stand_ins == StandIns::Mockito;
        let mock_agent = class_path.iter().find(is_agent).filter(|_| mocks).cloned();
        // Who has no JUnit yet gets all of it.
        let has_parameters = there.jupiter.is_none() || there.jupiter_params.is_some();
        let parameterized = options.parameterized && junit == Junit::Five && has_parameters;
        Ok(Tools { class_path, junit, parameterized, mock_agent })
    }

    /// What the tests look like.
    pub fn style(&self, subject: &Subject, reader: &RecordingReader<'_>, options: &Options) -> Style {
        let newest = subject.jdk.version.feature.min(u32::from(u8::MAX)) as u8;
        let usual = Style::default();
        Style {
            junit: self.junit,
            assertions: options.assertions,
            stand_ins: options.stand_ins,
            release: options
                .release
                .unwrap_or_else(|| release::of_recorded_classes(&subject.world, reader, newest)),
            suffix: options.suffix.clone().unwrap_or(usual.suffix),
            width: options.width.unwrap_or(usual.width),
            most_lines: options.max_lines.unwrap_or(usual.most_lines),
            ..usual
        }
    }

    /// A JVM for tests that nobody has looked at: what they do to files and to the network, nobody has asked for.
    pub fn jvm(&self, subject: &Subject, scratch: &Path, allow: &BTreeSet<Reach>) -> DriverOptions {
        let may = |reach| allow.contains(&reach);
        let mut writes = vec![scratch.to_owned()];
        if may(Reach::Files) {
            writes.push(PathBuf::from("/"));
        }
        DriverOptions {
            network: may(Reach::Network),
            writes: Some(writes),
            programs: may(Reach::Processes),
            vm_options: self.mock_agent.iter().map(|jar| java_agent(jar)).collect(),
            ..DriverOptions::new(&subject.jdk, &self.class_path)
        }
    }
}

fn java_agent(jar: &Path) -> OsString {
    let mut option = OsString::from("-javaagent:");
    option.push(jar);
    option
}

/// Tests that are left, in their classes, and where these are compiled.
pub struct Suite {
    pub classes: Vec<TestClass>,
    pub compiled: PathBuf,
}

impl Suite {
    pub fn ids(&self) -> Vec<TestId> {
        let ids = self
            .classes
            .iter()
            .flat_map(|class| class.tests.iter().map(|placed| TestId::new(&class.name, &placed.method)));
        ids.collect()
    }

    pub fn run(&self, tests: Vec<TestId>, isolation: Isolation) -> TestRun {
        TestRun {
            isolation,
            classes: vec![self.compiled.clone()],
            limit: TEST_LIMIT,
            cpu_limit: Some(TEST_CPU_LIMIT),
            ..TestRun::new(tests)
        }
    }

    fn len(&self) -> usize {
        self.classes.iter().flat_map(|class| &class.tests).map(|placed| placed.tests.len()).sum()
    }
}

/// The work of verifying.
pub struct Verification<'a, 'w> {
    pub tools: &'a Tools,
    pub subject: &'a Subject,
    pub drafts: &'a mut Drafts<'w>,
    pub options: &'a Options,
    pub report: &'a mut Generated,
    pub progress: &'a dyn Progress,
    /// How often tests were compiled, and run under the agent, so far.
    pub compilations: usize,
    pub comparisons: usize,
    /// Actions that gave wrong objects, by the test's invocation.
    pub avoided: BTreeMap<u64, FxHashSet<ActionKey>>,
    /// What methods were seen to meet last, by the test's invocation.
    pub grades: BTreeMap<u64, Grade>,
}

impl Verification<'_, '_> {
    /// Verifies tests, and gives the classes of those that hold.
    pub fn of(mut self, tests: Vec<Test>, reader: &mut RecordingReader<'_>) -> Result<Vec<TestClass>, Error> {
        if tests.is_empty() {
            self.drafts.measure(&self.grades, self.report);
            return Ok(Vec::new());
        }
        let scratch = Scratch::new("reenact-verify-")
            .map_err(|error| Error::Write { path: std::env::temp_dir(), error })?;
        let jvm = self.tools.jvm(self.subject, scratch.path(), &self.options.allow);
        let mut crew = Crew::start(&jvm, JVMS)?;
        self.progress.step(&format!("compiling {} tests", tests.len()));
        let tests = self.distinct(tests);
        let suite = self.compile(&mut crew, tests, scratch.path())?;
        self.report.tests.compiled = suite.len();
        let mut suite = self.settle(&mut crew, suite, reader, scratch.path())?;

        self.progress.step(&format!("running {} tests alone", suite.len()));
        let mut alone = failures(&crew.run(&by_class(&suite, Isolation::LoaderPerTest))?);
        if let Some(again) = self.expecting_otherwise(&mut crew, &suite, &alone, reader, scratch.path())? {
            suite = again;
            alone = failures(&crew.run(&by_class(&suite, Isolation::LoaderPerTest))?);
        }
        self.report.tests.passed = suite.len() - alone.len();
        suite = self.without(&mut crew, suite, &alone, "", scratch.path())?;

        let rounds: Vec<u64> = (0..=self.options.shuffles as u64).collect();
        for rounds in rounds.chunks(JVMS) {
            self.progress.step(&format!("running {} tests, shuffle {}", suite.len(), rounds[0]));
            let runs: Vec<TestRun> = rounds.iter().map(|&round| shuffle(&suite, round)).collect();
            let failed = failures(&crew.run(&runs)?);
            suite = self.without(
                &mut crew,
                suite,
                &failed,
                "with the others in another order: ",
                scratch.path(),
            )?;
        }
        self.report.verification.shuffles = self.options.shuffles;

        for (name, more, environment) in surroundings(self.subject.jdk.version.feature) {
            let vm_options = jvm.vm_options.iter().cloned().chain(more).collect();
            self.progress.step(&format!("running {} tests with {name}", suite.len()));
            let mut other = Crew::start(&DriverOptions { vm_options, environment, ..jvm.clone() }, 1)?;
            let failed = failures(&other.run(&[suite.run(suite.ids(), Isolation::LoaderPerRun)])?);
            other.quit()?;
            suite = self.without(&mut crew, suite, &failed, &format!("with {name}: "), scratch.path())?;
            self.report.verification.surroundings += 1;
        }

        self.progress.step(&format!("gutting the methods of {} tests", suite.len()));
        let (world, path) = (&self.subject.world, scratch.path());
        let noticing = notice::noticing(&mut crew, world, &suite.classes, &suite.compiled, path)?;
        self.report.tests.noticing = Some(suite.ids().iter().filter(|test| noticing.contains(test)).count());
        self.report.verification.without_network = crew.first().network().is_ok();
        self.report.verification.without_files = crew.first().keeps_files()?;

        self.progress.step("comparing what the methods meet with what was recorded");
        if let Some(mut states) = self.states(&suite, reader, scratch.path())? {
            let mut refused = BTreeMap::new();
            for class in &suite.classes {
                for placed in &class.tests {
                    let id = TestId::new(&class.name, &placed.method);
                    self.tell_attempts(&placed.tests, states.0.get(&id));
                    refused.extend(
                        states.0.get(&id).and_then(|state| self.refused(state)).map(|fault| (id, fault)),
                    );
                }
            }
            // Expected objects may have been made anew meanwhile, by calls that nobody had made before.
            states.0.retain(|test, _| !refused.contains_key(test));
            states.count(self.report);
            suite = self.without(&mut crew, suite, &refused, "", scratch.path())?;
        }
        self.report.tests.kept = suite.len();
        self.drafts.measure(&self.grades, self.report);
        if self.tools.parameterized {
            suite = self.joined(&mut crew, suite, &jvm, scratch.path())?;
        }
        crew.quit()?;
        Ok(suite.classes)
    }

    /// The tests without those that came out the same as another: their cases differ in what the method does not
    /// look at.
    fn distinct(&mut self, tests: Vec<Test>) -> Vec<Test> {
        let before = tests.len();
        let mut gone: BTreeSet<u64> = tests.iter().map(|test| test.invocation).collect();
        let classes = self.drafts.classes(tests);
        let tests: Vec<Test> =
            classes.into_iter().flat_map(|class| class.tests).flat_map(|placed| placed.tests).collect();
        for test in &tests {
            gone.remove(&test.invocation);
        }
        gone.into_iter().for_each(|invocation| self.drafts.forget(invocation));
        let repeats = before - tests.len();
        self.report.invocations.repeats += repeats;
        self.report.invocations.cases -= repeats;
        self.report.tests.written -= repeats;
        tests
    }

    /// Runs the tests under the agent. A plan can run and still give another state than the recorded one: then the
    /// next best plan is tried, and a test for which there is none is dropped, since it is about a call that nobody
    /// made.
    fn settle(
        &mut self,
        crew: &mut Crew,
        mut suite: Suite,
        reader: &mut RecordingReader<'_>,
        scratch: &Path,
    ) -> Result<Suite, Error> {
        for round in 0..=PLANS {
            self.progress.step(&format!("comparing states of {} tests with the recording", suite.len()));
            let Some(states) = self.states(&suite, reader, scratch)? else { return Ok(suite) };
            let mut tests = Vec::new();
            let mut is_settled = true;
            for class in suite.classes {
                for placed in class.tests {
                    let state = states.0.get(&TestId::new(&class.name, &placed.method));
                    // A test that hangs takes its time limit in every run: it has had its chance.
                    if let Some(fault) = state.and_then(|state| self.refused(state)) {
                        self.tell_attempts(&placed.tests, state);
                        self.drafts.keep_or_drop(placed.tests, Some(fault), &mut tests);
                        // What a class does when it is initialised, its first test has done for the others.
                        is_settled = false;
                        continue;
                    }
                    let Some(state) = state.filter(|state| state.grade == Grade::Different) else {
                        tests.extend(placed.tests);
                        continue;
                    };
                    for test in placed.tests {
                        let culprit = state.culprit(&test.actions);
                        let is_culprit = |action: &&ActionKey| Some(&*action.class) == culprit;
                        // What the test does not make is the program's own: a cache behind a constant is not as it
                        // was in production, and the test is about the call all the same.
                        if culprit.is_some() && !test.actions.iter().any(|action| is_culprit(&action)) {
                            tests.push(test);
                            continue;
                        }
                        is_settled = false;
                        let avoid = self.avoided.entry(test.invocation).or_default();
                        let before = avoid.len();
                        avoid.extend(test.actions.iter().filter(is_culprit).cloned());
                        let again = match avoid.len() > before && round < PLANS {
                            true => self.drafts.again(reader, test.invocation, avoid.clone()).ok(),
                            false => None,
                        };
                        let fault = again.is_none().then(|| Fault {
                            reason: different(culprit, &test.actions),
                            message: shortened(&state.difference),
                        });
                        self.drafts.keep_or_drop(vec![again.unwrap_or(test)], fault, &mut tests);
                    }
                }
            }
            suite = self.compile(crew, tests, scratch)?;
            if is_settled {
                break;
            }
        }
        Ok(suite)
    }

    /// Why a test that ran under the agent is not to run again.
    fn refused(&self, state: &State) -> Option<Fault> {
        if let Some((Outcome::Exited(_), place)) = &state.fatal {
            return Some(Fault {
                reason: "the test would end the JVM".to_owned(),
                message: shortened(place),
            });
        }
        let is_refused = |attempt: &&Attempt| !self.options.allow.contains(&attempt.reach);
        if let Some(attempt) = state.attempts.iter().find(is_refused) {
            return Some(Fault { reason: attempt.reach.refusal(), message: shortened(&attempt.to_string()) });
        }
        let (outcome, place) = state.fatal.as_ref()?;
        Some(Fault { reason: format!("the test {outcome}"), message: shortened(place) })
    }

    /// Lists what tests reached for, allowed or not.
    fn tell_attempts(&mut self, tests: &[Test], state: Option<&State>) {
        let Some(test) = tests.first() else { return };
        for attempt in state.into_iter().flat_map(|state| &state.attempts) {
            self.report.reached.push(Reached {
                method: format!("{}#{}", test.class.replace('/', "."), test.method),
                invocation: test.invocation,
                kind: attempt.reach.name().to_owned(),
                target: words::printable(&attempt.target),
                by: attempt.by.clone(),
                allowed: self.options.allow.contains(&attempt.reach),
            });
        }
    }

    /// The suite with other expectations in tests that failed: their method met what was recorded, so it may be the
    /// expected object that was made wrongly. `None` if there is nothing to try.
    fn expecting_otherwise(
        &mut self,
        crew: &mut Crew,
        suite: &Suite,
        failures: &BTreeMap<TestId, Fault>,
        reader: &mut RecordingReader<'_>,
        scratch: &Path,
    ) -> Result<Option<Suite>, Error> {
        let mut tests = Vec::new();
        let mut is_changed = false;
        for class in &suite.classes {
            for placed in &class.tests {
                let has_failed = failures.contains_key(&TestId::new(&class.name, &placed.method));
                for test in &placed.tests {
                    let mut again = None;
                    if has_failed && !test.expectations.is_empty() {
                        let avoid = self.avoided.entry(test.invocation).or_default();
                        avoid.extend(test.expectations.difference(&test.actions).cloned());
                        again = self.drafts.again(reader, test.invocation, avoid.clone()).ok();
                    }
                    is_changed |= again.is_some();
                    tests.push(again.unwrap_or_else(|| test.clone()));
                }
            }
        }
        if is_changed { self.compile(crew, tests, scratch).map(Some) } else { Ok(None) }
    }

    /// What methods meet; none, and a finding, if the agent cannot be had.
    fn states(
        &mut self,
        suite: &Suite,
        reader: &mut RecordingReader<'_>,
        scratch: &Path,
    ) -> Result<Option<States>, Error> {
        let run = suite.run(suite.ids(), Isolation::LoaderPerRun);
        let out = scratch.join(format!("state-{}", self.comparisons));
        self.comparisons += 1;
        let jvm = self.tools.jvm(self.subject, scratch, &self.options.allow);
        match state::compare(jvm, run, &suite.classes, self.drafts, reader, &out) {
            Ok(states) => {
                for class in &suite.classes {
                    for placed in &class.tests {
                        let state = states.0.get(&TestId::new(&class.name, &placed.method));
                        let grade = state.map_or(Grade::Undecided, |state| state.grade);
                        self.grades.extend(placed.tests.iter().map(|test| (test.invocation, grade)));
                    }
                }
                Ok(Some(states))
            }
            Err(error) => {
                let message = format!("what methods meet in the tests was not compared: {error}");
                let finding = Finding::new(Code::StateNotCompared, About::other("verification"), message);
                self.report.findings.push(finding);
                self.report.tests.not_compared = suite.len();
                Ok(None)
            }
        }
    }

    /// Compiles the tests, leaving out those that javac does not take.
    fn compile(&mut self, crew: &mut Crew, mut tests: Vec<Test>, scratch: &Path) -> Result<Suite, Error> {
        // Javac stops after a phase that has errors, so that several rounds are normal; each drops a test or is
        // the last.
        loop {
            let classes = self.drafts.classes(tests);
            let (said, compiled) = self.javac(crew, &classes, scratch)?;
            if said.success || classes.is_empty() {
                return Ok(Suite { classes, compiled });
            }
            tests = self.without_errors(classes, &said);
        }
    }

    /// The classes compiled; `None` if javac does not take all of them.
    pub fn compiled(
        &mut self,
        crew: &mut Crew,
        classes: Vec<TestClass>,
        scratch: &Path,
    ) -> Result<Option<Suite>, Error> {
        let (said, compiled) = self.javac(crew, &classes, scratch)?;
        Ok(said.success.then_some(Suite { classes, compiled }))
    }

    fn javac(
        &mut self,
        crew: &mut Crew,
        classes: &[TestClass],
        scratch: &Path,
    ) -> Result<(Compiled, PathBuf), Error> {
        let compiled = scratch.join(format!("classes-{}", self.compilations));
        self.compilations += 1;
        let sources = classes.iter().map(|class| (class.path.clone(), class.text.clone())).collect();
        let compilation = Compilation {
            release: Some(u32::from(self.report.release)),
            options: ["-proc:none", "-Xlint:none", "-Xmaxerrs", "100000"].map(String::from).to_vec(),
            ..Compilation::new(sources, self.tools.class_path.clone())
        };
        Ok((crew.first().compile(&compilation, &compiled)?, compiled))
    }

    /// Drops the tests in which javac found errors. An error outside of any test drops all of its class, and one
    /// outside of any class all there is: no test would mend it.
    fn without_errors(&mut self, classes: Vec<TestClass>, said: &Compiled) -> Vec<Test> {
        let mut wrong: BTreeMap<(&str, &str), String> = BTreeMap::new();
        let mut wrong_classes: BTreeMap<&str, String> = BTreeMap::new();
        let mut wrong_at_all = None;
        for error in said.errors() {
            let message = shortened(&error.message);
            let Some(class) = classes.iter().find(|class| class.path == error.file) else {
                wrong_at_all.get_or_insert(message);
                continue;
            };
            let mut placed = class.tests_at(error.line as usize);
            // A class file has room for 65,535 constants: the longest test makes way for the others.
            if placed.is_empty() && message.contains("too many constants") {
                placed.extend(class.tests.iter().max_by_key(|placed| placed.size()));
            }
            if placed.is_empty() {
                wrong_classes.entry(&class.path).or_insert(message.clone());
            }
            for placed in placed {
                wrong.entry((&class.path, &placed.method)).or_insert(message.clone());
            }
        }
        if wrong.is_empty() && wrong_classes.is_empty() {
            wrong_at_all.get_or_insert_with(|| shortened(&said.extra));
        }
        let mut kept = Vec::new();
        for class in &classes {
            for placed in &class.tests {
                let message = wrong.get(&(&*class.path, &*placed.method)).or(wrong_classes.get(&*class.path));
                let fault = message.or(wrong_at_all.as_ref()).map(|message| Fault {
                    reason: "the test does not compile".to_owned(),
                    message: message.clone(),
                });
                self.drafts.keep_or_drop(placed.tests.clone(), fault, &mut kept);
            }
        }
        kept
    }

    /// The suite without the tests that failed. It is compiled again: names follow from the tests that are there.
    fn without(
        &mut self,
        crew: &mut Crew,
        suite: Suite,
        failures: &BTreeMap<TestId, Fault>,
        when: &str,
        scratch: &Path,
    ) -> Result<Suite, Error> {
        if failures.is_empty() {
            return Ok(suite);
        }
        let mut kept = Vec::new();
        for class in suite.classes {
            for placed in class.tests {
                let fault = failures.get(&TestId::new(&class.name, &placed.method));
                let fault = fault.map(|Fault { reason, message }| Fault {
                    reason: format!("{when}{reason}"),
                    message: message.clone(),
                });
                self.drafts.keep_or_drop(placed.tests, fault, &mut kept);
            }
        }
        self.compile(crew, kept, scratch)
    }
}

/// One run per test class.
pub fn by_class(suite: &Suite, isolation: Isolation) -> Vec<TestRun> {
    let classes = suite.classes.iter().map(|class| {
        class.tests.iter().map(|placed| TestId::new(&class.name, &placed.method)).collect::<Vec<TestId>>()
    });
    classes.map(|tests| suite.run(tests, isolation)).collect()
}

/// All tests in an order that follows from the number. The first round is every test twice, one after the other.
pub fn shuffle(suite: &Suite, round: u64) -> TestRun {
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

/// Tests that did not pass, with what they said.
pub fn failures(runs: &[RunReport]) -> BTreeMap<TestId, Fault> {
    reports(runs)
        .filter(|(_, report)| !report.passed())
        .map(|(test, report)| (test.clone(), said(report)))
        .collect()
}

/// What happened in a word, by which failures are counted, and what the test said.
pub fn said(report: &TestReport) -> Fault {
    match report.failure() {
        Some(Failure { class, message, .. }) => {
            let class = class.rsplit('.').next().unwrap_or(class);
            // As stand-ins say it.
            let reason = match message.strip_prefix("not recorded: ") {
                Some(method) if class == "UnsupportedOperationException" => format!(
                    "a stand-in is asked for `{}`, which was not recorded; include its class when recording, or add \
                     an adapter to reenact.toml",
                    shortened(method)
                ),
                _ => format!("the test fails with {class}"),
            };
            Fault { reason, message: shortened(message) }
        }
        None => Fault { reason: format!("the test {}", report.outcome()), message: String::new() },
    }
}

pub fn different(culprit: Option<&str>, actions: &BTreeSet<ActionKey>) -> String {
    let what = culprit.map_or("an object".to_owned(), |class| class.replace('/', "."));
    if culprit.is_some_and(|class| actions.contains(&ActionKey::history(class))) {
        return format!(
            "{what} would not be as it was recorded though all calls are made again: something else changed it, such as \
             reflection, deserialization, native code, or a part that it handed out; add an adapter to reenact.toml"
        );
    }
    format!(
        "{what} would not be as it was recorded; add a constructor or a package-private setter, or an adapter to \
         reenact.toml"
    )
}

pub fn shortened(message: &str) -> String {
    let line = words::printable(&message.split_whitespace().collect::<Vec<&str>>().join(" "));
    match line.char_indices().nth(FAILURE_LENGTH) {
        Some((end, _)) => format!("{} …", &line[..end]),
        None => line,
    }
}

pub type Surroundings = (&'static str, Vec<OsString>, Vec<(OsString, Option<OsString>)>);

/// Where tests that depend on their surroundings fail: Turkish has letters of its own, India half an hour, and plain
/// ASCII hardly any letters.
pub fn surroundings(feature: u32) -> Vec<Surroundings> {
    let charset = |name: &str| match feature {
        ..18 => format!("-Dfile.encoding={name}"),
        // From JDK 18 on the default is UTF-8 unless the system's is asked for.
        _ => "-Dfile.encoding=COMPAT".to_owned(),
    };
    let vm = |options: &[&str], name: &str| {
        options.iter().map(|option| option.to_string()).chain([charset(name)]).map(OsString::from).collect()
    };
    let posix = || vec![("LC_ALL".into(), Some("POSIX".into()))];
    vec![
        (
            "a Turkish locale, the time zone of Kolkata and ISO 8859-9",
            vm(&["-Duser.language=tr", "-Duser.country=TR", "-Duser.timezone=Asia/Kolkata"], "ISO-8859-9"),
            posix(),
        ),
        (
            "a Japanese locale, the time zone of New York and US-ASCII",
            vm(&["-Duser.language=ja", "-Duser.country=JP", "-Duser.timezone=America/New_York"], "US-ASCII"),
            posix(),
        ),
    ]
}
