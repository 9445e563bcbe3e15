//! The values of terms for one input.

use std::cmp::Ordering;

use reenact_flow::exec::{Condition, Path, binary_constant, unary_constant};
use reenact_flow::term::{Constant, Relation, Term, TermId, Terms, UnaryOperator};
use reenact_world::{ClassId, NameAndTypeId, World};

use crate::input::{Input, Object, Shape, Value};
use crate::models::Model;
use crate::setters::Setters;

/// Facts about a path beside the input.
pub struct Known<'a> {
    pub world: &'a World,
    pub terms: &'a Terms,
    pub path: &'a Path,
    /// By position in [`Path::calls`].
    pub calls: &'a [Meaning],
    pub setters: &'a Setters<'a>,
}

/// The meaning of a call that was not entered.
#[derive(Clone, PartialEq, Debug)]
pub enum Meaning {
    /// A stand-in answered: its object, its method, and how often that was called before. A method that it inherits has the
    /// value that was logged, until the input overrides it.
    Answer { object: usize, method: NameAndTypeId, number: usize, inherited: Option<Inherited> },
    /// A method of the JDK whose result follows from these terms.
    Model(Model, Vec<TermId>),
    /// The value of another term, such as an element that was put into a list before.
    Alias(TermId),
    /// Whether the first is equal to one of the others, such as the keys of a map.
    OneOf(TermId, Vec<TermId>),
    /// The value of a key among entries, the last one first, or else another value.
    Lookup(TermId, Vec<(TermId, TermId)>, TermId),
    /// Anything else, with its value if the log has one.
    Logged(Option<Value>),
}

/// The result of an inherited method.
#[derive(Clone, PartialEq, Debug)]
pub struct Inherited(pub Option<Value>);

impl Known<'_> {
    /// The term that a result stands for, if it stands for another one.
    pub fn resolved(&self, input: &Input, term: TermId) -> TermId {
        let mut term = term;
        // Each one stands for an earlier one.
        while let Term::Result(number) = self.terms[term] {
            term = match self.calls.get(number as usize) {
                Some(Meaning::Alias(other)) => *other,
                Some(Meaning::Lookup(key, entries, other)) => match self.entry(input, *key, entries) {
                    Some(found) => found.unwrap_or(*other),
                    None => return term,
                },
                _ => return term,
            };
        }
        term
    }

    /// The value of a key among entries, if there is one; `None` if that is not known.
    fn entry(&self, input: &Input, key: TermId, entries: &[(TermId, TermId)]) -> Option<Option<TermId>> {
        let key = self.value(input, key)?;
        for (other, value) in entries {
            if self.value(input, *other)? == key {
                return Some(Some(*value));
            }
        }
        Some(None)
    }

    /// The value of a term, if the input determines it.
    pub fn value(&self, input: &Input, term: TermId) -> Option<Value> {
        match &self.terms[term] {
            Term::Receiver => input.receiver.clone(),
            Term::Parameter(index) => input.arguments.get(usize::from(*index)).cloned(),
            Term::Constant(constant) => self.constant(constant),
            Term::Result(number) => self.result(input, *number as usize),
            Term::Unary(operator, operand) => {
                number(unary_constant(*operator, &constant(&self.value(input, *operand)?)?)?)
            }
            Term::Binary(operator, [left, right]) => {
                let (left, right) = (self.value(input, *left)?, self.value(input, *right)?);
                number(binary_constant(*operator, &constant(&left)?, &constant(&right)?)?)
            }
            Term::InstanceOf(operand, class) => {
                let class = self.world.class_id(class)?;
                Some(Value::Int(self.is_instance(input, &self.value(input, *operand)?, class)?.into()))
            }
            Term::Field(base, field) => match self.object(input, *base)? {
                Object::Existing { constructor, arguments, fields, .. } => {
                    let given = || arguments.get(self.setters.parameter(*constructor, *field)?);
                    fields.get(field).or_else(given).cloned()
                }
                _ => None,
            },
            Term::ArrayLength(array) => match self.value(input, *array)? {
                Value::Text(text) => Some(Value::Int(text.len() as i32)),
                Value::Object(index) => match input.objects.get(index)? {
                    Object::Array { elements, .. } => Some(Value::Int(elements.len() as i32)),
                    _ => None,
                },
                _ => None,
            },
            Term::Element([array, index]) => {
                let Value::Int(index) = self.value(input, *index)? else { return None };
                let index = usize::try_from(index).ok()?;
                match self.value(input, *array)? {
                    Value::Text(text) => text.get(index).map(|&unit| Value::Int(unit.into())),
                    Value::Object(object) => match input.objects.get(object)? {
                        Object::Array { elements, .. } => elements.get(index).cloned(),
                        _ => None,
                    },
                    _ => None,
                }
            }
            Term::Concatenation(parts) => {
                let texts: Option<Vec<Vec<u16>>> =
                    parts.iter().map(|&part| self.part_text(input, part)).collect();
                Some(Value::Text(texts?.concat()))
            }
            Term::StaticField(field) => {
                let is_constant = crate::types::is_enum_constant(self.world, *field);
                is_constant.then_some(Value::Constant(*field))
            }
            _ => None,
        }
    }

    /// The text of a part of a concatenation.
    pub fn part_text(&self, input: &Input, part: TermId) -> Option<Vec<u16>> {
        let plain = |text: String| Some(text.encode_utf16().collect::<Vec<u16>>());
        if let Term::Unary(UnaryOperator::Convert('I', letter @ ('C' | 'Z')), operand) = self.terms[part]
            && let Value::Int(value) = self.value(input, operand)?
        {
            return match letter {
                'C' => Some(vec![value as u16]),
                _ => plain((value != 0).to_string()),
            };
        }
        match self.value(input, part)? {
            Value::Text(text) => Some(text),
            Value::Null => plain("null".to_owned()),
            Value::Int(value) => plain(value.to_string()),
            Value::Long(value) => plain(value.to_string()),
            Value::Boxed(b'I' | b'J' | b'S' | b'B', inner) => match *inner {
                Value::Int(value) => plain(value.to_string()),
                Value::Long(value) => plain(value.to_string()),
                _ => None,
            },
            _ => None,
        }
    }

    fn constant(&self, constant: &Constant) -> Option<Value> {
        Some(match constant {
            Constant::Null => Value::Null,
            Constant::Int(value) => Value::Int(*value),
            Constant::Long(value) => Value::Long(*value),
            Constant::Float(bits) => Value::Float(*bits),
            Constant::Double(bits) => Value::Double(*bits),
            Constant::String(text) => Value::Text(text.clone()),
            Constant::Class(name) => Value::Class(self.world.class_id(name)?),
        })
    }

    fn object<'i>(&self, input: &'i Input, term: TermId) -> Option<&'i Object> {
        let Value::Object(index) = self.value(input, term)? else { return None };
        input.objects.get(index)
    }

    fn result(&self, input: &Input, number: usize) -> Option<Value> {
        match self.calls.get(number)? {
            Meaning::Answer { object, method, inherited: Some(Inherited(logged)), .. }
                if input.answer(*object, *method, 0).is_none() =>
            {
                logged.clone()
            }
            Meaning::Answer { object, method, number, .. } => {
                let zero = || {
                    let descriptor =
                        self.world.text(self.world.name_and_type_of(*method).descriptor).to_str();
                    Value::zero(*descriptor.as_bytes().get(descriptor.rfind(')')? + 1)?).into()
                };
                input.answer(*object, *method, *number).cloned().or_else(zero)
            }
            Meaning::Model(model, arguments) => {
                let mut values = Vec::new();
                for &argument in arguments {
                    match self.value(input, argument) {
                        Some(value) => values.push(value),
                        // A locale does not matter.
                        None if matches!(model, Model::Text(_)) && !values.is_empty() => {}
                        None => return None,
                    }
                }
                model.apply(self, input, &values)
            }
            Meaning::Lookup(key, entries, other) => {
                let found = self.entry(input, *key, entries)?;
                self.value(input, found.unwrap_or(*other))
            }
            Meaning::Alias(term) => self.value(input, *term),
            Meaning::OneOf(key, keys) => {
                let key = self.value(input, *key)?;
                let values: Option<Vec<Value>> = keys.iter().map(|&other| self.value(input, other)).collect();
                Some(Value::Int(values?.contains(&key).into()))
            }
            Meaning::Logged(value) => value.clone(),
        }
    }

    /// Whether a value is of a class; `None` if that is not known.
    pub fn is_instance(&self, input: &Input, value: &Value, class: ClassId) -> Option<bool> {
        match value {
            Value::Null => Some(false),
            Value::Object(index) => match input.objects.get(*index)? {
                Object::Existing { class: own, .. } => Some(self.world.is_subtype(*own, class)),
                Object::StandIn { shape, .. } => Some(is_below(self.world, shape, class)),
                Object::Array { .. } => Some(self.world.view(class).name() == "java/lang/Object"),
            },
            Value::Text(_) => Some(self.world.is_subtype(self.world.class_id("java/lang/String")?, class)),
            Value::Boxed(letter, _) => {
                let own = self.world.class_id(crate::types::box_class(*letter))?;
                Some(self.world.is_subtype(own, class))
            }
            Value::Constant(field) => {
                Some(self.world.is_subtype(self.world.view(*field).class().id(), class))
            }
            Value::Class(_) | Value::StandInClass(_) => {
                Some(self.world.is_subtype(self.world.class_id("java/lang/Class")?, class))
            }
            _ => None,
        }
    }

    /// Whether a condition holds; `None` if the input does not determine it.
    pub fn holds(&self, input: &Input, condition: &Condition) -> Option<bool> {
        let (left, right) = (self.value(input, condition.left)?, self.value(input, condition.right)?);
        let order = match (&left, &right) {
            (Value::Int(a), Value::Int(b)) => a.cmp(b),
            (Value::Long(a), Value::Long(b)) => a.cmp(b),
            (Value::Int(_) | Value::Long(_) | Value::Float(_) | Value::Double(_), _)
            | (_, Value::Int(_) | Value::Long(_) | Value::Float(_) | Value::Double(_)) => return None,
            // Texts of inputs are not the same object as constants unless they are equal literals.
            (left, right) if left == right => Ordering::Equal,
            _ => Ordering::Less,
        };
        match (order, condition.relation) {
            (Ordering::Equal, Relation::Equal) => Some(true),
            _ => Some(condition.relation.holds(order)),
        }
    }
}

/// Whether a stand-in is a subtype of a class.
pub fn is_below(world: &World, shape: &Shape, class: ClassId) -> bool {
    world.view(class).name() == "java/lang/Object"
        || shape.superclass.iter().chain(&shape.interfaces).any(|&above| world.is_subtype(above, class))
}

/// Returns a number as a constant of the bytecode.
fn constant(value: &Value) -> Option<Constant> {
    Some(match *value {
        Value::Int(value) => Constant::Int(value),
        Value::Long(value) => Constant::Long(value),
        Value::Float(bits) => Constant::Float(bits),
        Value::Double(bits) => Constant::Double(bits),
        _ => return None,
    })
}

fn number(constant: Constant) -> Option<Value> {
    Some(match constant {
        Constant::Int(value) => Value::Int(value),
        Constant::Long(value) => Value::Long(value),
        Constant::Float(bits) => Value::Float(bits),
        Constant::Double(bits) => Value::Double(bits),
        _ => return None,
    })
}
