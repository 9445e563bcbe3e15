//! Invocations, a line each.

use reenact_heap::{Forms, HeapGraph, LogicalForm, Node, Value, describe, words};
use reenact_recording::InvocationError;
use reenact_recording::graph::{Capture, Outcome};
use reenact_recording::model::InvocationHead;
use reenact_report::inspect::{InvocationLine, InvocationList};

use super::summary::Pace;
use super::{Inspection, Options, Selection, names};
use crate::Progress;

/// More of a message than this is not shown in a line.
const LONGEST_MESSAGE: usize = 60;

pub(super) fn list(
    inspection: &mut Inspection,
    selection: &Selection,
    options: &Options,
    progress: &dyn Progress,
) -> InvocationList {
    let heads = inspection.reader.invocations().enumerate();
    let mut selected: Vec<(usize, InvocationHead)> =
        heads.filter(|(_, head)| selection.contains(head.method)).map(|(at, head)| (at, *head)).collect();
    selected.sort_unstable_by_key(|(at, head)| (head.id, *at));
    let left_out = selected.len().saturating_sub(options.top);
    selected.truncate(options.top);
    // In the order of the file: a frame is unpacked once for all that are in it.
    selected.sort_unstable_by_key(|(at, _)| *at);
    let (mut lines, mut pace) = (Vec::new(), Pace::new());
    for (at, head) in &selected {
        pace.step(progress, || format!("reading {} of {} invocations", lines.len(), selected.len()));
        lines.push(line(inspection, *at, head));
    }
    lines.sort_by_key(|line: &InvocationLine| line.id);
    let only = selection.only(options);
    InvocationList { recording: inspection.name.clone(), only, invocations: lines, left_out }
}

fn line(inspection: &mut Inspection, at: usize, head: &InvocationHead) -> InvocationLine {
    let capture = inspection.reader.capture(at);
    let reader = &inspection.reader;
    InvocationLine {
        id: head.id,
        method: inspection.names.name(head.method).to_owned(),
        thread: names::thread(reader, head.thread),
        parent: head.parent,
        outcome: outcome(inspection, capture),
        marks: names::marks(head.marks),
    }
}

fn outcome(inspection: &Inspection, capture: Result<Capture, InvocationError>) -> String {
    let capture = match capture {
        Ok(capture) => capture,
        Err(error) => return error.to_string(),
    };
    match capture.outcome {
        Outcome::Unfinished => "not seen to end".to_owned(),
        Outcome::Returned(None) => "returned".to_owned(),
        Outcome::Returned(Some(value)) => format!("returned {}", short(inspection, &capture.after, value)),
        Outcome::Threw(value) => format!("threw {}", short(inspection, &capture.after, value)),
    }
}

fn short(inspection: &Inspection, graph: &HeapGraph, value: Value) -> String {
    let Value::Reference(node) = value else { return words::primitive(value) };
    // Decoding forms takes a look at every class first, which strings do not need.
    if let Some(Node::String(text)) = graph.try_get(node) {
        return words::literal(text, LONGEST_MESSAGE);
    }
    let forms = Forms::new(inspection.reader.classes(), graph);
    let words = words::printable(&describe(&forms, value));
    match forms.of(node).map(|logical| logical.form) {
        Ok(LogicalForm::Throwable { message, .. }) => match forms.text(message) {
            Some(message) => format!("{words}: {}", words::literal(message, LONGEST_MESSAGE)),
            None => words,
        },
        _ => words,
    }
}
