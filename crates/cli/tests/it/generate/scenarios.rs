//! The tests that are generated for each scenario are those in `shapes/expected` and `histories/expected`.
//!
//! A scenario is a package of `src`. All of a directory are recorded and generated together, once for all tests of this
//! process; each is compared by a test of its own. Expected tests are read in review as any test is; `REENACT_BLESS=1`
//! writes them anew. The scenarios of `histories` need histories of their objects.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::LazyLock;

use reenact_testkit::{check_list, jdks};
use serde_json::Value;

use super::{Recorded, TESTS, each_history, each_shape, files, not_delivered};

/// The tests that one JDK's recording of all scenarios of a directory gave.
struct Generated {
    jdk: String,
    report: Value,
    /// Texts by path.
    tests: BTreeMap<String, String>,
}

/// A directory of scenarios, whose name is also that of their package, and the options to record them with.
struct Scenarios {
    name: &'static str,
    generated: LazyLock<Vec<Generated>>,
}

static SHAPES: Scenarios = Scenarios { name: "shapes", generated: LazyLock::new(|| generate("shapes", &[])) };

/// States that no constructor and no setter gives: counters, machines, sums. Which classes those are is found out
/// before the run.
static HISTORIES: Scenarios = Scenarios {
    name: "histories",
    generated: LazyLock::new(|| generate("histories", &["--history", "auto"])),
};

/// Records and generates on all JDKs at the same time: the tests that wait for it leave the other cores idle.
fn generate(name: &str, options: &[&str]) -> Vec<Generated> {
    std::thread::scope(|scope| {
        let threads: Vec<_> = jdks()
            .into_iter()
            .map(|jdk| {
                scope.spawn(move || {
                    let recorded = Recorded::of(name, &jdk, options);
                    let report = recorded.report("tests", &[]);
                    let tests = files(&recorded.path("tests")).into_iter();
                    let tests = tests.map(|(name, path)| (name, fs::read_to_string(path).unwrap())).collect();
                    Generated { jdk: jdk.version.full, report, tests }
                })
            })
            .collect();
        threads.into_iter().map(|thread| thread.join().unwrap()).collect()
    })
}

pub fn check_shape(package: &str) {
    SHAPES.check_package(package);
}

pub fn check_history(package: &str) {
    HISTORIES.check_package(package);
}

impl Scenarios {
    fn directory(&self) -> PathBuf {
        Path::new(TESTS).join(self.name)
    }

    /// The packages with a scenario.
    fn packages(&self) -> Vec<String> {
        let paths = files(&self.directory().join("src")).into_keys();
        let prefix = format!("{}/", self.name);
        paths
            .filter_map(|path| Some(path.strip_prefix(&prefix)?.strip_suffix("/Scenario.java")?.to_owned()))
            .collect()
    }

    /// Compares the generated tests of one package with those expected.
    #[track_caller]
    fn check_package(&self, package: &str) {
        let prefix = format!("{}/{package}/", self.name);
        self.check_files(&prefix, |generated| {
            let tests = generated.tests.iter();
            tests
                .filter_map(|(path, text)| Some((path.strip_prefix(&prefix)?.to_owned(), text.clone())))
                .collect()
        });
    }

    /// Compares files of every JDK with those below a directory of `expected`, of which there may be others.
    #[track_caller]
    fn check_files(&self, below: &str, made: impl Fn(&Generated) -> BTreeMap<String, String>) {
        let expected = self.directory().join("expected").join(below);
        if std::env::var_os("REENACT_BLESS").is_some() {
            let _ = fs::remove_dir_all(&expected);
            for (path, text) in made(&self.generated[0]) {
                let path = expected.join(path);
                fs::create_dir_all(path.parent().unwrap()).unwrap();
                fs::write(path, text).unwrap();
            }
        }
        let wanted: BTreeMap<String, String> = files(&expected)
            .into_iter()
            .map(|(path, file)| (path, fs::read_to_string(file).unwrap()))
            .collect();
        for generated in &*self.generated {
            let made = made(generated);
            let paths = |files: &BTreeMap<String, String>| files.keys().cloned().collect::<Vec<_>>();
            assert_eq!(paths(&made), paths(&wanted), "on {}", generated.jdk);
            for (path, text) in &made {
                assert_eq!(
                    *text, wanted[path],
                    "{path} on {}; REENACT_BLESS=1 writes it anew",
                    generated.jdk
                );
            }
        }
    }

    /// Compares the counts of refused cases with `not-delivered.txt`.
    #[track_caller]
    fn check_refusals(&self) {
        let path = self.directory().join("expected/not-delivered.txt");
        if std::env::var_os("REENACT_BLESS").is_some() {
            fs::write(&path, not_delivered(&self.generated[0].report)).unwrap();
        }
        for generated in &*self.generated {
            assert_eq!(
                not_delivered(&generated.report),
                fs::read_to_string(&path).unwrap(),
                "on {}; REENACT_BLESS=1 writes it anew",
                generated.jdk
            );
        }
    }

    /// Every test that is written compiles, and one that passes alone passes with the others in any order.
    #[track_caller]
    fn check_reports(&self) {
        for Generated { report, .. } in &*self.generated {
            let tests = &report["tests"];
            assert!(tests["kept"].as_u64().unwrap() > 0, "{report:#}");
            assert_eq!(report["verification"]["shuffles"], 20, "{report:#}");
            assert_eq!(tests["kept"], tests["passed"], "{report:#}");
            assert_eq!(tests["compiled"], tests["written"], "{report:#}");
        }
    }

    /// Every generated test belongs to the package of a scenario.
    #[track_caller]
    fn check_places(&self) {
        let packages = self.packages();
        for path in self.generated.iter().flat_map(|generated| generated.tests.keys()) {
            let package = path.strip_prefix(self.name).and_then(|path| path.strip_prefix('/'));
            let package = package.and_then(|path| path.split('/').next()).unwrap_or_default();
            assert!(packages.iter().any(|known| known == package), "{path}");
        }
    }

    /// `file` lists the packages, a test for each.
    #[track_caller]
    fn check_list(&self, items: &[&str], file: &str, function: &str) {
        let path = Path::new(TESTS).join("it/generate").join(file);
        let comment = format!(
            "A test per scenario of `{}/src`. Written by `REENACT_BLESS=1 cargo test -p reenact-cli scenarios_have`.",
            self.name
        );
        check_list(items, &self.packages(), &path, &comment, function);
    }
}

#[test]
fn all_scenarios_have_a_test() {
    SHAPES.check_list(each_shape::ITEMS, "each_shape.rs", "super::scenarios::check_shape");
    HISTORIES.check_list(each_history::ITEMS, "each_history.rs", "super::scenarios::check_history");
}

#[test]
fn shapes_pass_together_and_refusals_are_as_expected() {
    SHAPES.check_reports();
    SHAPES.check_refusals();
    SHAPES.check_places();
}

#[test]
fn histories_pass_together_and_are_mixed_with_structure() {
    HISTORIES.check_reports();
    HISTORIES.check_refusals();
    HISTORIES.check_places();
    for Generated { report, .. } in &*HISTORIES.generated {
        assert!(report["objects"]["history"].as_u64().unwrap() > 10, "{report:#}");
        assert!(report["objects"]["structure"].as_u64().unwrap() > 0, "{report:#}");
    }
}
