//! A list of invocations, a line each.

use serde::{Deserialize, Serialize};

use super::invocation::{Mark, Thread};
use crate::layout::{number, table};
use crate::page::Section;
use crate::{Report, Style};

/// The report of `reenact inspect RECORDING --invocations`.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
pub struct InvocationList {
    /// Where the recording is.
    pub recording: String,
    /// Which methods were asked for, if not all.
    pub only: Option<String>,
    /// By number.
    pub invocations: Vec<InvocationLine>,
    /// Others that were asked for.
    pub left_out: usize,
}

/// One invocation in short.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct InvocationLine {
    pub id: u64,
    /// `pkg.Class#method(parameter types)`.
    pub method: String,
    pub thread: Thread,
    /// Number of the invocation that it happened in.
    pub parent: Option<u64>,
    /// Such as `returned 5`, `threw IllegalStateException`; why not, if it cannot be read.
    pub outcome: String,
    pub marks: Vec<Mark>,
}

impl Report for InvocationList {
    const FORMAT: &'static str = "reenact.invocations/1";

    fn title(&self) -> String {
        format!("Invocations in {}", self.recording)
    }

    fn text_in(&self, style: Style) -> String {
        let mut out = format!("{}\n", self.recording);
        if let Some(only) = &self.only {
            out.push_str(&format!("Only {only}\n"));
        }
        if self.invocations.is_empty() {
            out.push_str("  no invocations\n");
            return out;
        }
        out.push_str(&table(&LIST_COLUMNS, self.invocations.iter().map(InvocationLine::row), style));
        if self.left_out > 0 {
            out.push_str(&format!("  … {} more; --top shows them\n", number(self.left_out)));
        }
        out
    }

    fn sections(&self) -> Vec<Section> {
        super::html::list(self)
    }
}

pub(super) const LIST_COLUMNS: [&str; 6] = ["number", "within", "method", "thread", "outcome", "marks"];

impl InvocationLine {
    pub(super) fn row(&self) -> [String; 6] {
        let marks: Vec<String> = self.marks.iter().map(|mark| mark.code()).collect();
        [
            self.id.to_string(),
            self.parent.map_or("-".to_owned(), |parent| parent.to_string()),
            self.method.clone(),
            self.thread.name.clone(),
            self.outcome.clone(),
            marks.join(", "),
        ]
    }
}
