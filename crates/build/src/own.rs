//! The project's own build over tests that were written into it: its formatter, then compilation, the tests and its checks.

use std::fs;
use std::path::{Path, PathBuf};

use crate::maven::Maven;
use crate::project::{BuildTool, Project};
use crate::{BuildError, gradle};

/// A formatter that a build has, with the goals or tasks that apply it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Formatter {
    pub name: &'static str,
    arguments: Vec<String>,
}

/// Formatters, by a part of the build file that names them: their names, Maven's goal, and Gradle's task.
const FORMATTERS: [(&str, &str, &str, &str); 4] = [
    ("spring-javaformat", "spring-javaformat", "spring-javaformat:apply", "format"),
    ("spotless", "Spotless", "spotless:apply", "spotlessApply"),
    ("fmt-maven-plugin", "google-java-format", "com.spotify.fmt:fmt-maven-plugin:format", ""),
    ("com.github.sherter.google-java-format", "google-java-format", "", "googleJavaFormat"),
];

/// A project that can be built.
#[derive(Clone, Debug)]
pub struct OwnBuild {
    tool: BuildTool,
    /// Where the build begins.
    root: PathBuf,
    /// The module that the tests are in, below it; empty if it is the root.
    module: PathBuf,
    wrapper: Option<PathBuf>,
    /// The texts of its build files, the module's first.
    files: Vec<String>,
}

impl OwnBuild {
    /// Finds the build of the module that a directory of test sources belongs to.
    pub fn of(sources: &Path) -> Option<OwnBuild> {
        let sources = std::path::absolute(sources).ok()?;
        let above: Vec<&Path> = sources.ancestors().collect();
        let at = above.iter().position(|directory| !Project::at(*directory).builds.is_empty())?;
        let build = Project::at(above[at]).builds.first()?.clone();
        let named = ["pom.xml", "build.gradle", "build.gradle.kts"];
        let builds: Vec<&Path> = above[at..].iter().copied().take_while(|path| has_build(path)).collect();
        let files = builds.iter().flat_map(|directory| {
            named.iter().filter_map(|name| fs::read_to_string(directory.join(name)).ok())
        });
        let wrapper_name = match build.tool {
            BuildTool::Maven => "mvnw",
            BuildTool::Gradle => "gradlew",
        };
        let wrapper =
            above[at..].iter().map(|directory| directory.join(wrapper_name)).find(|path| path.is_file());
        let root = builds.last()?.to_path_buf();
        let module = above[at].strip_prefix(&root).ok()?.to_owned();
        Some(OwnBuild { tool: build.tool, root, module, wrapper, files: files.collect() })
    }

    /// Returns the formatter that the build files name.
    pub fn formatter(&self) -> Option<Formatter> {
        let is_named = |part: &str| self.files.iter().any(|file| file.contains(part));
        FORMATTERS.iter().find_map(|(part, name, goal, task)| {
            let argument = match self.tool {
                BuildTool::Maven => goal,
                BuildTool::Gradle => task,
            };
            (is_named(part) && !argument.is_empty())
                .then(|| Formatter { name, arguments: vec![(*argument).to_owned()] })
        })
    }

    /// Applies a formatter of the build.
    pub fn format(&self, formatter: &Formatter) -> Result<(), BuildError> {
        self.run(&formatter.arguments)
    }

    /// Compiles, runs test classes, and runs the checks that the build has. Classes are binary names, or patterns
    /// such as `*RecordedTest`.
    pub fn verify(&self, classes: &[String]) -> Result<(), BuildError> {
        self.run(&self.verify_arguments(classes))
    }

    /// Returns the command by which a user does the same.
    pub fn command(&self, classes: &[String]) -> String {
        let tool = match (self.tool, &self.wrapper) {
            (BuildTool::Maven, None) => "mvn",
            (BuildTool::Maven, Some(_)) => "./mvnw",
            (BuildTool::Gradle, None) => "gradle",
            (BuildTool::Gradle, Some(_)) => "./gradlew",
        };
        format!("{tool} {}", self.verify_arguments(classes).join(" "))
    }

    fn verify_arguments(&self, classes: &[String]) -> Vec<String> {
        match self.tool {
            BuildTool::Maven => {
                // Other modules have none of these classes. The name of the option depends on Surefire's version.
                let mut arguments = vec![
                    format!("-Dtest={}", classes.join(",")),
                    "-DfailIfNoTests=false".to_owned(),
                    "-Dsurefire.failIfNoSpecifiedTests=false".to_owned(),
                    // Signing needs a key and checks nothing.
                    "-Dgpg.skip".to_owned(),
                    "verify".to_owned(),
                ];
                if !self.module.as_os_str().is_empty() {
                    arguments.extend(["-pl".to_owned(), self.module.display().to_string(), "-am".to_owned()]);
                }
                arguments
            }
            BuildTool::Gradle => {
                let tests = classes.iter().flat_map(|class| ["--tests".to_owned(), class.clone()]);
                ["test".to_owned()].into_iter().chain(tests).chain(["check".to_owned()]).collect()
            }
        }
    }

    fn run(&self, arguments: &[String]) -> Result<(), BuildError> {
        match self.tool {
            BuildTool::Maven => {
                let maven = Maven::of(self.wrapper.as_deref());
                match maven.run_once(&self.root, arguments, true) {
                    Err(error) if lacks_artifact(&error.to_string()) => {
                        maven.run_once(&self.root, arguments, false).map(drop)
                    }
                    done => done.map(drop),
                }
            }
            BuildTool::Gradle => {
                gradle::run_tasks(self.wrapper.as_deref(), &self.root.join(&self.module), arguments)
            }
        }
    }
}

/// Returns whether a build failed because something is not in the local repository. A build that failed for another reason is
/// not run twice: what it left behind may be the next reason.
fn lacks_artifact(message: &str) -> bool {
    ["offline mode", "ould not be resolved", "ould not resolve", "Cannot access "]
        .iter()
        .any(|part| message.contains(part))
}

fn has_build(directory: &Path) -> bool {
    !Project::at(directory).builds.is_empty()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_a_missing_artifact_is_a_reason_to_use_the_network() {
        let missing = "Plugin a:b:1 or one of its dependencies could not be resolved: Cannot access central in offline mode";
        assert!(lacks_artifact(missing));
        assert!(!lacks_artifact("There are test failures."));
    }

    #[test]
    fn the_formatter_is_known_by_the_build_files() {
        let project = tempfile::tempdir().unwrap();
        let module = project.path().join("core");
        let sources = module.join("src/test/java");
        fs::create_dir_all(&sources).unwrap();
        assert!(OwnBuild::of(&sources).is_none_or(|build| !build.root.starts_with(project.path())));
        let parent = "<project><modules><module>core</module></modules><artifactId>spotless-maven-plugin</artifactId></project>";
        fs::write(project.path().join("pom.xml"), parent).unwrap();
        fs::write(module.join("pom.xml"), "<project/>").unwrap();
        let build = OwnBuild::of(&sources).unwrap();
        assert_eq!((build.root.as_path(), build.module.as_path()), (project.path(), Path::new("core")));
        assert_eq!(build.formatter().unwrap().name, "Spotless");
        let classes = ["a.BTest".to_owned(), "a.CTest".to_owned()];
        let command = build.command(&classes);
        assert!(command.starts_with("mvn -Dtest=a.BTest,a.CTest "), "{command}");
        assert!(command.ends_with(" verify -pl core -am"), "{command}");
        fs::write(project.path().join("pom.xml"), "<project/>").unwrap();
        assert_eq!(OwnBuild::of(&sources).unwrap().formatter(), None);
    }
}
