//! The tests of a project, or of a class path, with what they run with.

use std::ffi::OsString;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use reenact_base::finding::{Code, Finding, Subject};
use reenact_build::{self as build, Fork, ModuleBuild, ResolveOptions, TestSelection, junit};
use reenact_host::Scratch;
use reenact_jvm::Jdk;
use reenact_jvm::class_path::ClassPath;
use reenact_jvm::driver::{Discovered, Driver, DriverOptions};
use reenact_order::Suite;
use reenact_wire::driver::TestId;

use super::test_classes::{self, OrderedClass, TestClasses};
use super::{Error, Options};
use crate::Progress;
use crate::subject::choose_jdk;

/// Parts of the names of agents that only measure coverage.
const COVERAGE_AGENTS: [&str; 3] = ["jacoco", "cobertura", "intellij-coverage"];

/// A suite of tests, and the JVM that they run in.
#[derive(Clone, Debug)]
pub struct TestSuite {
    /// The name of the module, or the places of the test classes.
    pub name: String,
    /// The directory of the project or module; where the command runs without one.
    pub directory: PathBuf,
    /// The JVM as the build starts it: JDK, class path, options, environment and working directory.
    pub jvm: DriverOptions,
    /// Directories and jars of test classes.
    pub test_classes: Vec<PathBuf>,
    /// Directories and jars of the classes under test.
    pub classes: Vec<PathBuf>,
    /// Directories with the sources of the tests that exist.
    pub test_sources: Vec<PathBuf>,
    /// The JVMs that the build takes.
    pub fork: Fork,
    /// A directory with classes that replace those of the tests: without demands for an order.
    pub overrides: Option<Arc<Scratch>>,
    /// The tests in the order of the build.
    pub tests: Suite,
    /// Problems of finding the tests.
    pub findings: Vec<Finding>,
}

/// A suite before its tests are known.
struct Places {
    name: String,
    directory: PathBuf,
    jvm: DriverOptions,
    test_classes: Vec<PathBuf>,
    classes: Vec<PathBuf>,
    test_sources: Vec<PathBuf>,
    selection: TestSelection,
    findings: Vec<Finding>,
}

impl TestSuite {
    /// Finds the tests that options name. A project is compiled first if that was asked for.
    pub fn open(options: &Options, progress: &dyn Progress) -> Result<TestSuite, Error> {
        let jdk = choose_jdk(options.jdk.as_deref(), progress)?;
        let mut places = match &options.class_path {
            Some(class_path) => of_class_path(options, class_path, &jdk)?,
            None => of_project(options, &jdk, progress)?,
        };
        if !options.include.is_empty() {
            places.selection.includes =
                options.include.iter().map(|pattern| class_pattern(pattern)).collect();
        }
        places.jvm.vm_options.extend(options.jvm_options.iter().map(OsString::from));
        progress.step("finding tests");
        let found = test_classes::list(&places.test_classes, &places.selection, jdk.version.feature as u16)?;
        if !junit::JUnit::on(&places.jvm.class_path).is_there() {
            return Err(Error::NoJUnit { place: places.name });
        }
        places.jvm.class_path = junit::completed(&places.jvm.class_path)?;
        let mut driver = Driver::start(places.jvm.clone())?;
        let discovered = driver.discover(&[], &found.names)?;
        driver.quit()?;
        places.with_tests(&found, discovered)
    }

    /// Returns the suite with only some of its tests. Classes that are replaced stay so if tests of their package are left.
    pub fn restricted(&self, keeps: impl Fn(&TestId) -> bool) -> TestSuite {
        let tests = (0..self.tests.len()).map(|at| self.tests.test(at)).filter(|test| keeps(test));
        let tests: Vec<TestId> = tests.cloned().collect();
        let has_package = |place: &&Arc<Scratch>| {
            let package =
                |test: &TestId| test.class.rfind('.').map(|dot| test.class[..dot].replace('.', "/"));
            tests.iter().any(|test| package(test).is_none_or(|package| place.path().join(package).is_dir()))
        };
        let overrides = self.overrides.as_ref().filter(has_package).cloned();
        TestSuite { tests: Suite::new(tests), overrides, ..self.clone() }
    }

    /// Returns the position of a test by its name.
    pub fn find(&self, name: &str) -> Result<usize, Error> {
        let found = (0..self.tests.len()).find(|at| self.tests.test(*at).to_string() == name);
        found.ok_or_else(|| {
            let method = name.rsplit(['#', '.']).next().unwrap_or(name);
            let like = (0..self.tests.len()).map(|at| self.tests.test(at)).find(|test| test.method == method);
            Error::UnknownTest {
                test: name.to_owned(),
                suite: self.name.clone(),
                nearest: like.map_or(String::new(), |test| format!("; did you mean {test}?")),
            }
        })
    }
}

impl Places {
    fn with_tests(self, found: &TestClasses, discovered: Discovered) -> Result<TestSuite, Error> {
        let mut findings = self.findings;
        for (class, reason) in &discovered.problems {
            let first = reason.lines().next().unwrap_or_default();
            let message = format!("JUnit cannot look for its tests: {first}");
            findings.push(Finding::new(Code::TestClassUnusable, Subject::class(class.clone()), message));
        }
        if discovered.tests.is_empty() {
            let reasons =
                findings.iter().map(|finding| format!("\n{}: {}", finding.subject, finding.message));
            return Err(Error::NoTests {
                place: self.name,
                classes: found.seen,
                reasons: reasons.take(5).collect(),
            });
        }
        for OrderedClass { name, annotation, .. } in &found.ordered {
            let message = format!("its {annotation} is overruled: its tests are run in other orders too");
            findings.push(Finding::new(Code::OrderOverruled, Subject::class(name.clone()), message));
        }
        let overrides = written(&found.ordered)?;
        let is_there = |path: &PathBuf| path.is_dir();
        Ok(TestSuite {
            name: self.name,
            directory: self.directory,
            jvm: self.jvm,
            test_classes: self.test_classes,
            classes: self.classes,
            test_sources: self.test_sources.into_iter().filter(is_there).collect(),
            fork: self.selection.fork,
            overrides,
            tests: Suite::new(discovered.tests),
            findings,
        })
    }
}

/// Writes classes without their demands for an order; none if there are none.
fn written(classes: &[OrderedClass]) -> Result<Option<Arc<Scratch>>, Error> {
    if classes.is_empty() {
        return Ok(None);
    }
    let scratch = Scratch::new("reenact-order-").map_err(Error::Scratch)?;
    for class in classes {
        let path = scratch.path().join(class.name.replace('.', "/") + ".class");
        let made = std::fs::create_dir_all(path.parent().unwrap_or(scratch.path()));
        made.and_then(|()| std::fs::write(&path, &class.bytes)).map_err(Error::Scratch)?;
    }
    Ok(Some(Arc::new(scratch)))
}

fn of_class_path(options: &Options, class_path: &str, jdk: &Jdk) -> Result<Places, Error> {
    if options.tests.is_empty() {
        return Err(Error::NoTestPlaces);
    }
    let mut entries = ClassPath::parse(class_path).entries();
    let classes = entries.clone();
    entries.splice(0..0, options.tests.iter().filter(|place| !classes.contains(place)).cloned());
    let mut jvm = DriverOptions::new(jdk, &entries);
    jvm.directory = std::env::current_dir().ok();
    let names: Vec<String> = options.tests.iter().map(|place| place.display().to_string()).collect();
    Ok(Places {
        name: names.join(", "),
        directory: PathBuf::from("."),
        jvm,
        test_classes: options.tests.clone(),
        classes: classes.into_iter().filter(|entry| !options.tests.contains(entry)).collect(),
        test_sources: Vec::new(),
        // Without a build there are no rules about names, and nested classes are run by those around them.
        selection: TestSelection { excludes: vec!["**/*$*.class".to_owned()], ..TestSelection::default() },
        findings: Vec::new(),
    })
}

fn of_project(options: &Options, jdk: &Jdk, progress: &dyn Progress) -> Result<Places, Error> {
    let (project, directory) = (options.project.display().to_string(), &options.project);
    progress.step(match options.compile {
        true => "compiling the project and its tests",
        false => "asking the build",
    });
    let asked = ResolveOptions { offline: options.offline, compile: options.compile };
    let build = build::resolve(directory, &asked)?;
    let mut findings: Vec<Finding> = Vec::new();
    let note = |problem: &String| Finding::new(Code::Build, Subject::file(project.clone()), problem.clone());
    findings.extend(build.problems.iter().map(note));
    let module = choose(build.modules, options.module.as_deref(), &project, &build.root)?;
    findings.extend(module.problems.iter().map(note));
    if !module.test_classes.iter().any(|place| place.is_dir()) {
        let places: Vec<String> =
            module.test_classes.iter().map(|place| place.display().to_string()).collect();
        return Err(Error::NotCompiled {
            module: module.name,
            places: places.join(", "),
            command: "mvn test-compile".to_owned(),
        });
    }
    let mut jvm = module.driver_options(jdk);
    // Options of old builds that this JVM does not have any more would keep it from starting.
    jvm.vm_options.insert(0, "-XX:+IgnoreUnrecognizedVMOptions".into());
    let is_coverage = |option: &OsString| {
        let text = option.to_string_lossy();
        text.starts_with("-javaagent:") && COVERAGE_AGENTS.iter().any(|agent| text.contains(agent))
    };
    // It changes no outcome, takes time, and one of the project's age may not know the JDK.
    if jvm.vm_options.iter().any(is_coverage) {
        jvm.vm_options.retain(|option| !is_coverage(option));
        findings.push(note(&"the agent that measures coverage is left out".to_owned()));
    }
    let mut selection = module.tests.clone();
    if !selection.excludes.iter().any(|pattern| pattern.contains('$')) {
        selection.excludes.push("**/*$*.class".to_owned());
    }
    Ok(Places {
        jvm,
        name: module.name,
        directory: module.directory,
        test_classes: module.test_classes,
        classes: module.classes,
        test_sources: module.test_sources,
        selection,
        findings,
    })
}

/// Chooses the module with tests, by its name if there are several.
fn choose(
    modules: Vec<ModuleBuild>,
    asked: Option<&str>,
    project: &str,
    root: &Path,
) -> Result<ModuleBuild, Error> {
    let has_tests = |module: &ModuleBuild| {
        module.test_classes.iter().chain(&module.test_sources).any(|place| place.is_dir())
    };
    let with_tests: Vec<ModuleBuild> = modules.into_iter().filter(has_tests).collect();
    let project = project.to_owned();
    let names = || with_tests.iter().map(|module| module.name.clone()).collect::<Vec<_>>().join(", ");
    let is_asked = |module: &ModuleBuild, asked: &str| {
        let is_end =
            module.name.strip_suffix(asked).is_some_and(|rest| rest.is_empty() || rest.ends_with(':'));
        is_end || module.directory == root.join(asked)
    };
    match asked {
        Some(asked) => {
            let modules = names();
            let unknown = || Error::UnknownModule { project, module: asked.to_owned(), modules };
            with_tests.into_iter().find(|module| is_asked(module, asked)).ok_or_else(unknown)
        }
        None if with_tests.len() > 1 => Err(Error::ManyModules { project, modules: names() }),
        None => with_tests.into_iter().next().ok_or(Error::NoModule { project }),
    }
}

/// Returns a pattern of class files: `ShopTest` and `com.acme.*Test` are patterns of names.
fn class_pattern(written: &str) -> String {
    build::class_pattern(written).unwrap_or_else(|| written.to_owned())
}
