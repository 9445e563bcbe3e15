//! One invocation with its objects.

use std::collections::HashSet;

use reenact_base::Id;
use reenact_heap::diff::{Change as HeapChange, diff};
use reenact_heap::isomorphism::Root;
use reenact_heap::{Forms, NodeId, Value, words};
use reenact_recording::graph::{After, Capture, Outcome as RecordedOutcome};
use reenact_recording::model::InvocationHead;
use reenact_report::inspect::{Change, Detail, Invocation, Outcome, Relative, Slot, State};

use super::state::{Captured, state};
use super::{Error, Inspection, names, notes};

/// Invocations inside another that are listed.
const MOST_CHILDREN: usize = 20;
/// Changes that are listed, for each part of an object.
const CHANGES_PER_WIDTH: usize = 5;

pub(super) fn show(inspection: &mut Inspection, id: u64, detail: Detail) -> Result<Invocation, Error> {
    let found = inspection.reader.invocations().enumerate().find(|(_, head)| head.id == id);
    let Some((at, head)) = found.map(|(at, head)| (at, *head)) else { return Err(missing(inspection, id)) };
    let capture = inspection.reader.capture(at).map_err(|error| Error::Invocation {
        recording: inspection.name.clone(),
        id,
        error,
    })?;
    let (children, children_left_out) = children(inspection, id);
    let states = states(inspection, &head, &capture, detail);
    let reader = &inspection.reader;
    Ok(Invocation {
        recording: inspection.name.clone(),
        id,
        method: inspection.names.name(head.method).to_owned(),
        thread: names::thread(reader, head.thread),
        call: head.call,
        entered: head.entered,
        exited: head.exited,
        parent: head.parent.map(|parent| relative(inspection, parent)),
        children,
        children_left_out,
        dropped_inside: head.dropped_inside,
        marks: names::marks(head.marks),
        before: states.before,
        outcome: states.outcome,
        after: states.after,
        same_numbers: capture.kind == After::Difference,
        changes: states.changes,
        more_changes: states.more_changes,
        may_hide_changes: states.may_hide_changes,
        new_objects: states.new_objects,
        statics: notes::statics(inspection, &capture),
        histories: notes::histories(inspection, &capture),
        detail,
    })
}

fn missing(inspection: &Inspection, id: u64) -> Error {
    let ids = || inspection.reader.invocations().map(|head| head.id);
    let numbers = match (ids().min(), ids().max()) {
        (Some(first), Some(last)) => format!(", only such between {first} and {last}"),
        _ => String::new(),
    };
    Error::NoInvocation { recording: inspection.name.clone(), id, numbers }
}

fn relative(inspection: &Inspection, id: u64) -> Relative {
    let head = inspection.reader.invocations().find(|head| head.id == id);
    Relative { id, method: head.map(|head| inspection.names.name(head.method).to_owned()) }
}

fn children(inspection: &Inspection, id: u64) -> (Vec<Relative>, usize) {
    let inside = inspection.reader.invocations().filter(|head| head.parent == Some(id));
    let mut inside: Vec<&InvocationHead> = inside.collect();
    inside.sort_by_key(|head| head.id);
    let left_out = inside.len().saturating_sub(MOST_CHILDREN);
    let listed = inside.iter().take(MOST_CHILDREN);
    let relative = |head: &&InvocationHead| Relative {
        id: head.id,
        method: Some(inspection.names.name(head.method).to_owned()),
    };
    (listed.map(relative).collect(), left_out)
}

/// The decoded graphs of an invocation.
struct States {
    before: State,
    outcome: Outcome,
    after: Option<State>,
    changes: Vec<Change>,
    more_changes: bool,
    may_hide_changes: bool,
    new_objects: Vec<u32>,
}

fn states(inspection: &Inspection, head: &InvocationHead, capture: &Capture, detail: Detail) -> States {
    let reader = &inspection.reader;
    let (before, after) =
        (Forms::new(reader.classes(), &capture.before), Forms::new(reader.classes(), &capture.after));
    let names = names::roots(reader.method(head.method), head.marks, capture.roots.len());
    let masked = |is_after: bool| -> HashSet<(Option<u32>, u32)> {
        // A difference repeats nothing: what was masked before and did not change still is.
        let is_meant = |of_after: bool| of_after == is_after || is_after && capture.kind == After::Difference;
        let slots = capture.masked.iter().filter(|slot| is_meant(slot.after));
        slots.map(|slot| (slot.node, slot.slot)).collect()
    };
    let (masked_before, masked_after) = (masked(false), masked(true));
    let named = |values: &[Value]| names.iter().cloned().zip(values.iter().copied()).collect::<Vec<_>>();
    let captured = Captured {
        forms: &before,
        masked: &masked_before,
        pseudonyms: &capture.pseudonyms,
        offset: 0,
        detail,
    };
    let state_before = state(&captured, &named(&capture.roots));

    // Objects of a graph with numbers of its own must not be taken for those before.
    let offset = if capture.kind == After::Full { capture.before.len() as u32 } else { 0 };
    let captured =
        Captured { forms: &after, masked: &masked_after, pseudonyms: &capture.pseudonyms, offset, detail };
    let mut roots = named(&capture.roots_after);
    let result = match capture.outcome {
        RecordedOutcome::Returned(Some(value)) => Some(("result", value)),
        RecordedOutcome::Threw(value) => Some(("thrown", value)),
        RecordedOutcome::Unfinished | RecordedOutcome::Returned(None) => None,
    };
    roots.extend(result.map(|(name, value)| (name.to_owned(), value)));
    let state_after = state(&captured, &roots);
    let slot = || result.and_then(|_| state_after.roots.last()).map(|part| part.slot.clone());
    let outcome = match capture.outcome {
        RecordedOutcome::Unfinished => Outcome::Unfinished,
        RecordedOutcome::Returned(_) => Outcome::Returned(slot()),
        RecordedOutcome::Threw(_) => Outcome::Threw(slot().unwrap_or(Slot::Value("null".to_owned()))),
    };
    if capture.kind == After::Absent {
        return States {
            before: state_before,
            outcome,
            after: None,
            changes: Vec::new(),
            more_changes: false,
            may_hide_changes: true,
            new_objects: Vec::new(),
        };
    }

    let pairs = names.iter().zip(&capture.roots).zip(&capture.roots_after);
    let roots: Vec<Root> =
        pairs.map(|((name, left), right)| Root { name, left: *left, right: *right }).collect();
    let itself = |node: NodeId| (node.index() < capture.after.len()).then_some(node);
    let same: Option<reenact_heap::diff::Same> =
        if capture.kind == After::Difference { Some(&itself) } else { None };
    let limit = detail.width.saturating_mul(CHANGES_PER_WIDTH);
    let found = diff(&before, &after, &roots, same, limit);
    let listed_ids: HashSet<u32> = state_after.objects.iter().map(|object| object.id).collect();
    let id = |node: NodeId| offset + node.index() as u32 + 1;
    // Where objects are known again, new ones are known too; the comparison names those that it met.
    let met: HashSet<NodeId> = found.new_objects.iter().copied().collect();
    let is_new = |node: NodeId| match capture.kind {
        After::Difference => node.index() >= capture.before.len(),
        After::Full | After::Absent => met.contains(&node),
    };
    let change = |change: &HeapChange| {
        let node = match change.after {
            Some(Value::Reference(node)) => Some(node).filter(|node| listed_ids.contains(&id(*node))),
            _ => None,
        };
        Change {
            path: shortened(words::printable(&change.path)),
            text: words::printable(&change.text),
            object: node.map(id),
            is_new: node.is_some_and(is_new),
        }
    };
    let nodes = (0..capture.after.len()).map(NodeId::from_index);
    let new_objects = nodes.filter(|node| is_new(*node)).map(id).filter(|id| listed_ids.contains(id));
    States {
        before: state_before,
        outcome,
        changes: found.changes.iter().map(change).collect(),
        more_changes: found.is_truncated,
        may_hide_changes: found.is_incomplete,
        new_objects: new_objects.collect(),
        after: Some(state_after),
    }
}

/// Characters of a path to a changed value.
const LONGEST_PATH: usize = 300;

/// A path whose middle is left out if it is too long: those of a deep chain have as many steps as the chain.
fn shortened(path: String) -> String {
    let length = path.chars().count();
    if length <= LONGEST_PATH {
        return path;
    }
    let half = LONGEST_PATH / 2;
    let (start, end): (String, String) =
        (path.chars().take(half).collect(), path.chars().skip(length - half).collect());
    format!("{start}…{end}")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn long_paths_keep_both_ends() {
        assert_eq!(shortened("this.next".to_owned()), "this.next");
        let short = shortened(format!("this{}.x", ".next".repeat(100_000)));
        assert!(short.starts_with("this.next") && short.ends_with(".next.x") && short.contains('…'));
        assert_eq!(short.chars().count(), LONGEST_PATH + 1);
    }
}
