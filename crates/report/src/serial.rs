//! Serial forms: what a class declares, and what is wrong with the forms and the Java serialization of a program.

mod described;
mod exported;
mod suggested;

use std::borrow::Cow;
use std::collections::BTreeMap;

use reenact_base::finding::Finding;
use serde::{Deserialize, Serialize};

pub use described::{Component, Described, Member, Refusal, Version};
pub use exported::{Exported, ExportedObject, NotExported};
pub use suggested::Suggested;

use crate::layout::{count, number, two_columns};
use crate::page::{Section, facts};
use crate::render::html_section;
use crate::{Report, Style, finding};

/// The report of `reenact serial check TARGET…`.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct SerialCheck {
    pub targets: Vec<String>,
    /// Version of the JDK that the targets were read with.
    pub jdk: String,
    pub counts: CheckCounts,
    /// Findings about forms and Java serialization, by class-path order.
    #[serde(with = "finding::json")]
    pub findings: Vec<Finding>,
    /// Problems of reading the program.
    #[serde(with = "finding::json")]
    pub problems: Vec<Finding>,
}

/// Totals of a check.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct CheckCounts {
    /// The targets' own classes.
    pub classes: usize,
    /// Classes that declare a serial form.
    pub forms: usize,
    /// Versions that these can read.
    pub versions: usize,
    /// Classes that implement `java.io.Serializable`.
    pub serializable: usize,
    /// Those of them that are `Externalizable`.
    pub externalizable: usize,
    /// Classes with a supertype that is not on the class path.
    pub incomplete: usize,
}

impl SerialCheck {
    /// True if there is a finding that is more than a note.
    pub fn has_faults(&self) -> bool {
        self.findings.iter().any(|finding| finding.severity > reenact_base::finding::Severity::Note)
    }

    fn summary(&self) -> Vec<(&'static str, String)> {
        let counts = &self.counts;
        let mut rows = vec![
            (
                "classes",
                format!(
                    "{}, {} with a serial form, {} in all",
                    number(counts.classes),
                    number(counts.forms),
                    count(counts.versions, "version", "versions")
                ),
            ),
            (
                "Serializable",
                format!("{}, {} Externalizable", number(counts.serializable), number(counts.externalizable)),
            ),
        ];
        if counts.incomplete > 0 {
            rows.push((
                "incomplete",
                format!(
                    "{} with a supertype that is not on the class path; add it with --classpath",
                    count(counts.incomplete, "class", "classes")
                ),
            ));
        }
        let mut codes: BTreeMap<&str, usize> = BTreeMap::new();
        self.findings.iter().for_each(|finding| *codes.entry(finding.code.name()).or_default() += 1);
        let list: Vec<String> =
            codes.iter().map(|(code, count)| format!("{} {code}", number(*count))).collect();
        rows.push(("findings", if list.is_empty() { "none".to_owned() } else { list.join(", ") }));
        rows
    }
}

impl Report for SerialCheck {
    const FORMAT: &'static str = "reenact.serial-check/1";

    fn title(&self) -> String {
        format!("Serialization of {}", self.targets.join(", "))
    }

    fn text_in(&self, style: Style) -> String {
        let mut out = format!("{}\n{}", self.targets.join("\n"), two_columns(self.summary(), style));
        // Each finding that asks for a change; of notes, one of each code.
        let (faults, notes): (Vec<Finding>, Vec<Finding>) = self
            .findings
            .iter()
            .cloned()
            .partition(|one| one.severity > reenact_base::finding::Severity::Note);
        for fault in &faults {
            out.push('\n');
            out.push_str(&finding::text(fault, style));
        }
        for list in [&notes, &self.problems] {
            if !list.is_empty() {
                out.push('\n');
                out.push_str(&finding::list_text(list, style));
            }
        }
        out
    }

    fn findings(&self) -> Cow<'_, [Finding]> {
        Cow::Owned(self.findings.iter().chain(&self.problems).cloned().collect())
    }

    fn sections(&self) -> Vec<Section> {
        let summary = Section::new("summary", "Summary", facts(&self.summary()));
        std::iter::once(summary).chain(html_section(&self.findings())).collect()
    }
}
