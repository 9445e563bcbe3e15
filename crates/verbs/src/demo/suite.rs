//! The bundled suite of tests that depend on their order: found, explained, repaired, and run in 200 orders.

use std::path::{Path, PathBuf};

use reenact_build::junit;
use reenact_jvm::{Javac, Jdk};
use reenact_report::order::fixed::Fixed;
use reenact_report::order::{Detection, Explanations};

use super::{Error, write_sources};
use crate::Progress;
use crate::order::explain::Asked;
use crate::order::fix::FixOptions;
use crate::order::{Options, Search, detect, explain, fix};

/// The bundled suite: paths below its directory of sources, with their texts.
const LEDGER: &[(&str, &str)] = include!(concat!(env!("OUT_DIR"), "/ledger_sources.rs"));

/// Orders that the repaired suite is run in.
pub const ORDERS: usize = 200;

/// The results for the suite.
pub struct RepairedSuite {
    pub found: Detection,
    pub explained: Explanations,
    pub fixed: Fixed,
    /// The search behind the repair.
    pub afterwards: Detection,
}

/// Repairs the bundled suite in a directory.
pub fn repair(jdk: &Jdk, directory: &Path, progress: &dyn Progress) -> Result<RepairedSuite, Error> {
    progress.step("building the bundled ledger and its tests");
    let sources = write_sources(LEDGER, &directory.join("ledger"))?;
    let (tests, program): (Vec<PathBuf>, Vec<PathBuf>) =
        sources.into_iter().partition(|path| path.starts_with(directory.join("ledger/test")));
    let (classes, test_classes) = (directory.join("ledger-classes"), directory.join("ledger-tests"));
    let jars = junit::jupiter()?;
    let compile = |sources: &[PathBuf], out: &Path| {
        let class_path = jars.iter().chain([&classes]);
        Javac::new(jdk).options(["--release", "17", "-g"]).class_path(class_path).compile(sources, out)
    };
    compile(&program, &classes)?;
    compile(&tests, &test_classes)?;
    let class_path = std::env::join_paths([&classes].into_iter().chain(&jars)).unwrap_or_default();
    let options = Options {
        class_path: Some(class_path.to_string_lossy().into_owned()),
        tests: vec![test_classes.clone()],
        jdk: Some(jdk.home.clone()),
        ..Options::new(directory.to_owned())
    };
    let mut found = detect::run(&options, progress)?;
    let names: Vec<String> = found.tests.iter().map(|test| test.test.clone()).collect();
    let asked = Asked { tests: names.clone(), ..Asked::default() };
    let mut explained = explain::run(&options, &asked, progress)?;
    let write = FixOptions {
        tests: names,
        sources: vec![directory.join("ledger/test/java")],
        write: true,
        // They are run once it is written.
        orders: Some(0),
        ..FixOptions::default()
    };
    let mut fixed = fix::run(&options, &write, progress)?;
    compile(&tests, &test_classes)?;
    let search = Search { random: Some(ORDERS), systematic: false, state: false, ..Search::default() };
    let afterwards = detect::run(&Options { search, ..options }, progress)?;
    // The directory is gone when the reader sees this.
    let name = "the bundled ledger";
    (found.suite, explained.suite, fixed.suite) = (name.to_owned(), name.to_owned(), name.to_owned());
    fixed.root = "src/test/java".to_owned();
    for file in &mut fixed.files {
        let below = file.path.split_once("/ledger/test/java/").map_or("", |(_, below)| below).to_owned();
        file.diff = file.diff.replace(&file.path, &below);
        file.path = below;
    }
    found.tests.iter_mut().for_each(|test| test.reproduce = in_a_project(&test.reproduce));
    explained.tests.iter_mut().for_each(|test| test.reproduce = in_a_project(&test.reproduce));
    Ok(RepairedSuite { found, explained, fixed, afterwards })
}

/// A command as it is in the directory of a project.
fn in_a_project(command: &str) -> String {
    let order = command.rsplit_once(" --order ").map_or("", |(_, order)| order);
    format!("reenact order run . --order {order}")
}
