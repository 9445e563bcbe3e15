//! Comparators of the JDK. They have no form, being code and not data, but the collections that they order
//! cannot be made without them.

use super::expression::{factory, value};
use super::{Shape, Target};
use crate::plan::{Making, Member};

pub(super) fn comparator(target: &Target<'_, '_>) -> Option<Shape> {
    const RETURNS: &str = "Ljava/util/Comparator;";
    let field = |name| target.raw(target.node, name);
    let around = |class: &str, name: &str, inner| {
        factory(class, name, &format!("({RETURNS}){RETURNS}"), vec![value(inner)])
    };
    let making = match target.class {
        "java/lang/String$CaseInsensitiveComparator" => {
            Making::StaticField(Member::new("java/lang/String", "CASE_INSENSITIVE_ORDER", RETURNS))
        }
        "java/util/Collections$ReverseComparator" => {
            factory("java/util/Comparator", "reverseOrder", &format!("(){RETURNS}"), vec![])
        }
        "java/util/Collections$ReverseComparator2" => {
            around("java/util/Collections", "reverseOrder", field("cmp")?)
        }
        "java/util/Comparators$NullComparator" => {
            let nulls_first = field("nullFirst")? == reenact_heap::Value::Boolean(true);
            let name = if nulls_first { "nullsFirst" } else { "nullsLast" };
            around("java/util/Comparator", name, field("real")?)
        }
        _ => return None,
    };
    Some(Shape::of(making))
}
