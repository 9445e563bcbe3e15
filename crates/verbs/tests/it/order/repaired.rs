//! The state that targets depend on, and their repairs.

use std::path::{Path, PathBuf};
use std::sync::LazyLock;
use std::{env, fs};

use reenact_report::order::Detection;
use reenact_report::order::fixed::{Fixed, FixedTest};
use reenact_testkit::Fixture;
use reenact_verbs::order::fix::{self, Asked, FixOptions, Subject, Task};
use reenact_verbs::order::project::TestSuite;
use reenact_verbs::order::runner::Jvms;

use super::ALL;
use super::expected::Expected;

/// Random orders that a repaired target has to pass in.
const ORDERS: usize = 200;

/// Ends an expectation that does not hold yet.
const NOT_FOUND: &str = " (not found)";

/// The program of all targets, and its compilers.
static SUBJECT: LazyLock<Subject> = LazyLock::new(|| Subject::load(&ALL.1, &()).unwrap());

/// Writes the sources of a fixture, and returns their directory.
pub fn written(fixture: &Fixture) -> PathBuf {
    let directory = Path::new(env!("CARGO_TARGET_TMPDIR")).join("order-targets");
    for file in fixture.files() {
        let path = directory.join(&file.path);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(path, &file.text).unwrap();
    }
    directory
}

/// Repairs the tests of a target and compares the result with their comments.
pub fn check(suite: &TestSuite, jvms: Jvms<'_>, report: &Detection, expected: &[Expected]) {
    let repaired: Vec<&Expected> = expected.iter().filter(|expected| expected.fix.is_some()).collect();
    if repaired.is_empty() {
        return;
    }
    let asked = |expected: &&Expected| {
        let found = report.tests.iter().find(|test| test.test == expected.test).unwrap();
        let before = if found.kind == "brittle" { &found.passes_behind } else { &found.fails_behind };
        let before = before.iter().map(|test| suite.find(test).unwrap()).collect();
        Asked::behind(suite.find(&expected.test).unwrap(), before)
    };
    let task = Task { tests: repaired.iter().map(asked).collect(), ..Task::default() };
    let options = FixOptions { orders: Some(ORDERS), ..FixOptions::default() };
    let fixed = fix::repair(&ALL.0, &options, suite, &SUBJECT, jvms, &task, &()).unwrap();
    if env::var_os("REENACT_SHOW").is_some() {
        show(&repaired, &fixed);
    }
    let mut wrong: Vec<String> =
        repaired.iter().zip(&fixed.tests).flat_map(|(expected, test)| differences(expected, test)).collect();
    let unrepaired: Vec<&str> =
        fixed.tests.iter().filter(|test| test.verdict != "repaired").map(|test| &*test.test).collect();
    let always: Vec<&str> =
        expected.iter().filter(|expected| expected.kind == "fails").map(|expected| &*expected.test).collect();
    let after = fixed.after.clone().unwrap_or_default();
    for (test, count) in &after.failed {
        if !unrepaired.contains(&&**test) && !always.contains(&&**test) {
            wrong.push(format!("{test} fails in {count} of {ORDERS} random orders with the changes"));
        }
    }
    assert!(wrong.is_empty(), "{}\n{fixed:#?}", wrong.join("\n"));
}

fn show(expected: &[&Expected], fixed: &Fixed) {
    for (expected, test) in expected.iter().zip(&fixed.tests) {
        eprintln!(
            "SHOW {}\n  state {:?}\n     is {:?} {:?}\n  fix   {:?}\n     is {} {:?} {:?} in {:?}, {} {:?}, {} tried, {:.1} s {:?}",
            test.test,
            expected.state.as_deref().unwrap_or_default(),
            test.depends_on,
            test.unexplained,
            expected.fix.as_deref().unwrap_or_default(),
            test.verdict,
            test.origin,
            test.code,
            test.place,
            test.state,
            test.state_reason,
            test.tried,
            test.seconds,
            test.reason,
        );
    }
    eprintln!("SHOW after {:?}", fixed.after);
}

/// Returns how a repair differs from the comment of its test.
fn differences(expected: &Expected, found: &FixedTest) -> Vec<String> {
    let mut wrong = Vec::new();
    let (state, fix) =
        (expected.state.as_deref().unwrap_or_default(), expected.fix.as_deref().unwrap_or_default());
    let is_state = match state.strip_suffix(NOT_FOUND) {
        Some(state) => found.depends_on.join(", ") != state,
        // A change for another test may be enough, and then the state is not looked for.
        None => {
            found.depends_on.join(", ") == state
                || found.unexplained.as_deref().is_some_and(|reason| reason.contains(state))
                || (found.verdict == "repaired" && found.code.is_none() && found.depends_on.is_empty())
        }
    };
    if !is_state {
        wrong.push(format!("{}: the state should be {state}, and is {:?}", found.test, found.depends_on));
    }
    // Parts of a comment have `;` between them, so statements have `and`.
    let code = found.code.as_deref().map(|code| code.trim_end_matches(';').replace("; ", " and "));
    let code = code.as_deref();
    // Within its class a field has no qualifier.
    let is_code = |code: &str| {
        let before = code.strip_suffix(fix);
        before.is_some_and(|before| before.chars().all(|char| char.is_alphanumeric() || char == '.'))
    };
    let is_fix = match fix {
        "none" => found.verdict == "not repaired",
        "reflective" => found.verdict == "explained",
        _ if fix.ends_with(NOT_FOUND) => found.verdict != "repaired",
        // The change for another test may be enough.
        _ => found.verdict == "repaired" && code.is_none_or(is_code),
    };
    if !is_fix {
        wrong.push(format!("{}: the fix should be {fix}, and is {} {code:?}", found.test, found.verdict));
    }
    wrong
}
