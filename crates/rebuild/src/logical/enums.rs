//! Constants of enums, and sets of them. Maps of them are maps like others.

use reenact_heap::{Node, Value};

use super::expression::{factory, inline, node, value, values};
use super::{Shape, Target};
use crate::plan::{Making, Member, Operand};

/// The constant itself. Whether the test may name the enum is for the planner to see.
pub(super) fn constant(class: &str, name: &str) -> Option<Shape> {
    // An enum that code outside of the JDK cannot name, behind a public method.
    if class == "java/util/Comparators$NaturalOrderComparator" {
        let returns = "()Ljava/util/Comparator;";
        return Some(Shape::of(factory("java/util/Comparator", "naturalOrder", returns, vec![])));
    }
    let member = Member::new(class, name, &format!("L{class};"));
    (!name.is_empty()).then(|| Shape::of(Making::StaticField(member)))
}

/// `EnumSet.of(A, B)`.
pub(super) fn set(target: &Target<'_, '_>, element_type: &str, elements: &[Value]) -> Shape {
    const CLASS: &str = "java/util/EnumSet";
    let of_type = |name| {
        let literal = inline(Making::ClassLiteral(element_type.into()));
        factory(CLASS, name, "(Ljava/lang/Class;)Ljava/util/EnumSet;", vec![literal])
    };
    Shape::of(match elements {
        [] => of_type("noneOf"),
        // A few are best named; all of many are best called all.
        [_, _, _, _, _, _, ..] if universe(target) == Some(elements.len()) => of_type("allOf"),
        [first, rest @ ..] if rest.len() >= 5 => {
            let descriptor = "(Ljava/lang/Enum;[Ljava/lang/Enum;)Ljava/util/EnumSet;";
            factory(CLASS, "of", descriptor, vec![value(*first), Operand::Spread(values(rest))])
        }
        few => {
            let descriptor = format!("({})Ljava/util/EnumSet;", "Ljava/lang/Enum;".repeat(few.len()));
            factory(CLASS, "of", &descriptor, values(few))
        }
    })
}

/// How many constants the enum had.
fn universe(target: &Target<'_, '_>) -> Option<usize> {
    match target.forms.graph().try_get(node(target.raw(target.node, "universe")?)?)? {
        Node::Array { elements, .. } => Some(elements.len()),
        _ => None,
    }
}
