//! `reenact generate`: plain Java tests from a recording, verified.
//!
//! Invocations become cases, cases become tests, and of the tests those are written that hold: compiled against
//! the subject's class path, passed alone, repeated, shuffled, and in other time zones, locales and charsets.
//! What does not become a test is told with the reason.

mod crew;
mod draft;
mod gut;
mod join;
mod notice;
mod objects;
mod reach;
mod release;
mod sources;
mod state;
mod subject;
mod verify;
mod write;

use std::collections::{BTreeMap, BTreeSet};
use std::io;
use std::path::{Path, PathBuf};
use std::time::Instant;

use reenact_base::finding::{Code, Finding, Subject as About};
use reenact_build::{self as build, BuildError, ProjectBuild, ResolveOptions};
use reenact_host::Scratch;
use reenact_jvm::class_path::{ClassPath, Problem};
use reenact_jvm::driver::DriverError;
use reenact_jvm::{Jdk, agent, jdk};
use reenact_recording::RecordingReader;
use reenact_report::generated::Generated;
use reenact_world::{CallGraph, World};

pub use reach::Reach;
pub use reenact_generate::{Assertions, Junit, StandIns};

use crate::config::Adapter;
use crate::inspect::{self, Recording};
use crate::{Progress, doctor};
use subject::Subject;

/// What is wanted.
#[derive(Clone, Debug)]
pub struct Options {
    pub recording: PathBuf,
    /// A directory of test sources.
    pub out: PathBuf,
    /// The subject's class path; the recording's unless given.
    pub class_path: Option<String>,
    /// A Maven or Gradle project that has the class path.
    pub project: Option<PathBuf>,
    /// Only methods that this means: `pkg.Class#method` or `pkg.Class`, with `*` and `**`.
    pub method: Option<String>,
    /// Instead of tests, methods that make recorded objects: those of a class or pattern, or of the invocation of a
    /// number.
    pub objects: Option<String>,
    /// Tests of one method, or objects of one class.
    pub per_method: usize,
    /// What the class path has, or 5.
    pub junit: Option<Junit>,
    pub assertions: Assertions,
    /// What takes the place of objects that are not rebuilt.
    pub stand_ins: StandIns,
    /// Language level of the tests.
    pub release: Option<u8>,
    pub jdk: Option<PathBuf>,
    /// Whether tests on disk that came out otherwise are replaced.
    pub update: bool,
    /// Whether a recording in which nothing was masked is taken.
    pub allow_raw: bool,
    /// What tests may reach outside of themselves. The rest is refused.
    pub allow: BTreeSet<Reach>,
    /// How often the kept tests are shuffled.
    pub shuffles: usize,
    /// What a test class's name has behind the subject's; as the generator has it unless given.
    pub suffix: Option<String>,
    /// Columns that a line may have; as the generator has it unless given.
    pub width: Option<usize>,
    /// Lines that a test may have.
    pub max_lines: Option<usize>,
    /// Whether calls that differ in values alone become one test with parameters, where JUnit has these.
    pub parameterized: bool,
    /// Directories of the subject's sources, for names of parameters.
    pub sources: Vec<PathBuf>,
    /// How objects of classes are made, in the user's own words.
    pub adapters: Vec<Adapter>,
}

impl Options {
    pub fn new(recording: PathBuf, out: PathBuf) -> Self {
        Options {
            recording,
            out,
            class_path: None,
            project: None,
            method: None,
            objects: None,
            per_method: 10,
            junit: None,
            assertions: Assertions::Junit,
            stand_ins: StandIns::Classes,
            release: None,
            jdk: None,
            update: false,
            allow_raw: false,
            allow: BTreeSet::new(),
            shuffles: 20,
            suffix: None,
            width: None,
            max_lines: None,
            parameterized: true,
            sources: Vec::new(),
            adapters: Vec::new(),
        }
    }
}

/// Why there are no tests.
#[derive(Debug, thiserror::Error)]
pub enum Error {
    #[error(transparent)]
    NoJdk(#[from] jdk::NoJdk),
    #[error(transparent)]
    Jdk(#[from] jdk::JdkError),
    #[error(transparent)]
    Recording(#[from] inspect::Error),
    #[error(transparent)]
    ClassPath(Problem),
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
        "{} was recorded without masking secrets, and its values would be in the tests; record with \
         redaction, or say --allow-raw",
        .0.display()
    )]
    NotRedacted(PathBuf),
    #[error(
        "no class of {} is on the class path {class_path}; name it with --classpath or --project",
        recording.display()
    )]
    NoClasses { recording: PathBuf, class_path: String },
    #[error(
        "{} holds no object of {wanted} that a method could make; `reenact inspect` lists its classes",
        recording.display()
    )]
    NoObjects { recording: PathBuf, wanted: String },
    #[error("{} has tests of the same names that came out otherwise: {}; look at them, then say --update", out.display(), files.join(", "))]
    Changed { out: PathBuf, files: Vec<String> },
}

/// Makes tests of a recording.
pub fn run(options: &Options, progress: &dyn Progress) -> Result<Generated, Error> {
    let recording = Recording::read(&options.recording, progress)?;
    let mut reader = recording.reader(progress)?;
    if !options.allow_raw && !reader.facts().was_redacted() {
        return Err(Error::NotRedacted(options.recording.clone()));
    }
    let jdk = match &options.jdk {
        Some(home) => Jdk::at(home)?,
        None => Jdk::find(doctor::OLDEST_JDK)?,
    };
    let scratch = Scratch::new("reenact-generate-")
        .map_err(|error| Error::Write { path: std::env::temp_dir(), error })?;
    let project = options.project.as_deref().map(project).transpose()?;
    let class_path = class_path(options, project.as_ref(), &reader);
    let started = Instant::now();
    let subject = Subject::read(jdk, &class_path, scratch.path(), progress)?;
    if !draft::knows_any(&subject.world, &reader) {
        let entries: Vec<String> =
            class_path.entries().iter().map(|path| path.display().to_string()).collect();
        let class_path = entries.join(":");
        return Err(Error::NoClasses { recording: options.recording.clone(), class_path });
    }
    if options.stand_ins == StandIns::Mockito && subject.world.class_id("org/mockito/Mockito").is_none() {
        return Err(Error::NoMockito);
    }
    let tools = verify::Tools::find(&subject, options)?;
    let mut style = tools.style(&subject, &reader, options);
    if let (None, Some(release)) = (options.release, project.as_ref().and_then(project_release)) {
        style.release = release.max(8);
    }
    let (junit, release) = (style.junit, style.release);

    let mut report = Generated {
        recording: options.recording.display().to_string(),
        out: options.out.display().to_string(),
        junit: if junit == Junit::Four { 4 } else { 5 },
        release,
        findings: subject.findings.clone(),
        ..Generated::default()
    };
    let calls = CallGraph::class_hierarchy(&subject.world);
    let adapters = adapters(&options.adapters, &subject.world, &mut report);
    let sources = sources::Sources::new(&options.sources, &class_path.entries());
    let mut drafts = draft::Drafts::new(&subject.world, &calls, style, adapters, sources);
    report.analysis = subject.analysis(started.elapsed());
    if let Some(wanted) = &options.objects {
        let making = objects::Objects {
            tools: &tools,
            subject: &subject,
            drafts: &mut drafts,
            options,
            report: &mut report,
            progress,
            rounds: 0,
        };
        making.of(wanted, &mut reader)?;
        drafts.tell(&mut report);
        return Ok(report);
    }
    let started = Instant::now();
    let tests = drafts.tests(&mut reader, options, &mut report, progress)?;
    report.tests.milliseconds = started.elapsed().as_millis() as u64;

    let started = Instant::now();
    let verification = verify::Verification {
        tools: &tools,
        subject: &subject,
        drafts: &mut drafts,
        options,
        report: &mut report,
        progress,
        compilations: 0,
        comparisons: 0,
        avoided: BTreeMap::new(),
        grades: BTreeMap::new(),
    };
    let verified = verification.of(tests, &mut reader)?;
    report.verification.milliseconds = started.elapsed().as_millis() as u64;
    let sources = verified.iter().map(|class| write::Source {
        path: &class.path,
        text: &class.text,
        methods: class.tests.len(),
        invocations: class.invocations(),
    });
    write::write(&sources.collect::<Vec<_>>(), options, &mut report)?;
    drafts.tell(&mut report);
    Ok(report)
}

/// The adapters of classes that there are; others are told.
fn adapters(written: &[Adapter], world: &World, report: &mut Generated) -> Vec<reenact_rebuild::Adapter> {
    let mut adapters = Vec::new();
    for adapter in written {
        match adapter.resolve(world) {
            Some(adapter) => adapters.push(adapter),
            None => {
                let message = "no such class is on the class path; write its name in full, or leave it out";
                let finding = Finding::new(Code::Adapter, About::class(adapter.class.clone()), message);
                report.findings.push(finding);
            }
        }
    }
    adapters
}

/// A project as its own build sees it, compiled.
fn project(directory: &Path) -> Result<ProjectBuild, Error> {
    Ok(build::resolve(directory, &ResolveOptions { offline: false, compile: true })?)
}

/// The class path that was given, or the project's, with what its tests have, or the recording's.
fn class_path(options: &Options, project: Option<&ProjectBuild>, reader: &RecordingReader<'_>) -> ClassPath {
    match (&options.class_path, project) {
        (Some(written), _) => ClassPath::parse(written),
        (None, Some(project)) => {
            let modules = || project.modules.iter();
            let entries =
                modules().flat_map(|module| module.class_path.iter().chain(&module.test_class_path));
            let is_tests = |path: &&PathBuf| modules().any(|module| module.test_classes.contains(path));
            entries.filter(|path| !is_tests(path)).collect()
        }
        (None, None) => reader.facts().class_path.iter().collect(),
    }
}

/// The language level of a project's code.
fn project_release(project: &ProjectBuild) -> Option<u8> {
    project.modules.iter().filter_map(|module| module.release).max()?.try_into().ok()
}
