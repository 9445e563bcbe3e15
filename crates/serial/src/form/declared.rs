//! The annotations of a class and its members.

use reenact_world::{AnnotationTarget, AnnotationValue, ClassError, ClassView, MethodId, World};

/// Internal name of the annotation on serializers.
pub const SERIALIZER: &str = "io/reenact/serial/Serializer";

/// Internal name of the annotation on deserializers.
pub const DESERIALIZER: &str = "io/reenact/serial/Deserializer";

/// The elements of one annotation.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Marked {
    pub version: i32,
    pub is_open: bool,
}

/// The annotated members of a class, in class-file order.
#[derive(Default)]
pub(super) struct Declared {
    /// On the class itself.
    pub class: Option<Marked>,
    pub serializers: Vec<(MethodId, Marked)>,
    pub deserializers: Vec<(MethodId, Marked)>,
}

impl Declared {
    pub fn of(class: ClassView<'_>) -> Result<Declared, ClassError> {
        let world = class.world();
        let mut declared = Declared {
            class: marked(world, class.id(), class.annotation_uses(), SERIALIZER)?,
            ..Declared::default()
        };
        for method in class.methods() {
            let uses = method.annotation_uses();
            if let Some(mark) = marked(world, method.id(), uses, SERIALIZER)? {
                declared.serializers.push((method.id(), mark));
            }
            if let Some(mark) = marked(world, method.id(), uses, DESERIALIZER)? {
                declared.deserializers.push((method.id(), mark));
            }
        }
        Ok(declared)
    }

    pub fn is_empty(&self) -> bool {
        self.class.is_none() && self.serializers.is_empty() && self.deserializers.is_empty()
    }
}

/// The elements of an annotation, if the target has it. Values cost a reading of the class file, so they are asked for
/// only where the tables say that there is one.
fn marked(
    world: &World,
    target: impl Into<AnnotationTarget>,
    uses: &[reenact_world::AnnotationUse],
    interface: &str,
) -> Result<Option<Marked>, ClassError> {
    if !uses.iter().any(|used| world.text(used.interface) == interface) {
        return Ok(None);
    }
    let annotations = world.annotations(target)?;
    Ok(annotations.iter().find(|annotation| annotation.interface == interface).map(|annotation| {
        let version = match annotation.element("version") {
            Some(AnnotationValue::Int(version)) => *version,
            _ => 1,
        };
        let is_open = matches!(annotation.element("open"), Some(AnnotationValue::Boolean(true)));
        Marked { version, is_open }
    }))
}
