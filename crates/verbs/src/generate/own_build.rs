//! The project's own build over the tests that were written into it.
//!
//! Tests that hold here may still be refused there: by a formatter, a licence check, or compiler options.

use std::fs;
use std::path::{Path, PathBuf};

use reenact_base::finding::{Code, Finding, Subject};
use reenact_build::ProjectBuild;
use reenact_build::own::OwnBuild;
use reenact_generate::SUFFIX;
use reenact_java::mark;
use reenact_report::generated::{File, Generated, OwnBuildRun};

use super::Options;
use super::modules::Modules;
use crate::Progress;

/// More classes are named by their suffix.
const NAMED: usize = 3;

/// Formats new files, and compiles and runs them with all checks of the build. A failure is reported; the files stay, so
/// that it can be looked at.
pub fn check(
    project: Option<&ProjectBuild>,
    modules: &Modules,
    options: &Options,
    report: &mut Generated,
    progress: &dyn Progress,
) {
    let is_written = |file: &&File| matches!(&*file.state, "new" | "changed");
    let places: Vec<(PathBuf, String)> = report
        .files
        .iter()
        .filter(is_written)
        .map(|file| (file.out.as_ref().map_or_else(|| options.out.clone(), PathBuf::from), file.path.clone()))
        .collect();
    if places.is_empty() || (project.is_none() && !modules.is_project()) {
        return;
    }
    let is_inside = project.is_none_or(|project| places.iter().all(|(out, _)| is_below(out, &project.root)));
    let build = OwnBuild::of_all(places.iter().map(|(out, _)| out.as_path()));
    let Some(build) = build.filter(|_| is_inside) else {
        let out = options.out.display();
        progress.note(&format!("{out} is not in the project, whose own build was therefore not run"));
        return;
    };
    let written: Vec<PathBuf> = places.iter().map(|(out, path)| out.join(path)).collect();
    let mut classes: Vec<String> =
        places.iter().map(|(_, path)| path.trim_end_matches(".java").replace('/', ".")).collect();
    if classes.len() > NAMED {
        classes = vec![format!("*{}", options.suffix.as_deref().unwrap_or(SUFFIX))];
    }
    let mut run = OwnBuildRun { command: build.command(&classes), ..OwnBuildRun::default() };
    if let Some(formatter) = build.formatter() {
        progress.step(&format!("formatting with {}", formatter.name));
        run.formatter = Some(formatter.name.to_owned());
        match build.format(&formatter) {
            Ok(()) => written.iter().for_each(|path| mark_again(path)),
            Err(error) => report.findings.push(finding(&format!("{} failed: {error}", formatter.name))),
        }
    }
    progress.step(&format!("building the project with its own build: {}", run.command));
    match build.verify(&classes) {
        Ok(()) => run.passed = true,
        Err(error) => report.findings.push(finding(&error.to_string())),
    }
    // Some builds format in passing.
    written.iter().for_each(|path| mark_again(path));
    report.own_build = Some(run);
}

fn finding(message: &str) -> Finding {
    Finding::new(Code::OwnBuild, Subject::other("build"), message)
        .with_help("the tests were written; see what the build says, or pass --check-build=false")
}

fn is_below(path: &Path, above: &Path) -> bool {
    match (fs::canonicalize(path), fs::canonicalize(above)) {
        (Ok(path), Ok(above)) => path.starts_with(above),
        _ => false,
    }
}

/// A formatter may change more than white space: join lines of text, say.
fn mark_again(path: &Path) {
    if let Ok(text) = fs::read_to_string(path) {
        let _ = fs::write(path, mark::marked(&text));
    }
}
