//! `reenact demo`: the bundled subjects, end to end.

mod data;
mod suite;

use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use std::time::Duration;

use reenact_host::{ProcessError, Scratch};
use reenact_jvm::javac::CompileError;
use reenact_jvm::{Java, Javac, Jdk};
use reenact_report::classes::{Class, Methods, Program};
use reenact_report::generated::Generated;
use reenact_report::inspect::{Invocation, Summary};

use crate::classes::{self, Card, Options, ProgramModel};
use crate::inspect::{self, Detail, Recording};
use crate::serial::InAllEncodings;
use crate::subject::{LoadError, choose_jdk};
use crate::{Progress, generate, order, record, serial};

pub use data::{EXPORTED, HOSTILE};
pub use suite::{ORDERS, RepairedSuite};

/// The bundled subject: paths below the source root, with their texts.
const SHOP: &[(&str, &str)] = include!(concat!(env!("OUT_DIR"), "/shop_sources.rs"));

const MAIN: &str = "dev.reenact.shop.workload.Main";

/// Its classes.
const PACKAGES: &str = "dev.reenact.shop.**";

/// The method of which one invocation is shown.
pub const SHOWN: &str = "dev.reenact.shop.customer.LoyaltyAccount#credit";

/// The test class that is shown.
const SHOWN_TESTS: &str = "dev/reenact/shop/customer/LoyaltyAccountRecordedTest.java";

/// Far longer than the workload takes.
const WORKLOAD_LIMIT: Duration = Duration::from_secs(120);

/// Why the demo stopped.
#[derive(Debug, thiserror::Error)]
pub enum Error {
    #[error(transparent)]
    Load(#[from] LoadError),
    #[error("{path}: {error}", path = path.display())]
    Write { path: PathBuf, error: io::Error },
    #[error("the bundled subject does not compile: {0}")]
    Compile(#[from] CompileError),
    #[error("the bundled subject does not run: {0}")]
    Run(#[from] ProcessError),
    #[error("the bundled subject failed ({status})\n{stderr}")]
    Failed { status: String, stderr: String },
    #[error(transparent)]
    Classes(#[from] classes::Error),
    #[error(transparent)]
    Record(#[from] record::Error),
    #[error(transparent)]
    Inspect(#[from] inspect::Error),
    #[error(transparent)]
    Generate(#[from] generate::Error),
    #[error(transparent)]
    JUnit(#[from] reenact_build::BuildError),
    #[error(transparent)]
    Order(#[from] order::Error),
    #[error(transparent)]
    Serial(#[from] serial::Error),
    #[error("the bundled subject printed something else when it was recorded\n{0}")]
    Changed(String),
    #[error("no call of {SHOWN} was recorded")]
    NotRecorded,
}

/// The results of the demo.
pub struct Demo {
    pub jdk: String,
    pub source_files: usize,
    /// The output of the workload.
    pub output: String,
    pub program: Program,
    pub class: Box<Class>,
    pub methods: Methods,
    /// The summary of a recording of the workload.
    pub recording: Summary,
    pub invocation: Invocation,
    /// The tests that were made of it.
    pub tests: Generated,
    /// One of their classes.
    pub test_class: String,
    /// One recorded object as data.
    pub data: InAllEncodings,
    /// A suite whose tests depended on their order.
    pub suite: RepairedSuite,
}

/// Builds the bundled subject in a directory of its own, runs it, asks the class model about it, records it,
/// and makes tests of the recording. Nothing is left behind but the tests, if there is a place for them.
pub fn run(out: Option<&Path>, progress: &dyn Progress) -> Result<Demo, Error> {
    let jdk = choose_jdk(None, progress)?;
    let directory =
        Scratch::new("reenact-demo-").map_err(|error| Error::Write { path: std::env::temp_dir(), error })?;
    progress.step("building the bundled shop");
    let classes = build(&jdk, directory.path())?;
    progress.step("running its workload");
    let output = run_workload(Java::main_class(&jdk, MAIN).class_path([&classes]))?;
    let options =
        Options { targets: vec![classes.clone()], jdk: Some(jdk.home.clone()), ..Options::default() };
    let subject = ProgramModel::read(&options, progress)?;
    let mut program = subject.summary(progress);
    // The directory is gone when the reader sees this.
    program.targets = vec!["the bundled shop".to_owned()];
    let Card::Class(class) = subject.show("dev.reenact.shop.order.Order", progress)? else {
        unreachable!("a class was asked for")
    };
    let Card::Methods(methods) = subject.show("dev.reenact.shop.payment.PaymentClient#charge", progress)?
    else {
        unreachable!("a method was asked for")
    };
    let recorded = directory.path().join("recording");
    progress.step("recording its workload");
    let java = Java::main_class(&jdk, MAIN).class_path([&classes]);
    let (argument, plan) = agent_argument(&recorded, &classes, progress)?;
    let output_recorded = run_workload(java.vm_option(argument))?;
    drop(plan);
    if output_recorded != output {
        return Err(Error::Changed(output_recorded));
    }
    let (recording, invocation) = inspect(&recorded, progress)?;
    let (tests, test_class) = generate(&jdk, &classes, &recorded, directory.path(), out, progress)?;
    let data = data::export(&jdk, &classes, &recorded, progress)?;
    let suite = suite::repair(&jdk, directory.path(), progress)?;
    let jdk = jdk.version.full;
    Ok(Demo {
        jdk,
        source_files: SHOP.len(),
        output,
        program,
        class,
        methods,
        recording,
        invocation,
        tests,
        test_class,
        data,
        suite,
    })
}

/// Tests of the recording, and the text of one of their classes.
fn generate(
    jdk: &Jdk,
    classes: &Path,
    recorded: &Path,
    directory: &Path,
    out: Option<&Path>,
    progress: &dyn Progress,
) -> Result<(Generated, String), Error> {
    let tests = out.map_or_else(|| directory.join("tests"), Path::to_owned);
    let options = generate::Options {
        class_path: Some(classes.display().to_string()),
        jdk: Some(jdk.home.clone()),
        per_method: 5,
        update: true,
        ..generate::Options::new(recorded.to_owned(), tests.clone())
    };
    let mut generated = generate::run(&options, progress)?;
    // The directory is gone when the reader sees this.
    generated.recording = "RECORDING".to_owned();
    if out.is_none() {
        generated.out = "nowhere: say --out DIR to keep them".to_owned();
    }
    let shown = generated.files.iter().find(|file| file.path == SHOWN_TESTS).or(generated.files.first());
    let text = shown.map(|file| fs::read_to_string(tests.join(&file.path)).unwrap_or_default());
    Ok((generated, text.unwrap_or_default()))
}

fn agent_argument(
    out: &Path,
    classes: &Path,
    progress: &dyn Progress,
) -> Result<(String, Option<Scratch>), Error> {
    let mut options = record::Options { out: out.to_owned(), ..record::Options::default() };
    options.agent.set("include", PACKAGES).map_err(record::Error::from)?;
    Ok(record::argument_with_histories(&options, &[classes].into_iter().collect(), progress)?)
}

/// The recording, and the last call of [`SHOWN`] in it: by then there is something to see.
fn inspect(recorded: &Path, progress: &dyn Progress) -> Result<(Summary, Invocation), Error> {
    let recording = Recording::read(recorded, progress)?;
    let mut inspection = recording.open(progress)?;
    let mut summary = inspection.summary(&inspect::Options { top: 10, ..Default::default() }, progress)?;
    // The directory is gone when the reader sees this.
    let directory = recorded.display().to_string();
    summary.recording = "RECORDING".to_owned();
    summary.subject.options = summary.subject.options.replace(&directory, "RECORDING");
    let of_shown = inspect::Options { method: Some(SHOWN.to_owned()), ..Default::default() };
    let list = inspection.invocations(&of_shown, progress)?;
    let last = list.invocations.last().ok_or(Error::NotRecorded)?.id;
    let invocation = inspection.show(last, Detail::default())?;
    Ok((summary, invocation))
}

fn build(jdk: &Jdk, directory: &Path) -> Result<PathBuf, Error> {
    let classes = directory.join("shop");
    let paths = write_sources(SHOP, &directory.join("src"))?;
    Javac::new(jdk).options(["--release", "17", "-g", "-parameters"]).compile(&paths, &classes)?;
    Ok(classes)
}

/// Writes bundled sources below a directory, and returns their paths.
fn write_sources(sources: &[(&str, &str)], directory: &Path) -> Result<Vec<PathBuf>, Error> {
    let mut paths = Vec::with_capacity(sources.len());
    for (path, text) in sources {
        let path = directory.join(path);
        let parent = path.parent().unwrap_or(directory);
        let written = fs::create_dir_all(parent).and_then(|()| fs::write(&path, text));
        written.map_err(|error| Error::Write { path: path.clone(), error })?;
        paths.push(path);
    }
    Ok(paths)
}

fn run_workload(java: Java) -> Result<String, Error> {
    let finished = java.command().run(WORKLOAD_LIMIT)?;
    if !finished.status.success() {
        let status = finished.status.to_string();
        return Err(Error::Failed { status, stderr: finished.stderr.text() });
    }
    Ok(finished.stdout.text())
}
