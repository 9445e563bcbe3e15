//! The meaning of JDK objects, decoded from their raw fields.
//!
//! A `HashMap` is its entries, an `Instant` two numbers; buckets and caches are accidents of one JDK.
//! [`Forms`] decodes them by the fields that are there, not by a version number, so that a JDK that was never
//! here has seen is read as long as its fields mean the same. What it cannot read, it says so
//! ([`Raw`]): then the raw fields are all there is to know.
//!
//! A subclass of a JDK type (`class Basket extends ArrayList`) has the form of its nearest ancestor in
//! the table (`table.rs`), and its own fields beside it.
//!
//! Decoding never follows the subject's references further than the form's own parts, never recurses
//! without bound and never panics: graphs may come from damaged recordings.

mod form;
mod kind;
mod table;

mod object;

mod atomic;
mod bytes;
mod concurrent;
mod enums;
mod holder;
mod identifier;
mod list;
mod map;
mod net;
mod number;
mod queue;
mod set;
mod text;
mod throwable;
mod time;
mod wrapper;

#[cfg(test)]
mod tests;

use reenact_base::IdVec;

use crate::class::{Class, ClassId, ClassKind, Classes, Field};
use crate::graph::{HeapGraph, Node, NodeId};
use crate::value::Value;
pub use form::{BigInteger, Date, LogicalForm, Time, Zone};
pub use kind::{Bound, ListKind, MapKind, Order, QueueKind, SetKind, ViewKind};
use object::Object;
use table::Row;

/// Decodes the objects of one graph.
pub struct Forms<'g> {
    classes: &'g Classes,
    graph: &'g HeapGraph,
    shapes: IdVec<ClassId, Shape>,
}

/// The facts about a class that hold for all of its objects.
#[derive(Clone, Copy, Default)]
struct Shape {
    /// Fields that an object has before those that the class itself declares.
    inherited: usize,
    /// All fields of an object.
    fields: usize,
    /// Who reads it: the row of the nearest ancestor that has one, and that ancestor.
    reader: Option<(&'static Row, ClassId)>,
}

/// An object of the JDK, understood.
#[derive(Clone, Debug)]
pub struct Logical<'g> {
    pub form: LogicalForm,
    /// The class whose objects have this form: the object's own, or an ancestor.
    pub class: ClassId,
    /// Fields that subclasses of it declare, with what they hold: part of the object's state too.
    pub own: Vec<(ClassId, &'g Field, Value)>,
}

/// Why an object has no form, and its raw fields are what is known of it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Raw {
    /// Its class is not a JDK type with a form; most often one of the subject's own.
    NoForm,
    /// Its class has a form, but the fields are not as any known JDK has them, or hold a state that only
    /// Java code could make sense of, such as a `Calendar` whose time is still to be computed.
    Unreadable,
    /// A string, an array, a class or the end of a capture: the node says it all.
    NotAnObject,
    /// No such node, no such class, or not as many fields as the class has: the graph is damaged.
    Damaged,
}

impl<'g> Forms<'g> {
    /// Prepares to decode objects of a graph.
    pub fn new(classes: &'g Classes, graph: &'g HeapGraph) -> Self {
        let mut shapes: IdVec<ClassId, Shape> = IdVec::new();
        for (id, class) in classes.iter() {
            let above =
                classes.superclass(id).and_then(|above| shapes.get(above)).copied().unwrap_or_default();
            shapes.push(Shape {
                inherited: above.fields,
                fields: above.fields + class.fields.len(),
                reader: own_row(class).map(|row| (row, id)).or(above.reader),
            });
        }
        Forms { classes, graph, shapes }
    }

    pub fn classes(&self) -> &'g Classes {
        self.classes
    }

    pub fn graph(&self) -> &'g HeapGraph {
        self.graph
    }

    /// Returns the meaning of an object.
    pub fn of(&self, node: NodeId) -> Result<Logical<'g>, Raw> {
        match self.graph.try_get(node) {
            None => return Err(Raw::Damaged),
            Some(Node::Object { .. }) => {}
            Some(_) => return Err(Raw::NotAnObject),
        }
        let object = self.object(node).ok_or(Raw::Damaged)?;
        let (row, class) = self.shapes[object.class].reader.ok_or(Raw::NoForm)?;
        let form = (row.decode)(&object).ok_or(Raw::Unreadable)?;
        let covered = if row.covers_subclasses { object.fields.len() } else { self.shapes[class].fields };
        let own = if covered == object.fields.len() { Vec::new() } else { object.named().split_off(covered) };
        Ok(Logical { form, class, own })
    }

    /// The elements of a collection in the order in which it iterates, seen through views and wrappers;
    /// the keys of a map. `None` if it is not a collection or cannot be read.
    pub fn elements(&self, node: NodeId) -> Option<Vec<Value>> {
        let (mut node, mut windows) = (node, Vec::new());
        // Wrappers of wrappers are few; a damaged graph may have them in a ring.
        for _ in 0..64 {
            let mut elements = match self.graph.try_get(node)? {
                Node::Array { elements, .. } => elements.clone(),
                _ => match self.of(node).ok()?.form {
                    LogicalForm::List { elements, .. }
                    | LogicalForm::Set { elements, .. }
                    | LogicalForm::Queue { elements, .. } => elements,
                    LogicalForm::Map { entries, .. } => entries.into_iter().map(|(key, _)| key).collect(),
                    LogicalForm::View { kind, of: Value::Reference(of) } => {
                        windows.push(kind);
                        node = of;
                        continue;
                    }
                    _ => return None,
                },
            };
            for window in windows.into_iter().rev() {
                elements = window.applied_to(elements)?;
            }
            return Some(elements);
        }
        None
    }

    /// The text of a string.
    pub fn text(&self, value: Value) -> Option<&'g [u16]> {
        match value {
            Value::Reference(node) => match self.graph.try_get(node)? {
                Node::String(text) => Some(text),
                _ => None,
            },
            _ => None,
        }
    }

    /// An object whose fields are as many as its class says.
    fn object(&self, node: NodeId) -> Option<Object<'_, 'g>> {
        let Node::Object { class, fields } = self.graph.try_get(node)? else { return None };
        let shape = self.shapes.get(*class)?;
        (shape.fields == fields.len()).then_some(Object { forms: self, node, class: *class, fields })
    }

    /// The value of a field, looked for from the object's class upwards.
    fn field(&self, class: ClassId, fields: &[Value], name: &str) -> Option<Value> {
        let mut next = Some(class);
        while let Some(class) = next {
            let declared = &self.classes.get(class).fields;
            if let Some(at) = declared.iter().position(|field| *field.name == *name) {
                return fields.get(self.shapes[class].inherited + at).copied();
            }
            next = self.classes.superclass(class);
        }
        None
    }

    /// How many steps along references a decoder may make before the graph must be a ring.
    fn step_limit(&self) -> usize {
        self.graph.len() + 1
    }
}

/// The form of a class itself. Lambdas and generated classes bear another class's name, and not its fields.
fn own_row(class: &Class) -> Option<&'static Row> {
    matches!(class.kind, ClassKind::Plain).then(|| table::row_of(&class.name))?
}

/// The names of all classes that have a form of their own, in the order of the table.
pub fn supported_classes() -> impl Iterator<Item = &'static str> {
    table::TABLE.iter().map(|row| row.class)
}
