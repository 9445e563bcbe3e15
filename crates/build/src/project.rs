//! A project's directory: build files, modules, class directories.
//!
//! Build files are looked at, not run, so this takes milliseconds and never downloads anything.
//! Values that a build script computes (a generated module list, a moved output directory) are not seen.

use std::collections::{BTreeSet, VecDeque};
use std::fs;
use std::path::{Path, PathBuf};

/// A directory as a Java project.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Project {
    /// The directory.
    pub root: PathBuf,
    /// The ways to build it; a project in transition has two.
    pub builds: Vec<Build>,
    /// The root and the modules that the build files name, each with sources or classes, by path.
    pub modules: Vec<Module>,
}

/// A way to build a project.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Build {
    /// With what.
    pub tool: BuildTool,
    /// The build file in the root.
    pub file: PathBuf,
    /// The wrapper script beside it, which brings the right version of the tool.
    pub wrapper: Option<PathBuf>,
}

/// Build tools.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum BuildTool {
    /// `pom.xml`.
    Maven,
    /// `build.gradle`, `settings.gradle` and their Kotlin likes.
    Gradle,
}

/// A part of a project that is compiled by itself.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Module {
    /// Its directory.
    pub directory: PathBuf,
    /// Source directories that exist: `src/main/java` and its likes.
    pub sources: Vec<PathBuf>,
    /// Test source directories that exist.
    pub test_sources: Vec<PathBuf>,
    /// Directories with class files of the sources.
    pub classes: Vec<PathBuf>,
    /// Directories with class files of the tests.
    pub test_classes: Vec<PathBuf>,
}

impl Project {
    /// Looks at a directory.
    pub fn at(root: impl Into<PathBuf>) -> Project {
        let root = root.into();
        let mut seen = BTreeSet::new();
        let mut modules = Vec::new();
        let mut todo = VecDeque::from([root.clone()]);
        while let Some(directory) = todo.pop_front() {
            // By its real path: modules may name each other, and in roundabout ways.
            if fs::canonicalize(&directory).is_ok_and(|real| seen.insert(real)) {
                todo.extend(modules_named_in(&directory));
                modules.push(Module::at(directory));
            }
        }
        modules.retain(Module::has_anything);
        modules.sort_by(|a, b| a.directory.cmp(&b.directory));
        Project { builds: builds_in(&root), root, modules }
    }

    /// Whether every module that has sources has classes.
    pub fn is_built(&self) -> bool {
        let built = |module: &Module| module.sources.is_empty() || !module.classes.is_empty();
        !self.modules.is_empty() && self.modules.iter().all(built)
    }
}

const LANGUAGES: [&str; 4] = ["java", "kotlin", "groovy", "scala"];

impl Module {
    fn at(directory: PathBuf) -> Module {
        let sources = |set: &str| {
            let paths = LANGUAGES.map(|language| directory.join("src").join(set).join(language));
            paths.into_iter().filter(|path| path.is_dir()).collect()
        };
        let classes = |maven: &str, set: &str| {
            let gradle = LANGUAGES.map(|language| directory.join("build/classes").join(language).join(set));
            let paths = [directory.join("target").join(maven)].into_iter().chain(gradle);
            paths.filter(|path| holds_class_file(path)).collect()
        };
        Module {
            sources: sources("main"),
            test_sources: sources("test"),
            classes: classes("classes", "main"),
            test_classes: classes("test-classes", "test"),
            directory,
        }
    }

    fn has_anything(&self) -> bool {
        [&self.sources, &self.test_sources, &self.classes, &self.test_classes]
            .iter()
            .any(|paths| !paths.is_empty())
    }
}

fn builds_in(root: &Path) -> Vec<Build> {
    let existing = |names: &[&str]| names.iter().map(|name| root.join(name)).find(|path| path.is_file());
    let gradle_files = ["build.gradle", "build.gradle.kts", "settings.gradle", "settings.gradle.kts"];
    let tools =
        [(BuildTool::Maven, ["pom.xml"].as_slice(), "mvnw"), (BuildTool::Gradle, &gradle_files, "gradlew")];
    let build = |(tool, files, wrapper)| {
        existing(files).map(|file| Build { tool, file, wrapper: existing(&[wrapper]) })
    };
    tools.into_iter().filter_map(build).collect()
}

/// The modules that a directory's build files name, as directories that exist.
fn modules_named_in(directory: &Path) -> Vec<PathBuf> {
    let read = |name: &str| fs::read_to_string(directory.join(name)).unwrap_or_default();
    let maven = maven_modules(&read("pom.xml"));
    let gradle = gradle_modules(&(read("settings.gradle") + "\n" + &read("settings.gradle.kts")));
    let paths = maven.into_iter().chain(gradle).map(|module| {
        let path = directory.join(module);
        // Maven lets a module be named by its pom.
        if path.is_file() { path.parent().unwrap_or(directory).to_path_buf() } else { path }
    });
    paths.filter(|path| path.is_dir()).collect()
}

/// The `<module>` elements of a pom, those of profiles too.
fn maven_modules(pom: &str) -> Vec<String> {
    let outside_comments: String = pom
        .split("<!--")
        .enumerate()
        .map(|(i, part)| if i == 0 { part } else { part.split_once("-->").map_or("", |(_, after)| after) })
        .collect();
    let elements = outside_comments.split("<module>").skip(1).filter_map(|part| part.split_once("</module>"));
    elements.map(|(name, _)| name.trim().to_owned()).collect()
}

/// The string literals that follow `include` in a settings script, as paths.
fn gradle_modules(settings: &str) -> Vec<String> {
    let mut modules = Vec::new();
    let mut continues = false;
    for line in settings.lines().map(|line| line.split("//").next().unwrap_or_default().trim()) {
        let starts =
            line.strip_prefix("include").is_some_and(|rest| rest.starts_with([' ', '(', '\t', '\'', '"']));
        if starts || continues {
            let literals = line.split(['"', '\'']).skip(1).step_by(2);
            modules.extend(literals.map(|name| name.trim_start_matches(':').replace(':', "/")));
            continues = line.ends_with([',', '(']);
        }
    }
    modules
}

fn holds_class_file(directory: &Path) -> bool {
    let mut todo = vec![directory.to_path_buf()];
    while let Some(directory) = todo.pop() {
        for entry in fs::read_dir(directory).into_iter().flatten().flatten() {
            let path = entry.path();
            match entry.file_type() {
                Ok(kind) if kind.is_dir() => todo.push(path),
                _ if path.extension().is_some_and(|extension| extension == "class") => return true,
                _ => {}
            }
        }
    }
    false
}

#[cfg(test)]
mod tests {
    use super::*;

    fn project(files: &[(&str, &str)]) -> (tempfile::TempDir, Project) {
        let root = tempfile::tempdir().unwrap();
        for (path, text) in files {
            let path = root.path().join(path);
            fs::create_dir_all(path.parent().unwrap()).unwrap();
            fs::write(path, text).unwrap();
        }
        let project = Project::at(root.path());
        (root, project)
    }

    fn module_names(root: &tempfile::TempDir, project: &Project) -> Vec<String> {
        let name = |module: &Module| module.directory.strip_prefix(root).unwrap().display().to_string();
        project.modules.iter().map(name).collect()
    }

    #[test]
    fn a_maven_project_of_modules() {
        let (root, project) = project(&[
            (
                "pom.xml",
                "<modules><module> core </module><!-- <module>old</module> -->\n<module>web</module></modules>",
            ),
            ("mvnw", ""),
            ("old/src/main/java/A.java", ""),
            ("core/src/main/java/A.java", ""),
            ("core/target/classes/p/A.class", ""),
            ("core/target/test-classes/readme.txt", ""),
            ("web/pom.xml", "<module>ui/pom.xml</module><module>..</module><module>absent</module>"),
            ("web/ui/pom.xml", ""),
            ("web/ui/src/main/kotlin/B.kt", ""),
            ("web/ui/src/test/java/BTest.java", ""),
        ]);
        assert_eq!(module_names(&root, &project), ["core", "web/ui"]);
        assert_eq!(project.builds.len(), 1);
        assert_eq!(project.builds[0].tool, BuildTool::Maven);
        assert_eq!(project.builds[0].wrapper, Some(root.path().join("mvnw")));
        let (core, ui) = (&project.modules[0], &project.modules[1]);
        assert_eq!(core.classes, [root.path().join("core/target/classes")]);
        assert!(core.test_classes.is_empty(), "no class file in it");
        assert_eq!(ui.sources, [root.path().join("web/ui/src/main/kotlin")]);
        assert_eq!(ui.test_sources.len(), 1);
        assert!(!project.is_built());
    }

    #[test]
    fn a_gradle_project_of_modules() {
        let settings = "rootProject.name = 'x'\ninclude ':a:b',\n  'c' // 'd'\nincludeBuild 'e'\n\
                        include(\n  \"f\"\n)\n'g'\n";
        assert_eq!(gradle_modules(settings), ["a/b", "c", "f"]);
        let (root, project) = project(&[
            ("settings.gradle.kts", "include(\":app\")"),
            ("gradlew", ""),
            ("app/build.gradle.kts", ""),
            ("app/src/main/java/A.java", ""),
            ("app/build/classes/java/main/A.class", ""),
            ("app/build/classes/kotlin/test/ATest.class", ""),
        ]);
        assert_eq!(module_names(&root, &project), ["app"]);
        assert_eq!(project.builds[0].tool, BuildTool::Gradle);
        assert_eq!(project.builds[0].file, root.path().join("settings.gradle.kts"));
        assert_eq!(project.modules[0].test_classes, [root.path().join("app/build/classes/kotlin/test")]);
        assert!(project.is_built());
    }

    #[test]
    fn a_directory_that_is_no_project() {
        let (_root, project) = project(&[("notes.txt", "")]);
        assert!(project.builds.is_empty() && project.modules.is_empty() && !project.is_built());
    }
}
