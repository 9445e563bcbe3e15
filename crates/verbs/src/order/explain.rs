//! `reenact order explain`: the tests and the state that make a test fail or pass.

use std::path::{Path, PathBuf};
use std::time::Instant;

use reenact_order::explain::{Cause, Dependence, Explanation, Neighbors, Part, explain_with};
use reenact_order::values::Compared;
use reenact_order::{self as order, Freshness, Kind, Outcome, Runner, TestIndex};
use reenact_report::order::{CodeLine, Detection, ExplainedTest, Explanations, StatePart};
use reenact_report::stored;
use reenact_wire::snapshot::{Frame, Place as CellPlace};

use super::changers::Changers;
use super::command::reproduce;
use super::detect::kind_name;
use super::outside::{self, Outside};
use super::places::SourceLines;
use super::project::TestSuite;
use super::runner::Jvms;
use super::state_jvm::AgentJvm;
use super::{Error, Options};
use crate::Progress;

/// Lines of code that are shown for a part, at most.
const MOST_LINES: usize = 8;

/// Tests that are tried as cleaners.
const MOST_CLEANERS: usize = 40;

/// The tests to explain.
#[derive(Clone, Debug, Default)]
pub struct Asked {
    /// Names of tests; all that `detect` finds if there are none.
    pub tests: Vec<String>,
    /// The JSON of `reenact order detect`, in place of a search.
    pub from: Option<PathBuf>,
    /// Tests that are known to change the outcome, in order; they are searched for if there are none.
    pub behind: Vec<String>,
}

/// Explains tests.
pub fn run(options: &Options, asked: &Asked, progress: &dyn Progress) -> Result<Explanations, Error> {
    let suite = TestSuite::open(options, progress)?;
    let mut jvms = Jvms::new(&suite, options.test_limit);
    let (subjects, changers) = subjects(options, asked, &suite, &mut jvms, progress)?;
    let mut agent = AgentJvm::new(&suite, options.test_limit);
    let mut lines = SourceLines::new(&suite);
    let mut tests = Vec::new();
    for subject in &subjects {
        progress.step(&format!("explaining {}", suite.tests.test(subject.test)));
        tests.push(explained(subject, options, &suite, &changers, &mut agent, &mut lines));
    }
    Ok(Explanations {
        suite: suite.name.clone(),
        jdk: suite.jvm.jdk.version.to_string(),
        tests,
        findings: suite.findings.clone(),
    })
}

/// A test with its causes.
struct Subject {
    test: TestIndex,
    kind: Kind,
    sets: Vec<Vec<TestIndex>>,
    cleaners: Vec<TestIndex>,
}

/// A test whose causes are sought.
struct Wanted {
    test: TestIndex,
    /// `None` if it is not known.
    kind: Option<Kind>,
    /// Tests before it in an order that shows the dependence.
    before: Vec<TestIndex>,
    /// A cause that is known.
    known: Vec<TestIndex>,
}

fn subjects(
    options: &Options,
    asked: &Asked,
    suite: &TestSuite,
    jvms: &mut Jvms<'_>,
    progress: &dyn Progress,
) -> Result<(Vec<Subject>, Changers), Error> {
    let mut wanted: Vec<Wanted> = Vec::new();
    let mut changers = Changers::default();
    if let Some(path) = &asked.from {
        (wanted, changers) = detected(path, asked, suite)?;
    } else if asked.tests.is_empty() {
        let found = super::detect::search(options, suite, jvms, progress)?;
        let report = super::detect::report(options, suite, jvms, &found);
        changers = Changers::of(&report, suite);
        for found in found.detected.tests {
            let before = match found.kind {
                Kind::Brittle => found.passes_behind,
                _ => found.fails_behind,
            };
            wanted.push(Wanted { test: found.test, kind: Some(found.kind), before, known: found.cause });
        }
    }
    for name in asked.tests.iter().filter(|_| asked.from.is_none()) {
        let test = suite.find(name)?;
        let before = (0..suite.tests.len()).filter(|other| *other != test).collect();
        wanted.push(Wanted { test, kind: None, before, known: Vec::new() });
    }
    let behind: Vec<TestIndex> =
        asked.behind.iter().map(|name| suite.find(name)).collect::<Result<_, _>>()?;
    let mut subjects = Vec::new();
    for Wanted { test, kind, before, known } in wanted {
        progress.step(&format!("finding the causes of {}", suite.tests.test(test)));
        let kind = match kind {
            Some(kind) => kind,
            None => {
                let alone = jvms.run(&[vec![test]], Freshness::Jvm)?;
                match alone.first().and_then(|outcomes| outcomes.first()) {
                    Some(Outcome::Passed) => Kind::Victim,
                    _ => Kind::Brittle,
                }
            }
        };
        if matches!(kind, Kind::NonDeterministic | Kind::Environment) {
            subjects.push(Subject { test, kind, sets: Vec::new(), cleaners: Vec::new() });
            continue;
        }
        if kind == Kind::SelfPolluting {
            subjects.push(Subject { test, kind, sets: vec![vec![test]], cleaners: Vec::new() });
            continue;
        }
        // Further causes are looked for when the state is known.
        if !known.is_empty() && (asked.from.is_some() || !changers.is_empty()) {
            subjects.push(Subject { test, kind, sets: vec![known], cleaners: Vec::new() });
            continue;
        }
        if !behind.is_empty() {
            subjects.push(Subject { test, kind, sets: vec![behind.clone()], cleaners: Vec::new() });
            continue;
        }
        let mut found = order::causes(jvms, &suite.tests, test, kind, &before)?;
        if found.sets.is_empty() && kind == Kind::Victim {
            let twice = jvms.run(&[vec![test, test]], Freshness::Jvm)?;
            if twice.first().and_then(|outcomes| outcomes.last()).is_some_and(|outcome| outcome.is_failure())
            {
                found.sets.push(vec![test]);
            }
        }
        if !known.is_empty() {
            found.sets.retain(|set| *set != known);
            found.sets.insert(0, known);
        }
        let mut cleaners: Vec<TestIndex> = found.cleaners.iter().map(|(_, cleaner)| *cleaner).collect();
        cleaners.sort_unstable();
        cleaners.dedup();
        subjects.push(Subject { test, kind, sets: found.sets, cleaners });
    }
    Ok((subjects, changers))
}

/// Reads the tests of a report of `detect`, those that are named if any are, and which tests change state.
fn detected(path: &Path, asked: &Asked, suite: &TestSuite) -> Result<(Vec<Wanted>, Changers), Error> {
    let unreadable = |reason: String| Error::Detection { path: path.to_owned(), reason };
    let json = std::fs::read_to_string(path).map_err(|error| unreadable(error.to_string()))?;
    let report: Detection = stored::read_as(&json).map_err(|error| unreadable(error.to_string()))?;
    if let Some(name) = asked.tests.iter().find(|name| !report.tests.iter().any(|test| test.test == **name)) {
        return Err(Error::NotDetected { test: name.clone(), path: path.to_owned() });
    }
    let find = |names: &[String]| names.iter().map(|name| suite.find(name)).collect::<Result<Vec<_>, _>>();
    let mut wanted = Vec::new();
    for test in report.tests.iter().filter(|test| asked.tests.is_empty() || asked.tests.contains(&test.test))
    {
        let (kind, before) = match &*test.kind {
            "victim" => (Kind::Victim, &test.fails_behind),
            "brittle" => (Kind::Brittle, &test.passes_behind),
            "self-polluting" => (Kind::SelfPolluting, &test.fails_behind),
            "non-deterministic" => (Kind::NonDeterministic, &test.fails_behind),
            "environment-dependent" => (Kind::Environment, &test.fails_behind),
            other => return Err(unreadable(format!("{} has the unknown kind {other}", test.test))),
        };
        wanted.push(Wanted {
            test: suite.find(&test.test)?,
            kind: Some(kind),
            before: find(before)?,
            known: test.causes.first().map_or(Ok(Vec::new()), |set| find(set))?,
        });
    }
    Ok((wanted, Changers::of(&report, suite)))
}

/// Returns the tests that may change or undo the state that a test depends on. Cleaners are mostly in the classes of the tests themselves.
fn neighbors(subject: &Subject, suite: &TestSuite, changers: &Changers, parts: &[Part]) -> Neighbors {
    let paths: Vec<String> = parts.iter().map(|part| part.path.to_string()).collect();
    let fields: Vec<String> = parts.iter().map(static_field).collect();
    let mut classes: Vec<usize> = Vec::new();
    for test in subject.sets.first().into_iter().flatten().chain([&subject.test]) {
        let class = suite.tests.class_of(*test);
        if !classes.contains(&class) {
            classes.push(class);
        }
    }
    let beside = classes.into_iter().flat_map(|class| suite.tests.classes()[class].clone());
    Neighbors {
        causes: changers.of_parts(&paths, &fields),
        cleaners: match subject.kind {
            Kind::Victim if subject.cleaners.is_empty() => beside.take(MOST_CLEANERS).collect(),
            _ => Vec::new(),
        },
    }
}

/// Explains one test. An error is its result, so that the other tests are explained all the same.
fn explained(
    subject: &Subject,
    options: &Options,
    suite: &TestSuite,
    changers: &Changers,
    agent: &mut AgentJvm<'_>,
    lines: &mut SourceLines<'_>,
) -> ExplainedTest {
    let id = suite.tests.test(subject.test);
    let names = |tests: &[TestIndex]| suite.tests.names(tests);
    let mut report = ExplainedTest {
        test: id.to_string(),
        kind: kind_name(subject.kind).to_owned(),
        place: lines.of(id),
        causes: subject.sets.iter().map(|set| names(set)).collect(),
        cleaners: names(&subject.cleaners),
        ..ExplainedTest::default()
    };
    if let Err(error) = explain_into(&mut report, subject, options, suite, changers, agent) {
        (report.cause, report.sentence) = ("error".to_owned(), error.to_string());
    }
    report
}

fn explain_into(
    report: &mut ExplainedTest,
    subject: &Subject,
    options: &Options,
    suite: &TestSuite,
    changers: &Changers,
    agent: &mut AgentJvm<'_>,
) -> Result<(), Error> {
    let id = suite.tests.test(subject.test);
    let names = |tests: &[TestIndex]| suite.tests.names(tests);
    if matches!(subject.kind, Kind::NonDeterministic | Kind::Environment) {
        report.cause = "not-of-the-order".to_owned();
        report.sentence = match subject.kind {
            Kind::NonDeterministic => {
                "the same order gives different outcomes: look for time, randomness, threads and the network"
                    .to_owned()
            }
            _ => "it differs with the JVM that it is run in, and not with the order".to_owned(),
        };
        return Ok(());
    }
    let Some(behind) = subject.sets.first() else {
        report.cause = "no-cause".to_owned();
        report.sentence = match subject.kind {
            Kind::Brittle => "no other test, and no set of tests that was tried, makes it pass".to_owned(),
            _ => "no other test, and no set of tests that was tried, makes it fail".to_owned(),
        };
        return Ok(());
    };
    let order: Vec<TestIndex> = behind.iter().copied().chain([subject.test]).collect();
    report.reproduce = reproduce(options, &names(&order));
    let started = Instant::now();
    let dependence = Dependence { test: subject.test, kind: subject.kind, behind: behind.clone() };
    let found = explain_with(agent, &dependence, &|parts| neighbors(subject, suite, changers, parts))?;
    report.causes.extend(found.further.iter().map(|test| names(&[*test])));
    report.cleaners.extend(names(&found.cleaners));
    report.millis = started.elapsed().as_millis() as u64;
    (report.trials, report.changed_parts, report.confirmed) =
        (found.trials, found.changed, found.is_confirmed);
    report.notes = unseen(&found);
    (report.snapshot_objects, report.snapshot_millis) = (found.taken.objects, found.taken.micros / 1000);
    (report.cause, report.sentence) = match &found.cause {
        Cause::State(parts) => {
            report.state = parts.iter().map(|part| state_part(part, id)).collect();
            let fields: Vec<String> = parts.iter().map(|part| part.path.to_string()).collect();
            ("state".to_owned(), format!("it depends on {}", fields.join(" and ")))
        }
        Cause::FailedInitializers(classes) => {
            let classes: Vec<String> = classes.iter().map(|class| class.replace('/', ".")).collect();
            let sentence = format!(
                "the initializer of {} failed in a test before, and the JVM refuses the class from then on",
                classes.join(", ")
            );
            report.failed_classes = classes;
            ("failed-initializer".to_owned(), sentence)
        }
        Cause::NotInHeap => {
            let outside = outside::look(suite, options.test_limit, behind, subject.test)?;
            let sentence = outside_sentence(&outside);
            let cause = if outside.is_healed_by_files { "files" } else { "outside" };
            (report.files, report.threads, report.ports) = (outside.files, outside.threads, outside.ports);
            report.notes.extend(outside.notes);
            report.confirmed |= outside.is_healed_by_files;
            (cause.to_owned(), sentence)
        }
        Cause::NotReproduced => {
            let sentence = "in a JVM with the agent the order does not have the outcome that it had without";
            ("not-reproduced".to_owned(), sentence.to_owned())
        }
    };
    Ok(())
}

/// Says what an explanation could not look at.
fn unseen(found: &Explanation) -> Vec<String> {
    let mut notes = Vec::new();
    if found.taken.left_out > 0 {
        notes.push(format!(
            "{} objects were not looked at: the static state has more than a snapshot holds",
            found.taken.left_out
        ));
    }
    if found.more > 0 {
        notes.push(format!("{} further changes were not looked at", found.more));
    }
    notes
}

fn outside_sentence(outside: &Outside) -> String {
    if outside.is_healed_by_files {
        return "restoring static state does not change the outcome, but files do that the tests before left behind".to_owned();
    }
    let sentence = "restoring all static state that the tests before changed does not change the outcome";
    let mut left = Vec::new();
    if !outside.files.is_empty() {
        left.push("files that putting back does not heal it");
    }
    if !outside.threads.is_empty() {
        left.push("threads");
    }
    if !outside.ports.is_empty() {
        left.push("open ports");
    }
    match left.is_empty() {
        true => format!("{sentence}, and no files, threads or ports were left behind: look at native state"),
        false => format!("{sentence}; they left behind {}", left.join(", ")),
    }
}

fn state_part(part: &Part, test: &reenact_wire::driver::TestId) -> StatePart {
    let compared = Compared::of(&part.path, &part.clean, &part.polluted);
    StatePart {
        field: static_field(part),
        path: part.path.to_string(),
        cells: part.changes.len(),
        clean: compared.clean,
        polluted: compared.now,
        difference: compared.difference,
        written: code_lines(&part.written, None),
        read: code_lines(&part.read, Some(&test.class)),
    }
}

/// Returns the static field that leads to a part, as reports name it.
fn static_field(part: &Part) -> String {
    match part.path.steps.first().map(|step| (&step.holder, &step.place)) {
        Some((holder, CellPlace::Static { name, .. })) => format!("{}.{name}", holder.replace('/', ".")),
        _ => part.path.to_string(),
    }
}

/// Returns the innermost line of the subject's own of each stack, and the line of the test that led to it. Stacks with the test's own class
/// come first.
fn code_lines(stacks: &[Vec<Frame>], test_class: Option<&str>) -> Vec<CodeLine> {
    let mut found: Vec<CodeLine> = Vec::new();
    let place = |frame: &Frame| {
        let class = frame.class.replace('/', ".");
        match (frame.file.is_empty(), frame.line) {
            (false, 1..) => format!("{class}#{} ({}:{})", frame.method, frame.file, frame.line),
            _ => format!("{class}#{}", frame.method),
        }
    };
    let is_test = |frame: &&Frame| test_class.is_some_and(|class| frame.class.replace('/', ".") == class);
    for stack in stacks {
        let (Some(inner), Some(outer)) = (stack.first(), stack.last()) else { continue };
        let from = stack.iter().rfind(is_test).unwrap_or(outer);
        let line = CodeLine { code: place(inner), test: (from != inner).then(|| place(from)) };
        if !found.contains(&line) {
            found.push(line);
        }
    }
    found.truncate(MOST_LINES);
    found
}
