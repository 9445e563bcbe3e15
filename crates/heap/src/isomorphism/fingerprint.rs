//! Numbers that equal objects share: they show which elements of two sets can belong together.
//!
//! Colour refinement: an object's colour is its label, then again and again that and the colours of
//! what it holds. Objects of different colours are different. A few rounds separate nearly everything
//! that occurs; what they do not is left to guessing.

use std::hash::{DefaultHasher, Hash, Hasher};

use reenact_base::{Id, IdVec};

use crate::graph::NodeId;
use crate::logical::Forms;
use crate::parts::{Counts, Member, parts};
use crate::value::Value;

/// More rounds would only help with sets whose elements differ this many references away.
const ROUNDS: usize = 8;

/// The colours of the objects of one graph.
pub(super) struct Fingerprints {
    colours: IdVec<NodeId, u64>,
}

/// An object as far as colours go: its label, what it holds in order, and what in none.
struct Outline {
    label: u64,
    children: Vec<Value>,
    members: Vec<Member>,
}

impl Fingerprints {
    pub fn of(forms: &Forms, counts: Option<Counts>) -> Self {
        let outlines: Vec<Outline> = forms
            .graph()
            .iter()
            .map(|(node, _)| match parts(forms, node, counts) {
                Some(parts) => Outline {
                    label: hash(&parts.label),
                    children: parts.children.into_iter().map(|(_, value)| value).collect(),
                    members: parts.members,
                },
                None => Outline { label: 0, children: Vec::new(), members: Vec::new() },
            })
            .collect();
        let labels = outlines.iter().map(|outline| outline.label).collect();
        let mut fingerprints = Fingerprints { colours: labels };
        for _ in 0..ROUNDS {
            let next = outlines.iter().map(|outline| fingerprints.refined(outline)).collect();
            fingerprints.colours = next;
        }
        fingerprints
    }

    fn refined(&self, outline: &Outline) -> u64 {
        let mut hasher = DefaultHasher::new();
        outline.label.hash(&mut hasher);
        for child in &outline.children {
            self.of_value(*child).hash(&mut hasher);
        }
        // A sum does not depend on the order.
        let sum = outline.members.iter().map(|member| self.of_member(*member)).fold(0, u64::wrapping_add);
        (outline.members.len(), sum).hash(&mut hasher);
        hasher.finish()
    }

    pub fn of_member(&self, member: Member) -> u64 {
        hash(&(self.of_value(member.key), member.value.map(|value| self.of_value(value))))
    }

    fn of_value(&self, value: Value) -> u64 {
        match value {
            Value::Reference(node) => self.colours.as_slice().get(node.index()).copied().unwrap_or_default(),
            primitive => hash(&primitive),
        }
    }
}

fn hash(value: &impl Hash) -> u64 {
    let mut hasher = DefaultHasher::new();
    value.hash(&mut hasher);
    hasher.finish()
}
