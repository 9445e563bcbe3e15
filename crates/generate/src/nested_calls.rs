//! The answers of a call's collaborators: recorded calls within it, on objects of its own graph.
//!
//! An object has another number in every invocation; it is identified by its class and its identity hash. A lambda is
//! identified by its body, which is recorded in its place, and the values that it has captured. The answers
//! are copied into the graph of the call, so that one plan makes everything.

mod lambdas;

use std::collections::{BTreeSet, VecDeque};

use reenact_base::{Id, Memo};
use reenact_cases::Case;
use reenact_classfile::{MethodDescriptor, Mutf8};
use reenact_heap::{Class, ClassId, ClassKind, Classes, HeapGraph, LogicalForm, Node, NodeId, Value};
use reenact_rebuild::plan::Member;
use reenact_rebuild::{CallOutcome, Collaborator, CollaboratorCall};
use reenact_recording::RecordingReader;
use reenact_recording::graph::{After, Capture, Outcome};
use reenact_recording::model::{InvocationHead, Marks, ThreadNumber};
use reenact_world::World;
use rustc_hash::{FxHashMap, FxHashSet};

use crate::delegating_collections::DelegatingCollections;
use lambdas::Lambdas;

/// Calls of one collaborator, and objects of all answers: more of them make no readable test.
const MOST_CALLS: usize = 40;
const MOST_OBJECTS: usize = 2_000;
/// Invocations that are searched for the answer of one that was left out of the recording as a repeat.
const MOST_REPEATS: usize = 200;
/// Objects of a call's graph whose answers are searched for.
const MOST_COLLABORATORS: usize = 64;

/// Which invocations happened within which. That follows from their times: the direct caller of one may have been left out
/// of the recording.
pub struct NestedCalls {
    /// By thread, in the order of their entry.
    threads: FxHashMap<ThreadNumber, Vec<usize>>,
    heads: Vec<InvocationHead>,
    /// The receivers of invocations: to find them, the whole capture is read.
    receivers: Memo<usize, Option<Key>>,
}

/// A call's graph with the answers of its collaborators.
#[derive(Clone)]
pub struct Collaborators {
    /// The graph before the call, and behind its objects those of the answers.
    pub graph: HeapGraph,
    pub objects: Vec<Collaborator>,
}

/// An object that is the same in several invocations.
type Key = (ClassId, u32);

impl NestedCalls {
    pub fn of(reader: &RecordingReader<'_>) -> Self {
        let heads: Vec<InvocationHead> = reader.invocations().copied().collect();
        let mut threads: FxHashMap<ThreadNumber, Vec<usize>> = FxHashMap::default();
        for (index, head) in heads.iter().enumerate() {
            threads.entry(head.thread).or_default().push(index);
        }
        threads.values_mut().for_each(|all| all.sort_by_key(|&index| heads[index].entered));
        NestedCalls { threads, heads, receivers: Memo::default() }
    }

    /// Returns the answers that a case got from its objects. `wanted` are those that cannot be rebuilt; if no method was
    /// called on one of them, its nearest holder may have been called instead.
    pub fn collaborators(
        &self,
        reader: &RecordingReader<'_>,
        case: &Case,
        wanted: &[NodeId],
        collections: &DelegatingCollections<'_>,
        world: &World,
    ) -> Collaborators {
        let capture = &case.capture;
        let known = keys(capture);
        let mut by_key: FxHashMap<Key, NodeId> = FxHashMap::default();
        for (&node, &key) in &known {
            by_key.insert(key, node);
        }
        let lambdas = Lambdas::of(reader.classes(), capture);
        let calls = self.calls_inside(reader, case, &by_key, &lambdas, world);
        let receiver = case.has_receiver().then(|| capture.roots.first().copied()).flatten();
        let is_receiver = |node: NodeId| receiver == Some(Value::Reference(node));
        let holders = holders(capture);
        let mut chosen: BTreeSet<NodeId> = BTreeSet::new();
        for &node in wanted.iter().take(MOST_COLLABORATORS) {
            let above = std::iter::successors(Some(node), |node| holders.get(node).copied());
            let mut called = above.take(64).filter(|node| !is_receiver(*node));
            let called = called.find(|node| calls.contains_key(node));
            chosen.extend(called.or(Some(node).filter(|node| !is_receiver(*node))));
        }
        let mut copied = AnswerGraph {
            collections: Some(collections),
            graph: capture.before.clone(),
            by_key,
            own: capture.before.len(),
            boxes: boxes(reader),
        };
        let mut collaborators = Vec::new();
        for node in chosen {
            let mut indices = calls.get(&node).cloned().unwrap_or_default();
            if let Some(key) = known.get(&node)
                && (indices.is_empty() || case.head.dropped_inside > 0)
                // Calls of proxies are never left out of a recording.
                && !is_proxy(reader, key.0)
            {
                self.add_repeats(reader, *key, &mut indices);
            }
            let own = calls.get(&node).map_or(0, Vec::len);
            let mut known: Vec<CollaboratorCall> = Vec::new();
            for (at, index) in indices.into_iter().take(MOST_CALLS).enumerate() {
                let head = &self.heads[index];
                let Some(ran) = member(reader, head) else { continue };
                let Ok(nested) = reader.capture(index) else { continue };
                let asked = match lambdas.asked(node) {
                    Some((method, captured)) => Asked { method, unasked: captured, has_receiver: false },
                    None => Asked::of_object(ran, head),
                };
                let call = copied.call(reader, asked, &nested, head);
                // Answers to this call itself take precedence over those to others.
                let is_known = |call: &CollaboratorCall| {
                    known.iter().any(|known| known.method == call.method && known.arguments == call.arguments)
                };
                let call = call.filter(|call| at < own || !is_known(call));
                known.extend(call);
            }
            let given_as = given_as(reader, case, node);
            collaborators.push(Collaborator { node, given_as, calls: known });
        }
        Collaborators { graph: copied.graph, objects: collaborators }
    }

    /// Returns the calls on objects of the case's graph that happened within it, by object, in order. Calls within a call
    /// on a proxy or a lambda are part of its answer. So are calls of an object's own methods, unless the method around
    /// them is final: a stand-in cannot override it, and the calls that it makes reach the stand-in.
    fn calls_inside(
        &self,
        reader: &RecordingReader<'_>,
        case: &Case,
        by_key: &FxHashMap<Key, NodeId>,
        lambdas: &Lambdas<'_>,
        world: &World,
    ) -> FxHashMap<NodeId, Vec<usize>> {
        let mut calls: FxHashMap<NodeId, Vec<usize>> = FxHashMap::default();
        let all = self.threads.get(&case.head.thread).map_or(&[][..], Vec::as_slice);
        let first = all.partition_point(|&index| self.heads[index].entered <= case.head.entered);
        let inside = all[first..].iter().take_while(|&&index| self.heads[index].entered < case.head.exited);
        // Calls on objects of the graph that have not ended, with those objects.
        let mut open: Vec<(u64, NodeId, bool)> = Vec::new();
        for &index in inside {
            let head = self.heads[index];
            open.retain(|(exited, ..)| *exited > head.entered);
            if open.iter().any(|(_, _, is_answer)| *is_answer) {
                continue;
            }
            let receiver = || {
                let key = self.receiver(reader, index)?;
                Some((*by_key.get(&key)?, is_proxy(reader, key.0)))
            };
            let ran = member(reader, &head);
            let lambda = ran
                .as_ref()
                .filter(|ran| lambdas.have_body(ran))
                .and_then(|ran| lambdas.with_body(&case.capture, ran, &reader.capture(index).ok()?));
            let Some((node, is_answer)) = lambda.map(|node| (node, true)).or_else(receiver) else {
                continue;
            };
            if open.iter().all(|(_, around, _)| *around != node) {
                calls.entry(node).or_default().push(index);
            }
            if is_answer || !ran.is_some_and(|ran| is_final(world, &ran)) {
                open.push((head.exited, node, is_answer));
            }
        }
        calls
    }

    /// Returns the object that an invocation was a call on.
    fn receiver(&self, reader: &RecordingReader<'_>, index: usize) -> Option<Key> {
        self.receivers.get_or_insert_with(index, |&index| {
            let head = self.heads.get(index).filter(|head| head.marks.contains(Marks::HAS_RECEIVER))?;
            receiver_key(head, &reader.capture(index).ok()?)
        })
    }

    /// Adds calls on the same object that were made elsewhere: repeated calls are left out of recordings.
    fn add_repeats(&self, reader: &RecordingReader<'_>, key: Key, indices: &mut Vec<usize>) {
        let mut lineage = reader.classes().lineage(key.0);
        lineage.reverse();
        let numbers: Vec<_> = reader
            .methods()
            .filter(|method| reader.class_of(method.class).is_some_and(|class| lineage.contains(&class)))
            .map(|method| method.number)
            .collect();
        let known: FxHashSet<usize> = indices.iter().copied().collect();
        let all: Vec<usize> = numbers
            .into_iter()
            .flat_map(|number| reader.invocations_of(number).collect::<Vec<_>>())
            .collect();
        let mut more: Vec<usize> = Vec::new();
        for index in all.into_iter().filter(|index| !known.contains(index)).take(MOST_REPEATS) {
            if self.receiver(reader, index) == Some(key) {
                more.push(index);
            }
        }
        more.sort_by_key(|&index| self.heads[index].entered);
        indices.extend(more);
    }
}

/// A recorded call as a question to a collaborator.
struct Asked {
    method: Member,
    /// The number of first values that are not arguments: the receiver, or what a lambda has captured.
    unasked: usize,
    has_receiver: bool,
}

impl Asked {
    fn of_object(method: Member, head: &InvocationHead) -> Self {
        let has_receiver = head.marks.contains(Marks::HAS_RECEIVER);
        Asked { method, unasked: usize::from(has_receiver), has_receiver }
    }
}

/// Returns the types of the parameters that an object is passed as: a stand-in has to be of them.
fn given_as(reader: &RecordingReader<'_>, case: &Case, node: NodeId) -> Vec<Box<str>> {
    let Some(method) = reader.method(case.head.method) else { return Vec::new() };
    let encoded = reenact_classfile::mutf8::encode(&method.descriptor);
    let Some(parsed) = MethodDescriptor::parse(Mutf8::new(&encoded)) else { return Vec::new() };
    let given = case.capture.roots.iter().skip(usize::from(case.has_receiver()));
    let typed = given.zip(parsed.parameters()).filter(|(root, _)| **root == Value::Reference(node));
    typed.map(|(_, parameter)| parameter.descriptor().to_str().into()).collect()
}

fn is_proxy(reader: &RecordingReader<'_>, class: ClassId) -> bool {
    reader.classes().try_get(class).is_some_and(|class| class.kind == ClassKind::Proxy)
}

fn boxes(reader: &RecordingReader<'_>) -> FxHashSet<ClassId> {
    let names = ["Boolean", "Byte", "Character", "Short", "Integer", "Long", "Float", "Double"];
    let is_box =
        |class: &Class| class.name.strip_prefix("java/lang/").is_some_and(|name| names.contains(&name));
    reader.classes().iter().filter(|(_, class)| is_box(class)).map(|(id, _)| id).collect()
}

/// Returns the identities of the objects before a call.
fn keys(capture: &Capture) -> FxHashMap<NodeId, Key> {
    // Objects that the call made are not in the graph before it.
    let before = capture.identities.iter().filter(|known| known.node.index() < capture.before.len());
    let known = before.filter_map(|known| {
        let class = class_of(capture.before.try_get(known.node)?)?;
        Some((known.node, (class, known.hash)))
    });
    known.collect()
}

fn class_of(node: &Node) -> Option<ClassId> {
    match node {
        Node::Object { class, .. } | Node::End { class, .. } => Some(*class),
        _ => None,
    }
}

fn receiver_key(head: &InvocationHead, capture: &Capture) -> Option<Key> {
    let Some(Value::Reference(receiver)) =
        capture.roots.first().filter(|_| head.marks.contains(Marks::HAS_RECEIVER))
    else {
        return None;
    };
    let class = class_of(capture.before.try_get(*receiver)?)?;
    let known = capture.identities.iter().find(|known| known.node == *receiver)?;
    Some((class, known.hash))
}

/// Returns for every object the one through which it was reached first.
fn holders(capture: &Capture) -> FxHashMap<NodeId, NodeId> {
    let mut holders: FxHashMap<NodeId, NodeId> = FxHashMap::default();
    let mut queue = VecDeque::new();
    let mut seen: FxHashSet<NodeId> = FxHashSet::default();
    for root in &capture.roots {
        if let Value::Reference(node) = root
            && seen.insert(*node)
        {
            queue.push_back(*node);
        }
    }
    while let Some(node) = queue.pop_front() {
        for held in references(capture.before.try_get(node)) {
            if seen.insert(held) {
                holders.insert(held, node);
                queue.push_back(held);
            }
        }
    }
    holders
}

fn references(node: Option<&Node>) -> impl Iterator<Item = NodeId> {
    let values = match node {
        Some(Node::Object { fields: values, .. } | Node::Array { elements: values, .. }) => values.as_slice(),
        _ => &[],
    };
    values.iter().filter_map(|value| match value {
        Value::Reference(node) => Some(*node),
        _ => None,
    })
}

fn member(reader: &RecordingReader<'_>, head: &InvocationHead) -> Option<Member> {
    let method = reader.method(head.method)?;
    let class = reader.class(reader.class_of(method.class)?);
    Some(Member::new(&class.name, &method.name, &method.descriptor))
}

fn is_final(world: &World, member: &Member) -> bool {
    let class = world.class_id(&member.class);
    let method = class.and_then(|class| world.method(class, &member.name, &member.descriptor));
    method.is_some_and(|method| world.view(method).access_flags().is_final())
}

/// The graph of a call, to which answers are added.
struct AnswerGraph<'d> {
    collections: Option<&'d DelegatingCollections<'d>>,
    graph: HeapGraph,
    by_key: FxHashMap<Key, NodeId>,
    /// How many objects it had before.
    own: usize,
    /// Classes of boxes.
    boxes: FxHashSet<ClassId>,
}

impl AnswerGraph<'_> {
    fn call(
        &mut self,
        reader: &RecordingReader<'_>,
        asked: Asked,
        nested: &Capture,
        head: &InvocationHead,
    ) -> Option<CollaboratorCall> {
        if nested.kind != After::Difference || head.marks.contains(Marks::TORN_AFTER) {
            return None;
        }
        let mut copied: FxHashMap<NodeId, NodeId> = FxHashMap::default();
        let given = nested.roots.get(asked.unasked..)?;
        let outcome = match nested.outcome {
            Outcome::Unfinished => return None,
            Outcome::Returned(Some(value @ Value::Reference(_))) => {
                if asked.has_receiver && nested.roots.first() == Some(&value) {
                    CallOutcome::ReturnedItself
                } else if let Some(index) = given.iter().position(|given| *given == value) {
                    // Equal strings need not be the same object.
                    match self.is_text_or_box(reader, nested, value) {
                        true => CallOutcome::Returned(Some(self.copy(
                            reader.classes(),
                            nested,
                            value,
                            &mut copied,
                        )?)),
                        false => CallOutcome::ReturnedArgument(index),
                    }
                } else {
                    CallOutcome::Returned(Some(self.copy(reader.classes(), nested, value, &mut copied)?))
                }
            }
            Outcome::Returned(value) => CallOutcome::Returned(value),
            Outcome::Threw(value) => {
                CallOutcome::Threw(self.copy(reader.classes(), nested, value, &mut copied)?)
            }
        };
        let mut arguments = Vec::with_capacity(given.len());
        for &value in given {
            arguments.push(match value {
                Value::Reference(_) if self.can_be_compared(reader, nested, value) => {
                    Some(self.copy(reader.classes(), nested, value, &mut copied)?)
                }
                Value::Reference(_) => None,
                plain => Some(plain),
            });
        }
        Some(CollaboratorCall { method: asked.method, arguments, outcome })
    }

    fn is_text_or_box(&self, reader: &RecordingReader<'_>, nested: &Capture, value: Value) -> bool {
        let Value::Reference(node) = value else { return false };
        let forms = reenact_heap::Forms::new(reader.classes(), &nested.after);
        matches!(nested.after.try_get(node), Some(Node::String(_)))
            || forms.of(node).is_ok_and(|logical| matches!(logical.form, LogicalForm::Boxed(_)))
    }

    /// Whether a test can compare an argument with others: strings, boxes, constants.
    fn can_be_compared(&self, reader: &RecordingReader<'_>, nested: &Capture, value: Value) -> bool {
        let Value::Reference(node) = value else { return true };
        let forms = reenact_heap::Forms::new(reader.classes(), &nested.after);
        self.is_text_or_box(reader, nested, value)
            || forms.of(node).is_ok_and(|logical| matches!(logical.form, LogicalForm::Enum { .. }))
    }

    /// Returns a string or a box that was added before: their identity does not matter.
    fn equal(&self, node: &Node) -> Option<NodeId> {
        let is_value = match node {
            Node::String(_) => true,
            Node::Object { class, .. } => self.boxes.contains(class),
            _ => false,
        };
        let mut added = self.graph.iter().skip(self.own).filter(|_| is_value);
        added.find(|(_, known)| *known == node).map(|(known, _)| known)
    }

    /// Adds a value of the graph after another invocation, with all objects that it reaches. Objects that are in this graph
    /// already are not copied.
    fn copy(
        &mut self,
        classes: &Classes,
        nested: &Capture,
        value: Value,
        copied: &mut FxHashMap<NodeId, NodeId>,
    ) -> Option<Value> {
        let Value::Reference(root) = value else { return Some(value) };
        let watched =
            |node| self.collections.and_then(|collections| collections.watched(classes, &nested.after, node));
        // A wrapper that notices changes of a collection is not part of the answer.
        let bare = |node: NodeId| watched(node).unwrap_or(node);
        let root = bare(root);
        let keys: FxHashMap<NodeId, u32> =
            nested.identities.iter().map(|known| (known.node, known.hash)).collect();
        // First all objects are collected, so that none is added if one cannot be.
        let mut fresh: Vec<(NodeId, Option<Key>)> = Vec::new();
        let mut seen: FxHashSet<NodeId> = FxHashSet::from_iter([root]);
        let mut queue = VecDeque::from([root]);
        while let Some(node) = queue.pop_front() {
            if copied.contains_key(&node) {
                continue;
            }
            let found = nested.after.try_get(node)?;
            let key = class_of(found).zip(keys.get(&node).copied());
            let known = key.as_ref().and_then(|key| self.by_key.get(key).copied());
            if let Some(known) = known.or_else(|| self.equal(found)) {
                copied.insert(node, known);
                continue;
            }
            fresh.push((node, key));
            queue.extend(references(Some(found)).map(bare).filter(|held| seen.insert(*held)));
        }
        if self.graph.len() - self.own + fresh.len() > MOST_OBJECTS {
            return None;
        }
        for (at, (node, key)) in fresh.iter().enumerate() {
            let here = NodeId::from_index(self.graph.len() + at);
            copied.insert(*node, here);
            self.by_key.extend(key.map(|key| (key, here)));
        }
        for (node, _) in fresh {
            let mut node = nested.after.get(node).clone();
            if let Node::Object { fields: values, .. } | Node::Array { elements: values, .. } = &mut node {
                for value in values {
                    if let Value::Reference(held) = value {
                        *held = copied[&bare(*held)];
                    }
                }
            }
            self.graph.add(node);
        }
        Some(Value::Reference(*copied.get(&root)?))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use reenact_heap::Field;

    /// An answer that holds an object of the call's own graph refers to that object.
    #[test]
    fn objects_of_the_graph_are_not_copied_again() {
        let mut classes = Classes::new();
        let field = |name: &str| Field { name: name.into(), descriptor: "Ljava/lang/Object;".into() };
        let class = classes.add(Class {
            name: "p/Pair".into(),
            kind: ClassKind::Plain,
            superclass: None,
            interfaces: Vec::new(),
            fields: vec![field("left"), field("right")],
        });
        let mut graph = HeapGraph::new();
        let known = graph.add(Node::Object { class, fields: vec![Value::Null, Value::Null] });
        let mut after = HeapGraph::new();
        let id = NodeId::from_index;
        let references = vec![Value::Reference(id(1)), Value::Reference(id(0))];
        let pair = after.add(Node::Object { class, fields: references });
        after.add(Node::Object { class, fields: vec![Value::Null, Value::Null] });
        let hash = |node, hash| reenact_recording::notes::IdentityHash { node: id(node), hash };
        let nested = Capture {
            before: HeapGraph::new(),
            roots: Vec::new(),
            outcome: Outcome::Returned(Some(Value::Reference(pair))),
            kind: After::Difference,
            after,
            roots_after: Vec::new(),
            masked: Vec::new(),
            statics: Vec::new(),
            histories: Vec::new(),
            identities: vec![hash(0, 5), hash(1, 7)],
            pseudonyms: Vec::new(),
        };
        let by_key = FxHashMap::from_iter([((class, 7), known)]);
        let mut copied =
            AnswerGraph { collections: None, graph, by_key, own: 1, boxes: FxHashSet::default() };
        let value = copied.copy(&classes, &nested, Value::Reference(pair), &mut FxHashMap::default());
        assert_eq!(value, Some(Value::Reference(id(1))));
        let Node::Object { fields, .. } = copied.graph.get(id(1)) else { panic!() };
        assert_eq!(*fields, [Value::Reference(known), Value::Reference(id(1))]);
    }
}
