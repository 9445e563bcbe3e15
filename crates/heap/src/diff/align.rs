//! Which elements and entries before and after belong together.

use std::collections::HashMap;
use std::hash::{DefaultHasher, Hash, Hasher};
use std::ops::Range;

use super::Same;
use crate::logical::Forms;
use crate::parts::{Member, Parts, Plain, parts, plain};
use crate::path::Step;
use crate::value::Value;

/// The content of an object, by how it is to be aligned.
pub(super) struct Content<'g> {
    pub named: Vec<(Step<'g>, Value)>,
    pub elements: Vec<Value>,
    pub members: Vec<Member>,
}

impl<'g> Content<'g> {
    pub fn of(parts: Parts<'g>) -> Self {
        let mut content = Content { named: Vec::new(), elements: Vec::new(), members: parts.members };
        for (step, value) in parts.children {
            match step {
                Step::Index(_) => content.elements.push(value),
                // An entry of a map with an order is its key and, right behind, its value.
                Step::KeyAt(_) => {}
                Step::Key(key) => content.members.push(Member { key, value: Some(value) }),
                _ => content.named.push((step, value)),
            }
        }
        content
    }
}

/// Elements that are in both lists, by their positions, and those that are in one.
pub(super) struct Elements {
    pub kept: Vec<(usize, usize)>,
    pub removed: Range<usize>,
    pub added: Range<usize>,
}

/// Lists of one length are compared place by place. Otherwise what begins and what ends alike is kept,
/// and what lies between has come or gone.
pub(super) fn elements(
    before: &Forms,
    after: &Forms,
    same: Option<Same>,
    old: &[Value],
    new: &[Value],
) -> Elements {
    let (mut start, mut end) = (0, 0);
    let shorter = old.len().min(new.len());
    if old.len() == new.len() {
        start = shorter;
    } else {
        let alike = |one, two| are_alike(before, after, same, one, two);
        while start < shorter && alike(old[start], new[start]) {
            start += 1;
        }
        while end < shorter - start && alike(old[old.len() - 1 - end], new[new.len() - 1 - end]) {
            end += 1;
        }
    }
    // Between the two ends, as many as there are on both sides stay in their places.
    let between = shorter - start - end;
    let front = (0..start + between).map(|at| (at, at));
    let back = (0..end).rev().map(|at| (old.len() - 1 - at, new.len() - 1 - at));
    Elements {
        kept: front.chain(back).collect(),
        removed: start + between..old.len() - end,
        added: start + between..new.len() - end,
    }
}

fn are_alike(before: &Forms, after: &Forms, same: Option<Same>, one: Value, two: Value) -> bool {
    match (plain(before, one), plain(after, two)) {
        (Some(one), Some(two)) => one == two,
        (None, None) => match (same, one, two) {
            (Some(same), Value::Reference(one), Value::Reference(two)) => same(one) == Some(two),
            _ => looks(before, one) == looks(after, two),
        },
        _ => false,
    }
}

/// A summary of an object: its label and the plain values that it holds itself.
fn looks(forms: &Forms, value: Value) -> Option<u64> {
    let Value::Reference(node) = value else { return None };
    let (parts, mut hasher) = (parts(forms, node, None)?, DefaultHasher::new());
    parts.label.hash(&mut hasher);
    for (_, value) in parts.children {
        plain(forms, value).hash(&mut hasher);
    }
    Some(hasher.finish())
}

/// Entries that both maps have, and those that one has.
pub(super) struct Members {
    pub kept: Vec<(Member, Member)>,
    pub removed: Vec<Member>,
    pub added: Vec<Member>,
}

/// The identity of a key in both graphs.
#[derive(PartialEq, Eq, Hash)]
enum Key<'g> {
    Plain(Plain<'g>),
    /// The same object, by its node after the call.
    Same(Value),
    Looks(Option<u64>),
}

pub(super) fn members(
    before: &Forms,
    after: &Forms,
    same: Option<Same>,
    old: Vec<Member>,
    new: Vec<Member>,
) -> Members {
    let mut found: HashMap<Key, Vec<usize>> = HashMap::new();
    for (at, member) in new.iter().enumerate().rev() {
        let counterpart = same.map(|_| member.key);
        found.entry(key(after, member, counterpart)).or_default().push(at);
    }
    let mut members = Members { kept: Vec::new(), removed: Vec::new(), added: Vec::new() };
    let mut is_kept = vec![false; new.len()];
    for member in old {
        let counterpart = same.map(|same| match member.key {
            Value::Reference(node) => same(node).map_or(Value::Null, Value::Reference),
            value => value,
        });
        match found.get_mut(&key(before, &member, counterpart)).and_then(Vec::pop) {
            Some(at) => {
                is_kept[at] = true;
                members.kept.push((member, new[at]));
            }
            None => members.removed.push(member),
        }
    }
    members.added =
        new.into_iter().zip(is_kept).filter(|(_, kept)| !kept).map(|(member, _)| member).collect();
    members
}

/// `counterpart` is the object after the call that is the same, if that is known.
fn key<'g>(forms: &Forms<'g>, member: &Member, counterpart: Option<Value>) -> Key<'g> {
    match (plain(forms, member.key), counterpart) {
        (Some(key), _) => Key::Plain(key),
        (None, Some(value)) => Key::Same(value),
        (None, None) => Key::Looks(looks(forms, member.key)),
    }
}
