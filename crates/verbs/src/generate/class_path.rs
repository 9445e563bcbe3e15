//! The program under test: its class path and its JDK.
//!
//! The class path is the one that was given, or the given project's, or the recorded one. If the recorded one has none of
//! the recorded classes any more, it is that of the project around the recording or the working directory.

use std::env;
use std::path::{Path, PathBuf};

use reenact_build::{self as build, ProjectBuild, ResolveOptions};
use reenact_jvm::Jdk;
use reenact_jvm::class_path::ClassPath;
use reenact_recording::RecordingReader;

use super::program::TestedProgram;
use super::{Error, Options, draft};
use crate::Progress;
use crate::doctor::OLDEST_JDK;
use crate::subject::choose_jdk;

/// The program under test, and where it was found.
pub struct FoundProgram {
    pub program: TestedProgram,
    pub class_path: ClassPath,
    /// The project, if the class path is its.
    pub project: Option<ProjectBuild>,
}

/// Finds the program whose calls were recorded.
pub fn find(
    options: &Options,
    reader: &RecordingReader<'_>,
    scratch: &Path,
    progress: &dyn Progress,
) -> Result<FoundProgram, Error> {
    let jdk = jdk(options, reader, progress)?;
    let given = options.project.as_deref().map(resolve).transpose()?;
    let class_path = match (&options.class_path, &given) {
        (Some(written), _) => ClassPath::parse(written),
        (None, Some(project)) => of_project(project),
        (None, None) => reader.facts().class_path.iter().filter(|entry| is_worth_reading(entry)).collect(),
    };
    let is_recorded = options.class_path.is_none() && given.is_none();
    // Without any file there is nothing to read.
    let is_there = !is_recorded || class_path.entries().iter().any(|entry| entry.exists());
    if is_there {
        let program = TestedProgram::read(jdk.clone(), &class_path, scratch, progress)?;
        if draft::knows_any(&program.world, reader) {
            return Ok(FoundProgram { program, class_path, project: given });
        }
    }
    let recorded = class_path;
    if let Some(directory) = is_recorded.then(|| project_around(options)).flatten() {
        progress.note(&format!(
            "no recorded class is on the recorded class path any more; using that of the project {}",
            directory.display()
        ));
        let project = resolve(&directory)?;
        let class_path = of_project(&project);
        let program = TestedProgram::read(jdk, &class_path, scratch, progress)?;
        if draft::knows_any(&program.world, reader) {
            return Ok(FoundProgram { program, class_path, project: Some(project) });
        }
    }
    let entries: Vec<String> = recorded.entries().iter().map(|path| path.display().to_string()).collect();
    Err(Error::NoClasses { recording: options.recording(), class_path: entries.join(":") })
}

/// Returns the JDK that was given, or the one that the program was recorded with if it is still there, or another one.
fn jdk(options: &Options, reader: &RecordingReader<'_>, progress: &dyn Progress) -> Result<Jdk, Error> {
    let recorded = Some(Path::new(&reader.facts().java_home)).filter(|home| home.is_absolute());
    let recorded = recorded.filter(|_| options.jdk.is_none()).and_then(|home| Jdk::at(home).ok());
    let is_usable = |jdk: &Jdk| jdk.version.feature >= OLDEST_JDK && jdk.javac().is_some();
    if let Some(jdk) = recorded.filter(is_usable) {
        progress.note(&format!("using JDK {} of the recording, {}", jdk.version, jdk.home.display()));
        return Ok(jdk);
    }
    let jdk = choose_jdk(options.jdk.as_deref(), progress)?;
    progress.note(&format!("using JDK {}, {}", jdk.version, jdk.home.display()));
    Ok(jdk)
}

/// Returns false for a directory of the recorded class path that is not there: build tools name directories of classes and
/// resources that a project may have.
fn is_worth_reading(entry: &str) -> bool {
    let path = Path::new(entry);
    path.exists() || path.extension().is_some() || entry.ends_with('*')
}

/// Resolves a project with its own build tool, and compiles it.
fn resolve(directory: &Path) -> Result<ProjectBuild, Error> {
    Ok(build::resolve(directory, &ResolveOptions { offline: false, compile: true })?)
}

/// Returns the class path of a project and of its tests, without the tests themselves.
fn of_project(project: &ProjectBuild) -> ClassPath {
    let modules = || project.modules.iter();
    let entries = modules().flat_map(|module| module.class_path.iter().chain(&module.test_class_path));
    let is_tests = |path: &&PathBuf| modules().any(|module| module.test_classes.contains(path));
    entries.filter(|path| !is_tests(path)).collect()
}

/// Files that make a directory a project.
const BUILD_FILES: [&str; 5] =
    ["pom.xml", "build.gradle", "build.gradle.kts", "settings.gradle", "settings.gradle.kts"];

/// Returns the nearest project around the recordings, or around the working directory.
fn project_around(options: &Options) -> Option<PathBuf> {
    let starts = options.recordings.iter().filter_map(|path| std::path::absolute(path).ok());
    let is_project = |directory: &&Path| BUILD_FILES.iter().any(|file| directory.join(file).is_file());
    let around = |start: PathBuf| start.ancestors().find(is_project).map(Path::to_owned);
    starts.chain(env::current_dir()).find_map(around)
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::fs;

    #[test]
    fn the_nearest_project_around_the_recording_is_found() {
        let root = tempfile::tempdir().unwrap();
        let recording = root.path().join("shop/core/target/recording/17");
        fs::create_dir_all(&recording).unwrap();
        let options = Options::new(recording, "out".into());
        fs::write(root.path().join("shop/settings.gradle.kts"), "").unwrap();
        assert_eq!(project_around(&options), Some(root.path().join("shop")));
        fs::write(root.path().join("shop/core/pom.xml"), "").unwrap();
        assert_eq!(project_around(&options), Some(root.path().join("shop/core")));
    }
}
