//! From a value to a document.

use super::{Node, escaped, keys};
use crate::limits::{Budget, Exceeded, Limits};
use crate::platform::platform_form;
use crate::types::{Primitive, Type};
use crate::value::{Object, Value};

/// The document of a value in a place of a declared type.
pub fn to_node(value: &Value, declared: &Type, limits: &Limits) -> Result<Node, Exceeded> {
    Writer { budget: Budget::new(limits) }.node(value, declared)
}

struct Writer {
    budget: Budget,
}

impl Writer {
    fn node(&mut self, value: &Value, declared: &Type) -> Result<Node, Exceeded> {
        self.budget.value()?;
        Ok(match value {
            Value::Null => Node::Null,
            Value::Text(text) => Node::Text(text.clone()),
            Value::Enum { class, constant } => {
                let constant = Node::Text(constant.encode_utf16().collect());
                if is_class(declared, class) {
                    return Ok(constant);
                }
                Node::Record(vec![(keys::ENUM.to_owned(), text(class)), (keys::VALUE.to_owned(), constant)])
            }
            Value::Array { element, elements } => {
                self.budget.enter()?;
                let list = self.array(element, elements)?;
                self.budget.leave();
                if matches!(declared, Type::Array(of) if **of == *element) {
                    return Ok(list);
                }
                let name = text(&format!("{element}[]"));
                Node::Record(vec![(keys::TYPE.to_owned(), name), (keys::VALUE.to_owned(), list)])
            }
            Value::Object(object) => {
                self.budget.enter()?;
                let node = self.object(object, declared)?;
                self.budget.leave();
                node
            }
            primitive => {
                let node = plain(primitive);
                match primitive.primitive() {
                    Some(own) if !says(declared, own) => Node::Typed(own, Box::new(node)),
                    _ => node,
                }
            }
        })
    }

    fn array(&mut self, element: &Type, elements: &[Value]) -> Result<Node, Exceeded> {
        if *element == Type::Primitive(Primitive::Byte) {
            self.budget.value()?;
            let bytes = elements.iter().map(|value| match value {
                Value::Byte(byte) => *byte as u8,
                _ => 0,
            });
            return Ok(Node::Bytes(bytes.collect()));
        }
        let list: Result<Vec<Node>, Exceeded> =
            elements.iter().map(|value| self.node(value, element)).collect();
        Ok(Node::List(list?))
    }

    fn object(&mut self, object: &Object, declared: &Type) -> Result<Node, Exceeded> {
        let shape = &object.shape;
        if is_class(declared, &shape.class)
            && platform_form(&shape.class).is_some_and(|form| form.is_text())
            && let [Value::Text(text)] = &object.components[..]
        {
            return Ok(Node::Text(text.clone()));
        }
        if is_list(declared)
            && &*shape.class == DEFAULT_LIST
            && let [Value::Array { element, elements }] = &object.components[..]
        {
            return self.array(element, elements);
        }
        let mut record = vec![
            (keys::CLASS.to_owned(), text(&shape.class)),
            (keys::VERSION.to_owned(), Node::Integer(i64::from(shape.version))),
        ];
        if shape.is_inferred {
            record.push((keys::INFERRED.to_owned(), Node::Boolean(true)));
        }
        for ((name, declared), value) in shape.components.iter().zip(&object.components) {
            record.push((escaped(name), self.node(value, declared)?));
        }
        Ok(Node::Record(record))
    }
}

/// The class of a plain list in a place that asks for any list.
pub(super) const DEFAULT_LIST: &str = "java.util.ArrayList";

/// Whether a place asks for any list.
pub(super) fn is_list(declared: &Type) -> bool {
    ["java.util.List", "java.util.Collection", "java.lang.Iterable"]
        .iter()
        .any(|class| is_class(declared, class))
}

fn is_class(declared: &Type, class: &str) -> bool {
    matches!(declared, Type::Class(name) if **name == *class)
}

/// Whether a place says that its value is of a primitive type: the type itself or its box.
fn says(declared: &Type, primitive: Primitive) -> bool {
    *declared == Type::Primitive(primitive) || is_class(declared, primitive.wrapper())
}

fn plain(value: &Value) -> Node {
    match *value {
        Value::Boolean(value) => Node::Boolean(value),
        Value::Byte(value) => Node::Integer(value.into()),
        Value::Short(value) => Node::Integer(value.into()),
        Value::Int(value) => Node::Integer(value.into()),
        Value::Long(value) => Node::Integer(value),
        Value::Char(value) => Node::Text(vec![value]),
        Value::Float(bits) => Node::Float(bits),
        Value::Double(bits) => Node::Double(bits),
        _ => Node::Null,
    }
}

fn text(text: &str) -> Node {
    Node::Text(text.encode_utf16().collect())
}
