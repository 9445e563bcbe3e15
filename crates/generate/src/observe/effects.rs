//! The changes that a call made, as far as a test can observe them.

use reenact_heap::isomorphism::{Grade, Identity, Options, Root, compare};
use reenact_heap::{LogicalForm, Node, NodeId, Value};
use rustc_hash::FxHashSet;

use super::likeness::is_value_like;
use super::{Bounds, Look, ObservedValue, Observer};
use crate::accessors::Access;

/// Wrong guesses about sets that may be taken back; past them nothing is claimed.
const GUESSES: usize = 1_000;

impl Observer<'_, '_> {
    /// Looks at what became of a root.
    pub fn effects(&mut self, root: usize, bounds: Bounds) {
        let values = (self.capture.roots.get(root), self.capture.roots_after.get(root));
        let (Some(&before), Some(&after)) = values else { return };
        self.bounds =
            Bounds { observations: self.seen.observations.len() + bounds.observations, depth: bounds.depth };
        let count = self.seen.observations.len();
        let is_changed = self.change(
            ObservedValue::Root(root),
            &mut Vec::new(),
            (before, after),
            0,
            &mut FxHashSet::default(),
            None,
        );
        self.seen.has_hidden_change |= is_changed && self.seen.observations.len() == count;
    }

    /// Says how a root is, changed or not.
    pub fn state(&mut self, root: usize, bounds: Bounds) {
        let Some(&Value::Reference(node)) = self.capture.roots_after.get(root) else { return };
        self.bounds =
            Bounds { observations: self.seen.observations.len() + bounds.observations, depth: bounds.depth };
        self.seen.is_unchanged = true;
        self.parts(ObservedValue::Root(root), &mut Vec::new(), node, 0, None);
    }

    /// Follows a change to where it can be seen; whether there is one.
    fn change(
        &mut self,
        subject: ObservedValue,
        path: &mut Vec<Look>,
        (one, two): (Value, Value),
        depth: usize,
        passed: &mut FxHashSet<NodeId>,
        word: Option<&str>,
    ) -> bool {
        if self.is_same(one, two) {
            return false;
        }
        let (Value::Reference(old), Value::Reference(new)) = (one, two) else {
            self.content(subject, path, two, depth, word);
            return true;
        };
        if !passed.insert(new) {
            return false;
        }
        let classes = (self.class_of(self.before, old), self.class_of(self.after, new));
        let is_replaced = self.is_same_numbering() && old != new || classes.0 != classes.1;
        if !path.is_empty() && is_replaced {
            self.content(subject, path, two, depth, word);
            return true;
        }
        if self.after.of(new).is_ok() {
            self.changed_form(subject, path, (old, new), depth, word);
            return true;
        }
        match (self.before.graph().try_get(old), self.after.graph().try_get(new), classes.1) {
            (
                Some(Node::Object { fields: before, .. }),
                Some(Node::Object { fields: after, .. }),
                Some(class),
            ) if before.len() == after.len() => {
                let (before, after) = (before.clone(), after.clone());
                let visible = self.visible(self.after, new, class);
                for visible in visible {
                    let (Some(&one), Some(&two)) = (before.get(visible.slot), after.get(visible.slot)) else {
                        continue;
                    };
                    if self.is_masked(new, visible.slot) || depth >= self.bounds.depth {
                        continue;
                    }
                    path.push(Look::Read(visible.access));
                    let word = word.or(Some(&visible.name));
                    match (visible.access, two) {
                        (Access::Copy(_), Value::Reference(copied)) if !self.is_same(one, two) => {
                            self.changed_content(subject, path, copied, depth + 1, word);
                        }
                        (Access::Copy(_), Value::Reference(_)) => {}
                        _ => {
                            self.change(subject, path, (one, two), depth + 1, passed, word);
                        }
                    }
                    path.pop();
                }
            }
            (Some(_), Some(Node::Array { .. } | Node::Primitives(_)), _) => {
                self.changed_content(subject, path, new, depth, word);
            }
            _ => {}
        }
        true
    }

    /// A changed object of the JDK is asserted as a whole if possible. Of a list of objects that `equals` does not
    /// compare, only the new elements are asserted.
    fn changed_form(
        &mut self,
        subject: ObservedValue,
        path: &mut Vec<Look>,
        (old, new): (NodeId, NodeId),
        depth: usize,
        word: Option<&str>,
    ) {
        let lists = (self.before.of(old).map(|old| old.form), self.after.of(new).map(|new| new.form));
        let is_compared = is_value_like(self.scene.types.world, self.after, new);
        let (
            Ok(LogicalForm::List { elements: old, .. }),
            Ok(LogicalForm::List { elements: new_elements, .. }),
            false,
        ) = (lists.0, lists.1, is_compared)
        else {
            return self.changed_content(subject, path, new, depth, word);
        };
        if !self.is_same_numbering() {
            return self.changed_content(subject, path, new, depth, word);
        }
        path.push(Look::Ask("java/util/Collection", "size", "()I"));
        let size = Value::Int(i32::try_from(new_elements.len()).unwrap_or(i32::MAX));
        self.content(subject, path, size, depth, word);
        path.pop();
        for (index, element) in new_elements.iter().enumerate() {
            if old.get(index) != Some(element) {
                path.push(Look::Get(index));
                self.content(subject, path, *element, depth, word);
                path.pop();
            }
        }
    }

    /// Returns the current content of the same object.
    fn changed_content(
        &mut self,
        subject: ObservedValue,
        path: &mut Vec<Look>,
        node: NodeId,
        depth: usize,
        word: Option<&str>,
    ) {
        let depth = depth.min(self.bounds.depth.saturating_sub(1));
        self.content_of_known(subject, path, node, depth, word);
    }

    pub(super) fn is_same(&self, one: Value, two: Value) -> bool {
        match (one, two) {
            (Value::Reference(_), Value::Reference(_)) => {
                let root = Root { name: "value", left: one, right: two };
                let options =
                    Options { identity: Identity::ExceptValues, guesses: GUESSES, ..Options::default() };
                compare(self.before, self.after, &[root], options).grade != Grade::Different
            }
            _ => one == two,
        }
    }
}
