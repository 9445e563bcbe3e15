//! The parts of an input that a term stands for.

use reenact_flow::term::{Term, TermId};
use reenact_world::{ClassId, FieldId, MethodId, NameAndTypeId, World};

use crate::evaluate::{Known, Meaning};
use crate::input::{Input, Object, Value};

/// A part of an input.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Place {
    Parameter(usize),
    /// The answer of a stand-in's method to its n-th call.
    Answer {
        object: usize,
        method: NameAndTypeId,
        number: usize,
    },
    ConstructorArgument {
        object: usize,
        index: usize,
        constructor: MethodId,
    },
    Field {
        object: usize,
        field: FieldId,
    },
    Element {
        object: usize,
        index: usize,
    },
    Length {
        object: usize,
    },
}

/// A number or text of an input.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Scalar {
    pub place: Place,
    /// The letter of its type, `T` for a text, `E` for a constant of an enum.
    pub letter: u8,
    /// True if a box of it is at the place.
    pub boxed: bool,
}

impl Scalar {
    /// Sets the number or text. False if the place cannot have it.
    pub fn set(&self, input: &mut Input, value: Value) -> bool {
        let value = match self.boxed {
            true => Value::Boxed(self.letter, Box::new(value)),
            false => value,
        };
        self.place.set(input, value, if self.boxed { b'L' } else { self.letter })
    }
}

/// The longest array that an input has.
pub const LONGEST_ARRAY: usize = 64;

impl Place {
    /// The part of an input that a term is, if it is one.
    pub fn of(known: &Known<'_>, input: &Input, term: TermId) -> Option<Place> {
        let object = |term: TermId| match known.value(input, term) {
            Some(Value::Object(index)) => Some(index),
            _ => None,
        };
        match &known.terms[known.resolved(input, term)] {
            Term::Parameter(index) => Some(Place::Parameter((*index).into())),
            Term::Result(number) => match known.calls.get(*number as usize)? {
                &Meaning::Answer { object, method, number, .. } => {
                    Some(Place::Answer { object, method, number })
                }
                _ => None,
            },
            Term::Field(base, field) => {
                let object = object(*base)?;
                let Object::Existing { constructor, .. } = input.objects.get(object)? else { return None };
                if let Some(index) = known.setters.parameter(*constructor, *field) {
                    return Some(Place::ConstructorArgument { object, index, constructor: *constructor });
                }
                let view = known.world.view(*field);
                let flags = view.access_flags();
                let is_assignable = !flags.is_final() && !flags.is_private() && !flags.is_static();
                is_assignable.then_some(Place::Field { object, field: *field })
            }
            Term::Element([array, index]) => {
                let Some(Value::Int(index)) = known.value(input, *index) else { return None };
                let index = usize::try_from(index).ok().filter(|&index| index < LONGEST_ARRAY)?;
                Some(Place::Element { object: object(*array)?, index })
            }
            Term::ArrayLength(array) => Some(Place::Length { object: object(*array)? }),
            _ => None,
        }
    }

    /// The descriptor of the declared type.
    pub fn descriptor(&self, world: &World, method: MethodId, input: &Input) -> Option<String> {
        let parameter = |method: MethodId, index: usize| {
            let view = world.view(method);
            let descriptor = view.parsed_descriptor()?.parameters().nth(index)?.descriptor();
            Some(descriptor.to_str().into_owned())
        };
        match self {
            Place::Parameter(index) => parameter(method, *index),
            Place::Answer { method, .. } => {
                let descriptor = world.text(world.name_and_type_of(*method).descriptor).to_str();
                Some(descriptor[descriptor.rfind(')')? + 1..].to_owned())
            }
            Place::ConstructorArgument { index, constructor, .. } => parameter(*constructor, *index),
            Place::Field { field, .. } => Some(world.view(*field).descriptor().to_str().into_owned()),
            Place::Element { object, .. } => match input.objects.get(*object)? {
                Object::Array { element, .. } => Some(element.clone()),
                _ => None,
            },
            Place::Length { .. } => Some("I".to_owned()),
        }
    }

    /// The declared class, for references.
    pub fn class(&self, world: &World, method: MethodId, input: &Input) -> Option<ClassId> {
        let descriptor = self.descriptor(world, method, input)?;
        world.class_id(descriptor.strip_prefix('L')?.strip_suffix(';')?)
    }

    pub fn get(&self, input: &Input, letter: u8) -> Option<Value> {
        match self {
            Place::Parameter(index) => input.arguments.get(*index).cloned(),
            Place::Answer { object, method, number } => {
                Some(input.answer(*object, *method, *number).cloned().unwrap_or(Value::zero(letter)))
            }
            Place::ConstructorArgument { object, index, .. } => match input.objects.get(*object)? {
                Object::Existing { arguments, .. } => arguments.get(*index).cloned(),
                _ => None,
            },
            Place::Field { object, field } => match input.objects.get(*object)? {
                Object::Existing { fields, .. } => {
                    Some(fields.get(field).cloned().unwrap_or(Value::zero(letter)))
                }
                _ => None,
            },
            Place::Element { object, index } => match input.objects.get(*object)? {
                Object::Array { elements, .. } => elements.get(*index).cloned(),
                _ => None,
            },
            Place::Length { object } => match input.objects.get(*object)? {
                Object::Array { elements, .. } => Some(Value::Int(elements.len() as i32)),
                _ => None,
            },
        }
    }

    /// Sets the part. False if it cannot have the value.
    pub fn set(&self, input: &mut Input, value: Value, letter: u8) -> bool {
        match self {
            Place::Parameter(index) => match input.arguments.get_mut(*index) {
                Some(argument) => *argument = value,
                None => return false,
            },
            Place::Answer { object, method, number } => {
                input.set_answer(*object, *method, *number, value, Value::zero(letter));
            }
            Place::ConstructorArgument { object, index, .. } => match input.objects.get_mut(*object) {
                Some(Object::Existing { arguments, .. }) if *index < arguments.len() => {
                    arguments[*index] = value
                }
                _ => return false,
            },
            Place::Field { object, field } => match input.objects.get_mut(*object) {
                Some(Object::Existing { fields, .. }) => {
                    fields.insert(*field, value);
                }
                _ => return false,
            },
            Place::Element { object, index } => match input.objects.get_mut(*object) {
                Some(Object::Array { elements, .. }) if *index < elements.len() => elements[*index] = value,
                _ => return false,
            },
            Place::Length { object } => {
                let Value::Int(length) = value else { return false };
                let Some(length) = usize::try_from(length).ok().filter(|&length| length <= LONGEST_ARRAY)
                else {
                    return false;
                };
                match input.objects.get_mut(*object) {
                    Some(Object::Array { element, elements }) => {
                        let zero = Value::zero(element.as_bytes().first().copied().unwrap_or(b'L'));
                        elements.resize(length, zero);
                    }
                    _ => return false,
                }
            }
        }
        true
    }
}
