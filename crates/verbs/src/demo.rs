//! `reenact demo`: the bundled subject, end to end.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use std::time::Duration;

use reenact_jvm::javac::CompileError;
use reenact_jvm::process::{ProcessError, Scratch};
use reenact_jvm::{Java, Javac, Jdk, jdk};
use reenact_report::classes::{Class, Methods, Program};

use crate::Progress;
use crate::classes::{self, Card, Options, Subject};

/// The bundled subject: paths below the source root, with their texts.
const SHOP: &[(&str, &str)] = include!(concat!(env!("OUT_DIR"), "/shop_sources.rs"));

const MAIN: &str = "dev.reenact.shop.workload.Main";

/// Far longer than the workload takes.
const WORKLOAD_LIMIT: Duration = Duration::from_secs(120);

/// Why the demo stopped.
#[derive(Debug, thiserror::Error)]
pub enum Error {
    #[error(transparent)]
    NoJdk(#[from] jdk::NoJdk),
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
}

/// What the demo found out.
pub struct Demo {
    pub jdk: String,
    pub source_files: usize,
    /// What the workload printed.
    pub output: String,
    pub program: Program,
    pub class: Box<Class>,
    pub methods: Methods,
}

/// Builds the bundled subject in a directory of its own, runs it, and asks the class model about it.
/// Nothing is left behind.
pub fn run(progress: &dyn Progress) -> Result<Demo, Error> {
    let jdk = Jdk::find(crate::doctor::OLDEST_JDK)?;
    let directory =
        Scratch::new("reenact-demo-").map_err(|error| Error::Write { path: std::env::temp_dir(), error })?;
    progress.step("building the bundled shop");
    let classes = build(&jdk, directory.path())?;
    progress.step("running its workload");
    let output = run_workload(&jdk, &classes)?;
    let options = Options { targets: vec![classes], jdk: Some(jdk.home.clone()), ..Options::default() };
    let subject = Subject::read(&options, progress)?;
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
    let jdk = jdk.version.full;
    Ok(Demo { jdk, source_files: SHOP.len(), output, program, class, methods })
}

fn build(jdk: &Jdk, directory: &Path) -> Result<PathBuf, Error> {
    let (sources, classes) = (directory.join("src"), directory.join("shop"));
    let mut paths = Vec::with_capacity(SHOP.len());
    for (path, text) in SHOP {
        let path = sources.join(path);
        let parent = path.parent().unwrap_or(&sources);
        let written = fs::create_dir_all(parent).and_then(|()| fs::write(&path, text));
        written.map_err(|error| Error::Write { path: path.clone(), error })?;
        paths.push(path);
    }
    Javac::new(jdk).options(["--release", "17", "-g", "-parameters"]).compile(&paths, &classes)?;
    Ok(classes)
}

fn run_workload(jdk: &Jdk, classes: &Path) -> Result<String, Error> {
    let finished = Java::main_class(jdk, MAIN).class_path([classes]).command().run(WORKLOAD_LIMIT)?;
    if !finished.status.success() {
        let status = finished.status.to_string();
        return Err(Error::Failed { status, stderr: finished.stderr.text() });
    }
    Ok(finished.stdout.text())
}
