//! Writes plain Java.

use std::fmt::Write;

use super::{default_form, source_name};
use crate::document::{double_text, float_text};
use crate::limits::{Budget, Exceeded, Limits};
use crate::platform::PlatformMaker;
use crate::types::{Primitive, Type};
use crate::value::{Maker, Object, Value};

/// The bytes of a string constant (JVMS 4.4.7), with room for two- and three-byte characters.
const LONGEST_TEXT: usize = 20_000;

/// The reason why a value has no plain Java.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum Unwritable {
    #[error(
        "nothing makes an object of {0} from its components: it declares no serial form, and no constructor takes all of its fields"
    )]
    NoMaker(String),
    #[error("a text of {0} characters is too long for a Java constant")]
    LongText(usize),
    #[error(transparent)]
    Exceeded(#[from] Exceeded),
}

/// Writes the body of a method that returns the value.
pub fn encode(value: &Value, limits: &Limits) -> Result<String> {
    let mut writer = Writer { statements: String::new(), maps: 0, budget: Budget::new(limits) };
    let expression = writer.expression(value)?;
    Ok(format!("{}return {expression};\n", writer.statements))
}

struct Writer {
    statements: String,
    maps: usize,
    budget: Budget,
}

type Result<T> = std::result::Result<T, Unwritable>;

impl Writer {
    fn expression(&mut self, value: &Value) -> Result<String> {
        self.budget.value()?;
        Ok(match value {
            Value::Null => "null".to_owned(),
            Value::Boolean(value) => value.to_string(),
            Value::Byte(value) => format!("(byte) {value}"),
            Value::Short(value) => format!("(short) {value}"),
            Value::Int(value) => value.to_string(),
            Value::Long(value) => format!("{value}L"),
            Value::Char(unit) => format!("'{}'", escaped(&[*unit], '\'')),
            Value::Float(bits) => float(*bits),
            Value::Double(bits) => double(*bits),
            Value::Text(text) if text.len() > LONGEST_TEXT => return Err(Unwritable::LongText(text.len())),
            Value::Text(text) => format!("\"{}\"", escaped(text, '"')),
            Value::Enum { class, constant } => {
                format!("{}{}.{constant}", named(class), source_name(class))
            }
            Value::Array { element, elements } => {
                self.budget.enter()?;
                let list = self.elements(element, elements)?;
                self.budget.leave();
                let (comment, name) = type_name(element);
                format!("{comment}new {name}[] {{{list}}}")
            }
            Value::Object(object) => {
                self.budget.enter()?;
                let written = self.object(object)?;
                self.budget.leave();
                written
            }
        })
    }

    /// Elements of an array. The initializer of an array says their type.
    fn elements(&mut self, element: &Type, elements: &[Value]) -> Result<String> {
        let mut list = Vec::with_capacity(elements.len());
        for value in elements {
            list.push(match (element, value) {
                (Type::Primitive(Primitive::Byte), Value::Byte(value)) => {
                    self.budget.value()?;
                    value.to_string()
                }
                (Type::Primitive(Primitive::Short), Value::Short(value)) => {
                    self.budget.value()?;
                    value.to_string()
                }
                _ => self.expression(value)?,
            });
        }
        Ok(list.join(", "))
    }

    fn object(&mut self, object: &Object) -> Result<String> {
        let shape = &object.shape;
        let name = source_name(&shape.class);
        let callee = match &shape.maker {
            Maker::Constructor => format!("new {name}"),
            Maker::Factory(method) => format!("{name}.{method}"),
            Maker::Platform(maker) => return self.platform(object, *maker),
            Maker::Unknown => return Err(Unwritable::NoMaker(shape.class.to_string())),
        };
        let inferred = if shape.is_inferred { ", inferred" } else { "" };
        let mut out = format!("{callee}(/* {}, version {}{inferred} */", shape.class, shape.version);
        for (at, ((name, _), value)) in shape.components.iter().zip(&object.components).enumerate() {
            let comma = if at == 0 { "" } else { "," };
            let _ = write!(out, "{comma} /* {name}= */ {}", self.expression(value)?);
        }
        out.push(')');
        Ok(out)
    }

    fn platform(&mut self, object: &Object, maker: PlatformMaker) -> Result<String> {
        let class = &*object.shape.class;
        let parts: Vec<&[Value]> = object
            .components
            .iter()
            .map(|value| match value {
                Value::Array { elements, .. } => &elements[..],
                other => std::slice::from_ref(other),
            })
            .collect();
        Ok(match (maker, &parts[..]) {
            (PlatformMaker::Constructor, _) => {
                format!("new {}({})", source_name(class), self.arguments(&object.components)?)
            }
            (PlatformMaker::Collection, [elements]) => {
                let list = self.variable_arguments(elements)?;
                format!("new {}<>(java.util.Arrays.asList({list}))", source_name(class))
            }
            (PlatformMaker::Elements(owner, method), [elements]) => {
                let comment = comment(class, maker, elements.len());
                format!("{owner}.{method}({comment}{})", self.variable_arguments(elements)?)
            }
            (PlatformMaker::Map, [keys, values]) => {
                let mut puts = Vec::new();
                for (key, value) in keys.iter().zip(*values) {
                    puts.push((self.expression(key)?, self.expression(value)?));
                }
                self.maps += 1;
                let name = format!("map{}", self.maps);
                let _ = writeln!(self.statements, "java.util.Map {name} = new {}();", source_name(class));
                for (key, value) in puts {
                    let _ = writeln!(self.statements, "{name}.put({key}, {value});");
                }
                name
            }
            (PlatformMaker::Entries, [keys, values]) => {
                let mut entries = Vec::new();
                for (key, value) in keys.iter().zip(*values) {
                    let (key, value) = (self.expression(key)?, self.expression(value)?);
                    entries.push(format!("java.util.Map.entry({key}, {value})"));
                }
                let comment = comment(class, maker, entries.len());
                format!("java.util.Map.ofEntries({comment}{})", entries.join(", "))
            }
            (PlatformMaker::Factory(owner, method) | PlatformMaker::Wrapper(owner, method), _) => {
                let comment = comment(class, maker, 0);
                format!("{owner}.{method}({comment}{})", self.arguments(&object.components)?)
            }
            _ => return Err(Unwritable::NoMaker(class.to_owned())),
        })
    }

    fn arguments(&mut self, values: &[Value]) -> Result<String> {
        let list: Result<Vec<String>> = values.iter().map(|value| self.expression(value)).collect();
        Ok(list?.join(", "))
    }

    /// Arguments of a method that takes any number of them: one alone must not be taken for all.
    fn variable_arguments(&mut self, values: &[Value]) -> Result<String> {
        let list = self.arguments(values)?;
        let needs_cast = matches!(values, [Value::Null | Value::Array { .. }]);
        Ok(if needs_cast { format!("(Object) {list}") } else { list })
    }
}

/// A comment with the class, if the call alone would mean another.
fn comment(class: &str, maker: PlatformMaker, arguments: usize) -> String {
    match default_form(maker, arguments) {
        Some(form) if form.class == class => String::new(),
        _ => format!("/* {class} */ "),
    }
}

/// A comment with the binary name of a nested class, which its source name does not show.
fn named(class: &str) -> String {
    if class.contains('$') { format!("/* {class} */ ") } else { String::new() }
}

fn type_name(element: &Type) -> (String, String) {
    let text = element.to_string();
    (named(&text), source_name(&text))
}

fn float(bits: u32) -> String {
    let number = f32::from_bits(bits);
    match &*float_text(bits) {
        "NaN" => "Float.NaN".to_owned(),
        "Infinity" => "Float.POSITIVE_INFINITY".to_owned(),
        "-Infinity" => "Float.NEGATIVE_INFINITY".to_owned(),
        _ if number.is_nan() => format!("Float.intBitsToFloat(0x{bits:08x})"),
        text => format!("{text}f"),
    }
}

fn double(bits: u64) -> String {
    let number = f64::from_bits(bits);
    match &*double_text(bits) {
        "NaN" => "Double.NaN".to_owned(),
        "Infinity" => "Double.POSITIVE_INFINITY".to_owned(),
        "-Infinity" => "Double.NEGATIVE_INFINITY".to_owned(),
        _ if number.is_nan() => format!("Double.longBitsToDouble(0x{bits:016x}L)"),
        text => text.to_owned(),
    }
}

/// Text within quotes, in ASCII, so that the encoding of the file does not matter. Escapes of Unicode are resolved before
/// anything else (JLS 3.3), so line ends and quotes have their own.
fn escaped(text: &[u16], quote: char) -> String {
    let mut out = String::with_capacity(text.len());
    for &unit in text {
        match unit {
            0x08 => out.push_str("\\b"),
            0x09 => out.push_str("\\t"),
            0x0a => out.push_str("\\n"),
            0x0c => out.push_str("\\f"),
            0x0d => out.push_str("\\r"),
            0x5c => out.push_str("\\\\"),
            _ if u32::from(unit) == quote as u32 => {
                out.push('\\');
                out.push(quote);
            }
            0x20..=0x7e => out.push(unit as u8 as char),
            _ => {
                let _ = write!(out, "\\u{unit:04x}");
            }
        }
    }
    out
}
