//! The changes that a call made to a graph: the differences between before and after, as a person would list them.
//!
//! Objects are followed from the roots on both sides at once. Who recorded both graphs knows which
//! objects are the same; if that is handed in ([`Same`]) a replaced object is distinguished from a changed one.
//! Without it, objects of one class at the same place are taken for the same.

mod align;

#[cfg(test)]
mod tests;

use reenact_base::Id;

use crate::describe::describe;
use crate::graph::{Node, NodeId};
use crate::isomorphism::Root;
use crate::logical::Forms;
use crate::parts::{Label, Parts, parts, plain};
use crate::path::{Place, Places, Step};
use crate::value::{PrimitiveArray, Value};

/// Which object after the call is the same as one before; `None` if it was not captured again.
pub type Same<'a> = &'a dyn Fn(NodeId) -> Option<NodeId>;

/// One thing that is not as it was.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Change {
    /// Such as `order.lines[2].quantity` or `map["k"]`.
    pub path: String,
    /// The old value; `None` if there was none.
    pub before: Option<Value>,
    /// The new value; `None` if there is none.
    pub after: Option<Value>,
    /// Both in words.
    pub text: String,
}

impl std::fmt::Display for Change {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{}: {}", self.path, self.text)
    }
}

/// All that is not as it was.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Diff {
    /// In the order of a walk from the roots.
    pub changes: Vec<Change>,
    /// Objects that what changed or was added refers to, and that have no counterpart before; not
    /// strings, boxes, dates and the like.
    pub new_objects: Vec<NodeId>,
    /// Whether there are more changes than were asked for.
    pub is_truncated: bool,
    /// Whether a capture ended or a graph is damaged where the walk came by, so that there may be
    /// changes that cannot be seen.
    pub is_incomplete: bool,
}

/// The differences between two graphs, at most `limit` of them. The left side of each root is before.
pub fn diff(before: &Forms, after: &Forms, roots: &[Root], same: Option<Same>, limit: usize) -> Diff {
    let mut walk = Walk {
        before,
        after,
        same,
        names: roots.iter().map(|root| root.name).collect(),
        places: Places::default(),
        pairs: Vec::new(),
        to_after: vec![None; before.graph().len()],
        to_before: vec![None; after.graph().len()],
        diff: Diff::default(),
        limit,
    };
    for (number, root) in roots.iter().enumerate().rev() {
        let place = walk.places.beyond(None, Step::Root(number), root.left);
        walk.pairs.push((root.left, root.right, place));
    }
    while let Some((one, two, place)) = walk.pairs.pop() {
        if walk.diff.is_truncated {
            break;
        }
        walk.compare(one, two, place);
    }
    walk.diff.new_objects = walk.new_objects();
    walk.diff
}

struct Walk<'s, 'b, 'a> {
    before: &'s Forms<'b>,
    after: &'s Forms<'a>,
    same: Option<Same<'s>>,
    names: Vec<&'s str>,
    places: Places<'b>,
    pairs: Vec<(Value, Value, Place)>,
    to_after: Vec<Option<NodeId>>,
    to_before: Vec<Option<NodeId>>,
    diff: Diff,
    limit: usize,
}

impl<'s, 'b, 'a> Walk<'s, 'b, 'a> {
    fn compare(&mut self, one: Value, two: Value, place: Place) {
        let (Value::Reference(old), Value::Reference(new)) = (one, two) else {
            if one != two {
                self.changed(one, two, place);
            }
            return;
        };
        let bound = (self.to_after.get(old.index()).copied(), self.to_before.get(new.index()).copied());
        let (Some(bound), Some(back)) = bound else { return self.diff.is_incomplete = true };
        if bound == Some(new) {
            return;
        }
        // Strings, boxes, dates and the like are what they say.
        if let (Some(old), Some(new)) = (plain(self.before, one), plain(self.after, two)) {
            if old != new {
                self.changed(one, two, place);
            }
            return;
        }
        if bound.is_some() || back.is_some() || self.same.is_some_and(|same| same(old) != Some(new)) {
            return self.changed(one, two, place);
        }
        let both = (parts(self.before, old, None), parts(self.after, new, None));
        let (Some(of_old), Some(of_new)) = both else { return self.diff.is_incomplete = true };
        (self.to_after[old.index()], self.to_before[new.index()]) = (Some(new), Some(old));
        self.apart(of_old, of_new, (one, two), place);
    }

    /// Compares what two objects that are the same hold.
    fn apart(&mut self, old: Parts<'b>, new: Parts<'a>, (one, two): (Value, Value), place: Place) {
        let is_end = |label: &Label| matches!(label, Label::End { .. });
        if old.label.class() != new.label.class() {
            return self.changed(one, two, place);
        }
        if is_end(&old.label) || is_end(&new.label) {
            self.diff.is_incomplete = true;
            return;
        }
        match (&old.label, &new.label) {
            (Label::Primitives(old), Label::Primitives(new)) => {
                return self.primitives(old, new, (one, two), place);
            }
            _ if old.label != new.label => self.changed(one, two, place),
            _ => {}
        }
        // The last pushed is compared first: fields, then elements, then entries.
        let (old, new) = (align::Content::of(old), align::Content::of(new));
        self.members(old.members, new.members, place);
        self.elements(&old.elements, &new.elements, place);
        for ((step, one), two) in old.named.into_iter().zip(new.named).rev() {
            let place = self.places.beyond(Some(place), step, one);
            self.pairs.push((one, two.1, place));
        }
    }

    fn primitives(&mut self, old: &PrimitiveArray, new: &PrimitiveArray, both: (Value, Value), place: Place) {
        if old.len() != new.len() {
            return self.changed(both.0, both.1, place);
        }
        for index in 0..old.len() {
            let (Some(one), Some(two)) = (old.get(index), new.get(index)) else { continue };
            if one != two {
                let place = self.places.beyond(Some(place), Step::Index(index), one);
                self.changed(one, two, place);
            }
        }
    }

    fn elements(&mut self, old: &[Value], new: &[Value], place: Place) {
        let aligned = align::elements(self.before, self.after, self.same, old, new);
        for (index, one) in aligned.removed.clone().map(|index| (index, old[index])) {
            let path = format!("{}[{index}]", self.path(place));
            self.record(path, Some(one), None);
        }
        for (index, two) in aligned.added.clone().map(|index| (index, new[index])) {
            let path = format!("{}[{index}]", self.path(place));
            self.record(path, None, Some(two));
        }
        for (one, two) in aligned.kept.into_iter().rev() {
            let place = self.places.beyond(Some(place), Step::Index(one), old[one]);
            self.pairs.push((old[one], new[two], place));
        }
    }

    fn members(&mut self, old: Vec<crate::parts::Member>, new: Vec<crate::parts::Member>, place: Place) {
        let aligned = align::members(self.before, self.after, self.same, old, new);
        let written =
            |key: String, is_entry: bool| if is_entry { format!("[{key}]") } else { format!("{{{key}}}") };
        for member in aligned.removed {
            let key = written(describe(self.before, member.key), member.value.is_some());
            let path = self.path(place) + &key;
            self.record(path, Some(member.value.unwrap_or(member.key)), None);
        }
        for member in aligned.added {
            let key = written(describe(self.after, member.key), member.value.is_some());
            let path = self.path(place) + &key;
            self.record(path, None, Some(member.value.unwrap_or(member.key)));
        }
        for (one, two) in aligned.kept.into_iter().rev() {
            if let (Some(one_value), Some(two_value)) = (one.value, two.value) {
                let place = self.places.beyond(Some(place), Step::Key(one.key), one_value);
                self.pairs.push((one_value, two_value, place));
            }
            let place = self.places.beyond(Some(place), Step::Element(one.key), one.key);
            self.pairs.push((one.key, two.key, place));
        }
    }

    /// Returns the objects that are new, with all that they refer to, up to objects that existed before.
    fn new_objects(&mut self) -> Vec<NodeId> {
        let mut is_known: Vec<bool> = self.to_before.iter().map(Option::is_some).collect();
        if let Some(same) = self.same {
            for (node, _) in self.before.graph().iter() {
                if let Some(known) = same(node).and_then(|node| is_known.get_mut(node.index())) {
                    *known = true;
                }
            }
        }
        let mut to_do: Vec<Value> =
            self.diff.changes.iter().rev().filter_map(|change| change.after).collect();
        let mut new = Vec::new();
        while let Some(value) = to_do.pop() {
            let Value::Reference(node) = value else { continue };
            match is_known.get_mut(node.index()) {
                Some(known) if !*known => *known = true,
                _ => continue,
            }
            if plain(self.after, value).is_some() {
                continue;
            }
            let Some(parts) = parts(self.after, node, None) else { continue };
            new.push(node);
            to_do.extend(
                parts.members.iter().rev().flat_map(|member| [Some(member.key), member.value]).flatten(),
            );
            to_do.extend(parts.children.iter().rev().map(|(_, value)| *value));
        }
        new
    }

    fn changed(&mut self, before: Value, after: Value, place: Place) {
        let path = self.path(place);
        self.record(path, Some(before), Some(after));
    }

    fn record(&mut self, path: String, before: Option<Value>, after: Option<Value>) {
        if self.diff.changes.len() >= self.limit {
            self.diff.is_truncated = true;
            return;
        }
        let text = match (before, after) {
            (None, after) => format!("added {}", describe(self.after, after.unwrap_or(Value::Null))),
            (Some(before), None) => format!("removed {}", describe(self.before, before)),
            (Some(before), Some(after)) => {
                let (old, new) = (describe(self.before, before), describe(self.after, after));
                // Two objects that are described alike are not the same one.
                let another = if old == new && is_object(self.after, after) { "another " } else { "" };
                format!("{old} -> {another}{new}")
            }
        };
        self.diff.changes.push(Change { path, before, after, text });
    }

    fn path(&self, place: Place) -> String {
        self.places.path(place, self.before, &self.names)
    }
}

fn is_object(forms: &Forms, value: Value) -> bool {
    match value {
        Value::Reference(node) => !matches!(forms.graph().try_get(node), None | Some(Node::String(_))),
        _ => false,
    }
}
