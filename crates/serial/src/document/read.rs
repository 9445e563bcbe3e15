//! From a document to a value of a declared type.
//!
//! Everything is refused that a form does not have: unknown classes and versions, unknown, missing and repeated components, values
//! of another type. No class is loaded for it: [`Shapes`] is asked, which knows the classes that are allowed.

use std::fmt;
use std::sync::Arc;

use super::numbers::{read_double, read_float, read_integer};
use super::write::{DEFAULT_LIST, is_list};
use super::{Node, decode_base64, keys};
use crate::check::is_basic;
use crate::limits::{Budget, Exceeded, Limits};
use crate::platform::platform_form;
use crate::types::{Primitive, Type, is_class_name};
use crate::value::{Object, Shape, Value};

/// Knows the classes that may occur in a document. It never loads one.
pub trait Shapes {
    /// One version of the form of a class, by its binary name.
    fn shape(&self, class: &str, version: i32) -> Result<Arc<Shape>, Unknown>;

    /// Checks a constant of an enum.
    fn constant(&self, class: &str, constant: &str) -> Result<(), Unknown>;

    /// True if objects of a class can be in a place of a declared type.
    fn fits(&self, class: &str, declared: &str) -> bool;
}

/// The reason why a class or version cannot be read.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Unknown {
    /// The class is not one of those that are allowed.
    Class,
    /// The class has no such version; those that it reads.
    Version(Vec<i32>),
    /// The class refuses the version on purpose.
    Refused,
    /// The class has no form; the reason as the end of a sentence.
    NoForm(String),
    /// The enum has no such constant.
    Constant,
}

/// An error of reading a document, with the place in it.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("{path}: {reason}")]
pub struct ReadError {
    /// `$` for the whole document, `$.items[3].price` for a part.
    pub path: String,
    /// The cause, lower case.
    pub reason: String,
}

/// Reads a value in a place of a declared type.
pub fn from_node(
    node: &Node,
    declared: &Type,
    shapes: &dyn Shapes,
    limits: &Limits,
) -> Result<Value, ReadError> {
    let mut reader = Reader { shapes, budget: Budget::new(limits), path: Vec::new() };
    reader.value(node, declared)
}

/// Whether a value can be in a place of a declared type.
pub(crate) fn conforms(value: &Value, declared: &Type, shapes: &dyn Shapes) -> bool {
    let reader = Reader { shapes, budget: Budget::new(&Limits::default()), path: Vec::new() };
    match declared {
        Type::Primitive(primitive) => value.primitive() == Some(*primitive),
        Type::Array(element) => match value {
            Value::Null => true,
            Value::Array { element: own, .. } => reader.array_fits(own, element),
            _ => false,
        },
        Type::Class(class) => reader.is_fit(value, class),
    }
}

enum Step {
    Component(String),
    Index(usize),
}

struct Reader<'s> {
    shapes: &'s dyn Shapes,
    budget: Budget,
    path: Vec<Step>,
}

type Result<T, E = ReadError> = std::result::Result<T, E>;

impl Reader<'_> {
    fn error<T>(&self, reason: impl Into<String>) -> Result<T> {
        Err(ReadError { path: self.shown_path(), reason: reason.into() })
    }

    fn shown_path(&self) -> String {
        let mut path = String::from("$");
        for step in &self.path {
            match step {
                Step::Component(name) => path += &format!(".{name}"),
                Step::Index(index) => path += &format!("[{index}]"),
            }
        }
        path
    }

    fn within(&self, exceeded: Result<(), Exceeded>) -> Result<()> {
        exceeded.or_else(|exceeded| self.error(exceeded.to_string()))
    }

    fn value(&mut self, node: &Node, declared: &Type) -> Result<Value> {
        let counted = self.budget.value();
        self.within(counted)?;
        if *node == Node::Null {
            return match declared.is_reference() {
                true => Ok(Value::Null),
                false => self.error(format!("null where {declared} is expected")),
            };
        }
        match declared {
            Type::Primitive(primitive) => self.primitive(node, *primitive),
            Type::Array(element) => self.declared_array(node, element, declared),
            Type::Class(class) => self.reference(node, class, declared),
        }
    }

    fn declared_array(&mut self, node: &Node, element: &Type, declared: &Type) -> Result<Value> {
        // An array of a subtype says so itself.
        if let Node::Record(fields) = node {
            let value = self.tagged(fields)?;
            return match &value {
                Value::Array { element: own, .. } if self.array_fits(own, element) => Ok(value),
                _ => self.error(format!("{} where {declared} is expected", kind(&value))),
            };
        }
        self.array(node, element)
    }

    fn array_fits(&self, own: &Type, declared: &Type) -> bool {
        match (own, declared) {
            _ if own == declared => true,
            (Type::Class(own), Type::Class(declared)) => self.shapes.fits(own, declared),
            (Type::Array(_), Type::Class(declared)) => is_any(declared),
            (Type::Array(own), Type::Array(declared)) => self.array_fits(own, declared),
            _ => false,
        }
    }

    fn array(&mut self, node: &Node, element: &Type) -> Result<Value> {
        let is_bytes = *element == Type::Primitive(Primitive::Byte);
        let from_text = |text: &[u16]| decode_base64(&String::from_utf16(text).ok()?);
        let bytes = match node {
            Node::Bytes(bytes) if is_bytes => Some(bytes.clone()),
            Node::Text(text) | Node::Loose(text) if is_bytes => match from_text(text) {
                Some(bytes) => Some(bytes),
                None => return self.error("the text is not Base64, which byte[] is written as"),
            },
            _ => None,
        };
        if let Some(bytes) = bytes {
            let elements = bytes.into_iter().map(|byte| Value::Byte(byte as i8)).collect();
            return Ok(Value::Array { element: element.clone(), elements });
        }
        let Node::List(nodes) = node else {
            return self.error(format!("{} where {element}[] is expected", node_kind(node)));
        };
        let entered = self.budget.enter();
        self.within(entered)?;
        let mut elements = Vec::with_capacity(nodes.len().min(1 << 16));
        for (index, node) in nodes.iter().enumerate() {
            self.path.push(Step::Index(index));
            elements.push(self.value(node, element)?);
            self.path.pop();
        }
        self.budget.leave();
        Ok(Value::Array { element: element.clone(), elements })
    }

    fn reference(&mut self, node: &Node, class: &str, declared: &Type) -> Result<Value> {
        if let Some(primitive) = Primitive::wrapped_by(class)
            && !matches!(node, Node::Record(_))
        {
            return self.primitive(node, primitive);
        }
        match node {
            Node::Text(text) | Node::Loose(text) => self.text(text, class, declared),
            Node::List(_) if is_list(declared) => {
                let elements = self.array(node, &Type::object())?;
                let shape = self.shape(DEFAULT_LIST, 1)?;
                Ok(Value::Object(Box::new(Object { shape, components: vec![elements] })))
            }
            Node::Record(fields) => {
                let value = self.tagged(fields)?;
                match self.is_fit(&value, class) {
                    true => Ok(value),
                    false => self.error(format!("{} where {declared} is expected", kind(&value))),
                }
            }
            Node::Boolean(value) if self.takes(class, Primitive::Boolean) => Ok(Value::Boolean(*value)),
            Node::Integer(_) | Node::Number(_) | Node::Float(_) | Node::Double(_) => {
                let natural = match node {
                    Node::Integer(_) => Primitive::Int,
                    Node::Number(text) if read_integer(text).is_some() => Primitive::Int,
                    _ => Primitive::Double,
                };
                match self.takes(class, natural) {
                    true => self.primitive(node, natural),
                    false => self.error(format!("a number where {declared} is expected")),
                }
            }
            _ => self.error(format!("{} where {declared} is expected", node_kind(node))),
        }
    }

    /// Text: a string, an enum's constant, or a JDK type that is written as text.
    fn text(&mut self, text: &[u16], class: &str, declared: &Type) -> Result<Value> {
        if self.shapes.fits("java.lang.String", class) || class == "java.lang.String" || is_any(class) {
            return Ok(Value::Text(text.to_vec()));
        }
        if platform_form(class).is_some_and(|form| form.is_text()) {
            let shape = self.shape(class, 1)?;
            return Ok(Value::Object(Box::new(Object {
                shape,
                components: vec![Value::Text(text.to_vec())],
            })));
        }
        match String::from_utf16(text) {
            Ok(constant) if !is_basic(class) => self.constant(class, &constant).map_err(|error| ReadError {
                reason: format!("text where {declared} is expected, and {}", error.reason),
                ..error
            }),
            _ => self.error(format!("text where {declared} is expected")),
        }
    }

    fn constant(&self, class: &str, constant: &str) -> Result<Value> {
        match self.shapes.constant(class, constant) {
            Ok(()) => Ok(Value::Enum { class: class.into(), constant: constant.into() }),
            Err(Unknown::Constant) => {
                self.error(format!("the enum {class} has no constant {}", shown(constant)))
            }
            Err(unknown) => self.error(format!("the class {} {unknown}", shown(class))),
        }
    }

    /// A record that says what it is.
    fn tagged(&mut self, fields: &[(String, Node)]) -> Result<Value> {
        let first = fields.first().map(|(name, _)| name.as_str());
        match first {
            Some(keys::CLASS) => self.object(fields),
            Some(keys::TYPE) => self.typed(fields),
            Some(keys::ENUM) => {
                let [(_, class), (value, constant)] = fields else {
                    return self.error("an enum's constant has $enum and $value, in this order");
                };
                let (Some(class), Some(constant), keys::VALUE) =
                    (as_text(class), as_text(constant), value.as_str())
                else {
                    return self.error("an enum's constant has $enum and $value, both text");
                };
                self.constant(&class, &constant)
            }
            _ => self.error("an object begins with $class; a value of another type with $type or $enum"),
        }
    }

    fn typed(&mut self, fields: &[(String, Node)]) -> Result<Value> {
        let [(_, name), (value, node)] = fields else {
            return self.error("a typed value has $type and $value, in this order");
        };
        let (Some(name), keys::VALUE) = (as_text(name), value.as_str()) else {
            return self.error("a typed value has $type, a text, and $value");
        };
        match Type::named(&name) {
            Some(Type::Primitive(primitive)) => self.primitive(node, primitive),
            Some(Type::Array(element)) => self.array(node, &element),
            _ => self.error(format!("$type is {}, which is not a primitive or an array", shown(&name))),
        }
    }

    fn object(&mut self, fields: &[(String, Node)]) -> Result<Value> {
        let Some(class) = as_text(&fields[0].1).filter(|class| is_class_name(class)) else {
            return self.error("$class is not the name of a class");
        };
        let version = match fields.get(1) {
            Some((name, node)) if name == keys::VERSION => as_integer(node),
            _ => None,
        };
        let Some(version) = version.and_then(|version| i32::try_from(version).ok()) else {
            return self.error(format!("{class} has no $version behind $class"));
        };
        let mut rest = &fields[2..];
        let is_inferred = matches!(rest.first(), Some((name, _)) if name == keys::INFERRED);
        if is_inferred {
            rest = &rest[1..];
        }
        let shape = self.shape(&class, version)?;
        let entered = self.budget.enter();
        self.within(entered)?;
        let mut components: Vec<Option<Value>> = vec![None; shape.components.len()];
        for (name, node) in rest {
            let own = name.strip_prefix('$').filter(|_| name.starts_with("$$"));
            let name = own.unwrap_or(name);
            let is_own = own.is_some() || !name.starts_with('$');
            // Shapes have few components, and an unknown name ends the reading: no table is needed that names could flood.
            let position = shape.components.iter().position(|(known, _)| is_own && **known == *name);
            let Some(position) = position else {
                let known: Vec<&str> = shape.components.iter().map(|(name, _)| &**name).collect();
                return self.error(format!(
                    "{class} has no component {} in version {version}; it has {}",
                    shown(name),
                    if known.is_empty() { "none".to_owned() } else { known.join(", ") }
                ));
            };
            if components[position].is_some() {
                return self.error(format!("the component {} occurs twice", shown(name)));
            }
            self.path.push(Step::Component(name.to_owned()));
            components[position] = Some(self.value(node, &shape.components[position].1)?);
            self.path.pop();
        }
        if let Some(missing) = components.iter().position(Option::is_none) {
            let name = &shape.components[missing].0;
            return self.error(format!("{class} lacks its component {name} of version {version}"));
        }
        self.budget.leave();
        let components = components.into_iter().flatten().collect();
        Ok(Value::Object(Box::new(Object { shape, components })))
    }

    fn shape(&self, class: &str, version: i32) -> Result<Arc<Shape>> {
        self.shapes.shape(class, version).or_else(|unknown| {
            let class = shown(class);
            match unknown {
                Unknown::Version(known) => {
                    let known: Vec<String> = known.iter().map(i32::to_string).collect();
                    let known = if known.is_empty() { "none".to_owned() } else { known.join(", ") };
                    self.error(format!("{class} does not read version {version}; it reads {known}"))
                }
                Unknown::Refused => self.error(format!("{class} refuses version {version}")),
                other => self.error(format!("the class {class} {other}")),
            }
        })
    }

    /// Whether a place of a class takes a boxed primitive.
    fn takes(&self, class: &str, primitive: Primitive) -> bool {
        is_any(class) || class == primitive.wrapper() || self.shapes.fits(primitive.wrapper(), class)
    }

    fn is_fit(&self, value: &Value, class: &str) -> bool {
        match value {
            _ if is_any(class) => true,
            Value::Null => true,
            Value::Text(_) => class == "java.lang.String" || self.shapes.fits("java.lang.String", class),
            Value::Enum { class: own, .. } => **own == *class || self.shapes.fits(own, class),
            Value::Array { .. } => matches!(class, "java.lang.Cloneable" | "java.io.Serializable"),
            Value::Object(object) => {
                *object.shape.class == *class || self.shapes.fits(&object.shape.class, class)
            }
            primitive => primitive.primitive().is_some_and(|own| self.takes(class, own)),
        }
    }

    fn primitive(&self, node: &Node, primitive: Primitive) -> Result<Value> {
        let loose = match node {
            Node::Loose(text) => String::from_utf16(text).ok(),
            Node::Number(text) => Some(text.clone()),
            _ => None,
        };
        let integer = || match node {
            Node::Integer(value) => Some(*value),
            _ => read_integer(loose.as_deref()?),
        };
        let unit = || match node {
            Node::Text(text) | Node::Loose(text) => match text[..] {
                [unit] => Some(unit),
                _ => None,
            },
            _ => None,
        };
        // A number that is not finite is a text in encodings without such numbers.
        let named = || match node {
            Node::Text(text) => String::from_utf16(text)
                .ok()
                .filter(|text| text.starts_with("NaN") || text == "Infinity" || text == "-Infinity"),
            _ => None,
        };
        let value = match primitive {
            Primitive::Boolean => match (node, loose.as_deref()) {
                (Node::Boolean(value), _) => Some(Value::Boolean(*value)),
                (Node::Loose(_), Some("true")) => Some(Value::Boolean(true)),
                (Node::Loose(_), Some("false")) => Some(Value::Boolean(false)),
                _ => None,
            },
            Primitive::Byte => integer().and_then(|value| i8::try_from(value).ok()).map(Value::Byte),
            Primitive::Short => integer().and_then(|value| i16::try_from(value).ok()).map(Value::Short),
            Primitive::Int => integer().and_then(|value| i32::try_from(value).ok()).map(Value::Int),
            Primitive::Long => integer().map(Value::Long),
            Primitive::Char => unit().map(Value::Char),
            Primitive::Float => match node {
                Node::Float(bits) => Some(Value::Float(*bits)),
                _ => loose.clone().or_else(named).and_then(|text| read_float(&text)).map(Value::Float),
            },
            Primitive::Double => match node {
                Node::Double(bits) => Some(Value::Double(*bits)),
                _ => loose.clone().or_else(named).and_then(|text| read_double(&text)).map(Value::Double),
            },
        };
        match value {
            Some(value) => Ok(value),
            None => self.error(format!("{} where {} is expected", node_kind(node), primitive.name())),
        }
    }
}

/// Whether a place takes every object.
fn is_any(class: &str) -> bool {
    class == "java.lang.Object"
}

fn as_text(node: &Node) -> Option<String> {
    match node {
        Node::Text(text) | Node::Loose(text) => String::from_utf16(text).ok(),
        _ => None,
    }
}

fn as_integer(node: &Node) -> Option<i64> {
    match node {
        Node::Integer(value) => Some(*value),
        Node::Number(text) => read_integer(text),
        Node::Loose(text) => read_integer(&String::from_utf16(text).ok()?),
        _ => None,
    }
}

fn node_kind(node: &Node) -> String {
    match node {
        Node::Null => "null".to_owned(),
        Node::Boolean(_) => "a boolean".to_owned(),
        Node::Integer(value) => format!("the number {value}"),
        Node::Number(text) => format!("the number {}", shown(text)),
        Node::Float(_) | Node::Double(_) => "a number".to_owned(),
        Node::Text(text) | Node::Loose(text) => {
            format!("the text {}", shown(&String::from_utf16_lossy(text)))
        }
        Node::Bytes(_) => "bytes".to_owned(),
        Node::List(_) => "a list".to_owned(),
        Node::Record(_) => "an object".to_owned(),
        Node::Typed(primitive, _) => primitive.name().to_owned(),
    }
}

fn kind(value: &Value) -> String {
    match value {
        Value::Null => "null".to_owned(),
        Value::Text(_) => "text".to_owned(),
        Value::Enum { class, .. } => format!("a constant of {class}"),
        Value::Array { element, .. } => format!("{element}[]"),
        Value::Object(object) => format!("an object of {}", object.shape.class),
        primitive => primitive.primitive().map_or("", Primitive::name).to_owned(),
    }
}

/// Text of a document in a message: quoted, without control characters, and not too long.
fn shown(text: &str) -> String {
    const LONGEST: usize = 60;
    let mut short: String = text.chars().take(LONGEST).collect();
    if short.len() < text.len() {
        short.push('…');
    }
    format!("{short:?}")
}

impl fmt::Display for Unknown {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Unknown::Class => f.write_str("is not allowed in this document"),
            Unknown::Version(_) => f.write_str("does not read this version"),
            Unknown::Refused => f.write_str("refuses this version"),
            Unknown::NoForm(reason) => f.write_str(reason),
            Unknown::Constant => f.write_str("has no such constant"),
        }
    }
}
