//! Expressions as Java source, with a cast wherever one could matter: it is for javac, not for people.

use std::collections::HashMap;

use reenact_heap::{NodeId, Value, words};
use reenact_rebuild::logical::Filling;
use reenact_rebuild::plan::{Making, Member, Operand};

/// Expressions for the objects that were made.
pub struct Code<'n> {
    pub names: &'n HashMap<NodeId, String>,
    /// The types of objects that Java must know as what they are.
    pub types: &'n dyn Fn(NodeId) -> String,
}

impl Code<'_> {
    pub fn making(&self, making: &Making) -> String {
        match making {
            Making::Constructor { method, outer: None, arguments } => {
                format!("new {}({})", class_name(&method.class), self.arguments(method, arguments))
            }
            Making::Factory { method, arguments } => {
                format!(
                    "{}.{}({})",
                    class_name(&method.class),
                    method.name,
                    self.arguments(method, arguments)
                )
            }
            Making::Result { on, method, arguments } => {
                let on = self.operand(on, "Ljava/lang/Object;");
                self.call(&on, method, arguments)
            }
            Making::Chain { first, calls } => calls
                .iter()
                .fold(self.making(first), |on, (method, arguments)| self.call(&on, method, arguments)),
            Making::StaticField(member) => format!("{}.{}", class_name(&member.class), member.name),
            Making::String(text) => literal(text),
            Making::ClassLiteral(name) => format!("{}.class", class_name(name)),
            Making::Array { descriptor, elements } => {
                let element = &descriptor[1..];
                let elements: Vec<String> = elements.iter().map(|one| self.operand(one, element)).collect();
                format!("new {} {{{}}}", type_name(descriptor), elements.join(", "))
            }
            Making::EmptyArray { descriptor, length } => {
                format!("new {}[{length}]", type_name(&descriptor[1..]))
            }
            other => panic!("a form needs no {other:?}"),
        }
    }

    pub fn filling(&self, on: &str, filling: &Filling) -> String {
        match filling {
            Filling::Call { method, arguments } => self.call(on, method, arguments),
            Filling::CallStatic { method, arguments } => {
                format!(
                    "{}.{}({})",
                    class_name(&method.class),
                    method.name,
                    self.arguments(method, arguments)
                )
            }
        }
    }

    fn call(&self, on: &str, method: &Member, arguments: &[Operand]) -> String {
        let arguments = self.arguments(method, arguments);
        format!("(({}) {on}).{}({arguments})", class_name(&method.class), method.name)
    }

    fn arguments(&self, method: &Member, arguments: &[Operand]) -> String {
        let parameters = parameters(&method.descriptor);
        assert_eq!(parameters.len(), arguments.len(), "{method:?} {arguments:?}");
        let mut written = Vec::new();
        for (parameter, argument) in parameters.iter().zip(arguments) {
            match argument {
                Operand::Spread(operands) => {
                    let element = self.spread_type(method, operands, &parameter[1..]);
                    written.extend(operands.iter().map(|one| self.operand(one, &element)));
                }
                argument => written.push(self.operand(argument, parameter)),
            }
        }
        written.join(", ")
    }

    /// The array that `Arrays.asList` makes has the type of its arguments.
    fn spread_type(&self, method: &Member, operands: &[Operand], declared: &str) -> String {
        let type_of = |operand: &Operand| match operand {
            Operand::Value(Value::Reference(node)) => (self.types)(*node),
            _ => declared.to_owned(),
        };
        match operands.split_first() {
            Some((first, rest)) if &*method.name == "asList" => {
                let first = type_of(first);
                if rest.iter().all(|one| type_of(one) == first) { first } else { declared.to_owned() }
            }
            _ => declared.to_owned(),
        }
    }

    fn operand(&self, operand: &Operand, descriptor: &str) -> String {
        match operand {
            Operand::Value(Value::Reference(node)) => {
                format!("({}) {}", type_name(descriptor), self.names[node])
            }
            Operand::Value(Value::Null) => format!("({}) null", type_name(descriptor)),
            Operand::Value(value) => primitive(*value),
            Operand::Inline(making) if descriptor.len() == 1 => self.making(making),
            Operand::Inline(making) => format!("(({}) {})", type_name(descriptor), self.making(making)),
            other => panic!("{other:?} is not an operand of a form"),
        }
    }
}

pub fn primitive(value: Value) -> String {
    match value {
        Value::Null => "null".to_owned(),
        Value::Reference(_) => panic!("an object is not a primitive"),
        Value::Boolean(value) => value.to_string(),
        Value::Byte(value) => format!("(byte) {value}"),
        Value::Char(value) => format!("(char) {value}"),
        Value::Short(value) => format!("(short) {value}"),
        Value::Int(value) => value.to_string(),
        Value::Long(value) => format!("{value}L"),
        Value::Float(bits) => format!("Float.intBitsToFloat({})", bits as i32),
        Value::Double(bits) => format!("Double.longBitsToDouble({}L)", bits as i64),
    }
}

/// In octal where JLS 3.3 would read an escape too early.
pub fn literal(text: &[u16]) -> String {
    let char = |unit: &u16| match *unit {
        0x22 | 0x5c => format!("\\{}", char::from(*unit as u8)),
        0x20..=0x7e => char::from(*unit as u8).to_string(),
        0..=0xff => format!("\\{unit:03o}"),
        unit => format!("\\u{unit:04x}"),
    };
    format!("\"{}\"", text.iter().map(char).collect::<String>())
}

pub fn class_name(name: &str) -> String {
    words::type_name(name).replace('$', ".")
}

pub fn type_name(descriptor: &str) -> String {
    words::descriptor_name(descriptor).replace('$', ".")
}

pub fn parameters(descriptor: &str) -> Vec<&str> {
    let mut rest = descriptor[1..].split(')').next().unwrap();
    let mut parameters = Vec::new();
    while !rest.is_empty() {
        let dimensions = rest.len() - rest.trim_start_matches('[').len();
        let end = match rest.as_bytes()[dimensions] {
            b'L' => rest.find(';').unwrap() + 1,
            _ => dimensions + 1,
        };
        let (parameter, behind) = rest.split_at(end);
        parameters.push(parameter);
        rest = behind;
    }
    parameters
}
