//! Loading a program: its class path, the JDK beside it, and the world of both.

use std::path::{Path, PathBuf};
use std::sync::Arc;

use reenact_base::finding::{Code, Finding, Severity, Subject as About};
use reenact_classfile::container::{self, Container};
use reenact_jvm::class_path::{ClassPath, Opened, Problem, open_jdk, open_target};
use reenact_jvm::jdk::{JdkError, NoJdk};
use reenact_jvm::{Jdk, jdk};
use reenact_world::{Depth, World};

use crate::Progress;
use crate::doctor::OLDEST_JDK;

/// A program with the classes of a JDK beside it.
pub(crate) struct LoadedProgram {
    pub(crate) world: World,
    pub(crate) jdk: Jdk,
    /// The containers of the program and its libraries, in the order of the class path.
    pub(crate) containers: Vec<Arc<dyn Container>>,
    /// The indices of the containers of the world that hold the targets' own classes.
    pub(crate) targets: Vec<usize>,
    /// Problems with class-path entries and class files.
    pub(crate) findings: Vec<Finding>,
}

/// Why a program was not loaded.
#[derive(Debug, thiserror::Error)]
pub enum LoadError {
    #[error(transparent)]
    NoJdk(#[from] NoJdk),
    #[error("cannot use --jdk {}: {}{found}", .error.home.display(), .error.problem)]
    NotJdk { error: JdkError, found: String },
    #[error(transparent)]
    Target(#[from] Problem),
    #[error("{targets} {} no class files{next}", if *.many { "have" } else { "has" })]
    NoClasses { targets: String, many: bool, next: String },
}

impl LoadedProgram {
    /// Loads targets, whose own classes are distinguished from those of libraries, and a class path behind them.
    pub(crate) fn load(
        jdk: Jdk,
        targets: &[PathBuf],
        class_path: Option<&ClassPath>,
        progress: &dyn Progress,
    ) -> Result<LoadedProgram, LoadError> {
        let reading = container::Options::for_release(jdk.version.feature as u16);
        let library = open_jdk(&jdk, &reading)?;
        let (mut all, mut problems) = (library.containers, library.problems);
        let platform = all.len();
        let mut own = Vec::new();
        for target in targets {
            let opened = open_target(target, &reading)?;
            // The containers after the first are libraries that the target contains.
            own.push(all.len());
            all.extend(opened.containers);
            problems.extend(opened.problems);
        }
        if !own.is_empty() && problems.is_empty() && own.iter().all(|&index| all[index].classes().is_empty())
        {
            return Err(no_classes(targets));
        }
        if let Some(class_path) = class_path {
            let Opened { containers, problems: further } = class_path.open(&reading);
            all.extend(containers);
            problems.extend(further);
        }
        let classes: usize = all.iter().map(|container| container.classes().len()).sum();
        progress.step(&format!("reading {classes} classes"));
        let options = reenact_world::Options { depth: Depth::Code, platform };
        let (world, unreadable) = World::build(&all, options);
        let mut findings: Vec<Finding> = problems.iter().map(problem_finding).collect();
        findings.extend(unreadable);
        Ok(LoadedProgram { world, jdk, containers: all.split_off(platform), targets: own, findings })
    }
}

/// Returns the JDK in the given home, or else the one to use; notes a JAVA_HOME that is not usable.
pub(crate) fn choose_jdk(given: Option<&Path>, progress: &dyn Progress) -> Result<Jdk, LoadError> {
    if let Some(home) = given {
        return Jdk::at(home).map_err(|error| LoadError::NotJdk { found: found(home), error });
    }
    let places = jdk::Places::of_this_machine();
    let chosen = places.find(OLDEST_JDK)?;
    if let Some(Err(error)) = places.java_home.as_ref().map(Jdk::at) {
        let (home, problem, used) = (error.home.display(), error.problem, chosen.home.display());
        progress.note(&format!(
            "JAVA_HOME={home} is ignored: {problem}; using JDK {} instead. Run: export JAVA_HOME={used}",
            chosen.version
        ));
    }
    Ok(chosen)
}

/// The end of a message about a directory that is not a JDK: the JDKs that are.
fn found(home: &Path) -> String {
    let jdks = Jdk::all();
    // `/usr/bin/java` is a link into a JDK.
    let linked =
        home.join("bin/java").canonicalize().ok().and_then(|java| Some(java.parent()?.parent()?.to_owned()));
    let meant = jdks.iter().find(|jdk| Some(&jdk.home) == linked.as_ref()).or(jdks.first());
    let Some(meant) = meant else {
        return format!(". No JDK was found; install one of version {OLDEST_JDK} or newer");
    };
    let list: Vec<String> =
        jdks.iter().map(|jdk| format!("{} ({})", jdk.home.display(), jdk.version)).collect();
    format!(". JDKs found: {}. Use: --jdk {}", list.join(", "), meant.home.display())
}

fn no_classes(targets: &[PathBuf]) -> LoadError {
    let next = match targets.iter().find_map(|target| classes_of_sources(target)) {
        Some(classes) if classes.is_dir() => format!(". These are sources; name {}", classes.display()),
        Some(classes) => {
            format!(
                ". These are sources; compile the project, for example with `mvn compile`, then name {}",
                classes.display()
            )
        }
        None => {
            ". Build the project first. Run: mvn compile (or gradle classes), then name its class directory or a jar"
                .to_owned()
        }
    };
    let shown: Vec<String> = targets.iter().map(|target| target.display().to_string()).collect();
    LoadError::NoClasses { targets: shown.join(", "), many: targets.len() > 1, next }
}

/// For a directory of sources such as `src/main/java`: the directory that its build compiles it to.
fn classes_of_sources(target: &Path) -> Option<PathBuf> {
    let absolute = std::path::absolute(target).ok()?;
    let project = absolute.ancestors().find(|above| above.join("src").is_dir())?;
    let set = absolute.strip_prefix(project.join("src")).ok()?.iter().next().unwrap_or("main".as_ref());
    let (maven, gradle) = match set.to_str() {
        Some("test") => ("target/test-classes", "build/classes/java/test"),
        _ => ("target/classes", "build/classes/java/main"),
    };
    let here = std::env::current_dir().unwrap_or_default();
    let shown = |path: PathBuf| path.strip_prefix(&here).map(Path::to_owned).unwrap_or(path);
    let gradle = project.join(gradle);
    Some(shown(if gradle.is_dir() { gradle } else { project.join(maven) }))
}

/// Returns the finding of a class-path entry that gives no classes, or not all of them.
pub(crate) fn problem_finding(problem: &Problem) -> Finding {
    let subject = problem.path.display().to_string();
    // Manifests name many jars that are not needed.
    let severity = if problem.named_by.is_some() { Severity::Note } else { Severity::Warning };
    Finding::new(Code::ClassPath, About::file(subject), problem.to_string()).with_severity(severity)
}
