//! The mocking points of a program: the methods that depend on more than their arguments, each with the flow that proves it.

mod html;
mod text;

#[cfg(test)]
mod tests;

use std::borrow::Cow;

use reenact_base::finding::{Code, Finding, Location, Subject};
use serde::{Deserialize, Serialize};

use crate::finding;
use crate::page::Section;
use crate::{Baseline, Report, Style};

/// The report of `reenact analyze TARGET…`.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Analysis {
    pub targets: Vec<String>,
    /// Version of the JDK that the targets were analysed with.
    pub jdk: String,
    pub counts: Counts,
    /// By name, then by kind.
    pub points: Vec<Point>,
    /// Calls of sources and fields with state that are not points, with the reason.
    pub dropped: Vec<Candidate>,
    /// The comparison with an older version, if one was given.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub difference: Option<Difference>,
    /// Problems of reading the program.
    #[serde(with = "finding::json")]
    pub findings: Vec<Finding>,
}

/// Totals of an analysis.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Counts {
    pub methods: usize,
    pub lines: usize,
    pub library_methods: usize,
    /// Distinct methods that are called, without those of the JDK.
    pub called: usize,
    pub beans: usize,
    pub points: usize,
    pub system: usize,
    pub internal: usize,
    pub external: usize,
    pub declared: usize,
    pub system_candidates: usize,
    pub system_kept_intra: usize,
    pub system_kept_inter: usize,
    pub internal_candidates: usize,
    pub internal_with_modifier: usize,
    pub internal_kept: usize,
}

/// A mocking point.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Point {
    /// `pkg.Class#method(types)`.
    pub method: String,
    /// `system`, `internal`, `external` or `declared`.
    pub kind: String,
    /// The sort of state, such as `time` or `jdbc`.
    pub group: String,
    pub source: String,
    #[serde(flatten)]
    pub place: Place,
    /// The flow from the source to the sink.
    pub chain: Vec<Step>,
    pub lifted_from: Vec<Lifted>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub caveat: Option<String>,
    /// State that it may write besides its result.
    pub writes: Vec<String>,
}

/// A line of code, as far as it is known.
#[derive(Clone, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub struct Place {
    /// The source file, relative to the repository if it is in it; else the name in the class file.
    pub file: Option<String>,
    pub line: Option<u16>,
    /// The class path entry of the class, if its source is not in the repository.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub entry: Option<String>,
}

/// A step from a source to a sink.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Step {
    pub method: String,
    #[serde(flatten)]
    pub place: Place,
    /// The description of the step.
    pub what: String,
}

/// A method that could not be the point.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Lifted {
    pub method: String,
    pub why: String,
}

/// A source that might have made a point.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Candidate {
    pub name: String,
    pub kind: String,
    pub source: String,
    pub line: Option<u16>,
    pub why: String,
}

/// The difference between two versions of a program.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Difference {
    /// The file or target that the older points were read from.
    pub old: String,
    /// Points that the older version does not have.
    pub added: Vec<Known>,
    /// Points that only the older version has.
    pub removed: Vec<Known>,
    pub unchanged: usize,
}

/// A point in a comparison. Method and kind identify it.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub struct Known {
    pub method: String,
    pub kind: String,
    /// Empty in reports of older versions.
    #[serde(default)]
    pub source: String,
    #[serde(flatten)]
    pub place: Place,
}

impl Place {
    /// `src/main/java/p/Order.java:17`, as far as it is known.
    pub fn short(&self) -> String {
        match (&self.file, self.line) {
            (Some(file), Some(line)) => format!("{file}:{line}"),
            (Some(file), None) => file.clone(),
            _ => String::new(),
        }
    }

    /// The location of a line of a method.
    fn location(&self, method: &str) -> Option<Location> {
        let line = self.line.map(u32::from);
        match (&self.entry, &self.file) {
            (Some(entry), source) => Some(Location::Class {
                entry: entry.clone(),
                class: method.split('#').next().unwrap_or_default().to_owned(),
                source: source.clone(),
                line,
            }),
            (None, Some(file)) => Some(Location::source(file.clone(), line)),
            (None, None) => None,
        }
    }
}

impl Known {
    fn of(point: &Point) -> Known {
        Known {
            method: point.method.clone(),
            kind: point.kind.clone(),
            source: point.source.clone(),
            place: point.place.clone(),
        }
    }

    fn finding(&self) -> Finding {
        let code = match &*self.kind {
            "system" => Code::PointSystem,
            "internal" => Code::PointInternal,
            "external" => Code::PointExternal,
            _ => Code::PointDeclared,
        };
        let message = format!("depends on {}", self.source);
        // Method and kind are the identity: another source of the same kind is the same point.
        let finding =
            Finding::new(code, Subject::member(&*self.method), message).identified_by([] as [&str; 0]);
        Finding { location: self.place.location(&self.method), ..finding }
    }
}

impl Point {
    /// The point as a finding, with its flow as related locations.
    pub fn finding(&self) -> Finding {
        let mut finding = Known::of(self).finding();
        for step in &self.chain {
            finding = finding.with_related(step.place.location(&step.method), step.what.clone());
        }
        finding.help = self.caveat.as_ref().map(|caveat| format!("caveat: {caveat}"));
        finding
    }
}

impl Analysis {
    /// The points for a comparison, by method and kind, each once.
    fn known(&self) -> Vec<Known> {
        let mut all: Vec<Known> = self.points.iter().map(Known::of).collect();
        all.sort();
        all.dedup_by(|one, other| (&one.method, &one.kind) == (&other.method, &other.kind));
        all
    }

    /// Compares with an older analysis, which `old` names.
    pub fn compare(&mut self, old: &str, older: &Analysis) {
        let (new, older) = (self.known(), older.known());
        let missing_in = |list: &[Known], from: &[Known]| -> Vec<Known> {
            let key = |known: &Known| (known.method.clone(), known.kind.clone());
            let is_in = |known: &&Known| list.binary_search_by_key(&key(known), key).is_err();
            from.iter().filter(is_in).cloned().collect()
        };
        let added = missing_in(&older, &new);
        let removed = missing_in(&new, &older);
        let unchanged = new.len() - added.len();
        self.difference = Some(Difference { old: old.to_owned(), added, removed, unchanged });
    }

    /// The points that a comparison found to be new; all points without one.
    fn new_points(&self) -> Vec<&Point> {
        let Some(difference) = &self.difference else { return self.points.iter().collect() };
        let is_new = |point: &&Point| {
            difference.added.iter().any(|known| known.method == point.method && known.kind == point.kind)
        };
        self.points.iter().filter(is_new).collect()
    }
}

impl Report for Analysis {
    const FORMAT: &'static str = "reenact.analysis/1";

    fn title(&self) -> String {
        format!("Mocking points of {}", self.targets.join(", "))
    }

    fn text_in(&self, style: Style) -> String {
        text::analysis(self, style)
    }

    fn findings(&self) -> Cow<'_, [Finding]> {
        let points = self.points.iter().map(Point::finding);
        Cow::Owned(points.chain(self.findings.iter().cloned()).collect())
    }

    fn baseline(&self) -> Option<Baseline> {
        let difference = self.difference.as_ref()?;
        let is_added = |point: &Point| {
            difference.added.iter().any(|known| known.method == point.method && known.kind == point.kind)
        };
        let unchanged = self.points.iter().filter(|point| !is_added(point)).map(Point::finding);
        // Only points are compared: problems of reading are those of this run.
        let known =
            unchanged.chain(self.findings.iter().cloned()).map(|finding| finding.fingerprint()).collect();
        Some(Baseline { known, absent: difference.removed.iter().map(Known::finding).collect() })
    }

    fn sections(&self) -> Vec<Section> {
        html::sections(self)
    }
}

/// The report of `reenact analyze TARGET… --explain CLASS#METHOD`.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Explanation {
    pub methods: Vec<Explained>,
}

/// The reason why a method is or is not a point.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Explained {
    pub method: String,
    pub points: Vec<Point>,
    /// State in it that does not make it a point.
    pub dropped: Vec<Candidate>,
    /// Points among the methods that it calls: they answer in its stead.
    pub calls: Vec<Known>,
    /// The reason in a sentence.
    pub verdict: String,
}

impl Report for Explanation {
    const FORMAT: &'static str = "reenact.analysis-explained/1";

    fn title(&self) -> String {
        let methods: Vec<&str> = self.methods.iter().map(|method| &*method.method).collect();
        format!("Why {}", methods.join(", "))
    }

    fn text_in(&self, style: Style) -> String {
        text::explanation(self, style)
    }

    fn findings(&self) -> Cow<'_, [Finding]> {
        Cow::Owned(self.methods.iter().flat_map(|method| &method.points).map(Point::finding).collect())
    }
}
