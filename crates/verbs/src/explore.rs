//! `reenact explore`: cover code that no recording reached.
//!
//! The method under test is run on a JVM with inputs that are plain Java: a test that makes them and calls the method. Its classes are
//! instrumented, so that each run leaves a log; `reenact_explore` follows it, negates a condition, and gives the next inputs. The tests
//! that together cover most are compiled and run again as they will be delivered, and those that pass are written.

mod deliver;
mod laboratory;
pub mod solver;
pub mod survey;

use std::collections::{BTreeMap, BTreeSet};
use std::io;
use std::path::PathBuf;
use std::time::{Duration, Instant};

use reenact_base::Id;
use reenact_base::finding::{Code as FindingCode, Finding, Subject as About};
use reenact_base::name::BinaryName;
use reenact_build::{BuildError, junit};
use reenact_explore::coverage::Coverage;
use reenact_explore::search::{self, Exploration, Subject};
use reenact_explore::source::SourceFile;
use reenact_explore::trace::instrument::{Instrumented, instrument};
use reenact_explore::types::Types;
use reenact_flow::exec::Code;
use reenact_host::Scratch;
use reenact_jvm::class_path::ClassPath;
use reenact_jvm::driver::{DriverError, DriverOptions};
use reenact_report::explore::exploration::{self as report, Place, Share};
use reenact_world::{ClassId, ClassView, MethodId, World};

use crate::Progress;
use crate::classes::nearest;
use crate::subject::{LoadError, LoadedProgram, choose_jdk};
use laboratory::Jvm;
use solver::{Program, Running};

/// Classes beyond this number are instrumented only in the package of the method.
const MOST_CLASSES: usize = 1_500;

/// The options of `reenact explore`.
#[derive(Clone, Debug)]
pub struct Options {
    /// Class directories or jars.
    pub targets: Vec<PathBuf>,
    /// Further class path of the targets.
    pub class_path: Option<String>,
    pub jdk: Option<PathBuf>,
    /// `pkg.Class#method`, or `pkg.Class` for all methods that tests can call.
    pub methods: Vec<String>,
    /// A directory of test sources; without one, nothing is written.
    pub out: Option<PathBuf>,
    /// False if classes may not be invented.
    pub stand_ins: bool,
    /// Inputs that are run for one method.
    pub runs: usize,
    /// The time for the search of one method.
    pub time: Duration,
    /// A solver, if not the one that is found.
    pub solver: Option<PathBuf>,
    /// False if no solver is to be used.
    pub use_solver: bool,
}

/// Why nothing was explored.
#[derive(Debug, thiserror::Error)]
pub enum Error {
    #[error(transparent)]
    Load(#[from] LoadError),
    #[error(transparent)]
    Build(#[from] BuildError),
    #[error(transparent)]
    Driver(#[from] DriverError),
    #[error("{path}: {error}", path = path.display())]
    Write { path: PathBuf, error: io::Error },
    #[error("the class that logs runs cannot be compiled: {0}; use a JDK with a compiler, with --jdk")]
    Trace(String),
    #[error("no solver at {path}", path = .0.display())]
    NoSolver(PathBuf),
    #[error("no class {name} in {targets}{nearest}")]
    NoClass { name: String, targets: String, nearest: String },
    #[error("class {class} declares no method {method} with code{nearest}")]
    NoMethod { class: String, method: String, nearest: String },
}

/// Explores methods, and writes the tests that hold.
pub fn run(options: &Options, progress: &dyn Progress) -> Result<report::Exploration, Error> {
    let jdk = choose_jdk(options.jdk.as_deref(), progress)?;
    let class_path = options.class_path.as_deref().map(ClassPath::parse);
    let program = LoadedProgram::load(jdk, &options.targets, class_path.as_ref(), progress)?;
    let world = &program.world;
    let methods = methods(world, options)?;
    let scratch = Scratch::new("reenact-explore-")
        .map_err(|error| Error::Write { path: std::env::temp_dir(), error })?;
    let mut places: Vec<PathBuf> = options
        .targets
        .iter()
        .map(|path| std::path::absolute(path).unwrap_or_else(|_| path.clone()))
        .collect();
    places.extend(class_path.iter().flat_map(|class_path| class_path.entries()));
    places.extend(junit::jupiter()?);
    let driver = DriverOptions {
        network: false,
        writes: Some(vec![scratch.path().to_owned()]),
        ..DriverOptions::new(&program.jdk, &places)
    };
    let mut exploration = report::Exploration {
        targets: options.targets.iter().map(|target| target.display().to_string()).collect(),
        jdk: program.jdk.version.full.clone(),
        out: options.out.as_ref().map(|out| out.display().to_string()),
        findings: program.findings.clone(),
        ..report::Exploration::default()
    };
    let Some(&first) = methods.first() else { return Ok(exploration) };
    let own = |class: ClassView<'_>| program.targets.contains(&class.container().index());
    let instrumented = instrument(world, instrumented(world, &methods, own));
    for (method, reason) in &instrumented.skipped {
        let about = About::member(world.view(*method).to_string());
        let message = format!("it is not instrumented: {reason}");
        exploration.findings.push(Finding::new(FindingCode::ClassUnreadable, about, message));
    }
    progress.step("starting a JVM");
    let types = |method: MethodId| Types { world, viewpoint: world.view(method).class().id() };
    let mut jvm = Jvm::start(driver, places, scratch.path(), types(first), first)?;
    jvm.instrument(&instrumented)?;
    let confinement = jvm.confinement()?;
    exploration.without_network = confinement.network;
    exploration.without_files = confinement.files;
    let code = Code::new(world);
    let solver = program_of(options)?;
    exploration.solver = solver.as_ref().and_then(Program::version);
    let mut solver = Running::new(solver);
    // Names of classes that were written, by package.
    let mut taken: BTreeMap<String, BTreeSet<String>> = BTreeMap::new();
    let mut sources: Vec<SourceFile> = Vec::new();
    for &method in &methods {
        progress.step(&format!("exploring {}", world.view(method)));
        jvm.turn_to(types(method), method, options.time);
        let subject = Subject {
            code: &code,
            method,
            viewpoint: world.view(method).class().id(),
            sites: &instrumented.sites,
        };
        let package = world.view(method).class().package().to_str().into_owned();
        let taken = taken.entry(package).or_default();
        let (row, files) = explore(&subject, &instrumented, options, &mut jvm, &mut solver, taken)?;
        exploration.methods.push(row);
        sources.extend(files);
    }
    if let Some(out) = &options.out {
        for source in &sources {
            let path = out.join(&source.path);
            let there = std::fs::read_to_string(&path);
            if path.exists() && !there.is_ok_and(|there| there == source.text) {
                let message = "it is there already with another content, and is left alone".to_owned();
                let finding =
                    Finding::new(FindingCode::FileEdited, About::file(path.display().to_string()), message);
                exploration
                    .findings
                    .push(finding.with_help("delete it, or choose another directory with --out"));
                continue;
            }
            let written = std::fs::create_dir_all(path.parent().unwrap_or(out))
                .and_then(|()| std::fs::write(&path, &source.text));
            written.map_err(|error| Error::Write { path: path.clone(), error })?;
            exploration.files.push(source.path.clone());
        }
    }
    Ok(exploration)
}

/// The solver that is asked for, or the one of this machine.
fn program_of(options: &Options) -> Result<Option<Program>, Error> {
    if !options.use_solver {
        return Ok(None);
    }
    let found = Program::find(options.solver.as_deref());
    match (&options.solver, found) {
        (Some(path), None) => Err(Error::NoSolver(path.clone())),
        (_, found) => Ok(found),
    }
}

/// Explores one method. Returns its row of the report, and the sources of the tests that hold.
fn explore(
    subject: &Subject<'_>,
    instrumented: &Instrumented,
    options: &Options,
    jvm: &mut Jvm<'_>,
    solver: &mut Running,
    taken: &mut BTreeSet<String>,
) -> Result<(report::Method, Vec<SourceFile>), Error> {
    let world = subject.code.world();
    let mut row =
        report::Method { name: world.view(subject.method).to_string(), ..report::Method::default() };
    let limits = search::Options {
        stand_ins: options.stand_ins,
        most_runs: options.runs,
        ..search::Options::default()
    };
    let started = Instant::now();
    let solving = solver.spent;
    let found = match search::explore(subject, &limits, jvm, solver)? {
        Ok(found) => found,
        Err(reason) => {
            row.refused = Some(reason.to_string());
            return Ok((row, Vec::new()));
        }
    };
    row.search_milliseconds = started.elapsed().as_millis() as u64;
    row.solver_milliseconds = (solver.spent - solving).as_millis() as u64;
    row.queries = found.solver.queries;
    row.queries_unknown = found.solver.unknown;
    fill(&mut row, subject, instrumented, &found);
    let started = Instant::now();
    let delivered = deliver::tests(subject, &found, jvm, taken)?;
    row.verification_milliseconds = started.elapsed().as_millis() as u64;
    row.tests = delivered.tests;
    row.dropped = delivered.dropped;
    row.stand_ins = delivered.stand_ins;
    row.suspected = delivered.suspected;
    Ok((row, delivered.sources))
}

fn fill(row: &mut report::Method, subject: &Subject<'_>, instrumented: &Instrumented, found: &Exploration) {
    let sites = &instrumented.sites;
    let own = Coverage::all(sites, |method| method == subject.method);
    let share = |share: reenact_explore::coverage::Share| Share { covered: share.covered, all: share.all };
    row.lines = share(found.covered.lines_of(&own));
    row.branches = share(found.covered.branches_of(&own));
    // Code counts from its first line that ran: what no run entered is not the method's concern.
    let entered: BTreeSet<MethodId> =
        found.covered.lines.iter().filter_map(|&line| Some(sites.lines.get(line as usize)?.0)).collect();
    let all = Coverage::all(sites, |method| entered.contains(&method));
    row.all_lines = share(found.covered.lines_of(&all));
    row.all_branches = share(found.covered.branches_of(&all));
    row.runs = found.runs.len();
    row.attempts = found.attempts;
    row.exhausted = found.is_exhausted;
    let missed = own.lines.difference(&found.covered.lines);
    row.missed_lines = missed.filter_map(|&line| Some(sites.lines.get(line as usize)?.1)).collect();
    row.missed_lines.sort_unstable();
    let list = |counts: &BTreeMap<String, usize>| {
        counts.iter().map(|(text, count)| (text.clone(), *count)).collect::<Vec<_>>()
    };
    row.failed = list(&found.failed);
    row.lost = list(&found.lost);
    row.concretized = list(&found.concretized);
    let here = found.unsolved.iter().filter(|unsolved| unsolved.method == subject.method);
    row.unsolved =
        here.map(|unsolved| Place { line: unsolved.line, text: unsolved.reason.clone() }).collect();
}

/// The methods to explore, in the order in which they were asked for.
fn methods(world: &World, options: &Options) -> Result<Vec<MethodId>, Error> {
    let mut found = Vec::new();
    for name in &options.methods {
        let (class_name, method) = match name.split_once('#') {
            Some((class, method)) => (class, Some(method)),
            None => (&**name, None),
        };
        let internal = BinaryName::new(class_name).to_internal();
        let class = world.class(internal.as_str()).ok_or_else(|| {
            let all = world.classes().filter(|class| !class.is_platform()).map(ClassView::binary_name);
            let targets =
                options.targets.iter().map(|target| target.display().to_string()).collect::<Vec<_>>();
            Error::NoClass {
                name: class_name.to_owned(),
                targets: targets.join(", "),
                nearest: nearest(class_name, all),
            }
        })?;
        let callable = class.methods().filter(|method| {
            let flags = method.access_flags();
            let name = method.name();
            method.has_code()
                && !flags.is_private()
                && !flags.is_synthetic()
                && name.as_bytes().first() != Some(&b'<')
        });
        let named = callable.filter(|found| method.is_none_or(|method| found.name() == method));
        let named: Vec<MethodId> = named.map(|method| method.id()).collect();
        if named.is_empty() {
            let all = class.methods().map(|method| method.name().to_str().into_owned());
            let method = method.unwrap_or("that tests can call").to_owned();
            let nearest = nearest(&method, all);
            return Err(Error::NoMethod { class: class_name.to_owned(), method, nearest });
        }
        found.extend(named);
    }
    Ok(found)
}

/// The classes to instrument.
fn instrumented(world: &World, methods: &[MethodId], own: impl Fn(ClassView<'_>) -> bool) -> Vec<ClassId> {
    let all: Vec<ClassId> = world.classes().filter(|&class| own(class)).map(ClassView::id).collect();
    if all.len() <= MOST_CLASSES {
        return all;
    }
    let near = |class: &ClassId| {
        methods.iter().any(|&method| world.is_same_package(world.view(method).class().id(), *class))
    };
    all.into_iter().filter(near).collect()
}
