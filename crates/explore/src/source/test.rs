//! Test classes as Java.

use std::collections::BTreeMap;

use reenact_java::names::is_identifier;
use reenact_world::{MethodId, World};

use super::names::Names;
use super::stand_in::StandInClass;
use super::{SourceFile, names};
use crate::input::{Input, Object, Shape, Value};
use crate::types::Types;

/// A test that logs what an input does.
pub struct TracedTest<'i> {
    pub input: &'i Input,
    /// The file that the log is written to.
    pub log: String,
}

/// A test that is delivered.
pub struct TestMethod<'i> {
    pub name: String,
    pub input: &'i Input,
    pub expected: Expected,
    /// A comment above the test, such as a suspected bug.
    pub comment: Option<String>,
}

/// The outcome that a test asserts.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Expected {
    /// The method returns; nothing about its result is asserted.
    Returns,
    /// A number of a type, by its letter.
    Number(u8, i64),
    Null,
    NotNull,
    Text(Vec<u16>),
    /// The argument at a position itself.
    Argument(usize),
    /// An exception, by binary name.
    Throws(String),
}

/// A class of tests that log what they do: test number n is the method `input`n.
pub fn traced_class(
    types: Types<'_>,
    method: MethodId,
    name: &str,
    tests: &[TracedTest<'_>],
    stand_ins: &BTreeMap<Shape, StandInClass>,
) -> SourceFile {
    let mut writer = Writer::new(types, method, name, stand_ins);
    let (test, trace) =
        (writer.names.import("org.junit.jupiter.api.Test"), writer.names.import("reenact.explore.Trace"));
    let mut body = String::new();
    for (number, traced) in tests.iter().enumerate() {
        let Written { statements, call, objects } = writer.call(traced.input);
        let result = types.world.view(method).descriptor().to_str().ends_with(")V");
        let call = match result && !types.world.view(method).is_constructor() {
            true => format!("{call};\n            {trace}.returned();"),
            false => format!("{trace}.returned({call});"),
        };
        let named: String = objects
            .iter()
            .map(|(object, variable)| format!("        {trace}.input({variable}, {object});\n"))
            .collect();
        body.push_str(&format!(
            "\n    @{test}\n    void input{number}() throws Throwable {{\n{statements}{named}        {trace}.begin();\n        \
             try {{\n            {call}\n        }} catch (Throwable thrown) {{\n            {trace}.threw(thrown);\n        \
             }} finally {{\n            {trace}.write({});\n        }}\n    }}\n",
            text_literal(&traced.log.encode_utf16().collect::<Vec<u16>>())
        ));
    }
    writer.file(name, &body, &[])
}

/// The class of tests that is delivered.
pub fn test_class(
    types: Types<'_>,
    method: MethodId,
    name: &str,
    tests: &[TestMethod<'_>],
    stand_ins: &BTreeMap<Shape, StandInClass>,
) -> SourceFile {
    let mut writer = Writer::new(types, method, name, stand_ins);
    let test = writer.names.import("org.junit.jupiter.api.Test");
    let mut body = String::new();
    let mut assertions: Vec<&str> = Vec::new();
    for one in tests {
        let Written { statements, call, .. } = writer.call(one.input);
        let arrange = if statements.is_empty() { String::new() } else { format!("{statements}\n") };
        let (lines, assertion) = writer.assertion(one, &call);
        assertions.extend(assertion);
        let comment: String = one.comment.iter().map(|comment| format!("    // {comment}\n")).collect();
        body.push_str(&format!(
            "\n{comment}    @{test}\n    void {}() throws Exception {{\n{arrange}{lines}    }}\n",
            one.name
        ));
    }
    assertions.sort_unstable();
    assertions.dedup();
    writer.file(name, &body, &assertions)
}

struct Written {
    statements: String,
    call: String,
    /// Positions of objects with their variables.
    objects: Vec<(usize, String)>,
}

struct Writer<'w, 's> {
    world: &'w World,
    types: Types<'w>,
    method: MethodId,
    package: String,
    names: Names<'w>,
    stand_ins: &'s BTreeMap<Shape, StandInClass>,
}

impl<'w, 's> Writer<'w, 's> {
    fn new(
        types: Types<'w>,
        method: MethodId,
        name: &str,
        stand_ins: &'s BTreeMap<Shape, StandInClass>,
    ) -> Writer<'w, 's> {
        let world = types.world;
        let package = world.view(types.viewpoint).package().to_str().replace('/', ".");
        let mut taken: Vec<&str> = stand_ins.values().map(|class| &*class.name).collect();
        taken.push(name);
        let names = Names::new(world, &package, &taken);
        Writer { world, types, method, package, names, stand_ins }
    }

    fn file(&self, name: &str, body: &str, assertions: &[&str]) -> SourceFile {
        let statics: Vec<String> =
            assertions.iter().map(|name| format!("org.junit.jupiter.api.Assertions.{name}")).collect();
        let statics: Vec<&str> = statics.iter().map(String::as_str).collect();
        let text =
            format!("{}class {name} {{{body}}}\n", self.names.head(&statics)).replace("{\n\n    ", "{\n    ");
        let path = format!("{}.java", names::join(&self.package, name).replace('.', "/"));
        SourceFile { path, text }
    }

    /// The statements that make an input's objects, and the call of the method under test.
    fn call(&mut self, input: &Input) -> Written {
        let view = self.world.view(self.method);
        let mut statements = String::new();
        let mut objects: Vec<(usize, String)> = Vec::new();
        for index in input.reachable() {
            let variable = self.variable(input, index, &objects);
            statements.push_str(&self.make(input, index, &variable, &objects));
            objects.push((index, variable));
        }
        let mut arguments = Vec::new();
        let descriptor = view.parsed_descriptor();
        let declared = descriptor.iter().flat_map(|descriptor| descriptor.parameters());
        let overloads = view.class().methods_named(&view.name().to_str()).count();
        for (parameter, value) in declared.zip(&input.arguments) {
            let text = parameter.descriptor().to_str();
            let written = self.value(value, &text, &objects);
            arguments.push(match (value, overloads > 1) {
                (Value::Null, true) => format!("({}) null", self.names.descriptor(&text)),
                _ => written,
            });
        }
        let list = arguments.join(", ");
        let class = self.names.class(view.class().id());
        let call = match &input.receiver {
            _ if view.is_constructor() => format!("new {class}({list})"),
            Some(receiver) => {
                let receiver = self.value(receiver, "Ljava/lang/Object;", &objects);
                format!("{receiver}.{}({list})", view.name().to_str())
            }
            None => format!("{class}.{}({list})", view.name().to_str()),
        };
        Written { statements, call, objects }
    }

    fn variable(&mut self, input: &Input, index: usize, taken: &[(usize, String)]) -> String {
        let stem = match &input.objects[index] {
            Object::Existing { class, .. } => {
                let name = self.world.view(*class).simple_name();
                lower(&name.map_or_else(|| "object".to_owned(), |name| name.to_str().into_owned()))
            }
            Object::StandIn { .. } => "standIn".to_owned(),
            Object::Array { .. } => "array".to_owned(),
        };
        // Class files may have names that Java does not take; a keyword becomes an identifier with a number behind it.
        let is_usable = is_identifier(&format!("{stem}2"));
        let stem = if is_usable { stem } else { "object".to_owned() };
        let mut name = stem.clone();
        let mut number = 2;
        while taken.iter().any(|(_, known)| *known == name) || !is_identifier(&name) {
            name = format!("{stem}{number}");
            number += 1;
        }
        name
    }

    fn make(&mut self, input: &Input, index: usize, variable: &str, made: &[(usize, String)]) -> String {
        match &input.objects[index] {
            Object::Existing { class, constructor, arguments, fields } => {
                let name = self.names.class(*class);
                let descriptor = self.world.view(*constructor).parsed_descriptor();
                let declared = descriptor.iter().flat_map(|descriptor| descriptor.parameters());
                let overloads = self.world.view(*class).methods_named("<init>").count() > 1;
                let mut list = Vec::new();
                for (parameter, value) in declared.zip(arguments) {
                    let text = parameter.descriptor().to_str();
                    list.push(match (value, overloads) {
                        (Value::Null, true) => format!("({}) null", self.names.descriptor(&text)),
                        _ => self.value(value, &text, made),
                    });
                }
                let mut out = format!("        {name} {variable} = new {name}({});\n", list.join(", "));
                for (field, value) in fields {
                    let view = self.world.view(*field);
                    let value = self.value(value, &view.descriptor().to_str(), made);
                    out.push_str(&format!("        {variable}.{} = {value};\n", view.name().to_str()));
                }
                out
            }
            Object::StandIn { shape, answers } => {
                let Some(class) = self.stand_ins.get(shape) else { return String::new() };
                let mut out = format!("        {0} {variable} = new {0}();\n", class.name);
                for (method, list) in answers {
                    let Some((field, is_array)) = class.fields.get(method) else { continue };
                    let descriptor =
                        self.world.text(self.world.name_and_type_of(*method).descriptor).to_str();
                    let result = descriptor[descriptor.rfind(')').map_or(0, |at| at + 1)..].to_owned();
                    let values: Vec<String> =
                        list.iter().map(|value| self.value(value, &result, made)).collect();
                    match is_array {
                        true => {
                            let kind = self.names.descriptor(&result);
                            let values = values.join(", ");
                            out.push_str(&format!(
                                "        {variable}.{field} = new {kind}[] {{{values}}};\n"
                            ));
                        }
                        false => {
                            let value = values.first().cloned().unwrap_or_default();
                            let zero = super::stand_in::zero(&result);
                            if value != zero {
                                out.push_str(&format!("        {variable}.{field} = {value};\n"));
                            }
                        }
                    }
                }
                out
            }
            Object::Array { element, elements } => {
                let kind = self.names.descriptor(element);
                if elements.is_empty() {
                    let (base, rest) = kind.split_at(kind.find('[').unwrap_or(kind.len()));
                    return format!("        {kind}[] {variable} = new {base}[0]{rest};\n");
                }
                let values: Vec<String> =
                    elements.iter().map(|value| self.value(value, element, made)).collect();
                format!("        {kind}[] {variable} = {{{}}};\n", values.join(", "))
            }
        }
    }

    fn value(&mut self, value: &Value, descriptor: &str, made: &[(usize, String)]) -> String {
        match value {
            Value::Null => "null".to_owned(),
            Value::Int(number) => int_literal(*number, descriptor),
            Value::Long(number) => long_literal(*number),
            Value::Float(bits) => float_literal(f32::from_bits(*bits)),
            Value::Double(bits) => double_literal(f64::from_bits(*bits)),
            Value::Text(text) => text_literal(text),
            Value::Object(index) => {
                let variable = made.iter().find(|(known, _)| known == index);
                variable.map_or_else(|| "null".to_owned(), |(_, variable)| variable.clone())
            }
            Value::Boxed(letter, inner) => {
                let class = crate::types::box_class(*letter).rsplit('/').next().unwrap_or_default();
                let inner = self.value(inner, &char::from(*letter).to_string(), made);
                format!("{class}.valueOf({inner})")
            }
            Value::Constant(field) => {
                let view = self.world.view(*field);
                format!("{}.{}", self.names.class(view.class().id()), view.name().to_str())
            }
            Value::Class(class) => format!("{}.class", self.names.class(*class)),
            Value::StandInClass(shape) => {
                let class = self.stand_ins.get(shape);
                class.map_or_else(|| "null".to_owned(), |class| format!("{}.class", class.name))
            }
        }
    }

    fn assertion(&mut self, test: &TestMethod<'_>, call: &str) -> (String, Option<&'static str>) {
        let line = |text: String| format!("        {text};\n");
        match &test.expected {
            Expected::Returns => (line(call.to_owned()), None),
            Expected::Number(b'Z', value) => {
                let name = if *value != 0 { "assertTrue" } else { "assertFalse" };
                (line(format!("{name}({call})")), Some(name))
            }
            Expected::Number(letter, value) => {
                let literal = match letter {
                    b'J' => long_literal(*value),
                    b'F' => float_literal(f32::from_bits(*value as u32)),
                    b'D' => double_literal(f64::from_bits(*value as u64)),
                    other => int_literal(*value as i32, &char::from(*other).to_string()),
                };
                (line(format!("assertEquals({literal}, {call})")), Some("assertEquals"))
            }
            Expected::Null => (line(format!("assertNull({call})")), Some("assertNull")),
            Expected::NotNull => (line(format!("assertNotNull({call})")), Some("assertNotNull")),
            Expected::Text(text) => {
                (line(format!("assertEquals({}, {call})", text_literal(text))), Some("assertEquals"))
            }
            Expected::Argument(index) => {
                let Written { objects, .. } = self.call(test.input);
                let Some(Value::Object(object)) = test.input.arguments.get(*index) else {
                    return (line(format!("assertNotNull({call})")), Some("assertNotNull"));
                };
                let variable = objects.iter().find(|(known, _)| known == object);
                let variable = variable.map_or_else(|| "null".to_owned(), |(_, variable)| variable.clone());
                (line(format!("assertSame({variable}, {call})")), Some("assertSame"))
            }
            Expected::Throws(class) => {
                let internal = class.replace('.', "/");
                let visible = self.world.class_id(&internal).filter(|&class| self.types.is_visible(class));
                let name = visible.map_or_else(|| "Throwable".to_owned(), |class| self.names.class(class));
                (line(format!("assertThrows({name}.class, () -> {call})")), Some("assertThrows"))
            }
        }
    }
}

fn lower(name: &str) -> String {
    let mut letters = name.chars();
    letters.next().map_or_else(String::new, |first| first.to_lowercase().chain(letters).collect())
}

fn int_literal(number: i32, descriptor: &str) -> String {
    match descriptor.as_bytes().first() {
        Some(b'Z') => (number != 0).to_string(),
        Some(b'B') => format!("(byte) {number}"),
        Some(b'S') => format!("(short) {number}"),
        Some(b'C') => match u8::try_from(number) {
            Ok(letter) if letter.is_ascii_alphanumeric() => format!("'{}'", char::from(letter)),
            _ => format!("(char) {number}"),
        },
        _ if number == i32::MIN => "Integer.MIN_VALUE".to_owned(),
        _ if number == i32::MAX => "Integer.MAX_VALUE".to_owned(),
        _ => number.to_string(),
    }
}

fn long_literal(number: i64) -> String {
    match number {
        i64::MIN => "Long.MIN_VALUE".to_owned(),
        i64::MAX => "Long.MAX_VALUE".to_owned(),
        other => format!("{other}L"),
    }
}

fn float_literal(number: f32) -> String {
    if number.is_nan() {
        "Float.NaN".to_owned()
    } else if number.is_infinite() {
        format!("Float.{}_INFINITY", if number > 0.0 { "POSITIVE" } else { "NEGATIVE" })
    } else {
        format!("{number:?}f")
    }
}

fn double_literal(number: f64) -> String {
    if number.is_nan() {
        "Double.NaN".to_owned()
    } else if number.is_infinite() {
        format!("Double.{}_INFINITY", if number > 0.0 { "POSITIVE" } else { "NEGATIVE" })
    } else {
        format!("{number:?}")
    }
}

/// A string literal. Only printable ASCII stands for itself: no recorded or invented text can become code.
fn text_literal(text: &[u16]) -> String {
    let mut out = String::from("\"");
    for &unit in text {
        match u8::try_from(unit) {
            Ok(b'"') => out.push_str("\\\""),
            Ok(b'\\') => out.push_str("\\\\"),
            Ok(b'\n') => out.push_str("\\n"),
            Ok(b'\r') => out.push_str("\\r"),
            Ok(b'\t') => out.push_str("\\t"),
            Ok(letter @ b' '..=b'~') => out.push(letter.into()),
            // A line break as a Unicode escape would end the literal (JLS 3.3).
            _ if unit < 0x20 => out.push_str(&format!("\\{unit:03o}")),
            _ => out.push_str(&format!("\\u{unit:04x}")),
        }
    }
    out.push('"');
    out
}
