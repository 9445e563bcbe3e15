//! `reenact generate`: plain Java tests from a recording, verified.
//!
//! Invocations become cases, cases become tests, and the tests that hold are written: they compile against the subject's
//! class path and pass alone, repeated, shuffled, and in other time zones, locales and charsets. Every invocation that
//! does not become a test is reported with the reason.

mod changes;
mod class_path;
mod draft;
mod environments;
mod jvms;
mod module_options;
mod modules;
mod neighbours;
mod objects;
mod own_build;
mod program;
mod refusals;
mod release;
mod sources;
mod state_sources;
mod time_limit;
mod tools;
mod verified;
mod write;
mod writer;

use std::collections::BTreeSet;
use std::fs;
use std::io;
use std::path::PathBuf;
use std::time::{Duration, Instant};

use reenact_base::finding::{Code, Finding, Subject};
use reenact_build::{BuildError, ProjectBuild};
use reenact_host::{Confinement, Scratch, cpu_time};
use reenact_java::comment;
use reenact_jvm::agent;
use reenact_jvm::driver::DriverError;
use reenact_report::generated::Generated;
use reenact_world::{CallGraph, World};

pub use reenact_generate::{Assertions, Junit, StandIns};
pub use reenact_verify::Reach;

use crate::Progress;
use crate::config::Adapter;
use crate::inspect::{self, Recording};
use crate::subject::LoadError;
use class_path::FoundProgram;
use draft::Drafts;
use jvms::Jvms;
use modules::Modules;
use neighbours::Learnt;
use time_limit::TimeLimit;
use tools::Tools;

/// The options of `reenact generate`.
#[derive(Clone, Debug)]
pub struct Options {
    /// Directories with recordings in them or below; all are read as one.
    pub recordings: Vec<PathBuf>,
    /// A directory of test sources.
    pub out: PathBuf,
    /// The subject's class path; the recording's or the surrounding project's unless given.
    pub class_path: Option<String>,
    /// A Maven or Gradle project that has the class path.
    pub project: Option<PathBuf>,
    /// Only methods that this pattern matches: `pkg.Class#method` or `pkg.Class`, with `*` and `**`.
    pub method: Option<String>,
    /// Instead of tests, methods that make recorded objects: those of a class or pattern, or of the invocation of a
    /// number.
    pub objects: Option<String>,
    /// Tests of one method, or objects of one class.
    pub per_method: usize,
    /// Test methods in one class, unless all tests are written.
    pub per_class: usize,
    /// The version on the class path, or 5, unless given.
    pub junit: Option<Junit>,
    /// AssertJ if most tests of the project use it, unless given.
    pub assertions: Option<Assertions>,
    /// The form of stand-ins for objects that are not rebuilt: mocks if the project's tests use Mockito, unless given.
    pub stand_ins: Option<StandIns>,
    /// Language level of the tests.
    pub release: Option<u8>,
    pub jdk: Option<PathBuf>,
    /// Whether tests on disk that this run does not make are removed from the files that it writes.
    pub update: bool,
    /// Whether the project's own build formats, compiles and runs the tests at the end.
    pub check_build: bool,
    /// Whether changes are shown instead of written.
    pub diff: bool,
    /// A file with the comment above the package; that of the project's files unless given.
    pub header: Option<PathBuf>,
    /// Whether a recording without redaction is accepted.
    pub allow_raw: bool,
    /// Things outside of themselves that tests may reach.
    pub allow: BTreeSet<Reach>,
    /// Whether tests are written that add nothing to the others.
    pub all_tests: bool,
    /// How often the kept tests are shuffled.
    pub shuffles: usize,
    /// Suffix of the names of test classes, if it is not the default.
    pub suffix: Option<String>,
    /// Columns that a line may have, if they are not the default.
    pub width: Option<usize>,
    /// Lines that a test may have.
    pub max_lines: Option<usize>,
    /// Whether calls that differ in values alone become one test with parameters, where JUnit has these.
    pub parameterized: bool,
    /// Directories of the subject's sources, for names of parameters.
    pub sources: Vec<PathBuf>,
    /// How to make objects of certain classes, from the settings.
    pub adapters: Vec<Adapter>,
    /// Threads that write tests; as many as there are cores unless given.
    pub threads: Option<usize>,
    /// The time for writing and verifying tests; those that it does not suffice for are refused.
    pub max_time: Option<Duration>,
}

impl Options {
    pub fn new(recording: PathBuf, out: PathBuf) -> Self {
        Options {
            recordings: vec![recording],
            out,
            class_path: None,
            project: None,
            method: None,
            objects: None,
            per_method: 10,
            per_class: 50,
            junit: None,
            assertions: None,
            stand_ins: None,
            release: None,
            jdk: None,
            update: false,
            check_build: true,
            diff: false,
            header: None,
            allow_raw: false,
            allow: BTreeSet::new(),
            all_tests: false,
            shuffles: 20,
            suffix: None,
            width: None,
            max_lines: None,
            parameterized: true,
            sources: Vec::new(),
            adapters: Vec::new(),
            threads: None,
            max_time: None,
        }
    }

    /// Returns the paths of the recordings, as messages have them.
    fn recording(&self) -> String {
        self.recordings.iter().map(|path| path.display().to_string()).collect::<Vec<_>>().join(", ")
    }

    fn verification(&self, join: bool) -> reenact_verify::Options {
        reenact_verify::Options {
            shuffles: self.shuffles,
            allow: self.allow.clone(),
            join,
            choose: !self.all_tests,
            per_class: self.per_class,
        }
    }
}

/// Why there are no tests.
#[derive(Debug, thiserror::Error)]
pub enum Error {
    #[error(transparent)]
    Load(#[from] LoadError),
    #[error(transparent)]
    Recording(#[from] inspect::Error),
    #[error(transparent)]
    Build(#[from] BuildError),
    #[error(transparent)]
    Driver(#[from] DriverError),
    #[error(transparent)]
    NoAgent(#[from] agent::NoAgent),
    #[error(
        "Mockito is not on the class path; add mockito-core to the project, or leave --stand-ins to class"
    )]
    NoMockito,
    #[error("{path}: {error}", path = path.display())]
    Write { path: PathBuf, error: io::Error },
    #[error(
        "{0} was recorded without masking secrets, and its values would be in the tests; record with \
         redaction, or pass --allow-raw"
    )]
    NotRedacted(String),
    #[error("{0} has no invocation, so there is nothing to test; `reenact record` reports why")]
    NoInvocations(String),
    #[error(
        "no class of {recording} is on the class path {class_path}; name it with --classpath or --project"
    )]
    NoClasses { recording: String, class_path: String },
    #[error(
        "{recording} has no object of {wanted} that a method could make; `reenact inspect` lists its classes"
    )]
    NoObjects { recording: String, wanted: String },
    #[error("no recorded method of {recording} matches {pattern}{nearest}")]
    NoMethod { recording: String, pattern: String, nearest: String },
    #[error("cannot write to {}: {error}; pass another directory with --out", out.display())]
    Out { out: PathBuf, error: io::Error },
    #[error("cannot read the header {}: {error}; pass a text file", path.display())]
    Header { path: PathBuf, error: io::Error },
}

/// Generates tests from a recording.
pub fn run(options: &Options, progress: &dyn Progress) -> Result<Generated, Error> {
    write::check(&options.out)?;
    let limit = TimeLimit::new(Instant::now(), options.max_time);
    let Learnt { conventions, origins } = conventions(options)?;
    let recording = Recording::read_all(&options.recordings, progress)?;
    let reader = recording.reader(progress)?;
    if !options.allow_raw && !reader.facts().was_redacted() {
        return Err(Error::NotRedacted(options.recording()));
    }
    if reader.invocations().len() == 0 {
        return Err(Error::NoInvocations(options.recording()));
    }
    let scratch = Scratch::new("reenact-generate-")
        .map_err(|error| Error::Write { path: std::env::temp_dir(), error })?;
    let started = Instant::now();
    let FoundProgram { program, class_path, project } =
        class_path::find(options, &reader, scratch.path(), progress)?;
    if options.stand_ins == Some(StandIns::Mockito) && !tools::has_mockito(&program) {
        return Err(Error::NoMockito);
    }
    let tools = Tools::find(&program, &conventions, options)?;
    let mut style = tools.style(&program, &reader, &conventions, options);
    if let (None, Some(release)) = (options.release, project.as_ref().and_then(project_release)) {
        style.release = release.max(release::oldest(style.junit, program.jdk.version.feature));
    }
    // Before Java 8, what an anonymous class uses must be final.
    style.habits.final_locals |= style.release < 8;
    let (junit, release) = (style.junit, style.release);

    let mut report = Generated {
        recording: options.recording(),
        out: options.out.display().to_string(),
        junit: if junit == Junit::Four { 4 } else { 5 },
        release,
        conventions: origins,
        findings: [recording.findings(&reader), program.findings.clone()].concat(),
        ..Generated::default()
    };
    if tools.lacks_junit && project.is_some() {
        report.findings.push(junit_missing());
    }
    let calls = CallGraph::class_hierarchy(&program.world);
    let adapters = adapters(&options.adapters, &program.world, &mut report);
    let sources = sources::Sources::new(&options.sources, &class_path.entries());
    let mut drafts = Drafts::new(&program.world, &calls, style, adapters, sources, &reader);
    report.analysis = program.analysis(started.elapsed());
    let mut jvm = tools.jvm(&program, scratch.path(), &options.allow);
    jvm.vm_options
        .extend(module_options::recorded(&reader, &mut report.findings).into_iter().map(Into::into));
    let mut jvms = Jvms::new(jvm, tools.class_path.clone(), release, scratch.path());
    let mut verification_cpu = None;
    let sources = match &options.objects {
        Some(wanted) => {
            let (sources, factories) =
                objects::make(wanted, &mut drafts, &reader, &mut jvms, options, progress)?;
            report.factories = Some(factories);
            sources
        }
        None => {
            let (started, cpu) = (Instant::now(), cpu_time());
            let tests = drafts.tests(&reader, options, &limit, &mut report, progress)?;
            report.tests.milliseconds = started.elapsed().as_millis() as u64;
            report.tests.cpu_milliseconds = cpu_milliseconds_since(cpu);
            verification_cpu = Some(cpu_time());
            let started = Instant::now();
            let verification = options.verification(tools.parameterized);
            let (drafts, threads) = (&mut drafts, options.threads);
            let subject = verified::Subject { drafts, reader: &reader, jvms: &mut jvms, threads };
            let kept = subject.verified(tests, &verification, &limit, &mut report, progress)?;
            report.verification.milliseconds = started.elapsed().as_millis() as u64;
            kept
        }
    };
    if let Some(confinement) = jvms.confinement()? {
        report.verification.without_network = confinement.network;
        report.verification.without_files = confinement.files;
        report.findings.extend(sandbox_gaps(&confinement));
    }
    if let Some(reason) = jvms.clock_gap() {
        report.findings.push(clock_gap(reason));
    }
    jvms.quit()?;
    // The time of a JVM counts once it has ended.
    report.verification.cpu_milliseconds = verification_cpu.map_or(0, cpu_milliseconds_since);
    let modules = Modules::of(&options.out, &program.class_path);
    write::write(&sources, &conventions, &modules, options, &mut report)?;
    if options.check_build && !options.diff {
        own_build::check(project.as_ref(), &modules, options, &mut report, progress);
    }
    let (not_delivered, refused) = drafts.refusals.report();
    report.not_delivered = not_delivered;
    report.changes = drafts.refusals.changes(drafts.has_histories());
    report.cases.extend(refused);
    report.cases.sort_by(|one, other| (&one.method, one.invocation).cmp(&(&other.method, other.invocation)));
    Ok(report)
}

fn cpu_milliseconds_since(start: Duration) -> u64 {
    cpu_time().saturating_sub(start).as_millis() as u64
}

/// Returns the finding that the project cannot compile the tests.
fn junit_missing() -> Finding {
    let message = "the project's test class path has no JUnit, so that its build cannot compile the tests";
    Finding::new(Code::JunitMissing, Subject::other("build"), message)
        .with_help("add org.junit.jupiter:junit-jupiter to its test dependencies, then generate again")
}

/// Learns the project's conventions. A header that was given replaces that of its files.
fn conventions(options: &Options) -> Result<Learnt, Error> {
    let mut learnt = neighbours::conventions(&options.out);
    if let Some(path) = &options.header {
        let text = fs::read_to_string(path).map_err(|error| Error::Header { path: path.clone(), error })?;
        learnt.conventions.header = Some(comment::block(&text));
    }
    Ok(learnt)
}

/// Returns the finding that tests were not run on other dates.
fn clock_gap(reason: &str) -> Finding {
    let message = format!("tests were not run on other dates, nor with another host name: {reason}");
    Finding::new(Code::ClockNotMoved, Subject::other("verification"), message)
        .with_help("verify tests on a 64-bit Linux with a JVM that libraries can be preloaded into")
}

/// Returns a finding for each limit of the sandbox that this machine cannot enforce.
fn sandbox_gaps(confinement: &Confinement) -> Vec<Finding> {
    let gaps = confinement.gaps.iter().map(|gap| {
        Finding::new(Code::SandboxGap, Subject::other("sandbox"), gap.clone())
            .with_help("verify tests on a Linux with user namespaces, Landlock and seccomp to close this gap")
    });
    gaps.collect()
}

/// Returns the adapters of classes that exist; the others are reported.
fn adapters(written: &[Adapter], world: &World, report: &mut Generated) -> Vec<reenact_rebuild::Adapter> {
    let mut adapters = Vec::new();
    for adapter in written {
        match adapter.resolve(world) {
            Some(adapter) => adapters.push(adapter),
            None => {
                let message = "no such class is on the class path; write its name in full, or leave it out";
                let finding = Finding::new(Code::Adapter, Subject::class(adapter.class.clone()), message);
                report.findings.push(finding);
            }
        }
    }
    adapters
}

/// Returns the language level of a project's code.
fn project_release(project: &ProjectBuild) -> Option<u8> {
    project.modules.iter().filter_map(|module| module.release).max()?.try_into().ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_gap_of_the_sandbox_is_a_finding() {
        let gaps = vec!["tests can start programs: a".to_owned(), "tests can signal: b".to_owned()];
        let findings = sandbox_gaps(&Confinement { gaps: gaps.clone(), ..Confinement::default() });
        let messages: Vec<String> = findings.iter().map(|finding| finding.message.clone()).collect();
        assert_eq!(messages, gaps);
        assert!(findings.iter().all(|finding| finding.code.name() == "sandbox-gap"));
        assert!(sandbox_gaps(&Confinement::default()).is_empty());
    }
}
