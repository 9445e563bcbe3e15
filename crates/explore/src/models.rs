//! Methods of the JDK whose results follow from their arguments: strings, characters, numbers, classes and annotations.
//!
//! A model computes a result here ([`Model::apply`]), and many are written for the solver as well (`smt`). A model need not be exact: every
//! input that follows from it is run.

pub mod characters;
pub mod numbers;
mod table;
pub mod texts;

use reenact_world::{ClassId, MethodId, World};

use crate::evaluate::{Known, is_below};
use crate::input::{Input, Object, Value};
pub use characters::CharacterModel;
pub use numbers::NumberModel;
pub use texts::TextModel;

/// A modelled method.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Model {
    /// `Object.getClass`.
    GetClass,
    /// `Class.isInstance`.
    IsInstance,
    /// `Class.isAssignableFrom`.
    IsAssignableFrom,
    /// `Class.isAnnotationPresent`.
    IsAnnotationPresent,
    /// `Class.getAnnotation`, as far as the result is null or not.
    GetAnnotation,
    /// `Class.isInterface`.
    IsInterface,
    /// `Class.isAnnotation`.
    IsAnnotation,
    /// `Class.isEnum`, `isArray` and `isPrimitive`.
    IsEnum,
    IsArray,
    IsPrimitive,
    /// `Objects.isNull`.
    IsNull,
    /// `Objects.nonNull`.
    IsNotNull,
    /// `Objects.equals`, for texts and boxes.
    AreEqual,
    /// `Enum.ordinal`.
    Ordinal,
    /// `Enum.name` and `toString`.
    ConstantName,
    /// An index is one of an array; the index and the length.
    IsIndex,
    /// A method on characters.
    Character(CharacterModel),
    /// A method on numbers and boxes.
    Number(NumberModel),
    /// A method of `String`.
    Text(TextModel),
}

impl Model {
    /// The model of a method, if it has one.
    pub fn of(world: &World, method: MethodId) -> Option<Model> {
        let view = world.view(method);
        if !view.class().is_platform() {
            return None;
        }
        let (class, name, descriptor) =
            (view.class().name().to_str(), view.name().to_str(), view.descriptor().to_str());
        table::find(&class, &name, &descriptor)
    }

    /// The model of a method by its names: the class is the one of the receiver.
    pub fn named(class: &str, name: &str, descriptor: &str) -> Option<Model> {
        table::find(class, name, descriptor)
    }

    /// The condition under which a method does not throw, as a model of the same arguments.
    pub fn check(self) -> Option<Model> {
        Some(match self {
            Model::Text(model) => Model::Text(model.check()?),
            Model::Number(model) => Model::Number(model.check()?),
            _ => return None,
        })
    }

    /// The result for arguments, the receiver first.
    pub fn apply(self, known: &Known<'_>, input: &Input, arguments: &[Value]) -> Option<Value> {
        let world = known.world;
        let flag = |holds: bool| Some(Value::Int(holds.into()));
        match self {
            Model::Text(model) => return model.apply(arguments),
            Model::Character(model) => return model.apply(arguments),
            Model::Number(model) => return model.apply(arguments),
            _ => {}
        }
        let first = arguments.first()?;
        match (self, first, arguments.get(1)) {
            (Model::GetClass, Value::Object(index), None) => match input.objects.get(*index)? {
                Object::Existing { class, .. } => Some(Value::Class(*class)),
                Object::StandIn { shape, .. } => Some(Value::StandInClass(shape.clone())),
                Object::Array { .. } => None,
            },
            (Model::GetClass, Value::Text(_), None) => {
                Some(Value::Class(world.class_id("java/lang/String")?))
            }
            (Model::IsInstance, Value::Class(class), Some(value)) => {
                flag(known.is_instance(input, value, *class)?)
            }
            (Model::IsAssignableFrom, Value::Class(above), Some(Value::Class(below))) => {
                flag(world.is_subtype(*below, *above))
            }
            (Model::IsAssignableFrom, Value::Class(above), Some(Value::StandInClass(shape))) => {
                flag(is_below(world, shape, *above))
            }
            (Model::IsAnnotationPresent, class, Some(Value::Class(annotation))) => {
                flag(is_annotated(world, class, *annotation)?)
            }
            (Model::GetAnnotation, class, Some(Value::Class(annotation))) => {
                match is_annotated(world, class, *annotation)? {
                    // Any value that is not null.
                    true => Some(Value::Class(*annotation)),
                    false => Some(Value::Null),
                }
            }
            (Model::IsInterface, Value::Class(class), None) => flag(world.view(*class).is_interface()),
            (Model::IsAnnotation, Value::Class(class), None) => flag(world.view(*class).is_annotation()),
            (Model::IsEnum, Value::Class(class), None) => flag(world.view(*class).is_enum()),
            (Model::IsInterface | Model::IsAnnotation | Model::IsEnum, Value::StandInClass(_), None) => {
                flag(false)
            }
            (Model::IsArray | Model::IsPrimitive, Value::Class(_) | Value::StandInClass(_), None) => {
                flag(false)
            }
            (Model::IsNull, value, None) => flag(*value == Value::Null),
            (Model::IsNotNull, value, None) => flag(*value != Value::Null),
            (Model::AreEqual, left, Some(right)) => match (left, right) {
                (Value::Text(_) | Value::Boxed(..) | Value::Constant(_) | Value::Null, _)
                | (_, Value::Text(_) | Value::Boxed(..) | Value::Constant(_) | Value::Null) => {
                    flag(left == right)
                }
                _ => None,
            },
            (Model::IsIndex, Value::Int(index), Some(Value::Int(length))) => {
                flag((0..*length).contains(index))
            }
            (Model::Ordinal, Value::Constant(field), None) => {
                let constants = crate::types::enum_constants(world, world.view(*field).class().id());
                Some(Value::Int(constants.iter().position(|known| known == field)? as i32))
            }
            (Model::ConstantName, Value::Constant(field), None) => {
                Some(Value::Text(world.view(*field).name().to_str().encode_utf16().collect()))
            }
            _ => None,
        }
    }
}

/// Whether a class has an annotation that can be seen at run time.
fn is_annotated(world: &World, class: &Value, annotation: ClassId) -> Option<bool> {
    if !crate::types::is_retained(world, annotation) {
        return Some(false);
    }
    match class {
        Value::StandInClass(shape) => Some(shape.annotations.contains(&annotation)),
        Value::Class(class) => {
            let name = world.view(annotation).name().to_str();
            Some(world.annotated_classes(&name).contains(class))
        }
        _ => None,
    }
}
