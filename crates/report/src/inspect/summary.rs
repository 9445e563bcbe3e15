//! A recording as a whole: subject, methods, objects.

use std::borrow::Cow;

use reenact_base::finding::Finding;
use serde::{Deserialize, Serialize};

use crate::layout::{bytes, count, number, table, two_columns};
use crate::omitted::Omitted;
use crate::page::Section;
use crate::{Report, Style, finding};

/// The report of `reenact inspect RECORDING`.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
pub struct Summary {
    /// Where the recording is.
    pub recording: String,
    /// Of several recordings, the first, with the class path of all.
    pub subject: Subject,
    /// The recordings that are read as one, in the order of their invocations' numbers; empty for one alone.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub recordings: Vec<Joined>,
    /// None if the recording was cut off.
    pub end: Option<End>,
    pub segments: Vec<Segment>,
    /// Which methods were asked for, if not all.
    pub only: Option<String>,
    pub invocations: Invocations,
    /// Methods and calls that the recording leaves out, whichever methods were asked for.
    #[serde(default)]
    pub omitted: Omitted,
    /// Those with most calls first.
    pub methods: Vec<Method>,
    pub objects: Objects,
    /// Those with most objects first.
    pub classes: Vec<Class>,
    #[serde(with = "finding::json")]
    pub findings: Vec<Finding>,
    /// How many methods and classes are shown to people; programs get all of them.
    #[serde(skip, default = "default_top")]
    pub top: usize,
}

/// The program that was recorded, and its JVM.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
pub struct Subject {
    pub main_class: String,
    pub jvm_version: String,
    pub jvm_vendor: String,
    pub os: String,
    pub arch: String,
    pub pid: u64,
    /// When the recording began, in UTC.
    pub started: String,
    pub class_path: Vec<String>,
    /// The agent's options.
    pub options: String,
    /// The agent's version.
    pub agent: String,
}

/// One of several recordings.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
pub struct Joined {
    pub main_class: String,
    pub pid: u64,
    /// When it began, in UTC.
    pub started: String,
    pub invocations: usize,
    /// The first and the last number of its invocations.
    pub first: Option<u64>,
    pub last: Option<u64>,
}

/// How a recording ended.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct End {
    /// `exit`, `detached`, `budget`, `failure`, or `unknown-9` of a newer version.
    pub reason: String,
    pub message: String,
    /// The writer's count; fewer in the recording means damage.
    pub invocations: u64,
    /// Sampled and not kept, for whatever reason.
    pub dropped: u64,
    /// In UTC.
    pub ended: String,
}

/// A file of the recording.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Segment {
    pub name: String,
    pub bytes: u64,
}

/// Counts of invocations.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
pub struct Invocations {
    pub count: usize,
    /// Threads that they ran on.
    pub threads: usize,
    pub torn_before: usize,
    pub torn_after: usize,
    pub truncated: usize,
    pub masked: usize,
    pub returned: usize,
    pub threw: usize,
    pub unfinished: usize,
    /// How many were read to count outcomes and objects: all, up to a bound.
    pub read: usize,
    /// How many of these could not be decoded.
    pub unreadable: usize,
}

/// A method and what became of its calls. Figures that the recording does not have are none.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Method {
    /// `pkg.Class#method(parameter types)`.
    pub name: String,
    /// In the recording.
    pub invocations: usize,
    pub statistics: Option<Statistics>,
}

/// The number of a method's calls by what was done with them.
#[derive(Clone, Copy, Debug, Serialize, Deserialize)]
pub struct Statistics {
    pub calls: u64,
    pub sampled: u64,
    pub kept: u64,
    pub duplicates: u64,
    pub overload: u64,
    pub failed: u64,
}

/// Counts of objects: those of states before, and those of states after that are new or listed in full.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
pub struct Objects {
    pub count: u64,
    /// About what they take in the subject's heap, each by itself.
    pub estimated_bytes: u64,
    /// Not looked into: by the plan, because the budget was used up, because they were masked.
    pub frontier: u64,
    pub budget: u64,
    pub masked: u64,
    /// Primitive values that were masked.
    pub masked_values: u64,
    /// Texts that stand for others, which were masked.
    #[serde(default)]
    pub pseudonyms: u64,
}

/// A class and its objects.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Class {
    pub name: String,
    pub objects: u64,
    pub estimated_bytes: u64,
    /// Of the objects, those that were not looked into.
    pub ends: u64,
}

fn default_top() -> usize {
    20
}

impl Report for Summary {
    const FORMAT: &'static str = "reenact.recording/1";

    fn title(&self) -> String {
        format!("Recording {}", self.recording)
    }

    fn text_in(&self, style: Style) -> String {
        let mut out = format!("{}\n", self.recording);
        out.push_str(&two_columns(self.about(), style));
        if !self.recordings.is_empty() {
            out.push_str("\nRecordings\n");
            out.push_str(&table(&JOINED_COLUMNS, self.recordings.iter().map(Joined::row), style));
        }
        if let Some(only) = &self.only {
            out.push_str(&format!("\nOnly {only}\n"));
        }
        out.push_str("\nInvocations\n");
        out.push_str(&two_columns(self.invocation_rows(), style));
        if !self.methods.is_empty() {
            out.push_str("\nMethods\n");
            out.push_str(&table(&METHOD_COLUMNS, self.shown_methods().iter().map(Method::row), style));
            out.push_str(&left_out(self.methods.len(), self.top));
        }
        if !self.classes.is_empty() {
            out.push_str("\nObjects by class\n");
            out.push_str(&table(&CLASS_COLUMNS, self.shown_classes().iter().map(Class::row), style));
            out.push_str(&left_out(self.classes.len(), self.top));
        }
        if !self.findings.is_empty() {
            out.push('\n');
            out.push_str(&finding::list_text(&self.findings, style));
        }
        out
    }

    fn findings(&self) -> Cow<'_, [Finding]> {
        Cow::Borrowed(&self.findings)
    }

    fn sections(&self) -> Vec<Section> {
        super::html::summary(self)
    }
}

/// The method comes last: it is the longest.
pub(super) const METHOD_COLUMNS: [&str; 8] =
    ["calls", "sampled", "kept", "duplicates", "overload", "failed", "here", "method"];
pub(super) const JOINED_COLUMNS: [&str; 5] = ["invocations", "numbers", "process", "started", "main class"];
pub(super) const CLASS_COLUMNS: [&str; 4] = ["objects", "about", "ends", "class"];

fn left_out(all: usize, top: usize) -> String {
    match all.saturating_sub(top) {
        0 => String::new(),
        more => format!("  … {} more; --top shows them\n", number(more)),
    }
}

impl Summary {
    pub(super) fn shown_methods(&self) -> &[Method] {
        &self.methods[..self.top.min(self.methods.len())]
    }

    pub(super) fn shown_classes(&self) -> &[Class] {
        &self.classes[..self.top.min(self.classes.len())]
    }

    /// The subject, the recording and its end, in two columns.
    pub(super) fn about(&self) -> Vec<(&'static str, String)> {
        let subject = &self.subject;
        let joined = |parts: &[&str]| {
            parts.iter().copied().filter(|part| !part.is_empty()).collect::<Vec<_>>().join(", ")
        };
        let main_class = if subject.main_class.is_empty() { "not known" } else { &subject.main_class };
        let mut rows = vec![
            ("subject", self.subject_text(main_class)),
            ("JVM", joined(&[&subject.jvm_version, &subject.jvm_vendor])),
            ("machine", joined(&[&subject.os, &subject.arch])),
            ("agent", subject.agent.clone()),
            ("options", subject.options.clone()),
            ("started", subject.started.clone()),
        ];
        rows.retain(|(_, value)| !value.is_empty());
        rows.push(("ended", self.end_text()));
        rows.push(("size", self.size_text()));
        rows
    }

    fn subject_text(&self, main_class: &str) -> String {
        match self.recordings.len() {
            0 => format!("{main_class}, process {}", self.subject.pid),
            count => format!(
                "{main_class} and others, {} read as one",
                crate::layout::count(count, "recording", "recordings")
            ),
        }
    }

    fn end_text(&self) -> String {
        let Some(end) = &self.end else {
            return "cut off: the subject or the machine died, or it still runs".to_owned();
        };
        let why = match &*end.reason {
            "exit" => "in order, when the subject ended",
            "detached" => "in order, when the agent was detached",
            "budget" => "early: the disk budget was used up",
            "failure" => "early: recording failed, and the subject went on",
            other => other,
        };
        let message = if end.message.is_empty() { String::new() } else { format!(" ({})", end.message) };
        format!("{}, {why}{message}", end.ended)
    }

    fn size_text(&self) -> String {
        let all: u64 = self.segments.iter().map(|segment| segment.bytes).sum();
        format!("{} in {}", bytes(all), count(self.segments.len(), "segment", "segments"))
    }

    /// Counts of invocations and objects, in two columns.
    pub(super) fn invocation_rows(&self) -> Vec<(&'static str, String)> {
        let of = &self.invocations;
        let threads = count(of.threads, "thread", "threads");
        let mut rows = vec![("recorded", format!("{} on {threads}", number(of.count)))];
        let outcomes = [(of.returned, "returned"), (of.threw, "threw"), (of.unfinished, "not seen to end")];
        let marks = [
            (of.torn_before, "torn before the call"),
            (of.torn_after, "torn after the call"),
            (of.truncated, "truncated by a budget"),
            (of.masked, "with something masked"),
        ];
        let listed = |counts: &[(usize, &str)]| {
            let counts = counts.iter().filter(|(count, _)| *count > 0);
            counts.map(|(count, what)| format!("{} {what}", number(*count))).collect::<Vec<_>>().join(", ")
        };
        rows.push(("outcomes", listed(&outcomes)));
        rows.push(("marks", listed(&marks)));
        rows.extend(self.omitted.lines());
        let dropped = self.end.as_ref().map_or(0, |end| end.dropped);
        if self.omitted.calls_text().is_empty() && dropped > 0 {
            rows.push(("not kept", format!("{} that were sampled", number(dropped as usize))));
        }
        let objects = &self.objects;
        if objects.count > 0 {
            let size = bytes(objects.estimated_bytes);
            rows.push(("objects", format!("{}, about {size} of heap", number(objects.count as usize))));
        }
        let values =
            if objects.masked_values == 1 { "primitive value masked" } else { "primitive values masked" };
        let ends = [
            (objects.frontier as usize, "not looked into"),
            (objects.budget as usize, "cut off by the budget"),
            (objects.masked as usize, "masked"),
            (objects.masked_values as usize, values),
        ];
        rows.push(("ends", listed(&ends)));
        if objects.pseudonyms > 0 {
            let texts = count(objects.pseudonyms as usize, "masked text", "masked texts");
            rows.push(("pseudonyms", format!("for {texts}")));
        }
        if of.read < of.count {
            let all = number(of.count);
            rows.push((
                "looked into",
                format!("the first {} of {all}; counts of objects are of these", number(of.read)),
            ));
        }
        if of.unreadable > 0 {
            rows.push(("unreadable", count(of.unreadable, "invocation", "invocations")));
        }
        rows.retain(|(_, value)| !value.is_empty());
        rows
    }
}

impl Method {
    pub(super) fn row(&self) -> [String; 8] {
        let figure = |of: fn(&Statistics) -> u64| match &self.statistics {
            Some(statistics) => number(of(statistics) as usize),
            None => "?".to_owned(),
        };
        [
            figure(|of| of.calls),
            figure(|of| of.sampled),
            figure(|of| of.kept),
            figure(|of| of.duplicates),
            figure(|of| of.overload),
            figure(|of| of.failed),
            number(self.invocations),
            self.name.clone(),
        ]
    }
}

impl Joined {
    pub(super) fn row(&self) -> [String; 5] {
        let numbers = match (self.first, self.last) {
            (Some(first), Some(last)) => format!("{first} to {last}"),
            _ => "-".to_owned(),
        };
        let main_class = if self.main_class.is_empty() { "not known" } else { &self.main_class };
        let (process, started) = (self.pid.to_string(), self.started.clone());
        [number(self.invocations), numbers, process, started, main_class.to_owned()]
    }
}

impl Class {
    pub(super) fn row(&self) -> [String; 4] {
        let size = if self.estimated_bytes == 0 { "-".to_owned() } else { bytes(self.estimated_bytes) };
        let ends = if self.ends == 0 { "-".to_owned() } else { number(self.ends as usize) };
        [number(self.objects as usize), size, ends, self.name.clone()]
    }
}
