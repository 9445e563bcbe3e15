//! One invocation: receiver, arguments, outcome, what changed, and where it happened.

use serde::{Deserialize, Serialize};

use super::notes::{ObjectHistory, StaticField};
use super::state::{Detail, Part, Role, Slot, State};
use super::tree::{self, Line, Stem};
use crate::layout::{count, number, two_columns, wrap};
use crate::page::Section;
use crate::{Report, Style};

/// The report of `reenact inspect RECORDING --show NUMBER`.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Invocation {
    /// Where the recording is.
    pub recording: String,
    pub id: u64,
    /// `pkg.Class#method(parameter types)`.
    pub method: String,
    pub thread: Thread,
    /// Which call of the method this was, counted from 1.
    pub call: u64,
    /// Logical times: one clock for the whole recording.
    pub entered: u64,
    pub exited: u64,
    /// The recorded invocation that it happened in.
    pub parent: Option<Relative>,
    /// The first recorded invocations that happened right in it.
    pub children: Vec<Relative>,
    /// Others that did.
    pub children_left_out: usize,
    /// Sampled invocations in it that were dropped.
    pub dropped_inside: u64,
    pub marks: Vec<Mark>,
    pub before: State,
    pub outcome: Outcome,
    /// None if the state after the call was not captured. Its roots are receiver and arguments, and the
    /// result or what was thrown.
    pub after: Option<State>,
    /// Whether an object has the same number before and after.
    pub same_numbers: bool,
    pub changes: Vec<Change>,
    /// Whether there are more.
    pub more_changes: bool,
    /// Whether a capture ended where the comparison came by, so that there may be changes unseen.
    pub may_hide_changes: bool,
    /// Objects that are there after the call only.
    pub new_objects: Vec<u32>,
    /// Static fields that hold objects of the states.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub statics: Vec<StaticField>,
    /// Histories of objects of chosen classes.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub histories: Vec<ObjectHistory>,
    /// The limits of the states.
    #[serde(skip)]
    pub detail: Detail,
}

/// A thread of the subject.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
pub struct Thread {
    pub name: String,
    /// `Thread.threadId()`, 0 if it could not be read.
    pub id: u64,
    pub is_virtual: bool,
    pub is_daemon: bool,
}

/// An invocation around or inside another.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Relative {
    pub id: u64,
    /// None if the invocation is not in the recording.
    pub method: Option<String>,
}

/// How an invocation ended.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(into = "OutcomeData", try_from = "OutcomeData")]
pub enum Outcome {
    /// Its end was not seen.
    Unfinished,
    /// None from a `void` method.
    Returned(Option<Slot>),
    Threw(Slot),
}

/// A limit of what an invocation proves.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(into = "String", try_from = "String")]
pub enum Mark {
    TornBefore,
    TornAfter,
    Truncated,
    Masked,
    /// A bit that this version does not know.
    Unknown(u32),
}

/// A value that the call changed.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Change {
    /// Such as `order.lines[2].quantity`.
    pub path: String,
    /// Both values in words.
    pub text: String,
    /// The object that is there now, if it is one.
    pub object: Option<u32>,
    /// Whether it was not there before, anywhere.
    pub is_new: bool,
}

impl Mark {
    /// A stable name.
    pub fn code(self) -> String {
        match self {
            Mark::TornBefore => "torn-before".to_owned(),
            Mark::TornAfter => "torn-after".to_owned(),
            Mark::Truncated => "truncated".to_owned(),
            Mark::Masked => "masked".to_owned(),
            Mark::Unknown(bit) => format!("unknown-{bit}"),
        }
    }

    /// The meaning, for people.
    pub fn words(self) -> String {
        match self {
            Mark::TornBefore => {
                "torn: another thread changed objects while they were read before the call".into()
            }
            Mark::TornAfter => {
                "torn: another thread changed objects while they were read after the call".into()
            }
            Mark::Truncated => "truncated: a budget cut the capture".into(),
            Mark::Masked => "masked: something that looks like a secret was kept out".into(),
            Mark::Unknown(bit) => format!("mark {bit}, of a newer version"),
        }
    }
}

impl From<Mark> for String {
    fn from(mark: Mark) -> String {
        mark.code()
    }
}

impl TryFrom<String> for Mark {
    type Error = String;

    fn try_from(code: String) -> Result<Mark, String> {
        let known = [Mark::TornBefore, Mark::TornAfter, Mark::Truncated, Mark::Masked];
        let unknown = code.strip_prefix("unknown-").and_then(|bit| Some(Mark::Unknown(bit.parse().ok()?)));
        let known = known.into_iter().find(|mark| mark.code() == code);
        known.or(unknown).ok_or_else(|| format!("unknown mark `{code}`"))
    }
}

/// An outcome as JSON has it: `{"kind": "returned", "value": "5"}`.
#[derive(Serialize, Deserialize)]
pub(super) struct OutcomeData {
    kind: String,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    value: Option<String>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    object: Option<u32>,
}

impl From<Outcome> for OutcomeData {
    fn from(outcome: Outcome) -> OutcomeData {
        let (kind, slot) = match outcome {
            Outcome::Unfinished => ("unfinished", None),
            Outcome::Returned(slot) => ("returned", slot),
            Outcome::Threw(slot) => ("threw", Some(slot)),
        };
        let (value, object) = match slot {
            Some(Slot::Value(value)) => (Some(value), None),
            Some(Slot::Object(object)) => (None, Some(object)),
            None => (None, None),
        };
        OutcomeData { kind: kind.to_owned(), value, object }
    }
}

impl TryFrom<OutcomeData> for Outcome {
    type Error = String;

    fn try_from(data: OutcomeData) -> Result<Outcome, String> {
        let slot = data.value.map(Slot::Value).or(data.object.map(Slot::Object));
        match (&*data.kind, slot) {
            ("unfinished", None) => Ok(Outcome::Unfinished),
            ("returned", slot) => Ok(Outcome::Returned(slot)),
            ("threw", Some(slot)) => Ok(Outcome::Threw(slot)),
            (kind, _) => Err(format!("unknown outcome `{kind}`")),
        }
    }
}

impl Thread {
    /// `"main" (1)`, `"worker-3" (31, virtual)`.
    pub(crate) fn text(&self) -> String {
        let mut about = vec![self.id.to_string()];
        if self.is_virtual {
            about.push("virtual".to_owned());
        }
        if self.is_daemon {
            about.push("daemon".to_owned());
        }
        format!("\"{}\" ({})", self.name, about.join(", "))
    }
}

impl Relative {
    pub(crate) fn text(&self) -> String {
        match &self.method {
            Some(method) => format!("{} {method}", self.id),
            None => format!("{}, which is not in the recording", self.id),
        }
    }
}

/// The trees of an invocation, each part of the report with its own.
pub(super) struct Trees<'r> {
    pub before: Vec<Line<'r>>,
    pub outcome: Vec<Line<'r>>,
    /// In the order of the changes, the objects that they brought.
    pub changes: Vec<Vec<Line<'r>>>,
}

impl Trees<'_> {
    /// Whether options would show more.
    pub fn are_cut(&self) -> bool {
        let changes = self.changes.iter().flatten();
        self.before.iter().chain(&self.outcome).chain(changes).any(Line::is_cut)
    }
}

impl Report for Invocation {
    const FORMAT: &'static str = "reenact.invocation/1";

    fn title(&self) -> String {
        format!("Invocation {} of {}", self.id, self.method)
    }

    fn sections(&self) -> Vec<Section> {
        super::html::invocation(self)
    }

    fn text_in(&self, style: Style) -> String {
        let mut out = wrap("", &self.title(), 4, style.width);
        out.push_str(&two_columns(self.about(), style));
        let parts = self.parts();
        let trees = self.trees(&parts);
        out.push_str("\nBefore the call\n");
        match trees.before.is_empty() {
            true => out.push_str("  no receiver and no arguments\n"),
            false => out.push_str(&tree::text(&trees.before, 1, style.width)),
        }
        out.push_str(&format!("\n{}\n", self.outcome_title()));
        out.push_str(&tree::text(&trees.outcome, 1, style.width));
        out.push_str("\nWhat changed\n");
        for (change, tree) in self.changes.iter().zip(&trees.changes) {
            out.push_str(&wrap("  ", &format!("{}: {}", change.path, change.text), 4, style.width));
            out.push_str(&tree::text(tree, 2, style.width));
        }
        self.change_notes().iter().for_each(|note| out.push_str(&wrap("  ", note, 4, style.width)));
        if !self.statics.is_empty() {
            out.push_str("\nStatic fields\n");
            self.statics.iter().for_each(|field| out.push_str(&format!("  {}\n", field.text())));
        }
        if !self.histories.is_empty() {
            out.push_str("\nHistories\n");
        }
        for history in &self.histories {
            let (title, events) = history.text();
            out.push_str(&format!("  {title}\n"));
            events.iter().for_each(|event| out.push_str(&format!("    {event}\n")));
        }
        if trees.are_cut() {
            out.push_str(&format!("\n{}", wrap("", tree::CUT_NOTE, 2, style.width)));
        }
        out
    }
}

impl Invocation {
    /// Facts in two columns.
    pub(super) fn about(&self) -> Vec<(&'static str, String)> {
        let mut rows = vec![
            ("thread", self.thread.text()),
            ("call", format!("number {} of the method", number(self.call as usize))),
            ("time", self.time()),
        ];
        if let Some(parent) = &self.parent {
            rows.push(("within", parent.text()));
        }
        for (at, child) in self.children.iter().enumerate() {
            rows.push((if at == 0 { "recorded in it" } else { "" }, child.text()));
        }
        if self.children_left_out > 0 {
            rows.push(("", format!("and {} more", number(self.children_left_out))));
        }
        if self.dropped_inside > 0 {
            rows.push(("dropped in it", count(self.dropped_inside as usize, "invocation", "invocations")));
        }
        for (at, mark) in self.marks.iter().enumerate() {
            rows.push((if at == 0 { "marks" } else { "" }, mark.words()));
        }
        let captured = self.before.captured;
        rows.push(("captured", format!("{}, JDK internals included", count(captured, "object", "objects"))));
        rows
    }

    fn time(&self) -> String {
        match self.outcome {
            Outcome::Unfinished => format!("entered at {}, the exit was not seen", self.entered),
            _ => format!("{} to {} on the recording's clock", self.entered, self.exited),
        }
    }

    /// `Returned`, `Threw`, `Did not end`.
    pub(super) fn outcome_title(&self) -> &'static str {
        match &self.outcome {
            Outcome::Unfinished => "Its end was not seen",
            Outcome::Returned(None) => "Returned",
            Outcome::Returned(Some(_)) => "Returned",
            Outcome::Threw(_) => "Threw",
        }
    }

    /// Notes on the list of changes.
    pub(super) fn change_notes(&self) -> Vec<&'static str> {
        let mut notes = Vec::new();
        if self.after.is_none() {
            notes.push("not known: the state after the call was not captured");
        } else if self.changes.is_empty() {
            notes.push("nothing that was captured");
        }
        if self.more_changes {
            notes.push("… and more");
        }
        if self.may_hide_changes && self.after.is_some() {
            notes.push("there may be changes behind objects that were not looked into");
        }
        notes
    }

    /// The parts that show the outcome and the changes.
    pub(super) fn parts(&self) -> OutcomeParts {
        let part =
            |name: &str, slot: &Slot| Part { role: Role::Root, name: name.to_owned(), slot: slot.clone() };
        let outcome = match &self.outcome {
            Outcome::Unfinished | Outcome::Returned(None) => None,
            Outcome::Returned(Some(slot)) => Some(part("result", slot)),
            Outcome::Threw(slot) => Some(part("thrown", slot)),
        };
        let changes = self.changes.iter().map(|change| {
            let name = if change.is_new { "new" } else { "now" };
            change.object.map(|object| part(name, &Slot::Object(object)))
        });
        OutcomeParts { outcome, changes: changes.collect() }
    }

    pub(super) fn trees<'r>(&'r self, parts: &'r OutcomeParts) -> Trees<'r> {
        let before = self.before.roots.iter().map(|part| Stem { state: &self.before, part }).collect();
        let after = |part: &'r Part| Stem { state: self.after.as_ref().unwrap_or(&self.before), part };
        let mut stems = vec![before, parts.outcome.iter().map(after).collect()];
        stems.extend(parts.changes.iter().map(|part| part.iter().map(after).collect()));
        let mut trees = tree::trees(&stems, self.detail.depth).into_iter();
        let mut next = || trees.next().unwrap_or_default();
        Trees { before: next(), outcome: next(), changes: trees.collect() }
    }
}

/// Parts that are made for the trees.
pub(super) struct OutcomeParts {
    outcome: Option<Part>,
    changes: Vec<Option<Part>>,
}
