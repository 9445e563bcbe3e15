//! The project's own build over tests that were written into it: its formatter, then compilation, the tests and its checks.

use std::fs;
use std::path::{Path, PathBuf};

use crate::checkstyle::Checkstyle;
use crate::maven::Maven;
use crate::outputs::Outputs;
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
    /// The modules that the tests are in, below it; one is empty if it is the root.
    modules: Vec<PathBuf>,
    wrapper: Option<PathBuf>,
    /// Its build files with their texts, the module's first.
    files: Vec<(PathBuf, String)>,
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
            let files = named.iter().map(|name| directory.join(name));
            files.filter_map(|file| Some((file.clone(), fs::read_to_string(file).ok()?)))
        });
        let wrapper_name = match build.tool {
            BuildTool::Maven => "mvnw",
            BuildTool::Gradle => "gradlew",
        };
        let wrapper =
            above[at..].iter().map(|directory| directory.join(wrapper_name)).find(|path| path.is_file());
        let root = builds.last()?.to_path_buf();
        let module = above[at].strip_prefix(&root).ok()?.to_owned();
        Some(OwnBuild { tool: build.tool, root, modules: vec![module], wrapper, files: files.collect() })
    }

    /// Returns the directory that the build begins in.
    pub fn root(&self) -> &Path {
        &self.root
    }

    /// Returns the directory of the module that the tests are in.
    pub fn module(&self) -> PathBuf {
        let module = self.modules.first().map(|module| self.root.join(module));
        module.map_or_else(|| self.root.clone(), |module| module.components().collect())
    }

    /// Returns the build of all modules that directories of test sources belong to, if it is one build.
    pub fn of_all<'p>(sources: impl IntoIterator<Item = &'p Path>) -> Option<OwnBuild> {
        let mut all: Option<OwnBuild> = None;
        for build in sources.into_iter().filter_map(OwnBuild::of) {
            match &mut all {
                None => all = Some(build),
                Some(all) if all.root == build.root => {
                    all.modules.extend(build.modules);
                    let fresh = build.files.into_iter().filter(|file| !all.files.contains(file));
                    let fresh: Vec<(PathBuf, String)> = fresh.collect();
                    all.files.extend(fresh);
                }
                Some(_) => return None,
            }
        }
        if let Some(all) = &mut all {
            all.modules.sort();
            all.modules.dedup();
        }
        all
    }

    /// Returns the formatter that the build files name.
    pub fn formatter(&self) -> Option<Formatter> {
        let is_named = |part: &str| self.files.iter().any(|(_, text)| text.contains(part));
        FORMATTERS.iter().find_map(|(part, name, goal, task)| {
            let argument = match self.tool {
                BuildTool::Maven => goal,
                BuildTool::Gradle => task,
            };
            (is_named(part) && !argument.is_empty())
                .then(|| Formatter { name, arguments: vec![(*argument).to_owned()] })
        })
    }

    /// Returns the rules of its Checkstyle, if that checks tests.
    pub fn checkstyle(&self) -> Option<Checkstyle> {
        Checkstyle::of(&self.files)
    }

    /// Returns the goals of other plugins that the build runs by default and that check something. The phases and what they
    /// run is part of `verify`; `clean` would delete recordings below `target`.
    fn default_checks(&self) -> Vec<String> {
        let goals = self.files.iter().rev().find_map(|(_, text)| {
            let (_, behind) = text.split_once("<defaultGoal>")?;
            Some(behind.split_once("</defaultGoal>")?.0)
        });
        let is_check = |goal: &&str| goal.rsplit_once(':').is_some_and(|(_, goal)| goal.contains("check"));
        goals.unwrap_or_default().split_whitespace().filter(is_check).map(str::to_owned).collect()
    }

    /// Applies a formatter of the build.
    pub fn format(&self, formatter: &Formatter) -> Result<(), BuildError> {
        self.run(&formatter.arguments)
    }

    /// Compiles, runs test classes, and runs the checks that the build has. Classes are binary names, or patterns
    /// such as `*RecordedTest`. What Maven writes into `target` is removed again, but for reports; Gradle's tasks know their outputs.
    pub fn verify(&self, classes: &[String]) -> Result<(), BuildError> {
        let outputs = (self.tool == BuildTool::Maven).then(|| Outputs::now(&self.root));
        let done = self.run(&self.verify_arguments(classes));
        outputs.iter().for_each(Outputs::remove_new);
        done
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
                    // Integration tests need what they integrate, and check nothing of the new tests.
                    "-DskipITs".to_owned(),
                    // A rule of how much tests must cover counts all of them, not the new ones alone.
                    "-Djacoco.skip".to_owned(),
                    "verify".to_owned(),
                ];
                arguments.extend(self.default_checks());
                // The root builds all of its modules.
                if self.modules.iter().all(|module| !module.as_os_str().is_empty()) {
                    let modules: Vec<String> =
                        self.modules.iter().map(|module| module.display().to_string()).collect();
                    arguments.extend(["-pl".to_owned(), modules.join(","), "-am".to_owned()]);
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
                let mut directories = self.modules.iter().map(|module| self.root.join(module));
                let run = |module: PathBuf| gradle::run_tasks(self.wrapper.as_deref(), &module, arguments);
                directories.try_for_each(run)
            }
        }
    }
}

/// Returns whether a build failed because something is not in the local repository. A build that failed for another reason is
/// not run twice: what it left behind may be the next reason.
fn lacks_artifact(message: &str) -> bool {
    [
        "offline mode",
        "No plugin found for prefix",
        "ould not be resolved",
        "ould not resolve",
        "Cannot access ",
    ]
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
        assert_eq!((build.root(), build.module()), (project.path(), module.clone()));
        assert_eq!(build.formatter().unwrap().name, "Spotless");
        let classes = ["a.BTest".to_owned(), "a.CTest".to_owned()];
        let command = build.command(&classes);
        assert!(command.starts_with("mvn -Dtest=a.BTest,a.CTest "), "{command}");
        assert!(command.ends_with(" verify -pl core -am"), "{command}");
        fs::write(
            project.path().join("pom.xml"),
            "<project><build><defaultGoal>clean install apache-rat:check javadoc:javadoc\n pmd:cpd-check\
             </defaultGoal></build></project>",
        )
        .unwrap();
        let build = OwnBuild::of(&sources).unwrap();
        assert_eq!(build.formatter(), None);
        let command = build.command(&classes);
        assert!(command.ends_with(" verify apache-rat:check pmd:cpd-check -pl core -am"), "{command}");
    }

    /// Met in JSON-java: moditect fails if the jar that it makes is there, so the user's build failed after ours.
    #[test]
    fn a_build_leaves_nothing_that_stops_the_next() {
        let project = tempfile::tempdir().unwrap();
        let sources = project.path().join("src/test/java");
        fs::create_dir_all(&sources).unwrap();
        fs::write(project.path().join("pom.xml"), "<project/>").unwrap();
        let wrapper = "mkdir -p target/modules && set -C && echo > target/modules/a.jar";
        fs::write(project.path().join("mvnw"), wrapper).unwrap();
        let build = OwnBuild::of(&sources).unwrap();
        for _ in 0..2 {
            build.verify(&["a.BTest".to_owned()]).unwrap();
        }
    }

    #[test]
    fn several_modules_are_built_at_once() {
        let project = tempfile::tempdir().unwrap();
        let sources = ["", "core", "web"].map(|module| project.path().join(module).join("src/test/java"));
        for (module, sources) in ["", "core", "web"].iter().zip(&sources) {
            fs::create_dir_all(sources).unwrap();
            fs::write(project.path().join(module).join("pom.xml"), "<project/>").unwrap();
        }
        let command = |from: usize| {
            let build = OwnBuild::of_all(sources[from..].iter().map(PathBuf::as_path)).unwrap();
            build.command(&["*Test".to_owned()])
        };
        assert!(command(1).ends_with(" verify -pl core,web -am"), "{}", command(1));
        assert!(command(0).ends_with(" verify"), "{}", command(0));
        let other = tempfile::tempdir().unwrap();
        fs::write(other.path().join("pom.xml"), "<project/>").unwrap();
        assert!(OwnBuild::of_all([sources[0].as_path(), other.path()]).is_none());
    }
}
