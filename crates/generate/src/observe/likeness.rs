//! Whether `equals` means what a test wants to know: that two objects hold the same.

use reenact_heap::logical::{MapKind, ViewKind};
use reenact_heap::{Forms, LogicalForm, Node, NodeId, Value};
use reenact_world::{ClassId, World};
use rustc_hash::FxHashSet;

/// Objects that are looked at before the answer is no.
const MOST_OBJECTS: usize = 5_000;

/// Whether an object and all that its `equals` comes upon are compared by content.
pub(crate) fn is_value_like(world: &World, forms: &Forms<'_>, node: NodeId) -> bool {
    let mut seen = FxHashSet::default();
    let mut queue = vec![node];
    while let Some(node) = queue.pop() {
        if !seen.insert(node) {
            continue;
        }
        if seen.len() > MOST_OBJECTS || !takes(world, forms, node, &mut queue) {
            return false;
        }
    }
    true
}

/// Whether one object is compared by content; what it refers to is queued.
fn takes(world: &World, forms: &Forms<'_>, node: NodeId, queue: &mut Vec<NodeId>) -> bool {
    let mut push = |value: Value| {
        if let Value::Reference(node) = value {
            queue.push(node);
        }
    };
    match forms.graph().try_get(node) {
        Some(Node::String(_) | Node::ClassObject(_)) => true,
        Some(Node::Object { class, fields }) => match forms.of(node) {
            Ok(mut logical) => {
                let name = forms.classes().try_get(*class).map_or("", |class| &class.name);
                let is_like = form_is_like(&logical.form, name);
                if is_like {
                    logical.form.each_value(|value| push(*value));
                }
                is_like
            }
            Err(_) => {
                let Some(recorded) = forms.classes().try_get(*class) else { return false };
                let Some(known) = world.class_id(&recorded.name) else { return false };
                if !matches!(recorded.kind, reenact_heap::ClassKind::Plain) || !has_equals(world, known) {
                    return false;
                }
                fields.iter().for_each(|value| push(*value));
                true
            }
        },
        Some(Node::Array { .. } | Node::Primitives(_) | Node::End { .. }) | None => false,
    }
}

/// Whether a class has an `equals` of its own, or of a superclass other than `Object`.
pub(crate) fn has_equals(world: &World, class: ClassId) -> bool {
    let Some(pair) = world.name_and_type("equals", "(Ljava/lang/Object;)Z") else { return false };
    let found = std::iter::once(class)
        .chain(world.superclasses(class))
        .find(|&class| world.declared_method(class, pair).is_some());
    found.is_some_and(|declaring| world.view(declaring).name() != "java/lang/Object")
}

/// Whether a JDK type compares by content.
fn form_is_like(form: &LogicalForm, class: &str) -> bool {
    use LogicalForm as F;
    match form {
        F::Boxed(_) | F::BigInteger(_) | F::BigDecimal { .. } | F::Enum { .. } | F::BitSet(_) => true,
        F::List { .. } | F::Copies { .. } | F::Set { .. } | F::Entry { .. } | F::Optional(_) => true,
        F::Map { kind, .. } => !matches!(kind, MapKind::Identity | MapKind::Weak),
        F::View { kind, .. } => match kind {
            // `Collections.unmodifiableCollection` and its like have the `equals` of `Object`.
            ViewKind::Unmodifiable | ViewKind::Synchronized { .. } | ViewKind::Checked { .. } => {
                ["List", "Set", "Map"].iter().any(|suffix| class.ends_with(suffix))
            }
            ViewKind::Values => false,
            _ => true,
        },
        F::Instant { .. } | F::Duration { .. } | F::Period { .. } => true,
        F::LocalDate(_) | F::LocalTime(_) | F::LocalDateTime(..) => true,
        F::OffsetTime { .. } | F::OffsetDateTime { .. } | F::ZonedDateTime { .. } => true,
        F::Year(_) | F::YearMonth { .. } | F::MonthDay { .. } | F::Zone(_) | F::FixedClock { .. } => true,
        F::Date(_) | F::Timestamp { .. } | F::Calendar { .. } | F::TimeZone(_) => true,
        F::Uuid { .. } | F::Uri(_) | F::Locale { .. } | F::Currency(_) | F::Charset(_) => true,
        F::Path(_) | F::File(_) | F::InetAddress { .. } | F::SocketAddress { .. } => true,
        F::Buffer { .. } => true,
        // `URL.equals` asks the network.
        F::Url(_) => false,
        _ => false,
    }
}

/// Whether identity means nothing: strings, boxes, and immutable values of the JDK.
pub(crate) fn is_without_identity(forms: &Forms<'_>, node: NodeId) -> bool {
    use LogicalForm as F;
    match forms.graph().try_get(node) {
        Some(Node::String(_) | Node::ClassObject(_)) => true,
        Some(Node::Object { .. }) => match forms.of(node) {
            Ok(logical) => !matches!(
                logical.form,
                F::List { .. }
                    | F::Set { .. }
                    | F::Map { .. }
                    | F::Queue { .. }
                    | F::View { .. }
                    | F::Text(_)
                    | F::Joiner { .. }
                    | F::Atomic(_)
                    | F::AtomicArray(_)
                    | F::AtomicPair { .. }
                    | F::Adder(_)
                    | F::BitSet(_)
                    | F::ByteInput { .. }
                    | F::TextInput { .. }
                    | F::Lock { .. }
                    | F::ByteOutput(_)
                    | F::Buffer { .. }
                    | F::Random { .. }
                    | F::Throwable { .. }
                    | F::Reference(_)
                    | F::Opaque
            ),
            Err(_) => false,
        },
        _ => false,
    }
}
