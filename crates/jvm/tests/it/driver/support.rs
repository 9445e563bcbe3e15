//! Test programs and their results in a few words.

use std::path::PathBuf;
use std::sync::OnceLock;
use std::time::Duration;

use reenact_jvm::Jdk;
use reenact_jvm::driver::{Driver, DriverOptions, RunReport, TestRun};
use reenact_testkit::build::junit;
use reenact_testkit::{Fixture, Program};

/// Jupiter with its launcher, and JUnit 4.
pub fn junit_jars() -> &'static [PathBuf] {
    static JARS: OnceLock<Vec<PathBuf>> = OnceLock::new();
    JARS.get_or_init(|| [junit::jupiter().unwrap(), junit::junit4().unwrap()].concat())
}

/// Compiles test classes; written for both JUnits.
#[track_caller]
pub fn compile(jdk: &Jdk, text: &str) -> Program {
    let jars: Vec<_> = junit_jars().iter().map(|jar| jar.to_str().unwrap()).collect();
    Fixture::parse(text).compile_with(jdk, &["-cp", &jars.join(":")])
}

/// A driver with this program on its class path.
#[track_caller]
pub fn driver(jdk: &Jdk, program: &Program) -> Driver {
    match Driver::start(options(jdk, program)) {
        Ok(driver) => driver,
        Err(error) => panic!("{error}"),
    }
}

pub fn options(jdk: &Jdk, program: &Program) -> DriverOptions {
    let class_path = [program.classes().to_path_buf()].into_iter().chain(junit_jars().iter().cloned());
    DriverOptions::new(jdk, class_path)
}

/// A run of tests that are written in one line, apart by spaces.
pub fn run(tests: &str) -> TestRun {
    let tests = tests.split_whitespace().map(|test| test.parse().unwrap()).collect();
    TestRun { limit: Duration::from_secs(30), ..TestRun::new(tests) }
}

/// One line per test: its name, its outcome, and what it threw; invocations in brackets.
pub fn report_lines(report: &RunReport) -> Vec<String> {
    let mut lines = Vec::new();
    for test in &report.tests {
        let mut line = format!("{} {}", test.test, test.outcome());
        if let Some(failure) = test.failure() {
            line += &format!(" {}: {}", failure.class.rsplit('.').next().unwrap(), failure.message);
        }
        let named: Vec<String> = test
            .invocations
            .iter()
            .filter(|one| !one.name.is_empty())
            .map(|one| format!("{} {}", one.name, one.outcome))
            .collect();
        if !named.is_empty() {
            line += &format!(" <{}>", named.join(", "));
        }
        lines.push(line);
    }
    for failure in &report.class_failures {
        let thrown = failure.failure.as_ref().map(|failure| format!(": {}", failure.message));
        lines.push(format!("after {}: {}{}", failure.class, failure.outcome, thrown.unwrap_or_default()));
    }
    lines
}

/// Runs tests and compares their results.
#[track_caller]
pub fn check(driver: &mut Driver, run: &TestRun, expected: &[&str]) -> RunReport {
    match driver.run(run) {
        Ok(report) => {
            assert_eq!(report_lines(&report), expected, "{:#?}", report.tests);
            report
        }
        Err(error) => panic!("{error}"),
    }
}
