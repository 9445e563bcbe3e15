//! Renderers of findings, one for each format.
//!
//! Each takes a [`Sheet`]: the findings of a report, their state relative to a baseline, and facts about the run. None
//! knows which verb produced them. JUnit XML and SARIF are written by hand: each is a few elements of a
//! large schema, and the crates for them bring date, UUID and XML libraries along.

mod github;
mod html;
mod jsonl;
mod junit;
mod markdown;
mod sarif;

use reenact_base::finding::{Finding, Fingerprint};
use std::collections::BTreeSet;

pub(crate) use github::github;
pub(crate) use html::section as html_section;
pub(crate) use jsonl::jsonl;
pub(crate) use junit::junit;
pub(crate) use markdown::markdown;
pub(crate) use sarif::sarif;

/// The findings of one report.
pub(crate) struct Sheet<'r> {
    /// Name and version of the report's JSON, such as `reenact.analysis/1`.
    pub format: &'static str,
    /// A title for people, such as `Mocking points of app.jar`.
    pub title: &'r str,
    pub findings: &'r [Finding],
    pub baseline: Option<&'r Baseline>,
}

/// The findings of an older run.
#[derive(Clone, Debug, Default)]
pub struct Baseline {
    /// Those that were there.
    pub known: BTreeSet<Fingerprint>,
    /// Those that are not there any more.
    pub absent: Vec<Finding>,
}

/// The state of a finding relative to a baseline, by its name in SARIF.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum State {
    New,
    Unchanged,
    Absent,
}

impl State {
    pub fn name(self) -> &'static str {
        match self {
            State::New => "new",
            State::Unchanged => "unchanged",
            State::Absent => "absent",
        }
    }
}

impl<'r> Sheet<'r> {
    /// All findings with their states; absent ones come last.
    pub fn stated(&self) -> impl Iterator<Item = (&'r Finding, Option<State>)> {
        let baseline = self.baseline;
        let state = move |finding: &Finding| {
            let is_known = baseline?.known.contains(&finding.fingerprint());
            Some(if is_known { State::Unchanged } else { State::New })
        };
        let absent = baseline.map_or(&[][..], |baseline| &baseline.absent);
        let present = self.findings.iter().map(move |finding| (finding, state(finding)));
        present.chain(absent.iter().map(|finding| (finding, Some(State::Absent))))
    }

    /// The findings that are here now: all of them, or the new ones if there is a baseline.
    pub fn current(&self) -> impl Iterator<Item = &'r Finding> {
        self.stated()
            .filter(|(_, state)| matches!(state, None | Some(State::New)))
            .map(|(finding, _)| finding)
    }
}

#[cfg(test)]
pub(crate) mod fixture {
    use super::*;
    use reenact_base::finding::{Code, Location, Severity, Subject};

    /// One finding of each shape, with text that every format has to escape.
    pub fn findings() -> Vec<Finding> {
        let class = Location::Class {
            entry: "lib/a.jar".to_owned(),
            class: "p.A".to_owned(),
            source: Some("A.java".to_owned()),
            line: Some(7),
        };
        vec![
            Finding::new(
                Code::PointSystem,
                Subject::member("p.A#now()"),
                "depends on <b>\"time\"</b> & more",
            )
            .at(Location::source("src/main/java/p/A.java", Some(3)))
            .with_related(Some(Location::source("src/main/java/p/A.java", Some(3))), "reads the clock")
            .with_related(None, "returns it"),
            Finding::new(
                Code::ClassUnreadable,
                Subject::file("lib/a.jar!/p/A.class"),
                "100% broken\n| here: a, b",
            )
            .at(class)
            .with_help("build it"),
            Finding::new(Code::NotDelivered, Subject::invocation(7, "p.A#m()"), "]]> \u{1b}[31m")
                .with_severity(Severity::Error),
        ]
    }

    pub fn sheet(findings: &[Finding]) -> Sheet<'_> {
        Sheet { format: "reenact.test/1", title: "A <title>", findings, baseline: None }
    }
}
