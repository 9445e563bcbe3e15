//! Calls of reflection that test types and annotations.

use reenact_flow::Body;
use reenact_world::{MethodId, MethodRefId, World};

/// A method of reflection that tells types or annotations apart.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Accessor {
    IsAssignableFrom,
    IsInstance,
    IsAnnotationPresent,
    IsAnnotation,
    GetAnnotation,
    GetAnnotations,
    GetDeclaredAnnotation,
    GetDeclaredAnnotations,
    GetAnnotationsByType,
}

/// The static type of the receiver.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Owner {
    Class,
    Method,
    Field,
    /// `AnnotatedElement`, `Constructor`, `Parameter`, `Package` and the like.
    Other,
}

/// One call.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ReflectionCall {
    pub accessor: Accessor,
    pub owner: Owner,
    pub method: MethodId,
    pub pc: u16,
    pub line: Option<u16>,
}

impl ReflectionCall {
    pub(super) fn at(self, body: &Body) -> ReflectionCall {
        ReflectionCall { line: body.lines().at(self.pc), ..self }
    }
}

const ACCESSORS: &[(&str, Accessor)] = &[
    ("isAssignableFrom", Accessor::IsAssignableFrom),
    ("isInstance", Accessor::IsInstance),
    ("isAnnotationPresent", Accessor::IsAnnotationPresent),
    ("isAnnotation", Accessor::IsAnnotation),
    ("getAnnotation", Accessor::GetAnnotation),
    ("getAnnotations", Accessor::GetAnnotations),
    ("getDeclaredAnnotation", Accessor::GetDeclaredAnnotation),
    ("getDeclaredAnnotations", Accessor::GetDeclaredAnnotations),
    ("getAnnotationsByType", Accessor::GetAnnotationsByType),
];

const REFLECTION: &str = "java/lang/reflect/";

pub(super) fn reflection_call(
    world: &World,
    method: MethodId,
    pc: u16,
    reference: MethodRefId,
) -> Option<ReflectionCall> {
    let called = world.method_ref(reference);
    let class = world.text(called.class).to_str();
    let owner = match &*class {
        "java/lang/Class" => Owner::Class,
        "java/lang/reflect/Method" => Owner::Method,
        "java/lang/reflect/Field" => Owner::Field,
        "java/lang/Package" | "java/lang/Module" => Owner::Other,
        other if other.starts_with(REFLECTION) => Owner::Other,
        _ => return None,
    };
    let name = world.text(world.name_and_type_of(called.name_and_type).name).to_str();
    let accessor = ACCESSORS.iter().find(|(known, _)| *known == name)?.1;
    Some(ReflectionCall { accessor, owner, method, pc, line: None })
}
