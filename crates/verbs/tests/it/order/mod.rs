//! The target suites of `tests/order`: small suites of JUnit whose comments say which tests depend on the order, and on what.

mod bad_input;
mod each;
mod expected;
mod left_behind;
mod repaired;

use std::fs;
use std::path::{Path, PathBuf};
use std::sync::LazyLock;
use std::time::Duration;

use reenact_build::junit;
use reenact_report::order::Detection;
use reenact_testkit::{Fixture, check_list, jdk};
use reenact_verbs::order::project::TestSuite;
use reenact_verbs::order::runner::Jvms;
use reenact_verbs::order::{Options, Search, detect};

use expected::{Expected, expectations};

fn directory() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/order")
}

/// All target suites by path, such as `jdk/DefaultLocale.java`.
fn targets() -> Vec<String> {
    let mut found = Vec::new();
    for group in
        fs::read_dir(directory()).unwrap().map(|entry| entry.unwrap().path()).filter(|path| path.is_dir())
    {
        let name = group.file_name().unwrap().to_str().unwrap().to_owned();
        let files = fs::read_dir(&group).unwrap().map(|entry| entry.unwrap().file_name());
        found.extend(files.map(|file| format!("{name}/{}", file.to_str().unwrap())));
    }
    found.sort();
    found
}

/// The files of a target; the comment before the first of them is about all.
fn fixture(target: &str) -> Fixture {
    Fixture::parse(&source(target))
}

fn source(target: &str) -> String {
    let text = fs::read_to_string(directory().join(target)).unwrap();
    let begin = text.find("//- ").unwrap_or_else(|| panic!("{target} has no line `//- path`"));
    text[begin..].to_owned()
}

/// All targets in one suite: they are compiled and looked for once.
static ALL: LazyLock<(Options, TestSuite)> = LazyLock::new(|| {
    let jdk = jdk();
    let jars = [junit::jupiter().unwrap(), junit::junit4().unwrap()].concat();
    let class_path: Vec<String> = jars.iter().map(|jar| jar.display().to_string()).collect();
    let class_path = class_path.join(":");
    let sources: String = targets().iter().map(|target| source(target)).collect();
    let program =
        Fixture::parse(&sources).compile_with(&jdk, &["-Xlint:none", "-nowarn", "-cp", &class_path]);
    let options = Options {
        class_path: Some(class_path),
        tests: vec![program.classes().to_owned()],
        jdk: Some(jdk.home),
        search: Search { random: Some(6), confirmations: 1, state: false, ..Search::default() },
        // A pool whose state is restored has lost its threads, and tests that wait for it hang.
        test_limit: Duration::from_secs(20),
        ..Options::new(".".into())
    };
    let mut suite = TestSuite::open(&options, &()).unwrap();
    suite.test_sources.push(repaired::written(&Fixture::parse(&sources)));
    (options, suite)
});

/// The tests of one target.
fn suite_of(target: &str) -> TestSuite {
    let stem = Path::new(target).file_stem().unwrap().to_str().unwrap().to_lowercase();
    ALL.1.restricted(|test| test.class.strip_prefix(&*stem).is_some_and(|rest| rest.starts_with('.')))
}

fn detected(suite: &TestSuite, jvms: &mut Jvms<'_>) -> Detection {
    let options = &ALL.0;
    let found = detect::search(options, suite, jvms, &()).unwrap();
    detect::report(options, suite, jvms, &found)
}

/// Checks that the tests which depend on the order are those with a comment, of the same kind and with the same cause, that they depend
/// on the state that the comment says, and that they are repaired by its code.
fn check_target(target: &str) {
    let suite = suite_of(target);
    assert!(!suite.tests.is_empty(), "{target} has no tests");
    let mut jvms = Jvms::new(&suite, ALL.0.test_limit);
    let report = detected(&suite, &mut jvms);
    let expected = expectations(&fixture(target));
    let mut wrong = Vec::new();
    for test in &report.tests {
        match expected.iter().find(|expected| expected.test == test.test) {
            Some(expected) => wrong.extend(expected.differences(test)),
            None => wrong.push(format!("{} is {}, which no comment says", test.test, test.sentence())),
        }
    }
    let is_found = |expected: &&Expected| !report.tests.iter().any(|test| test.test == expected.test);
    for missing in expected.iter().filter(|expected| expected.kind != "fails").filter(is_found) {
        wrong.push(format!("{} should be {}, and was not found", missing.test, missing.kind));
    }
    let failing: Vec<&str> = report.always_failing.iter().map(|test| &*test.test).collect();
    let fails: Vec<&str> = expected.iter().filter(|one| one.kind == "fails").map(|one| &*one.test).collect();
    assert_eq!(failing, fails, "tests that fail in every order\n{}", report.log());
    assert!(wrong.is_empty(), "{target}:\n{}\n{}", wrong.join("\n"), report.log());
    repaired::check(&suite, jvms, &report, &expected);
}

#[test]
fn list_of_targets() {
    let targets = targets();
    assert!(targets.len() >= 60, "{}", targets.len());
    let file = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/it/order/each.rs");
    let comment = "A test per file of `tests/order`. Written by `REENACT_BLESS=1 cargo test -p reenact-verbs list_of_targets`.";
    check_list(each::ITEMS, &targets, &file, comment, "super::check_target");
}

/// A comment that is misspelled would expect nothing.
#[test]
fn every_order_dependent_test_of_a_target_has_state_and_fix() {
    for target in targets() {
        for expected in expectations(&fixture(&target)) {
            let is_explained = !matches!(&*expected.kind, "fails" | "environment-dependent");
            assert_eq!(expected.state.is_some(), is_explained, "{target}: {}", expected.test);
            assert_eq!(expected.fix.is_some(), is_explained, "{target}: {}", expected.test);
        }
    }
}
