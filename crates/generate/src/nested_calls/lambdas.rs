//! The lambdas of a call's graph, and the recorded calls of their bodies.

use reenact_heap::{Class, ClassKind, Classes, Node, NodeId, Value};
use reenact_rebuild::plan::Member;
use reenact_recording::graph::Capture;

use super::class_of;

/// The lambdas of a call's graph.
pub(super) struct Lambdas<'c> {
    /// By node: its class, and the values that it has captured.
    all: Vec<(NodeId, &'c Class, &'c [Value])>,
}

impl<'c> Lambdas<'c> {
    pub(super) fn of(classes: &'c Classes, capture: &'c Capture) -> Self {
        let lambda = |(node, found): (NodeId, &'c Node)| match found {
            Node::Object { class, fields } => {
                let class = classes.try_get(*class)?;
                matches!(class.kind, ClassKind::Lambda { .. }).then_some((node, class, fields.as_slice()))
            }
            _ => None,
        };
        Lambdas { all: capture.before.iter().filter_map(lambda).collect() }
    }

    /// Returns whether a method is the body of one of them.
    pub(super) fn have_body(&self, method: &Member) -> bool {
        self.all.iter().any(|(_, class, _)| has_body(class, method))
    }

    /// Returns the lambda that ran its body when a method was called: its captured values are the first arguments.
    pub(super) fn with_body(&self, capture: &Capture, ran: &Member, nested: &Capture) -> Option<NodeId> {
        let is_it = |(_, class, captured): &&(NodeId, &Class, &[Value])| {
            has_body(class, ran)
                && captured.len() <= nested.roots.len()
                && captured
                    .iter()
                    .zip(&nested.roots)
                    .all(|(own, given)| may_be_same((capture, *own), (nested, *given)))
        };
        self.all.iter().find(is_it).map(|(node, ..)| *node)
    }

    /// Returns the method by which a lambda is called, and the number of values that it has captured; `None` if an object is
    /// not a lambda.
    pub(super) fn asked(&self, node: NodeId) -> Option<(Member, usize)> {
        let (_, class, captured) = self.all.iter().find(|(known, ..)| *known == node)?;
        let ClassKind::Lambda { method: (name, descriptor), .. } = &class.kind else { return None };
        Some((Member::new(class.interfaces.first()?, name, descriptor), captured.len()))
    }
}

fn has_body(class: &Class, method: &Member) -> bool {
    match &class.kind {
        ClassKind::Lambda { implementation: (class, name, descriptor), .. } => {
            *class == method.class && *name == method.name && *descriptor == method.descriptor
        }
        _ => false,
    }
}

/// Returns false if two values of different invocations are known not to be the same.
fn may_be_same((one, left): (&Capture, Value), (other, right): (&Capture, Value)) -> bool {
    let (Value::Reference(left), Value::Reference(right)) = (left, right) else { return left == right };
    let (Some(here), Some(there)) = (one.before.try_get(left), other.before.try_get(right)) else {
        return false;
    };
    let hash = |capture: &Capture, node: NodeId| {
        capture.identities.iter().find(|known| known.node == node).map(|known| known.hash)
    };
    match (hash(one, left), hash(other, right)) {
        (Some(one), Some(other)) => one == other,
        _ => match (here, there) {
            (Node::Object { class, fields }, Node::Object { class: other, fields: others }) => {
                let is_plain = |value: &Value| !matches!(value, Value::Reference(_));
                // A box, above all.
                let is_known = fields.iter().chain(others).all(is_plain);
                class == other && (!is_known || fields == others)
            }
            (Node::String(_), _) => here == there,
            _ => class_of(here) == class_of(there),
        },
    }
}
