//! Recorded histories of objects, in the types of the planner.

use reenact_heap::{Classes, Ending, HeapGraph, Node};
use reenact_rebuild::history::{Event, EventKind, History};
use reenact_rebuild::plan::Member;
use reenact_recording::graph::Capture;
use reenact_recording::model::MethodNumber;
use reenact_recording::notes::{self, Action};
use reenact_world::World;

/// The histories of a capture's objects up to a time; `method` says which method has a number.
pub fn histories<'a>(
    world: &World,
    classes: &Classes,
    capture: &'a Capture,
    until: u64,
    method: &dyn Fn(MethodNumber) -> Option<Member>,
) -> Vec<History<'a>> {
    let converted = |history: &'a notes::History| {
        let events: Option<Vec<Event<'a>>> =
            history.until(until).map(|event| told_event(world, classes, event, method)).collect();
        History {
            id: history.id,
            class: history.class,
            node: history.node,
            // An event that nothing is known of is one that was lost.
            is_lost: history.gaps.lost || events.is_none(),
            events: events.unwrap_or_default(),
        }
    };
    capture.histories.iter().map(converted).collect()
}

/// Returns whether a value of a graph was left out because it is a secret.
fn has_masked_end(graph: &HeapGraph) -> bool {
    graph.iter().any(|(_, node)| matches!(node, Node::End { ending: Ending::Masked, .. }))
}

fn told_event<'a>(
    world: &World,
    classes: &Classes,
    event: &'a notes::Event,
    method: &dyn Fn(MethodNumber) -> Option<Member>,
) -> Option<Event<'a>> {
    let field = |class, field: &str| {
        let name = &classes.try_get(class)?.name;
        let known = world.class_id(name).and_then(|class| world.field(class, field));
        let descriptor = known.map(|known| world.view(known).descriptor().to_str().into_owned());
        Some(Member::new(name, field, descriptor.as_deref().unwrap_or_default()))
    };
    let kind = match &event.action {
        Action::Construct(number) => EventKind::Construct(method(*number)?),
        Action::Factory(number) => EventKind::Factory(method(*number)?),
        Action::Call(number) => EventKind::Call(method(*number)?),
        Action::FieldSet { class, field: name } => EventKind::Assign(field(*class, name)?),
    };
    let statics = event.statics.iter();
    Some(Event {
        kind,
        entered: event.entered,
        exited: event.exited,
        parent: event.parent,
        threw: event.threw,
        is_assumed: event.assumed,
        is_for_others: event.for_others,
        // Texts have pseudonyms, with which the event can be repeated.
        is_masked: !event.masked.is_empty() || has_masked_end(&event.graph),
        arguments: &event.arguments,
        graph: &event.graph,
        objects: event.objects.iter().map(|object| (object.node, object.id)).collect(),
        statics: statics.filter_map(|held| Some((held.node, field(held.class, &held.field)?))).collect(),
    })
}
