//! Methods of the JDK whose results follow from their arguments: strings, classes and annotations.

use reenact_world::{ClassId, MethodId, World};

use crate::evaluate::{Known, is_below};
use crate::input::{Input, Object, Value};

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
    /// `String.equals`.
    Equals,
    EqualsIgnoreCase,
    Length,
    IsEmpty,
    StartsWith,
    EndsWith,
    Contains,
    CharAt,
    IndexOfText,
}

const MODELS: &[(&str, &str, &str, Model)] = &[
    ("java/lang/Object", "getClass", "()Ljava/lang/Class;", Model::GetClass),
    ("java/lang/Class", "isInstance", "(Ljava/lang/Object;)Z", Model::IsInstance),
    ("java/lang/Class", "isAssignableFrom", "(Ljava/lang/Class;)Z", Model::IsAssignableFrom),
    ("java/lang/Class", "isAnnotationPresent", "(Ljava/lang/Class;)Z", Model::IsAnnotationPresent),
    (
        "java/lang/Class",
        "getAnnotation",
        "(Ljava/lang/Class;)Ljava/lang/annotation/Annotation;",
        Model::GetAnnotation,
    ),
    ("java/lang/Class", "isInterface", "()Z", Model::IsInterface),
    ("java/lang/Class", "isAnnotation", "()Z", Model::IsAnnotation),
    ("java/lang/String", "equals", "(Ljava/lang/Object;)Z", Model::Equals),
    ("java/lang/String", "equalsIgnoreCase", "(Ljava/lang/String;)Z", Model::EqualsIgnoreCase),
    ("java/lang/String", "length", "()I", Model::Length),
    ("java/lang/String", "isEmpty", "()Z", Model::IsEmpty),
    ("java/lang/String", "startsWith", "(Ljava/lang/String;)Z", Model::StartsWith),
    ("java/lang/String", "endsWith", "(Ljava/lang/String;)Z", Model::EndsWith),
    ("java/lang/String", "contains", "(Ljava/lang/CharSequence;)Z", Model::Contains),
    ("java/lang/String", "charAt", "(I)C", Model::CharAt),
    ("java/lang/String", "indexOf", "(Ljava/lang/String;)I", Model::IndexOfText),
];

impl Model {
    /// The model of a method, if it has one.
    pub fn of(world: &World, method: MethodId) -> Option<Model> {
        let view = world.view(method);
        let (class, name, descriptor) =
            (view.class().name().to_str(), view.name().to_str(), view.descriptor().to_str());
        let row = MODELS.iter().find(|row| row.0 == class && row.1 == name && row.2 == descriptor);
        row.map(|row| row.3)
    }

    /// The result for arguments, the receiver first.
    pub fn apply(self, known: &Known<'_>, input: &Input, arguments: &[Value]) -> Option<Value> {
        let world = known.world;
        let flag = |holds: bool| Some(Value::Int(holds.into()));
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
            (Model::IsInterface | Model::IsAnnotation, Value::StandInClass(_), None) => flag(false),
            (Model::Equals, Value::Text(own), Some(other)) => {
                flag(matches!(other, Value::Text(text) if text == own))
            }
            (Model::EqualsIgnoreCase, Value::Text(own), Some(Value::Text(other))) => {
                let lower = |text: &[u16]| String::from_utf16_lossy(text).to_lowercase();
                flag(lower(own) == lower(other))
            }
            (Model::EqualsIgnoreCase, Value::Text(_), Some(Value::Null)) => flag(false),
            (Model::Length, Value::Text(own), None) => Some(Value::Int(own.len() as i32)),
            (Model::IsEmpty, Value::Text(own), None) => flag(own.is_empty()),
            (Model::StartsWith, Value::Text(own), Some(Value::Text(start))) => flag(own.starts_with(start)),
            (Model::EndsWith, Value::Text(own), Some(Value::Text(end))) => flag(own.ends_with(end)),
            (Model::Contains, Value::Text(own), Some(Value::Text(part))) => {
                flag(position(own, part).is_some())
            }
            (Model::IndexOfText, Value::Text(own), Some(Value::Text(part))) => {
                Some(Value::Int(position(own, part).map_or(-1, |at| at as i32)))
            }
            (Model::CharAt, Value::Text(own), Some(Value::Int(at))) => {
                Some(Value::Int((*own.get(usize::try_from(*at).ok()?)?).into()))
            }
            _ => None,
        }
    }
}

fn position(text: &[u16], part: &[u16]) -> Option<usize> {
    (0..=text.len().checked_sub(part.len())?).find(|&at| text[at..].starts_with(part))
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
