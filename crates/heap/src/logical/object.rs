//! Reading the fields of one object by name.

use super::Forms;
use crate::class::{ClassId, Field};
use crate::graph::{Node, NodeId};
use crate::value::{PrimitiveArray, Value};

/// An object with as many fields as its class says.
#[derive(Clone, Copy)]
pub(super) struct Object<'f, 'g> {
    pub forms: &'f Forms<'g>,
    pub node: NodeId,
    pub class: ClassId,
    pub fields: &'g [Value],
}

impl<'f, 'g> Object<'f, 'g> {
    /// The internal name of its class.
    pub fn class_name(&self) -> &'g str {
        &self.forms.classes.get(self.class).name
    }

    /// The value of a field. Of two with one name, the one of the lower class.
    pub fn value(&self, field: &str) -> Option<Value> {
        self.forms.field(self.class, self.fields, field)
    }

    /// The value of a field that holds a reference, or null.
    pub fn reference(&self, field: &str) -> Option<Value> {
        self.value(field).filter(|value| matches!(value, Value::Null | Value::Reference(_)))
    }

    pub fn int(&self, field: &str) -> Option<i32> {
        match self.value(field)? {
            Value::Int(value) => Some(value),
            Value::Short(value) => Some(value.into()),
            Value::Byte(value) => Some(value.into()),
            _ => None,
        }
    }

    /// A count or an index.
    pub fn size(&self, field: &str) -> Option<usize> {
        usize::try_from(self.int(field)?).ok()
    }

    pub fn long(&self, field: &str) -> Option<i64> {
        match self.value(field)? {
            Value::Long(value) => Some(value),
            _ => None,
        }
    }

    pub fn boolean(&self, field: &str) -> Option<bool> {
        match self.value(field)? {
            Value::Boolean(value) => Some(value),
            _ => None,
        }
    }

    /// The string in a field, which is not null and has no half of a surrogate pair alone.
    pub fn string(&self, field: &str) -> Option<String> {
        String::from_utf16(self.forms.text(self.value(field)?)?).ok()
    }

    /// The string in a field, or `None` in it for null.
    pub fn nullable_string(&self, field: &str) -> Option<Option<String>> {
        match self.value(field)? {
            Value::Null => Some(None),
            _ => self.string(field).map(Some),
        }
    }

    /// The object in a field, which is not null.
    pub fn object(&self, field: &str) -> Option<Object<'f, 'g>> {
        self.at(self.value(field)?)
    }

    /// The object in a field, or `None` in it for null.
    pub fn nullable_object(&self, field: &str) -> Option<Option<Object<'f, 'g>>> {
        match self.value(field)? {
            Value::Null => Some(None),
            value => self.at(value).map(Some),
        }
    }

    /// The object that a value refers to.
    pub fn at(&self, value: Value) -> Option<Object<'f, 'g>> {
        match value {
            Value::Reference(node) => self.forms.object(node),
            _ => None,
        }
    }

    /// The elements of the array in a field.
    pub fn array(&self, field: &str) -> Option<&'g [Value]> {
        match self.target(field)? {
            Node::Array { elements, .. } => Some(elements),
            _ => None,
        }
    }

    /// The elements of the array in a field, or none for null.
    pub fn nullable_array(&self, field: &str) -> Option<&'g [Value]> {
        match self.value(field)? {
            Value::Null => Some(&[]),
            _ => self.array(field),
        }
    }

    pub fn primitives(&self, field: &str) -> Option<&'g PrimitiveArray> {
        match self.target(field)? {
            Node::Primitives(elements) => Some(elements),
            _ => None,
        }
    }

    pub fn bytes(&self, field: &str) -> Option<&'g [i8]> {
        match self.primitives(field)? {
            PrimitiveArray::Byte(bytes) => Some(bytes),
            _ => None,
        }
    }

    /// The internal name of the class whose object is in a field.
    pub fn class_object(&self, field: &str) -> Option<&'g str> {
        match self.target(field)? {
            Node::ClassObject(name) => Some(name),
            _ => None,
        }
    }

    /// Whether a value is a bare `java.lang.Object`: what the JDK puts where a null or nothing is meant.
    /// A `new Object()` of the subject cannot be distinguished from it.
    pub fn is_sentinel(&self, value: Value) -> bool {
        self.at(value).is_some_and(|object| object.class_name() == "java/lang/Object")
    }

    /// All fields, the topmost class first.
    pub fn named(&self) -> Vec<(ClassId, &'g Field, Value)> {
        let fields = self.forms.classes.all_fields(self.class);
        fields.into_iter().zip(self.fields).map(|((class, field), value)| (class, field, *value)).collect()
    }

    /// Follows links from the object in `first`: all objects up to null. `None` if there is no such
    /// field, or if it is a ring.
    pub fn chain(&self, first: &str, next: &str) -> Option<Vec<Object<'f, 'g>>> {
        let mut steps = Steps::of(self.forms);
        match self.nullable_object(first)? {
            Some(first) => first.chained(next, &mut steps),
            None => Some(Vec::new()),
        }
    }

    /// This object and those that links lead to, up to null.
    pub fn chained(&self, next: &str, steps: &mut Steps) -> Option<Vec<Object<'f, 'g>>> {
        let mut chain = vec![*self];
        while let Some(link) = chain[chain.len() - 1].nullable_object(next)? {
            steps.take()?;
            chain.push(link);
        }
        Some(chain)
    }

    fn target(&self, field: &str) -> Option<&'g Node> {
        match self.value(field)? {
            Value::Reference(node) => self.forms.graph.try_get(node),
            _ => None,
        }
    }
}

/// A bound on the links that decoding one object may follow. An honest graph has each link once, so
/// as many as there are nodes are enough.
pub(super) struct Steps {
    left: usize,
}

impl Steps {
    pub fn of(forms: &Forms<'_>) -> Self {
        Steps { left: forms.step_limit() }
    }

    /// One step more, or `None` if there were too many.
    pub fn take(&mut self) -> Option<()> {
        self.left = self.left.checked_sub(1)?;
        Some(())
    }
}
