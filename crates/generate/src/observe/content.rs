//! The content of a value, in as few observations as possible.

use reenact_heap::logical::{MapKind, QueueKind};
use reenact_heap::{LogicalForm, Node, NodeId, PrimitiveArray, Value};
use reenact_rebuild::ActionKey;
use reenact_rebuild::plan::Plan;
use reenact_world::ClassId;

use super::likeness::{has_equals, is_value_like, is_without_identity};
use super::{Expect, Look, ObservedValue, Observer, Wish, identity_hash, iterators};
use crate::accessors::Access;

/// Elements of a list that are looked at one by one.
const MOST_ELEMENTS: usize = 4;

/// Steps that make an object to compare with.
const MOST_STEPS: usize = 4;

/// Keys of a map that are asserted.
const MOST_KEYS: usize = 12;

/// Zero characters at the end of an array that show that it is a buffer.
const BUFFER_ROOM: usize = 4;

/// Elements that an iterator is asked for.
const MOST_ITERATED: usize = 8;

impl Observer<'_, '_> {
    /// Says what a value of the graph after the call is.
    pub(super) fn content(
        &mut self,
        subject: ObservedValue,
        path: &mut Vec<Look>,
        value: Value,
        depth: usize,
        word: Option<&str>,
    ) {
        if self.is_full() {
            return;
        }
        let Value::Reference(node) = value else {
            return self.push(subject, path, Expect::Literal(value), word);
        };
        match self.after.graph().try_get(node) {
            None | Some(Node::End { .. }) => return,
            Some(Node::String(text)) if identity_hash::is_in(self.scene.types.world, text) => {
                self.seen.has_unstable = true;
                return;
            }
            _ => {}
        }
        if let Some(known) = self.known(node, subject) {
            return self.push(subject, path, known, word);
        }
        self.content_of_known(subject, path, node, depth, word);
    }

    /// Says what an object is, whether or not the test has it already.
    pub(super) fn content_of_known(
        &mut self,
        subject: ObservedValue,
        path: &mut Vec<Look>,
        node: NodeId,
        depth: usize,
        word: Option<&str>,
    ) {
        if self.is_full() {
            return;
        }
        let value = Value::Reference(node);
        if let (false, Some(used)) = (path.is_empty(), self.buffered(node)) {
            // Of an empty one there is nothing to say.
            if !used.is_empty() {
                self.text(subject, path, Look::Text(used.len()), used, word);
            }
            return;
        }
        let is_array = matches!(self.after.graph().try_get(node), Some(Node::Primitives(_)));
        if is_array || self.is_array_of_values(node) {
            if let Some(plan) = (self.expected)(Wish::Value(value)) {
                return self.push(subject, path, Expect::Elements(plan), word);
            }
        } else if !self.holds_unstable(node) {
            let is_like = is_value_like(self.scene.types.world, self.after, node);
            let is_simple = |plan: &Plan| plan.steps.len() <= MOST_STEPS && plan.unproved.is_empty();
            let comparison = self.comparison_as_a_whole(node).filter(|_| !is_like);
            if (is_like || comparison.is_some())
                && let Some(plan) = (self.expected)(Wish::Value(value))
                && (is_like || is_simple(&plan))
            {
                self.seen.comparisons.extend(comparison);
                return self.push(subject, path, Expect::Equal(plan), word);
            }
        }
        // Of an object that was there before and that the call did not change there is nothing to say.
        let is_old = self.skips_old
            && !path.is_empty()
            && self.is_same_numbering()
            && self.before.graph().try_get(node).is_some();
        if depth < self.bounds.depth && !(is_old && self.is_same(value, value)) {
            self.parts(subject, path, node, depth, word);
        }
    }

    /// Returns how an object is compared whose class has an `equals`, whatever it is made of. If `equals` means something else, the test
    /// fails, and is written without the comparison.
    fn comparison_as_a_whole(&self, node: NodeId) -> Option<ActionKey> {
        let world = self.scene.types.world;
        let class = self.class_of(self.after, node)?;
        let comparison = ActionKey::comparison(&world.view(class).name().to_str());
        let is_taken = !world.is_platform_class(class) && has_equals(world, class);
        (is_taken && !self.avoid.contains(&comparison)).then_some(comparison)
    }

    /// The characters of a buffer with room for more, as builders of texts have them: the rest of the array is of no interest.
    fn buffered(&self, node: NodeId) -> Option<Vec<u16>> {
        let Some(Node::Primitives(PrimitiveArray::Char(chars))) = self.after.graph().try_get(node) else {
            return None;
        };
        let unused = chars.iter().rev().take_while(|char| **char == 0).count();
        (unused >= BUFFER_ROOM).then(|| chars[..chars.len() - unused].to_vec())
    }

    /// The object, if the test has it already.
    fn known(&self, node: NodeId, subject: ObservedValue) -> Option<Expect> {
        if !self.is_same_numbering() || is_without_identity(self.after, node) {
            return None;
        }
        let value = Value::Reference(node);
        let root = self.capture.roots.iter().position(|root| *root == value);
        match root {
            Some(root) if subject != ObservedValue::Root(root) => Some(Expect::Root(root)),
            Some(_) => None,
            None => (self.before.graph().try_get(node).is_some() && (self.is_made)(node))
                .then_some(Expect::Object(node)),
        }
    }

    fn is_array_of_values(&self, node: NodeId) -> bool {
        match self.after.graph().try_get(node) {
            Some(Node::Array { elements, .. }) => self.are_values(elements),
            _ => false,
        }
    }

    fn are_values(&self, elements: &[Value]) -> bool {
        elements.iter().all(|element| match element {
            Value::Reference(element) => is_value_like(self.scene.types.world, self.after, *element),
            _ => true,
        })
    }

    /// Whether the keys of a map can be compared, and are few enough to be read.
    fn has_keys(&self, entries: &[(Value, Value)]) -> bool {
        let keys: Vec<Value> = entries.iter().map(|(key, _)| *key).collect();
        let is_stable = |key: &Value| match self.after.text(*key) {
            Some(text) => !identity_hash::is_in(self.scene.types.world, text),
            None => true,
        };
        keys.len() <= MOST_KEYS
            && !keys.contains(&Value::Null)
            && self.are_values(&keys)
            && keys.iter().all(is_stable)
    }

    /// A list of texts may hold one that is another in the next JVM.
    fn holds_unstable(&self, node: NodeId) -> bool {
        let elements = self.after.elements(node).unwrap_or_default();
        elements.iter().any(|element| {
            self.after.text(*element).is_some_and(|text| identity_hash::is_in(self.scene.types.world, text))
        })
    }

    /// Looks into an object.
    pub(super) fn parts(
        &mut self,
        subject: ObservedValue,
        path: &mut Vec<Look>,
        node: NodeId,
        depth: usize,
        word: Option<&str>,
    ) {
        let ask = |observer: &mut Self, path: &mut Vec<Look>, look: Look, value: Value| {
            path.push(look);
            observer.content(subject, path, value, depth + 1, word);
            path.pop();
        };
        if let Some(Node::Array { elements, .. }) = self.after.graph().try_get(node) {
            ask(self, path, Look::Length, int(elements.len()));
            for (index, element) in elements.iter().enumerate().take(MOST_ELEMENTS) {
                ask(self, path, Look::Index(index), *element);
            }
            return;
        }
        if subject == ObservedValue::Result && path.is_empty() && self.iteration(subject, node, depth) {
            return;
        }
        let Ok(logical) = self.after.of(node) else { return self.fields(subject, path, node, depth, word) };
        use LogicalForm as F;
        const TO_STRING: Look = Look::Ask("java/lang/Object", "toString", "()Ljava/lang/String;");
        match logical.form {
            F::Text(text) => self.text(subject, path, TO_STRING, text, word),
            F::Atomic(value) => {
                let (class, descriptor) = match value {
                    Value::Int(_) => ("java/util/concurrent/atomic/AtomicInteger", "()I"),
                    Value::Long(_) => ("java/util/concurrent/atomic/AtomicLong", "()J"),
                    Value::Boolean(_) => ("java/util/concurrent/atomic/AtomicBoolean", "()Z"),
                    _ => ("java/util/concurrent/atomic/AtomicReference", "()Ljava/lang/Object;"),
                };
                ask(self, path, Look::Ask(class, "get", descriptor), value);
            }
            F::Optional(Some(value @ Value::Reference(_))) => {
                ask(self, path, Look::Ask("java/util/Optional", "get", "()Ljava/lang/Object;"), value);
            }
            F::Throwable { message, .. } => {
                ask(
                    self,
                    path,
                    Look::Ask("java/lang/Throwable", "getMessage", "()Ljava/lang/String;"),
                    message,
                );
            }
            F::Pattern { pattern, .. } => {
                let text = pattern.encode_utf16().collect();
                let look = Look::Ask("java/util/regex/Pattern", "pattern", "()Ljava/lang/String;");
                self.text(subject, path, look, text, word);
            }
            F::Url(text) => self.text(subject, path, TO_STRING, text.encode_utf16().collect(), word),
            F::List { elements, .. } => {
                ask(self, path, Look::Ask("java/util/Collection", "size", "()I"), int(elements.len()));
                for (index, element) in elements.iter().enumerate().take(MOST_ELEMENTS) {
                    ask(self, path, Look::Get(index), *element);
                }
            }
            // Values that cannot be compared have keys that can.
            F::Map { kind, entries, .. }
                if !entries.is_empty() && kind != MapKind::Identity && self.has_keys(&entries) =>
            {
                let keys: Vec<Value> = entries.iter().map(|(key, _)| *key).collect();
                match (self.expected)(Wish::Set(&keys)) {
                    Some(plan) => {
                        path.push(Look::Ask("java/util/Map", "keySet", "()Ljava/util/Set;"));
                        self.push(subject, path, Expect::Equal(plan), word);
                        path.pop();
                    }
                    None => ask(self, path, Look::Ask("java/util/Map", "size", "()I"), int(keys.len())),
                }
            }
            F::Map { entries, .. } => {
                ask(self, path, Look::Ask("java/util/Map", "size", "()I"), int(entries.len()));
            }
            F::Queue { elements, kind, .. } if kind != QueueKind::Priority && self.are_values(&elements) => {
                // Queues have no `equals`; their elements in a list have.
                if let Some(plan) = (self.expected)(Wish::List(&elements)) {
                    path.push(Look::AsList);
                    self.push(subject, path, Expect::Equal(plan), word);
                    path.pop();
                }
            }
            F::Set { elements, .. } | F::Queue { elements, .. } => {
                ask(self, path, Look::Ask("java/util/Collection", "size", "()I"), int(elements.len()));
            }
            F::View { .. } => {
                if let Some(elements) = self.after.elements(node) {
                    let class = self.class_of(self.after, node);
                    let world = self.scene.types.world;
                    let is_a = |name: &str| {
                        world
                            .class_id(name)
                            .zip(class)
                            .is_some_and(|(above, class)| world.is_subtype(class, above))
                    };
                    let look = match is_a("java/util/Map") {
                        true => Look::Ask("java/util/Map", "size", "()I"),
                        false => Look::Ask("java/util/Collection", "size", "()I"),
                    };
                    ask(self, path, look, int(elements.len()));
                    if is_a("java/util/List") {
                        for (index, element) in elements.iter().enumerate().take(MOST_ELEMENTS) {
                            ask(self, path, Look::Get(index), *element);
                        }
                    }
                }
            }
            _ => {}
        }
    }

    /// Asks an iterator for its elements, one after the other. False if they are not known, or if one of them is not
    /// compared at once: the next question gets another element.
    fn iteration(&mut self, subject: ObservedValue, node: NodeId, depth: usize) -> bool {
        let Some(rest) = iterators::remaining(self.after, node) else { return false };
        if !self.are_values(&rest.elements) {
            return false;
        }
        let (class, next, has_next) = match rest.is_enumeration {
            true => ("java/util/Enumeration", "nextElement", "hasMoreElements"),
            false => ("java/util/Iterator", "next", "hasNext"),
        };
        let start = self.seen.observations.len();
        for (number, element) in (1..).zip(rest.elements.iter().take(MOST_ITERATED)) {
            let mut path = vec![Look::Ask(class, next, "()Ljava/lang/Object;")];
            self.content(subject, &mut path, *element, depth + 1, None);
            let found = &self.seen.observations[start..];
            if found.len() != number || found.last().is_none_or(|last| last.path.len() != 1) {
                self.seen.observations.truncate(start);
                return false;
            }
        }
        if rest.elements.len() <= MOST_ITERATED {
            let has_more = Expect::Literal(Value::Boolean(false));
            self.push(subject, &[Look::Ask(class, has_next, "()Z")], has_more, None);
        }
        true
    }

    fn text(
        &mut self,
        subject: ObservedValue,
        path: &mut Vec<Look>,
        look: Look,
        text: Vec<u16>,
        word: Option<&str>,
    ) {
        if identity_hash::is_in(self.scene.types.world, &text) {
            self.seen.has_unstable = true;
            return;
        }
        path.push(look);
        self.push(subject, path, Expect::Equal(super::super::plain_text(text)), word);
        path.pop();
    }

    fn fields(
        &mut self,
        subject: ObservedValue,
        path: &mut Vec<Look>,
        node: NodeId,
        depth: usize,
        word: Option<&str>,
    ) {
        let Some(class) = self.class_of(self.after, node) else { return };
        let Some(Node::Object { fields, .. }) = self.after.graph().try_get(node) else { return };
        if self.is_hidden_collection(class) {
            return;
        }
        for visible in self.visible(self.after, node, class) {
            let Some(value) = fields.get(visible.slot) else { continue };
            if self.is_masked(node, visible.slot) || *value == Value::Reference(node) {
                continue;
            }
            path.push(Look::Read(visible.access));
            let word = word.or(Some(&visible.name));
            match (visible.access, *value) {
                (Access::Copy(_), Value::Reference(copied)) => {
                    self.content_of_known(subject, path, copied, depth + 1, word);
                }
                (_, value) => self.content(subject, path, value, depth + 1, word),
            }
            path.pop();
        }
    }

    /// Whether a class is the program's own implementation of a collection, which its users know by the interface alone.
    fn is_hidden_collection(&self, class: ClassId) -> bool {
        let world = self.scene.types.world;
        let is_below = |name| world.class_id(name).is_some_and(|above| world.is_subtype(class, above));
        !world.view(class).access_flags().is_public()
            && (is_below("java/util/Collection") || is_below("java/util/Map"))
    }

    pub(super) fn is_masked(&self, node: NodeId, slot: usize) -> bool {
        use reenact_base::Id;
        self.masked.contains(&(u32::try_from(node.index()).ok(), slot as u32))
    }
}

fn int(number: usize) -> Value {
    Value::Int(i32::try_from(number).unwrap_or(i32::MAX))
}
