//! Inputs of a method: values, and the objects among them.

use std::collections::BTreeMap;

use reenact_world::{ClassId, FieldId, MethodId, NameAndTypeId};

/// The arguments of one call of the method under test, with all objects that they consist of.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug, Default)]
pub struct Input {
    pub receiver: Option<Value>,
    pub arguments: Vec<Value>,
    pub objects: Vec<Object>,
}

/// A value of an input.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Value {
    Null,
    /// `boolean`, `byte`, `char` and `short` as well.
    Int(i32),
    Long(i64),
    /// Bits.
    Float(u32),
    /// Bits.
    Double(u64),
    Text(Vec<u16>),
    /// The position of an object.
    Object(usize),
    /// A box, by the letter of its number.
    Boxed(u8, Box<Value>),
    /// A constant of an enum.
    Constant(FieldId),
    /// A class object: of an existing class, or of the class of a stand-in.
    Class(ClassId),
    StandInClass(Shape),
}

/// An object of an input.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Object {
    /// Made by a constructor; then fields that plain code can assign are assigned.
    Existing {
        class: ClassId,
        constructor: MethodId,
        arguments: Vec<Value>,
        fields: BTreeMap<FieldId, Value>,
    },
    StandIn {
        shape: Shape,
        answers: BTreeMap<NameAndTypeId, Vec<Value>>,
    },
    /// By the descriptor of the element type.
    Array {
        element: String,
        elements: Vec<Value>,
    },
}

/// The supertypes and annotations of an invented class.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug, Default)]
pub struct Shape {
    pub superclass: Option<ClassId>,
    pub interfaces: Vec<ClassId>,
    pub annotations: Vec<ClassId>,
}

impl Value {
    /// Zero, false or null, by the first letter of a descriptor.
    pub fn zero(letter: u8) -> Value {
        match letter {
            b'J' => Value::Long(0),
            b'F' => Value::Float(0),
            b'D' => Value::Double(0),
            b'L' | b'[' => Value::Null,
            _ => Value::Int(0),
        }
    }
}

impl Input {
    /// Adds an object.
    pub fn add(&mut self, object: Object) -> Value {
        self.objects.push(object);
        Value::Object(self.objects.len() - 1)
    }

    /// The answer of a stand-in's method when it is called for the n-th time, from 0.
    pub fn answer(&self, object: usize, method: NameAndTypeId, number: usize) -> Option<&Value> {
        match self.objects.get(object)? {
            Object::StandIn { answers, .. } => answers.get(&method)?.get(number),
            _ => None,
        }
    }

    /// Sets the answer of a stand-in's method; earlier ones that are missing become `zero`.
    pub fn set_answer(
        &mut self,
        object: usize,
        method: NameAndTypeId,
        number: usize,
        value: Value,
        zero: Value,
    ) {
        if let Some(Object::StandIn { answers, .. }) = self.objects.get_mut(object) {
            let list = answers.entry(method).or_default();
            if list.len() <= number {
                list.resize(number + 1, zero);
            }
            list[number] = value;
        }
    }

    /// The same input without objects that it does not reach, numbered in the order in which they are made.
    pub fn compacted(&self) -> Input {
        let order = self.reachable();
        let renamed = |value: &Value| match value {
            Value::Object(index) => {
                order.iter().position(|known| known == index).map_or(Value::Null, Value::Object)
            }
            other => other.clone(),
        };
        let list = |values: &[Value]| values.iter().map(renamed).collect::<Vec<Value>>();
        let object = |object: &Object| match object {
            Object::Existing { class, constructor, arguments, fields } => Object::Existing {
                class: *class,
                constructor: *constructor,
                arguments: list(arguments),
                fields: fields.iter().map(|(field, value)| (*field, renamed(value))).collect(),
            },
            Object::StandIn { shape, answers } => Object::StandIn {
                shape: shape.clone(),
                answers: answers.iter().map(|(method, values)| (*method, list(values))).collect(),
            },
            Object::Array { element, elements } => {
                Object::Array { element: element.clone(), elements: list(elements) }
            }
        };
        Input {
            receiver: self.receiver.as_ref().map(renamed),
            arguments: list(&self.arguments),
            objects: order.iter().map(|&index| object(&self.objects[index])).collect(),
        }
    }

    /// Objects that the arguments reach, in the order in which they must be made.
    pub fn reachable(&self) -> Vec<usize> {
        let mut order = Vec::new();
        for value in self.receiver.iter().chain(&self.arguments) {
            self.visit(value, &mut order, 0);
        }
        order
    }

    fn visit(&self, value: &Value, order: &mut Vec<usize>, depth: usize) {
        let &Value::Object(index) = value else { return };
        // Inputs are trees or share objects; a cycle cannot be made by them, and the depth bounds a mistake.
        if order.contains(&index) || depth > 64 {
            return;
        }
        match self.objects.get(index) {
            Some(Object::Existing { arguments, fields, .. }) => {
                let parts = arguments.iter().chain(fields.values());
                parts.for_each(|part| self.visit(part, order, depth + 1));
            }
            Some(Object::Array { elements, .. }) => {
                elements.iter().for_each(|part| self.visit(part, order, depth + 1));
            }
            Some(Object::StandIn { answers, .. }) => {
                answers.values().flatten().for_each(|part| self.visit(part, order, depth + 1));
            }
            None => return,
        }
        order.push(index);
    }
}
