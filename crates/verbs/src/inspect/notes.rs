//! Static fields and histories of an invocation's objects, as text.

use reenact_base::Id;
use reenact_heap::{ClassId, Forms, NodeId, Value, describe, words};
use reenact_recording::graph::{After, Capture};
use reenact_recording::model::{Marks, MethodNumber};
use reenact_recording::notes::{Action, Event, History, StaticName};
use reenact_report::inspect::{ObjectHistory, StaticField};

use super::Inspection;

/// Static fields that hold objects.
pub(super) fn statics(inspection: &Inspection, capture: &Capture) -> Vec<StaticField> {
    let name = |name: &StaticName| StaticField {
        object: number(capture, name.node, name.after),
        field: field(inspection, name.class, &name.field),
        after: name.after,
    };
    capture.statics.iter().map(name).collect()
}

fn field(inspection: &Inspection, class: ClassId, field: &str) -> String {
    let class = words::type_name(&inspection.reader.class(class).name);
    words::printable(&format!("{class}.{field}"))
}

/// How objects came to be what they are.
pub(super) fn histories(inspection: &Inspection, capture: &Capture) -> Vec<ObjectHistory> {
    capture.histories.iter().map(|history| object_history(inspection, capture, history)).collect()
}

/// The number that states have for an object.
fn number(capture: &Capture, node: NodeId, after: bool) -> u32 {
    let offset = if after && capture.kind == After::Full { capture.before.len() } else { 0 };
    (offset + node.index() + 1) as u32
}

fn object_history(inspection: &Inspection, capture: &Capture, history: &History) -> ObjectHistory {
    let gaps = history.gaps;
    let gaps = [
        (history.id == 0, "unknown"),
        (gaps.lost, "lost"),
        (gaps.busy_before, "busy-before"),
        (gaps.busy_after, "busy-after"),
        (gaps.dangling, "dangling"),
    ];
    ObjectHistory {
        object: history.node.map(|node| number(capture, node, node.index() >= capture.before.len())),
        id: history.id,
        class: words::printable(&words::type_name(&inspection.reader.class(history.class).name)),
        events: history.events.iter().map(|event| words(inspection, event)).collect(),
        gaps: gaps.iter().filter(|(is, _)| *is).map(|(_, word)| (*word).to_owned()).collect(),
    }
}

/// `new Habitat("59.3,18.1")`, `Habitat.of(3)`, `grow(42.0)`, `area = 3.0`.
fn words(inspection: &Inspection, event: &Event) -> String {
    let forms = Forms::new(inspection.reader.classes(), &event.graph);
    let value = |&value: &Value| {
        let object = match value {
            Value::Reference(node) => event.objects.iter().find(|object| object.node == node),
            _ => None,
        };
        object.map_or_else(|| describe(&forms, value), |object| format!("{}@{}", object.id, object.time))
    };
    let arguments = event.arguments.iter().map(value).collect::<Vec<_>>().join(", ");
    let method = |number: &MethodNumber| {
        let Some(method) = inspection.reader.method(*number) else { return ("?".to_owned(), "?".to_owned()) };
        let class = inspection.reader.class_of(method.class).map(|class| inspection.reader.class(class));
        let class = class.map_or("?".to_owned(), |class| words::simple_type_name(&class.name));
        (words::printable(&class), words::printable(&method.name))
    };
    let mut text = match &event.action {
        Action::Construct(number) => format!("new {}({arguments})", method(number).0),
        Action::Factory(number) => {
            let (class, name) = method(number);
            format!("{class}.{name}({arguments})")
        }
        Action::Call(number) => format!("{}({arguments})", method(number).1),
        Action::FieldSet { field, .. } => format!("{} = {arguments}", words::printable(field)),
    };
    for (is, word) in [
        (event.threw, "threw"),
        (event.assumed, "assumed"),
        (event.for_others, "others"),
        (event.marks.contains(Marks::TRUNCATED), "truncated"),
        (event.marks.contains(Marks::MASKED), "masked"),
    ] {
        if is {
            text.push_str(&format!(" [{word}]"));
        }
    }
    if let Some(parent) = event.parent {
        text.push_str(&format!(" [inside {parent}]"));
    }
    format!("{}: {text}", event.entered)
}
