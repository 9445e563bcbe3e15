//! The mocking points of a program: which methods depend on more than what they are given, and why.

mod html;
mod sarif;

use reenact_base::finding::Finding;
use serde::{Deserialize, Serialize};

use crate::layout::{count, number, two_columns};
use crate::{Report, finding};

pub use sarif::sarif;

/// The report of `reenact analyze TARGET…`.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
pub struct Analysis {
    pub targets: Vec<String>,
    /// Version of the JDK whose classes stand beside them.
    pub jdk: String,
    pub counts: Counts,
    /// By name, then by kind.
    pub points: Vec<Point>,
    /// Calls of system state and fields with internal state that make no point, with the reason.
    pub dropped: Vec<Candidate>,
    /// What is new and what is gone, if an older version was given.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub difference: Option<Difference>,
    #[serde(with = "finding::json")]
    pub findings: Vec<Finding>,
}

/// Counts as in the tables that are made of them.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Counts {
    pub methods: usize,
    pub lines: usize,
    pub library_methods: usize,
    /// Distinct methods that are called, those of the JDK left out.
    pub called: usize,
    pub beans: usize,
    pub points: usize,
    pub system: usize,
    pub internal: usize,
    pub external: usize,
    pub white: usize,
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
    /// `system`, `internal`, `external` or `white`.
    pub kind: String,
    /// What sort of state, such as `time` or `jdbc`.
    pub group: String,
    pub source: String,
    pub file: Option<String>,
    pub line: Option<u16>,
    /// From the source to the sink.
    pub chain: Vec<Step>,
    pub lifted_from: Vec<Lifted>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub caveat: Option<String>,
    /// What it may write besides its result.
    pub writes: Vec<String>,
}

/// A step from a source to a sink.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Step {
    pub method: String,
    pub file: Option<String>,
    pub line: Option<u16>,
    pub what: String,
}

/// A method that could not be the point.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Lifted {
    pub method: String,
    pub why: String,
}

/// What might have made a point.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Candidate {
    pub name: String,
    pub kind: String,
    pub source: String,
    pub line: Option<u16>,
    pub why: String,
}

/// What is new, and what is gone.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Difference {
    /// Where the older points were read.
    pub old: String,
    pub added: Vec<Known>,
    pub removed: Vec<Known>,
    pub unchanged: usize,
}

/// A point, as far as two versions of a program can be compared.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub struct Known {
    pub method: String,
    pub kind: String,
}

/// The points of an older report, in its JSON.
#[derive(Clone, Debug, Deserialize)]
struct Older {
    format: String,
    points: Vec<Known>,
}

/// Why an older report cannot be compared with.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NoReport(pub String);

/// The points of an older report, ascending.
pub fn points_of(json: &str) -> Result<Vec<Known>, NoReport> {
    let older: Older = serde_json::from_str(json).map_err(|error| NoReport(error.to_string()))?;
    if older.format != Analysis::FORMAT {
        return Err(NoReport(format!("its format is {}, not {}", older.format, Analysis::FORMAT)));
    }
    let mut points = older.points;
    points.sort();
    points.dedup();
    Ok(points)
}

impl Analysis {
    /// The points by name and kind, ascending.
    pub fn known(&self) -> Vec<Known> {
        let known = |point: &Point| Known { method: point.method.clone(), kind: point.kind.clone() };
        let mut all: Vec<Known> = self.points.iter().map(known).collect();
        all.sort();
        all.dedup();
        all
    }

    /// Compares with older points, which are ascending.
    pub fn compare(&mut self, old: &str, older: &[Known]) {
        let new = self.known();
        let missing_in = |list: &[Known], from: &[Known]| -> Vec<Known> {
            from.iter().filter(|known| list.binary_search(known).is_err()).cloned().collect()
        };
        let added = missing_in(older, &new);
        let removed = missing_in(&new, older);
        let unchanged = new.len() - added.len();
        self.difference = Some(Difference { old: old.to_owned(), added, removed, unchanged });
    }
}

impl Report for Analysis {
    const FORMAT: &'static str = "reenact.analysis/1";

    fn text(&self) -> String {
        let mut out = format!("{}\n{}", self.targets.join("\n"), two_columns(self.summary()));
        match &self.difference {
            Some(difference) => out.push_str(&difference.text()),
            None => self.points.iter().for_each(|point| out.push_str(&point.text())),
        }
        if !self.findings.is_empty() {
            out.push('\n');
            out.push_str(&finding::list_text(&self.findings));
        }
        out
    }
}

impl Analysis {
    fn summary(&self) -> Vec<(&'static str, String)> {
        let counts = &self.counts;
        let kinds = [
            (counts.system, "system"),
            (counts.internal, "internal"),
            (counts.external, "external"),
            (counts.white, "white"),
        ];
        let kinds: Vec<String> =
            kinds.iter().filter(|(n, _)| *n > 0).map(|(n, kind)| format!("{} {kind}", number(*n))).collect();
        let mut points = number(counts.points);
        if !kinds.is_empty() {
            points += &format!(": {}", kinds.join(", "));
        }
        let kept = counts.system_kept_intra + counts.system_kept_inter;
        vec![
            (
                "code",
                format!(
                    "{} on {}, and {} of libraries",
                    count(counts.methods, "method", "methods"),
                    count(counts.lines, "line", "lines"),
                    number(counts.library_methods)
                ),
            ),
            ("points", points),
            (
                "",
                format!(
                    "{} of {}",
                    percent(counts.points, counts.called),
                    count(counts.called, "called method", "called methods")
                ),
            ),
            (
                "system",
                format!(
                    "{} of a source: {} come to a sink where they are, {} by calls and fields, {} to none",
                    count(counts.system_candidates, "call", "calls"),
                    number(counts.system_kept_intra),
                    number(counts.system_kept_inter),
                    number(counts.system_candidates.saturating_sub(kept)),
                ),
            ),
            (
                "internal",
                format!(
                    "{}, {} with a modifier, {} modified; {}",
                    count(counts.internal_candidates, "static or bean field", "static and bean fields"),
                    number(counts.internal_with_modifier),
                    number(counts.internal_kept),
                    count(counts.beans, "bean class", "bean classes"),
                ),
            ),
        ]
    }
}

fn percent(part: usize, whole: usize) -> String {
    if whole == 0 { "0 %".to_owned() } else { format!("{:.1} %", part as f64 * 100.0 / whole as f64) }
}

/// `Order.java:17`, as far as it is known.
pub(crate) fn place(file: &Option<String>, line: Option<u16>) -> String {
    match (file, line) {
        (Some(file), Some(line)) => format!("{file}:{line}"),
        (Some(file), None) => file.clone(),
        _ => String::new(),
    }
}

impl Point {
    fn text(&self) -> String {
        let mut out = format!("\n{} {}\n", self.kind, self.method);
        let group = if self.group.is_empty() { String::new() } else { format!(" ({})", self.group) };
        let mut rows = vec![("source", format!("{}{group}", self.source))];
        let mut title = "way";
        for step in &self.chain {
            rows.push((title, format!("{}  {}", place(&step.file, step.line), step.what)));
            title = "";
        }
        let mut title = "lifted";
        for lifted in &self.lifted_from {
            rows.push((title, format!("from {}: {}", lifted.method, lifted.why)));
            title = "";
        }
        rows.extend(self.caveat.iter().map(|caveat| ("but", caveat.clone())));
        if !self.writes.is_empty() {
            const SHOWN: usize = 6;
            let mut writes = self.writes.iter().take(SHOWN).cloned().collect::<Vec<_>>().join(", ");
            if self.writes.len() > SHOWN {
                writes += &format!(" and {} more", number(self.writes.len() - SHOWN));
            }
            rows.push(("writes", writes));
        }
        out.push_str(&two_columns(rows));
        out
    }
}

impl Difference {
    fn text(&self) -> String {
        let mut out = format!("\nCompared with {}: {} unchanged\n", self.old, number(self.unchanged));
        let lists = [("new", &self.added), ("gone", &self.removed)];
        let rows = lists.into_iter().flat_map(|(title, list)| {
            list.iter().map(move |known| (title, format!("{} {}", known.kind, known.method)))
        });
        out.push_str(&two_columns(rows));
        out
    }
}

/// The report of `reenact analyze TARGET… --explain CLASS#METHOD`.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
pub struct Explanation {
    pub methods: Vec<Explained>,
}

/// Why a method is or is not a point.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
pub struct Explained {
    pub method: String,
    pub points: Vec<Point>,
    /// What in it might have made it a point, and did not.
    pub dropped: Vec<Candidate>,
    /// Points among the methods that it calls: they answer in its stead.
    pub calls: Vec<Known>,
    /// In a sentence.
    pub verdict: String,
}

impl Report for Explanation {
    const FORMAT: &'static str = "reenact.analysis-explained/1";

    fn text(&self) -> String {
        let mut out = String::new();
        for method in &self.methods {
            out.push_str(&format!("{}\n  {}\n", method.method, method.verdict));
            for candidate in &method.dropped {
                let line = candidate.line.map(|line| format!("line {line}: ")).unwrap_or_default();
                out.push_str(&format!(
                    "  {line}{} {}: {}\n",
                    candidate.name, candidate.source, candidate.why
                ));
            }
            for known in &method.calls {
                out.push_str(&format!(
                    "  calls a point, which answers for itself: {} {}\n",
                    known.kind, known.method
                ));
            }
            method.points.iter().for_each(|point| out.push_str(&point.text()));
        }
        out
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Format, Page};

    fn analysis() -> Analysis {
        let step = |line, what: &str| Step {
            method: "p.A#m()".to_owned(),
            file: Some("A.java".to_owned()),
            line: Some(line),
            what: what.to_owned(),
        };
        Analysis {
            targets: vec!["app.jar".to_owned()],
            points: vec![Point {
                method: "p.A#m()".to_owned(),
                kind: "system".to_owned(),
                group: "time".to_owned(),
                source: "java.lang.System#nanoTime".to_owned(),
                file: Some("A.java".to_owned()),
                line: Some(3),
                chain: vec![step(3, "comes from <b>"), step(4, "is returned")],
                ..Point::default()
            }],
            counts: Counts { points: 1, system: 1, called: 8, ..Counts::default() },
            ..Analysis::default()
        }
    }

    #[test]
    fn a_report_can_be_compared_with_a_later_one() {
        let mut later = analysis();
        let older = points_of(&later.render(Format::Json)).unwrap();
        later.points[0].kind = "internal".to_owned();
        later.compare("old.json", &older);
        let difference = later.difference.as_ref().unwrap();
        assert_eq!((difference.added.len(), difference.removed.len(), difference.unchanged), (1, 1, 0));
        assert!(later.text().contains("new   internal p.A#m()"), "{}", later.text());
        assert!(points_of("{\"format\":\"other/1\",\"points\":[]}").unwrap_err().0.contains("other/1"));
        assert!(points_of("nonsense").is_err());
    }

    #[test]
    fn text_and_page_and_sarif_have_the_way() {
        let analysis = analysis();
        let text = analysis.text();
        assert!(text.contains("A.java:3  comes from <b>\n          A.java:4  is returned"), "{text}");
        assert!(text.contains("12.5 % of 8 called methods"), "{text}");
        let page = analysis.html();
        assert!(page.contains("comes from &lt;b&gt;") && !page.contains("<b>"), "{page}");
        let sarif: serde_json::Value = serde_json::from_str(&sarif(&analysis)).unwrap();
        let result = &sarif["runs"][0]["results"][0];
        assert_eq!(result["ruleId"], "mocking-point/system");
        assert_eq!(result["locations"][0]["physicalLocation"]["region"]["startLine"], 3);
        assert_eq!(result["codeFlows"][0]["threadFlows"][0]["locations"].as_array().unwrap().len(), 2);
    }
}
