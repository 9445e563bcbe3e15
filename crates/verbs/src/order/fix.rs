//! `reenact order fix`: repairs order-dependent tests.

mod known;
mod lab;
mod polluted;
mod rounds;
mod sources;

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use reenact_java::edit::unified_diff;
use reenact_jvm::class_path::ClassPath;
use reenact_order::fix::{
    Diagnosis, Hints, Patient, Program, Repair, Repairer, Settings, StateCheck, Verdict, complete, diagnose,
    fresh_enough,
};
use reenact_order::{self as order, TestIndex};
use reenact_report::order::fixed::{ChangedFile, Fixed, FixedTest, OrdersAfter};
use reenact_wire::driver::TestId;
use reenact_world::CallGraph;

use self::known::Known;
use self::lab::{Bench, Compilers};
use self::rounds::After;
use super::changers::Changers;
use super::command::reproduce;
use super::project::TestSuite;
use super::runner::Jvms;
use super::{Error, Options};
use crate::Progress;
use crate::subject::LoadedProgram;

/// Polluters of earlier victims that are tried for a further one.
const MOST_KNOWN: usize = 16;

/// Tests that are tried as cleaners of one test.
const MOST_CLEANERS: usize = 16;

/// A suite that takes longer is run once with all changes, and with each of them only if a test fails then.
const LONG_SUITE: Duration = Duration::from_secs(10);

/// Options of a repair beside those of all subcommands.
#[derive(Clone, Debug, Default)]
pub struct FixOptions {
    /// The tests to repair, as `pkg.Class#method`; all that are found unless given.
    pub tests: Vec<String>,
    /// The JSON of `reenact order detect` or `explain`, in place of a search for tests, causes and state.
    pub from: Option<PathBuf>,
    /// True if the sources are changed.
    pub write: bool,
    /// Directories of test sources beside those of the project.
    pub sources: Vec<PathBuf>,
    /// Candidates that are tried for one test.
    pub candidates: Option<usize>,
    /// Random orders that the suite is run in with the changes; unless given, some if the suite is short.
    pub orders: Option<usize>,
}

/// The program that a suite belongs to, for the search of candidates. Several restrictions of a suite may share it.
pub struct Subject {
    loaded: LoadedProgram,
    graph: CallGraph,
    compilers: Compilers,
}

impl Subject {
    pub fn load(suite: &TestSuite, progress: &dyn Progress) -> Result<Subject, Error> {
        progress.step("reading the program");
        let own: Vec<PathBuf> =
            suite.test_classes.iter().chain(&suite.classes).filter(|path| path.exists()).cloned().collect();
        let rest = suite.jvm.class_path.iter().filter(|path| !own.contains(path));
        let class_path = ClassPath::parse(std::env::join_paths(rest).unwrap_or_default());
        let loaded = LoadedProgram::load(suite.jvm.jdk.clone(), &own, Some(&class_path), progress)?;
        let graph = CallGraph::class_hierarchy(&loaded.world);
        Ok(Subject { loaded, graph, compilers: Compilers::default() })
    }
}

/// Finds the causes of order-dependent tests, repairs them in copies of the test sources, and reports the changes.
pub fn run(options: &Options, fix: &FixOptions, progress: &dyn Progress) -> Result<Fixed, Error> {
    let mut suite = TestSuite::open(options, progress)?;
    suite.test_sources.extend(fix.sources.iter().cloned());
    let mut jvms = Jvms::new(&suite, options.test_limit);
    let task = task(options, fix, &suite, &mut jvms, progress)?;
    let subject = Subject::load(&suite, progress)?;
    repair(options, fix, &suite, &subject, jvms, &task, progress)
}

/// Repairs tests of a suite whose program is loaded.
pub fn repair(
    options: &Options,
    fix: &FixOptions,
    suite: &TestSuite,
    subject: &Subject,
    mut jvms: Jvms<'_>,
    task: &Task,
    progress: &dyn Progress,
) -> Result<Fixed, Error> {
    let asked = &task.tests;
    let sources = sources::read(suite)?;
    let loaded = &subject.loaded;
    let program = Program::new(&loaded.world, &subject.graph, loaded.targets.clone());
    let mut bench = Bench::new(suite, options.test_limit, &subject.compilers)?;
    let names: Vec<TestId> = (0..suite.tests.len()).map(|test| suite.tests.test(test).clone()).collect();
    let settings = Settings { candidates: fix.candidates.unwrap_or(400), ..Settings::default() };
    progress.step("running the suite as it is");
    let begun = Instant::now();
    let mut repairer = Repairer::new(&program, &mut bench, sources.texts.clone(), names.clone(), settings)?;
    let is_long = begun.elapsed() > LONG_SUITE;
    if is_long && asked.len() > 1 {
        repairer.run_suite_last();
    }
    let work = Work { options, suite, program: &program, names: &names, task };
    let mut tests = repair_all(&work, &mut jvms, &mut repairer, progress)?;
    if repairer.whole_suite_refusal(&|| progress.step("running the suite with the changes"))?.is_some() {
        repairer.start_over(sources.texts.clone());
        tests = repair_all(&work, &mut jvms, &mut repairer, progress)?;
    }
    let usual = if is_long || repairer.edited().1.is_empty() { 0 } else { rounds::USUAL_ORDERS };
    let after = in_random_orders(&work, fix.orders.unwrap_or(usual), &mut repairer, &mut tests, progress)?;
    for test in &mut tests {
        test.reproduce = reproduction(options, test);
    }
    let mut files = Vec::new();
    for (path, before) in &sources.files {
        let after = repairer.sources().text(path).unwrap_or(before);
        if after != before {
            let file = ChangedFile {
                path: path.clone(),
                diff: unified_diff(path, before, after),
                written: fix.write,
            };
            if fix.write {
                sources::write(&sources.root.join(path), before, after)?;
            }
            files.push(file);
        }
    }
    Ok(Fixed {
        suite: suite.name.clone(),
        jdk: suite.jvm.jdk.version.to_string(),
        root: shown(&sources.root),
        tests,
        files,
        orders: jvms.orders + bench.runs,
        after,
        findings: suite.findings.clone(),
    })
}

/// The tests to repair, and what is known about their program.
struct Work<'w> {
    options: &'w Options,
    suite: &'w TestSuite,
    program: &'w Program<'w>,
    /// The tests of the suite.
    names: &'w [TestId],
    task: &'w Task,
}

impl Work<'_> {
    /// Returns the tests that are tried as cleaners of a test behind its polluters.
    fn cleaners(&self, test: &TestId, polluters: &[TestIndex]) -> Vec<TestIndex> {
        let polluters: Vec<TestId> =
            polluters.iter().map(|test| self.suite.tests.test(*test).clone()).collect();
        let mut cleaners = self.program.likely_cleaners(&polluters, test, self.names);
        cleaners.truncate(MOST_CLEANERS);
        cleaners
    }
}

/// Repairs tests, one after the other.
fn repair_all(
    work: &Work<'_>,
    jvms: &mut Jvms<'_>,
    repairer: &mut Repairer<'_, '_, Bench<'_>>,
    progress: &dyn Progress,
) -> Result<Vec<FixedTest>, Error> {
    let Work { options, suite, program, names, task: Task { tests: asked, changers } } = *work;
    let mut tests = Vec::new();
    let mut not_repaired: Vec<(usize, Patient)> = Vec::new();
    // Polluters of the tests so far: further victims are likely to have the same.
    let mut known: Vec<Vec<TestId>> = Vec::new();
    for (at, wanted) in asked.iter().enumerate() {
        let started = Instant::now();
        let test = &wanted.test;
        let id = suite.tests.test(*test);
        progress.step(&format!("{} of {}: causes of {id}", at + 1, asked.len()));
        // Where the cause is known, a few runs show whether an earlier change repairs the test.
        let earlier = match &wanted.known {
            Some(_) => None,
            None => repairer.repaired_already(id, &known)?,
        };
        if let Some((patient, repair)) = earlier {
            tests.push(reported(&patient, &repair, None, started.elapsed().as_secs_f64()));
            continue;
        }
        let likely = |set: &[TestIndex]| work.cleaners(id, set);
        let mut hints = Hints { causes: Vec::new(), cleaners: &likely };
        let diagnosis = match &wanted.known {
            Some(known) => fresh_enough(jvms, known.diagnosis.clone())?,
            None => {
                hints.causes = program.likely_polluters(id, names);
                diagnose(jvms, &suite.tests, *test, wanted.before.as_deref(), &hints)?
            }
        };
        let Some(kind) = diagnosis.kind else {
            let (kind, reason) = match diagnosis.passes_alone {
                true => ("not order-dependent", "it passes alone and behind the other tests"),
                false => ("always failing", "it does not pass alone, nor behind any other test"),
            };
            tests.push(FixedTest {
                test: id.to_string(),
                kind: kind.to_owned(),
                verdict: "not repaired".to_owned(),
                reason: Some(reason.to_owned()),
                failures: diagnosis.seen.failures,
                runs: diagnosis.seen.runs,
                seconds: started.elapsed().as_secs_f64(),
                ..FixedTest::default()
            });
            continue;
        };
        let mut patient = patient(suite, &diagnosis, kind);
        if let Some(repair) = repairer.repaired_by_earlier(&patient)? {
            tests.push(reported(&patient, &repair, None, started.elapsed().as_secs_f64()));
            continue;
        }
        progress.step(&format!("{} of {}: state of {id}", at + 1, asked.len()));
        let explained = match wanted.known.as_ref().and_then(|known| known.explained.clone()) {
            Some(explained) => explained,
            None => polluted::explained(suite, options.test_limit, &diagnosis, Vec::new()),
        };
        let is_of_order = !matches!(kind, order::Kind::NonDeterministic | order::Kind::Environment);
        if wanted.known.is_some() && is_of_order {
            progress.step(&format!("{} of {}: further causes of {id}", at + 1, asked.len()));
            let fields: Vec<String> = explained.fields.iter().map(polluted::name).collect();
            let others = changers.of_parts(&explained.parts, &fields);
            let diagnosis = complete(jvms, diagnosis, &others, &hints)?;
            patient = self::patient(suite, &diagnosis, kind);
        }
        (patient.parts, patient.polluted) = (explained.parts, explained.fields);
        let told = |what: &str| progress.step(&format!("{} of {}: {id}: {what}", at + 1, asked.len()));
        let repair = repairer.repair(&patient, &told)?;
        if kind == order::Kind::Victim {
            let new = patient.sets.iter().filter(|set| !known.contains(set)).cloned().collect::<Vec<_>>();
            known.extend(new.into_iter().take(MOST_KNOWN.saturating_sub(known.len())));
        }
        let unexplained = Some(explained.reason).filter(|reason| !reason.is_empty());
        tests.push(reported(&patient, &repair, unexplained, started.elapsed().as_secs_f64()));
        if matches!(repair.verdict, Verdict::NotRepaired(_)) {
            not_repaired.push((tests.len() - 1, patient));
        }
    }
    // A later change may repair a test for which nothing was found.
    for (at, patient) in not_repaired {
        if let Some(repair) = repairer.repaired_by_earlier(&patient)? {
            let before: &FixedTest = &tests[at];
            let unexplained = before.unexplained.clone();
            tests[at] =
                FixedTest { tried: before.tried, ..reported(&patient, &repair, unexplained, before.seconds) };
        }
    }
    Ok(tests)
}

/// Runs the suite in random orders with all changes, and repairs what fails there, until nothing does or no change is left to try.
fn in_random_orders(
    work: &Work<'_>,
    count: usize,
    repairer: &mut Repairer<'_, '_, Bench<'_>>,
    tests: &mut Vec<FixedTest>,
    progress: &dyn Progress,
) -> Result<Option<OrdersAfter>, Error> {
    if count == 0 {
        return Ok(None);
    }
    repairer.run_suite_each();
    let mut round = 0;
    loop {
        progress.step(&format!("running {count} orders with the changes"));
        let After { report, failing } =
            rounds::run_orders(repairer, work.suite, count, work.options.search.seed)?;
        if failing.is_empty()
            || round == rounds::MOST_ROUNDS
            || !repair_further(work, &failing, repairer, tests, progress)?
        {
            rounds::note_failures(tests, &report);
            return Ok(Some(report));
        }
        round += 1;
    }
}

/// Repairs tests that fail with the changes so far, each with the tests before it in an order that shows it. Returns whether there is a
/// further change.
fn repair_further(
    work: &Work<'_>,
    failing: &BTreeMap<TestIndex, Vec<TestIndex>>,
    repairer: &mut Repairer<'_, '_, Bench<'_>>,
    tests: &mut Vec<FixedTest>,
    progress: &dyn Progress,
) -> Result<bool, Error> {
    let Work { options, suite, .. } = *work;
    let changes = repairer.edited().1.len();
    for (at, (test, before)) in failing.iter().enumerate() {
        let started = Instant::now();
        let id = suite.tests.test(*test);
        let told = |what: &str| progress.step(&format!("{} of {}: {id}: {what}", at + 1, failing.len()));
        told("causes with the changes");
        let cleaners = |set: &[TestIndex]| work.cleaners(id, set);
        let hints = Hints { causes: Vec::new(), cleaners: &cleaners };
        let diagnosis = rounds::diagnose_with_changes(repairer, suite, *test, before, &hints)?;
        let Some(diagnosis) = diagnosis else { continue };
        let Some(kind) = diagnosis.kind else { continue };
        let mut patient = patient(suite, &diagnosis, kind);
        let causes: Vec<Vec<String>> = patient.sets.iter().map(|set| names(set)).collect();
        let is_known = |known: &FixedTest| {
            let is_tried = causes.iter().all(|set| known.causes.contains(set));
            known.test == id.to_string() && known.verdict != "repaired" && is_tried
        };
        // It was tried, and nothing has changed for it since.
        if tests.iter().any(is_known) {
            continue;
        }
        let (lab, places) = repairer.edited();
        let explained = polluted::explained(suite, options.test_limit, &diagnosis, lab.paths(places));
        (patient.parts, patient.polluted) = (explained.parts, explained.fields);
        let repair = repairer.repair(&patient, &told)?;
        let unexplained = Some(explained.reason).filter(|reason| !reason.is_empty());
        rounds::add(tests, reported(&patient, &repair, unexplained, started.elapsed().as_secs_f64()));
    }
    Ok(repairer.edited().1.len() > changes)
}

/// A directory as a person would name it from here.
fn shown(path: &Path) -> String {
    let here = std::env::current_dir().unwrap_or_default();
    match path.strip_prefix(&here) {
        Ok(below) if below.as_os_str().is_empty() => ".".to_owned(),
        Ok(below) => below.display().to_string(),
        Err(_) => path.display().to_string(),
    }
}

/// A test to repair, with what is known of it.
#[derive(Clone, Debug)]
pub struct Asked {
    test: TestIndex,
    /// The tests before it in an order that is known to show it.
    before: Option<Vec<TestIndex>>,
    /// Its entry in an earlier report.
    known: Option<Known>,
}

impl Asked {
    /// A test of which nothing more is known.
    pub fn new(test: TestIndex) -> Self {
        Asked { test, before: None, known: None }
    }

    /// A test with the tests before it in an order that shows it.
    pub fn behind(test: TestIndex, before: Vec<TestIndex>) -> Self {
        Asked { test, before: Some(before), known: None }
    }
}

/// The tests to repair, and what a search has seen of the state.
#[derive(Clone, Debug, Default)]
pub struct Task {
    pub tests: Vec<Asked>,
    pub changers: Changers,
}

/// Returns the tests that were named or that a report lists, or all that a search finds.
fn task(
    options: &Options,
    fix: &FixOptions,
    suite: &TestSuite,
    jvms: &mut Jvms<'_>,
    progress: &dyn Progress,
) -> Result<Task, Error> {
    if let Some(path) = &fix.from {
        let (tests, changers) = known::read(path, &fix.tests, suite)?;
        return Ok(Task { tests, changers });
    }
    if !fix.tests.is_empty() {
        let tests = fix.tests.iter().map(|name| Ok(Asked::new(suite.find(name)?)));
        return Ok(Task { tests: tests.collect::<Result<_, Error>>()?, changers: Changers::default() });
    }
    let found = super::detect::search(options, suite, jvms, progress)?;
    let report = super::detect::report(options, suite, jvms, &found);
    let (tests, changers) = known::of_detection(&report, &[], suite)?;
    Ok(Task { tests, changers })
}

/// Names the tests of a diagnosis. The state is not known yet.
fn patient(suite: &TestSuite, diagnosis: &Diagnosis, kind: order::Kind) -> Patient {
    let name = |tests: &Vec<TestIndex>| tests.iter().map(|test| suite.tests.test(*test).clone()).collect();
    let cleaners = diagnosis.cleaners.iter();
    Patient {
        test: suite.tests.test(diagnosis.test).clone(),
        kind,
        is_self_polluting: diagnosis.is_self_polluting,
        sets: diagnosis.sets.iter().map(name).collect(),
        cleaners: cleaners.map(|(set, test)| (*set, suite.tests.test(*test).clone())).collect(),
        freshness: diagnosis.freshness,
        parts: Vec::new(),
        polluted: Vec::new(),
        seen: diagnosis.seen,
    }
}

/// Returns the command that runs a test behind its first cause; none if no cause is known.
fn reproduction(options: &Options, test: &FixedTest) -> String {
    let own = (test.kind == "self-polluting").then(|| vec![test.test.clone()]);
    let Some(behind) = test.causes.first().cloned().or(own) else { return String::new() };
    let order: Vec<String> = behind.into_iter().chain([test.test.clone()]).collect();
    reproduce(options, &order)
}

fn names(tests: &[TestId]) -> Vec<String> {
    tests.iter().map(TestId::to_string).collect()
}

fn reported(patient: &Patient, repair: &Repair, unexplained: Option<String>, seconds: f64) -> FixedTest {
    let (verdict, reason) = match &repair.verdict {
        Verdict::Repaired => ("repaired", None),
        Verdict::RepairedBy(by) => ("repaired", Some(format!("by the change for {by}"))),
        Verdict::Explained => {
            let reason = "only a reflective reset works, which is not applied; see the candidate";
            ("explained", Some(reason.to_owned()))
        }
        Verdict::NotRepaired(reason) => ("not repaired", Some(reason.clone())),
    };
    let kind = match (patient.kind, patient.sets.is_empty()) {
        (order::Kind::Victim, true) => "self-polluting",
        (kind, _) => super::detect::kind_name(kind),
    };
    FixedTest {
        test: patient.test.to_string(),
        kind: kind.to_owned(),
        verdict: verdict.to_owned(),
        reason,
        causes: patient.sets.iter().map(|set| names(set)).collect(),
        cleaners: patient.cleaners.iter().map(|(_, test)| test.to_string()).collect(),
        failures: patient.seen.failures,
        runs: patient.seen.runs,
        code: repair.candidate.as_ref().map(|candidate| candidate.summary()),
        origin: repair.candidate.as_ref().map(|candidate| candidate.origin.name().to_owned()),
        place: repair.placement.as_ref().map(|placement| placement.describe()),
        depends_on: patient.parts.clone(),
        unexplained,
        state: match &repair.state {
            StateCheck::NotChecked(_) => "not checked",
            StateCheck::Clean => "clean",
            StateCheck::Differs(_) => "differs",
        }
        .to_owned(),
        state_reason: match &repair.state {
            StateCheck::NotChecked(reason) => Some(reason.clone()),
            _ => None,
        },
        tried: repair.tried,
        seconds,
        reproduce: String::new(),
    }
}
