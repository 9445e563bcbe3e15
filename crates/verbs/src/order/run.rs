//! `reenact order run`: runs tests in exactly one order, in a fresh JVM.

use std::path::Path;

use reenact_order::{Freshness, Order};
use reenact_report::order::{OrderRun, RanTest};

use super::failure::failure;
use super::project::TestSuite;
use super::runner::Jvms;
use super::{Error, Options};
use crate::Progress;

/// Runs the tests of an order: names with commas between them, or a file with a name in each line.
pub fn run(options: &Options, order: &str, progress: &dyn Progress) -> Result<OrderRun, Error> {
    let names = names(order)?;
    let suite = TestSuite::open(options, progress)?;
    let order: Order = names.iter().map(|name| suite.find(name)).collect::<Result<_, _>>()?;
    progress.step("running the order");
    let report = Jvms::new(&suite, options.test_limit).report(&order, Freshness::Jvm)?;
    let test = |test: &reenact_jvm::driver::TestReport| RanTest {
        test: test.test.to_string(),
        outcome: test.outcome().to_string(),
        passed: test.passed(),
        failure: failure(test),
        jvm: test.jvm,
    };
    Ok(OrderRun {
        suite: suite.name.clone(),
        jdk: suite.jvm.jdk.version.to_string(),
        tests: report.tests.iter().map(test).collect(),
        findings: suite.findings.clone(),
    })
}

/// Returns the names in an order.
fn names(order: &str) -> Result<Vec<String>, Error> {
    let path = Path::new(order);
    let lines = match !order.contains('#') || path.is_file() {
        true => {
            let unreadable = |reason: String| Error::Order { path: path.to_owned(), reason };
            let text = std::fs::read_to_string(path).map_err(|error| unreadable(error.to_string()))?;
            text.lines().map(str::to_owned).collect::<Vec<_>>()
        }
        false => split_names(order),
    };
    let names = lines.iter().map(|line| line.trim().to_owned());
    let names: Vec<String> = names.filter(|line| !line.is_empty() && !line.starts_with("//")).collect();
    if names.is_empty() { Err(Error::EmptyOrder) } else { Ok(names) }
}

/// Splits names at commas, except those between the types of parameters.
fn split_names(order: &str) -> Vec<String> {
    let mut names = vec![String::new()];
    let mut depth = 0;
    for char in order.chars() {
        match char {
            '(' => depth += 1,
            ')' => depth -= 1,
            ',' if depth == 0 => {
                names.push(String::new());
                continue;
            }
            _ => {}
        }
        if let Some(last) = names.last_mut() {
            last.push(char);
        }
    }
    names
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_split_outside_of_parameter_lists() {
        assert_eq!(names("a.A#b, a.A#c(int, long),a.D#e").unwrap(), ["a.A#b", "a.A#c(int, long)", "a.D#e"]);
        assert!(matches!(names("absent.txt"), Err(Error::Order { .. })));
        let file = tempfile::NamedTempFile::new().unwrap();
        std::fs::write(file.path(), "// an order\na.A#b\n\na.A#c(int, long)\n").unwrap();
        assert_eq!(names(file.path().to_str().unwrap()).unwrap(), ["a.A#b", "a.A#c(int, long)"]);
    }
}
