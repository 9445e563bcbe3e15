//! What a report of `order detect` or `order explain` says about tests.

use std::path::Path;

use reenact_order::fix::{Diagnosis, Seen};
use reenact_order::{Freshness, Kind, TestIndex};
use reenact_report::order::{DependentTest, Detection, ExplainedTest};
use reenact_report::stored::{self, Stored};

use super::super::Error;
use super::super::changers::Changers;
use super::super::project::TestSuite;
use super::Asked;
use super::polluted::Explained;

/// The cause of a test, and the state that it depends on.
#[derive(Clone, Debug)]
pub struct Known {
    pub diagnosis: Diagnosis,
    pub explained: Option<Explained>,
}

/// Reads the tests of a report, or some of them, and which tests change state. Tests without a cause are diagnosed as if they had only been
/// named.
pub fn read(path: &Path, only: &[String], suite: &TestSuite) -> Result<(Vec<Asked>, Changers), Error> {
    let unreadable = |reason: String| Error::Detection { path: path.to_owned(), reason };
    let json = std::fs::read_to_string(path).map_err(|error| unreadable(error.to_string()))?;
    match stored::read(&json).map_err(|error| unreadable(error.to_string()))? {
        Stored::OrderDetection(report) => of_detection(&report, only, suite),
        Stored::OrderExplained(report) => {
            let tests = report.tests.iter().filter(|test| is_wanted(&test.test, only));
            let asked = tests.filter_map(|test| explained(test, suite).transpose());
            Ok((asked.collect::<Result<_, _>>()?, Changers::default()))
        }
        _ => Err(unreadable("it is a report of another command".to_owned())),
    }
}

/// Returns the tests of a search, or some of them, and which tests change state.
pub fn of_detection(
    report: &Detection,
    only: &[String],
    suite: &TestSuite,
) -> Result<(Vec<Asked>, Changers), Error> {
    let tests = report.tests.iter().filter(|test| is_wanted(&test.test, only));
    let asked = tests.filter_map(|test| detected(test, suite).transpose()).collect::<Result<_, _>>()?;
    Ok((asked, Changers::of(report, suite)))
}

fn is_wanted(name: &String, only: &[String]) -> bool {
    only.is_empty() || only.contains(name)
}

fn kind(name: &str) -> Option<Kind> {
    match name {
        "victim" => Some(Kind::Victim),
        "brittle" => Some(Kind::Brittle),
        "self-polluting" => Some(Kind::SelfPolluting),
        "non-deterministic" => Some(Kind::NonDeterministic),
        "environment-dependent" => Some(Kind::Environment),
        _ => None,
    }
}

/// `None` if the kind of the test is not known.
fn detected(test: &DependentTest, suite: &TestSuite) -> Result<Option<Asked>, Error> {
    let Some(kind) = kind(&test.kind) else { return Ok(None) };
    let before = match kind {
        Kind::Brittle => &test.passes_behind,
        _ => &test.fails_behind,
    };
    let before = before.iter().map(|name| suite.find(name)).collect::<Result<Vec<_>, _>>()?;
    let diagnosis = diagnosis(&test.test, kind, test.self_polluting, &test.causes, &[], suite)?;
    let seen = Seen { failures: test.failures, runs: test.runs };
    let known =
        diagnosis.map(|diagnosis| Known { diagnosis: Diagnosis { seen, ..diagnosis }, explained: None });
    Ok(Some(Asked { test: suite.find(&test.test)?, before: Some(before), known }))
}

fn explained(test: &ExplainedTest, suite: &TestSuite) -> Result<Option<Asked>, Error> {
    let Some(kind) = kind(&test.kind) else { return Ok(None) };
    let is_of_itself = test.causes.contains(&vec![test.test.clone()]);
    let diagnosis = diagnosis(&test.test, kind, is_of_itself, &test.causes, &test.cleaners, suite)?;
    // Values are in the report in words only, and candidates need them: state that decides is looked at again.
    let is_state = !test.state.is_empty();
    let known = diagnosis.map(|diagnosis| {
        let explained = Explained { reason: test.sentence.clone(), ..Explained::default() };
        Known { diagnosis, explained: (!is_state).then_some(explained) }
    });
    Ok(Some(Asked { test: suite.find(&test.test)?, before: None, known }))
}

/// `None` if the report has no cause.
fn diagnosis(
    test: &str,
    kind: Kind,
    is_self_polluting: bool,
    causes: &[Vec<String>],
    cleaners: &[String],
    suite: &TestSuite,
) -> Result<Option<Diagnosis>, Error> {
    let number = suite.find(test)?;
    let find = |names: &[String]| names.iter().map(|name| suite.find(name)).collect::<Result<Vec<_>, _>>();
    let mut sets: Vec<Vec<TestIndex>> = causes.iter().map(|set| find(set)).collect::<Result<_, _>>()?;
    sets.retain(|set| *set != [number]);
    let is_self_polluting = is_self_polluting || kind == Kind::SelfPolluting;
    let is_of_order = !matches!(kind, Kind::NonDeterministic | Kind::Environment);
    if sets.is_empty() && !is_self_polluting && is_of_order {
        return Ok(None);
    }
    Ok(Some(Diagnosis {
        test: number,
        kind: Some(if kind == Kind::SelfPolluting { Kind::Victim } else { kind }),
        passes_alone: kind != Kind::Brittle,
        is_self_polluting,
        sets,
        cleaners: find(cleaners)?.into_iter().map(|cleaner| (0, cleaner)).collect(),
        // A report does not say whether the state outlives class loaders.
        freshness: Freshness::Jvm,
        seen: Seen::default(),
    }))
}
