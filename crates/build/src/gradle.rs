//! Asking Gradle, by a script that it runs before the project's own.

use std::fs;
use std::path::{Path, PathBuf};
use std::time::Duration;

use serde::Deserialize;

use super::{
    BuildError, Fork, ModuleBuild, ProjectBuild, ResolveOptions, TestJvm, TestSelection, ToolFailure, release,
};
use crate::project::BuildTool;
use reenact_host::{Command, Scratch};

const SCRIPT: &str = include_str!("gradle/model.gradle");

const LIMIT: Duration = Duration::from_secs(1800);

/// The script's answer about a project.
#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
struct Model {
    version: u32,
    path: String,
    directory: PathBuf,
    root: PathBuf,
    classes: Vec<PathBuf>,
    test_classes: Vec<PathBuf>,
    #[serde(default)]
    test_sources: Vec<PathBuf>,
    class_path: Vec<PathBuf>,
    test_class_path: Vec<PathBuf>,
    release: Option<String>,
    compiler_options: Vec<String>,
    test: Option<TestModel>,
}

#[derive(Debug, Deserialize)]
struct TestModel {
    options: Vec<String>,
    properties: Vec<(String, String)>,
    environment: Vec<(String, String)>,
    directory: PathBuf,
    assertions: bool,
    #[serde(default)]
    includes: Vec<String>,
    #[serde(default)]
    excludes: Vec<String>,
    #[serde(default)]
    filters: Vec<String>,
    /// After so many classes a new JVM is started; 0 is never.
    #[serde(default, rename = "forkEvery")]
    fork_every: u64,
}

impl TestModel {
    fn selection(&self) -> TestSelection {
        TestSelection {
            includes: self.includes.clone(),
            excludes: self.excludes.clone(),
            fork: if self.fork_every == 1 { Fork::PerClass } else { Fork::Shared },
            is_reversed: false,
        }
    }
}

/// The projects at and below a directory.
pub(super) fn resolve(directory: &Path, options: &ResolveOptions) -> Result<ProjectBuild, BuildError> {
    let directory = fs::canonicalize(directory)?;
    let scratch = Scratch::new("reenact-gradle-")?;
    let (script, out) = (scratch.path().join("model.gradle"), scratch.path().join("models"));
    fs::write(&script, SCRIPT)?;
    let wrapper = directory.ancestors().map(|above| above.join("gradlew")).find(|wrapper| wrapper.is_file());
    let mut problems = Vec::new();
    let with = |program: Option<&Path>| match run(program, &directory, &script, &out, options, true) {
        Err(error) if options.offline => Err(error),
        Err(_) => run(program, &directory, &script, &out, options, false),
        done => done,
    };
    match (with(wrapper.as_deref()), &wrapper) {
        (Err(error), Some(wrapper)) if !error.is_of_the_build() => {
            problems.push(format!("{} does not run, so `gradle` was taken: {error}", wrapper.display()));
            with(None)?;
        }
        (result, _) => result?,
    }
    let mut models = Vec::new();
    for entry in fs::read_dir(&out).into_iter().flatten() {
        models.push(parse(&fs::read_to_string(entry?.path())?)?);
    }
    models.sort_by(|a, b| a.directory.cmp(&b.directory));
    let root = models.first().map_or(directory, |model| model.root.clone());
    Ok(ProjectBuild {
        tool: BuildTool::Gradle,
        root,
        modules: models.into_iter().map(module).collect(),
        problems,
    })
}

/// Runs tasks of a project's build.
pub(super) fn run_tasks(
    wrapper: Option<&Path>,
    directory: &Path,
    tasks: &[String],
) -> Result<(), BuildError> {
    let gradle = match wrapper {
        Some(wrapper) => Command::new("sh").arg(wrapper),
        None => Command::new("gradle"),
    };
    let command = gradle.args(["--no-daemon", "--console=plain", "-q"]).args(tasks).current_dir(directory);
    finished(command, directory, None)
}

/// Runs Gradle to its end; `by_hand` is the command that a user would give instead.
fn finished(command: Command, directory: &Path, by_hand: Option<String>) -> Result<(), BuildError> {
    let by_hand = by_hand.unwrap_or_else(|| command.to_string());
    let finished = command.run(LIMIT).map_err(|source| BuildError::NotRun {
        tool: "Gradle",
        next: "install Gradle, or add its wrapper `gradlew` to the project",
        source,
    })?;
    if finished.status.success() {
        return Ok(());
    }
    let output = finished.stderr.text() + &finished.stdout.text();
    Err(BuildError::Failed(Box::new(ToolFailure {
        tool: "Gradle",
        command: by_hand,
        directory: directory.to_path_buf(),
        reason: reason(&output),
        is_of_the_build: output.contains("* What went wrong"),
    })))
}

fn run(
    wrapper: Option<&Path>,
    directory: &Path,
    script: &Path,
    out: &Path,
    options: &ResolveOptions,
    is_offline: bool,
) -> Result<(), BuildError> {
    // A wrapper may have lost its permission to be run on its way through some archive.
    let gradle = || match wrapper {
        Some(wrapper) => Command::new("sh").arg(wrapper),
        None => Command::new("gradle"),
    };
    // The script will be deleted when the message is read.
    let task = if options.compile { "testClasses" } else { "help" };
    let by_hand =
        gradle().args(["--console=plain", task]).args(is_offline.then_some("--offline")).to_string();
    let mut property = std::ffi::OsString::from("-PreenactOut=");
    property.push(out);
    let command = gradle()
        // A daemon would outlive us.
        .args(["--no-daemon", "--console=plain", "-q", "-I"])
        .arg(script)
        .arg(property)
        .args(["configuration-cache", "unsafe.configuration-cache", "parallel", "configureondemand"].map(off))
        .args(is_offline.then_some("--offline"))
        .args(options.compile.then_some("testClasses"))
        .arg("reenactModel")
        .current_dir(directory);
    finished(command, directory, Some(by_hand))
}

fn off(name: &str) -> String {
    format!("-Dorg.gradle.{name}=false")
}

/// Returns Gradle's error message without its advice.
fn reason(output: &str) -> String {
    let cause = output.split_once("* What went wrong:").map(|(_, cause)| cause);
    let cause = cause.map(|cause| cause.split("* Try:").next().unwrap_or(cause).trim());
    let last = || output.lines().rev().find(|line| !line.trim().is_empty()).unwrap_or("it said nothing");
    cause.unwrap_or_else(last).to_owned()
}

fn parse(text: &str) -> Result<Model, BuildError> {
    let unreadable = |reason: String| BuildError::Answer { tool: "Gradle", reason };
    let model: Model = serde_json::from_str(text).map_err(|error| unreadable(error.to_string()))?;
    match model.version {
        1 => Ok(model),
        version => Err(unreadable(format!("version {version} of the model"))),
    }
}

fn module(model: Model) -> ModuleBuild {
    let directory = model.directory.clone();
    let tests = model.test.as_ref().map(TestModel::selection).unwrap_or_default();
    let filters = model.test.as_ref().filter(|test| !test.filters.is_empty()).map(|test| {
        format!(
            "the filter {} of its task `test` is not applied; all of its classes are taken",
            test.filters.join(", ")
        )
    });
    let test = model.test.map(|test| TestJvm {
        options: test.options,
        properties: test.properties,
        environment: test.environment,
        directory: test.directory,
        assertions: test.assertions,
    });
    ModuleBuild {
        name: model.path,
        classes: model.classes,
        test_classes: model.test_classes,
        test_sources: model.test_sources,
        class_path: model.class_path,
        test_class_path: model.test_class_path,
        release: model.release.as_deref().and_then(release),
        compiler_options: model.compiler_options,
        test_jvm: test.unwrap_or(TestJvm { directory, assertions: true, ..TestJvm::default() }),
        tests,
        directory: model.directory,
        problems: filters.into_iter().collect(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_scripts_answer_is_read() {
        let text = r#"{"version": 1, "path": ":core", "directory": "/p/core", "root": "/p", "classes": ["/p/core/a"],
            "testClasses": [], "classPath": ["/p/core/a", "/x.jar"], "testClassPath": [], "release": "1.8",
            "compilerOptions": ["-parameters"], "test": {"options": ["-Xmx512m"], "properties": [["a", "b"]],
            "environment": [["E", "1"]], "directory": "/p/core", "assertions": true}}"#;
        let core = module(parse(text).unwrap());
        assert_eq!((&*core.name, core.release, core.class_path.len()), (":core", Some(8), 2));
        assert_eq!(core.test_jvm.properties, [("a".to_owned(), "b".to_owned())]);
        let without_tests = text.split_once("\"test\":").unwrap().0.to_owned() + "\"test\": null}";
        assert!(module(parse(&without_tests).unwrap()).test_jvm.assertions);
        let message = parse(&text.replace("\"version\": 1", "\"version\": 2")).unwrap_err().to_string();
        assert_eq!(message, "Gradle answered in another form than expected: version 2 of the model");
    }

    #[test]
    fn errors_are_reported_without_the_advice() {
        let output = "\nFAILURE: Build failed with an exception.\n\n* What went wrong:\nCould not resolve x.\n\n* Try:\nRun\n";
        assert_eq!(reason(output), "Could not resolve x.");
        assert_eq!(reason("ERROR: JAVA_HOME is not set\n\n"), "ERROR: JAVA_HOME is not set");
    }
}
