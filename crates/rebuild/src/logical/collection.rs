//! Lists, sets and queues: they take elements from another collection, or one by one.

use reenact_heap::{Node, Value};

use super::expression::{call, factory, inline, new, objects, this, value, values};
use super::{Filling, Shape, Target};
use crate::plan::{Making, Member, Operand};

/// More elements than this are added one by one: such a line is not readable, and the JVM has a limit for one.
const MANY: usize = 500;

const ADD: &str = "(Ljava/lang/Object;)Z";

/// `new C<>(List.of(a, b))`, or an empty one and an `add` for each.
pub(super) fn copied(target: &Target<'_, '_>, elements: &[Value]) -> Shape {
    let class = target.class;
    if elements.is_empty() || elements.len() > MANY || !target.is_compact() {
        return Shape::of(new(class, "()V", vec![])).with(adds(class, elements));
    }
    Shape::of(new(class, "(Ljava/util/Collection;)V", vec![sequence(target, elements)]))
}

/// Something that has no constructor for a collection, and what fills it: `Collections.addAll(it, a, b)`.
pub(super) fn filled(target: &Target<'_, '_>, empty: Making, elements: &[Value]) -> Shape {
    Shape::of(empty).with(match elements {
        [_, _, ..] if target.is_compact() => {
            let descriptor = "(Ljava/util/Collection;[Ljava/lang/Object;)Z";
            let method = Member::new("java/util/Collections", "addAll", descriptor);
            let arguments = vec![this(target), Operand::Spread(values(elements))];
            vec![Filling::CallStatic { method, arguments }]
        }
        _ => adds(target.class, elements),
    })
}

/// An `add` for each element.
pub(super) fn adds(class: &str, elements: &[Value]) -> Vec<Filling> {
    // Classes that only `java.util` can name are called by their interface.
    let class = if class.contains('$') { "java/util/Collection" } else { class };
    elements.iter().map(|element| call(class, "add", ADD, vec![value(*element)])).collect()
}

/// The elements as a list that only serves to hand them on.
pub(super) fn sequence(target: &Target<'_, '_>, elements: &[Value]) -> Operand {
    let has_nulls = elements.contains(&Value::Null);
    inline(match elements {
        [only] if target.release < 9 || has_nulls || is_array(target, *only) => singleton_list(*only),
        _ if target.release < 9 || has_nulls => as_list(elements),
        _ => of("java/util/List", elements),
    })
}

pub(super) fn singleton_list(element: Value) -> Making {
    let descriptor = "(Ljava/lang/Object;)Ljava/util/List;";
    factory("java/util/Collections", "singletonList", descriptor, vec![value(element)])
}

/// `Arrays.asList(a, b)`.
pub(super) fn as_list(elements: &[Value]) -> Making {
    let arguments = vec![Operand::Spread(values(elements))];
    factory("java/util/Arrays", "asList", "([Ljava/lang/Object;)Ljava/util/List;", arguments)
}

/// `List.of` or `Set.of`: methods of their own for up to ten elements, one of variable arity for more.
pub(super) fn of(interface: &str, elements: &[Value]) -> Making {
    let returns = format!("L{interface};");
    match elements.len() {
        count @ 0..=10 => factory(interface, "of", &objects(count, &returns), values(elements)),
        _ => {
            let descriptor = format!("([Ljava/lang/Object;){returns}");
            factory(interface, "of", &descriptor, vec![Operand::Spread(values(elements))])
        }
    }
}

/// Whether it is an array of references: as the only argument of `List.of`, Java would take it for the
/// elements (JLS 15.12.2.2).
pub(super) fn is_array(target: &Target<'_, '_>, value: Value) -> bool {
    match value {
        Value::Reference(node) => matches!(target.forms.graph().try_get(node), Some(Node::Array { .. })),
        _ => false,
    }
}
