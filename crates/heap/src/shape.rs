//! An object as a serializer sees it: a plain value, a sequence, a map or fields.

use reenact_base::Id;

use crate::graph::NodeId;
use crate::logical::{Forms, LogicalForm};
use crate::parts::{Label, parts};
use crate::path::Step;
use crate::value::{PrimitiveArray, Value};

/// The outline of one object.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Shape {
    pub kind: ShapeKind,
    /// Elements, keys and values in turn, or the values of fields.
    pub children: Vec<Value>,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum ShapeKind {
    /// A string, a box or another value that is written as text.
    Plain,
    /// An array of this many numbers or truth values; bytes and characters are written as text and count 0.
    Primitives(u64),
    /// Elements in an order of their own or of the set.
    Row,
    /// Keys and values in turn.
    Map,
    /// Fields with names.
    Object,
}

/// Counts the objects that can be reached from some roots, without strings and other plain values.
pub fn count_objects(forms: &Forms<'_>, roots: &[Value]) -> u64 {
    let mut is_seen = vec![false; forms.graph().len()];
    let mut open: Vec<Value> = roots.to_vec();
    let mut objects = 0;
    while let Some(value) = open.pop() {
        let Value::Reference(node) = value else { continue };
        if is_seen.get_mut(node.index()).is_none_or(|is_seen| std::mem::replace(is_seen, true)) {
            continue;
        }
        let Some(shape) = shape(forms, node) else { continue };
        objects += u64::from(shape.kind != ShapeKind::Plain);
        open.extend(shape.children);
    }
    objects
}

/// Returns the outline of an object. `None` if the graph is damaged there.
pub fn shape(forms: &Forms<'_>, node: NodeId) -> Option<Shape> {
    let parts = parts(forms, node, None)?;
    let mut children: Vec<Value> = Vec::new();
    let kind = match &parts.label {
        Label::String(_) | Label::ClassObject(_) | Label::End { .. } => ShapeKind::Plain,
        // Bytes and characters are written as text.
        Label::Primitives(PrimitiveArray::Byte(_) | PrimitiveArray::Char(_)) => ShapeKind::Primitives(0),
        Label::Primitives(elements) => ShapeKind::Primitives(elements.len() as u64),
        Label::Array { .. } => ShapeKind::Row,
        Label::Object { .. } => ShapeKind::Object,
        Label::Form { form: LogicalForm::Map { .. }, .. } => ShapeKind::Map,
        Label::Form { form: LogicalForm::Boxed(_), .. } => ShapeKind::Plain,
        Label::Form { form, .. } => {
            let is_collection = matches!(
                form,
                LogicalForm::List { .. } | LogicalForm::Set { .. } | LogicalForm::Queue { .. }
            );
            match parts.children.is_empty() && parts.members.is_empty() && !is_collection {
                true => ShapeKind::Plain,
                false => ShapeKind::Row,
            }
        }
    };
    match kind {
        ShapeKind::Plain => {}
        ShapeKind::Map => {
            for member in &parts.members {
                children.extend([member.key, member.value.unwrap_or(Value::Null)]);
            }
            let entries =
                parts.children.iter().filter(|(step, _)| matches!(step, Step::KeyAt(_) | Step::Key(_)));
            children.extend(entries.map(|(_, value)| *value));
        }
        _ => {
            children.extend(parts.members.iter().map(|member| member.key));
            children.extend(parts.children.iter().map(|(_, value)| *value));
        }
    }
    Some(Shape { kind, children })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::Builder;

    fn check(builder: &Builder, roots: &[Value], expected: u64) {
        assert_eq!(count_objects(&Forms::new(&builder.classes, &builder.graph), roots), expected);
    }

    #[test]
    fn shared_objects_count_once_and_strings_do_not() {
        let mut builder = Builder::new();
        let (inner, outer) =
            (builder.class("P", &["x:I"]), builder.class("Pair", &["left:Ljava/util/List;"]));
        let (shared, name) = (builder.object(inner, &[Value::Int(1)]), builder.string("a"));
        let list = builder.array_list(&[shared, shared, name]);
        let pair = builder.object(outer, &[list]);
        check(&builder, &[pair, shared, Value::Int(7), name], 3);
    }

    #[test]
    fn cycles_end() {
        let mut builder = Builder::new();
        let class = builder.class("Ring", &["next:LRing;"]);
        let ring = builder.object(class, &[Value::Reference(NodeId::from_index(0))]);
        check(&builder, &[ring, ring], 1);
    }

    #[test]
    fn maps_have_keys_and_values_in_turn() {
        let mut builder = Builder::new();
        let (key, value) = (builder.string("k"), builder.boxed(1));
        let Value::Reference(map) = builder.hash_map(4, &[(key, value)]) else { panic!("an object") };
        let shape = shape(&Forms::new(&builder.classes, &builder.graph), map).unwrap();
        assert_eq!(shape, Shape { kind: ShapeKind::Map, children: vec![key, value] });
    }
}
