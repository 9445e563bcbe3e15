//! What a report of `order detect` or `order explain` says about tests.

use std::path::Path;

use reenact_order::fix::{Diagnosis, PollutedField};
use reenact_order::{Freshness, Kind, TestIndex};
use reenact_report::order::{DependentTest, ExplainedTest};
use reenact_report::stored::{self, Stored};

use super::super::Error;
use super::super::project::TestSuite;
use super::Asked;
use super::polluted::Explained;

/// Packages of the JDK.
const JDK: [&str; 4] = ["java.", "javax.", "jdk.", "sun."];

/// The cause of a test, and the state that it depends on.
#[derive(Clone, Debug)]
pub struct Known {
    pub diagnosis: Diagnosis,
    pub explained: Option<Explained>,
}

/// Reads the tests of a report, or some of them. Tests without a cause are diagnosed as if they had only been named.
pub fn read(path: &Path, only: &[String], suite: &TestSuite) -> Result<Vec<Asked>, Error> {
    let unreadable = |reason: String| Error::Detection { path: path.to_owned(), reason };
    let json = std::fs::read_to_string(path).map_err(|error| unreadable(error.to_string()))?;
    let is_wanted = |name: &String| only.is_empty() || only.contains(name);
    match stored::read(&json).map_err(|error| unreadable(error.to_string()))? {
        Stored::OrderDetection(report) => {
            let tests = report.tests.iter().filter(|test| is_wanted(&test.test));
            tests.filter_map(|test| detected(test, suite).transpose()).collect()
        }
        Stored::OrderExplained(report) => {
            let tests = report.tests.iter().filter(|test| is_wanted(&test.test));
            tests.filter_map(|test| explained(test, suite).transpose()).collect()
        }
        _ => Err(unreadable("it is a report of another command".to_owned())),
    }
}

fn kind(name: &str) -> Option<Kind> {
    match name {
        "victim" => Some(Kind::Victim),
        "brittle" => Some(Kind::Brittle),
        "self-polluting" => Some(Kind::SelfPolluting),
        _ => None,
    }
}

/// `None` if the outcome of the test depends on more than the order.
fn detected(test: &DependentTest, suite: &TestSuite) -> Result<Option<Asked>, Error> {
    let Some(kind) = kind(&test.kind) else { return Ok(None) };
    let before = match kind {
        Kind::Brittle => &test.passes_behind,
        _ => &test.fails_behind,
    };
    let before = before.iter().map(|name| suite.find(name)).collect::<Result<Vec<_>, _>>()?;
    let diagnosis = diagnosis(&test.test, kind, test.self_polluting, &test.causes, &[], suite)?;
    let known = diagnosis.map(|diagnosis| Known { diagnosis, explained: None });
    Ok(Some(Asked { test: suite.find(&test.test)?, before: Some(before), known }))
}

fn explained(test: &ExplainedTest, suite: &TestSuite) -> Result<Option<Asked>, Error> {
    let Some(kind) = kind(&test.kind) else { return Ok(None) };
    let is_of_itself = test.causes.contains(&vec![test.test.clone()]);
    let diagnosis = diagnosis(&test.test, kind, is_of_itself, &test.causes, &test.cleaners, suite)?;
    let known = diagnosis.map(|diagnosis| {
        let explained = Explained {
            parts: test.state.iter().map(|part| part.path.clone()).collect(),
            fields: test.state.iter().filter_map(|part| field(&part.field, &part.path)).collect(),
            reason: if test.state.is_empty() { test.sentence.clone() } else { String::new() },
        };
        Known { diagnosis, explained: Some(explained) }
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
    if sets.is_empty() && !is_self_polluting {
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
    }))
}

/// Reads a part of the state; the report has its values only in words.
fn field(field: &str, path: &str) -> Option<PollutedField> {
    let (class, name) = field.rsplit_once('.')?;
    let below = path.strip_prefix(field)?;
    let steps = below.split(['.', '[', ']']).filter(|step| !step.is_empty());
    Some(PollutedField {
        path: steps.map(str::to_owned).collect(),
        is_platform: JDK.iter().any(|package| class.starts_with(package)),
        ..PollutedField::new(&class.replace('.', "/"), name)
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_part_of_the_state_is_read_from_its_path() {
        let part = field("p.Cache.slots", "p.Cache.slots[3].value").unwrap();
        assert_eq!((&*part.class, &*part.field, part.is_platform), ("p/Cache", "slots", false));
        assert_eq!(part.path, ["3", "value"]);
        assert!(field("java.lang.System.props", "java.lang.System.props").unwrap().is_platform);
        assert_eq!(field("the thread's locals", "the thread's locals[1]"), None);
    }
}
