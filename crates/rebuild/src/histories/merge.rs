//! Merges the graph of a request with the graphs of its events, so that arguments of recorded calls are planned like
//! any other object.

use reenact_base::Id;
use reenact_heap::{Ending, Node, NodeId, Value};
use rustc_hash::FxHashMap;

use super::{Arguments, Histories, ObjectHistory};
use crate::history::Event;
use crate::request::Request;

/// Merges the histories of a request into one graph, with the request's own nodes first. An object that several events
/// refer to, by the id of its history, is one node. Returns `None` without a history, or if the events have more
/// than `most` nodes.
pub(super) fn merge<'h>(request: &Request<'h>, most: usize) -> Option<Histories<'h>> {
    let events = request.histories.iter().flat_map(|history| &history.events);
    let count: usize = events.map(|event| event.graph.len()).sum();
    if request.histories.is_empty() || count > most {
        return None;
    }
    let mut histories = Histories {
        graph: request.graph.clone(),
        statics: request.statics.to_vec(),
        histories: Vec::with_capacity(request.histories.len()),
        by_node: FxHashMap::default(),
        by_time: FxHashMap::default(),
    };
    let mut by_id: FxHashMap<u64, NodeId> = FxHashMap::default();
    for history in request.histories {
        let in_graph = history.node.filter(|node| node.index() < request.graph.len());
        let node = match in_graph {
            Some(node) => node,
            // An object that is only an argument of events: its state was not recorded.
            None if history.id != 0 => {
                histories.graph.add(Node::End { class: history.class, ending: Ending::Frontier })
            }
            None => continue,
        };
        let at = histories.histories.len();
        if history.id != 0 {
            by_id.entry(history.id).or_insert(node);
        }
        histories.by_node.entry(node).or_insert(at);
        let times = history.events.iter().enumerate().map(|(index, event)| (event.entered, (at, index)));
        histories.by_time.extend(times);
        histories.histories.push(ObjectHistory { node, history, arguments: Vec::new() });
    }
    for at in 0..histories.histories.len() {
        let history = histories.histories[at].history;
        let arguments = history.events.iter().map(|event| add(&mut histories, event, &by_id)).collect();
        histories.histories[at].arguments = arguments;
    }
    Some(histories)
}

/// Appends the graph of an event, and returns the arguments of the event as values of the merged graph.
fn add(histories: &mut Histories<'_>, event: &Event<'_>, by_id: &FxHashMap<u64, NodeId>) -> Arguments {
    let base = histories.graph.len();
    let known: FxHashMap<NodeId, NodeId> =
        event.objects.iter().filter_map(|(node, id)| Some((*node, *by_id.get(id)?))).collect();
    let moved = |node: NodeId| match known.get(&node) {
        Some(object) => *object,
        None => NodeId::from_index(base + node.index()),
    };
    let value = |value: &Value| match value {
        Value::Reference(node) => Value::Reference(moved(*node)),
        other => *other,
    };
    for (_, node) in event.graph.iter() {
        let node = match node {
            Node::Object { class, fields } => {
                Node::Object { class: *class, fields: fields.iter().map(value).collect() }
            }
            Node::Array { class, elements } => {
                Node::Array { class: *class, elements: elements.iter().map(value).collect() }
            }
            other => other.clone(),
        };
        histories.graph.add(node);
    }
    histories.statics.extend(event.statics.iter().map(|(node, member)| (moved(*node), member.clone())));
    let mut tracked: Vec<NodeId> = known.values().copied().collect();
    tracked.sort_unstable();
    tracked.dedup();
    let values = event.arguments.iter().map(value).collect();
    Arguments { values, tracked }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::history::{EventKind, History};
    use crate::plan::Member;
    use reenact_heap::{ClassId, HeapGraph};

    #[test]
    fn an_object_of_several_events_is_one_node() {
        let class = ClassId::from_index(0);
        let mut graph = HeapGraph::new();
        let own = graph.add(Node::Object { class, fields: vec![] });
        let mut first = HeapGraph::new();
        let other = first.add(Node::End { class, ending: Ending::Frontier });
        let list = first.add(Node::Array { class, elements: vec![Value::Reference(other), Value::Null] });
        let event = |graph, arguments, objects: Vec<(NodeId, u64)>, entered| Event {
            kind: EventKind::Call(Member::new("A", "add", "(LA;)V")),
            entered,
            exited: entered + 1,
            parent: None,
            threw: false,
            is_assumed: false,
            is_for_others: false,
            is_masked: false,
            arguments,
            graph,
            objects,
            statics: Vec::new(),
        };
        let (one, two) = ([Value::Reference(list)], [Value::Reference(other), Value::Int(3)]);
        let histories = [
            History {
                id: 7,
                class,
                node: Some(own),
                is_lost: false,
                events: vec![
                    event(&first, &one, vec![(other, 9)], 1),
                    event(&first, &two, vec![(other, 9)], 3),
                ],
            },
            History { id: 9, class, node: None, is_lost: false, events: Vec::new() },
        ];
        let classes = Default::default();
        let avoid = Default::default();
        let request = Request {
            classes: &classes,
            graph: &graph,
            roots: &[],
            names: &[],
            viewpoint: "",
            statics: &[],
            needed: None,
            avoid: &avoid,
            collaborators: &[],
            histories: &histories,
            memory: None,
        };
        let histories = merge(&request, 100).unwrap();
        let object_history = histories.of(own).unwrap();
        let shared = object_history.arguments[0].tracked[0];
        assert_eq!(object_history.arguments[1].values, [Value::Reference(shared), Value::Int(3)]);
        let Value::Reference(list) = object_history.arguments[0].values[0] else { panic!("no list") };
        let elements = vec![Value::Reference(shared), Value::Null];
        assert_eq!(histories.graph.get(list), &Node::Array { class, elements });
        assert!(histories.of(shared).is_some() && shared != own);
        assert!(merge(&request, 3).is_none(), "four objects are more than three");
    }
}
