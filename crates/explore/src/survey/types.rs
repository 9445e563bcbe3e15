//! Declared types of values, and whether a class can be a subtype of two of them.

use reenact_base::Id;
use reenact_classfile::{FieldType, MethodDescriptor};
use reenact_flow::body::{Body, ValueId};
use reenact_world::{ClassId, MethodId, MethodRefId, World};

/// A reference type that is not an array.
#[derive(Clone, Debug)]
pub struct StaticType {
    pub name: String,
    pub class: ClassId,
}

impl StaticType {
    /// By internal name; `None` for arrays, and for classes that were not read.
    pub fn of_name(world: &World, name: &str) -> Option<StaticType> {
        Some(StaticType { name: name.to_owned(), class: world.class_id(name)? })
    }

    /// By descriptor; `None` for primitives as well.
    pub fn of_descriptor(world: &World, descriptor: &str) -> Option<StaticType> {
        Self::of_name(world, descriptor.strip_prefix('L')?.strip_suffix(';')?)
    }

    fn of_type(world: &World, declared: FieldType<'_>) -> Option<StaticType> {
        Self::of_descriptor(world, &declared.descriptor().to_str())
    }
}

/// The declared type of a parameter; `None` for the receiver.
pub fn parameter_type(world: &World, method: MethodId, body: &Body, value: ValueId) -> Option<StaticType> {
    let view = world.view(method);
    let position = body.parameters().position(|parameter| parameter == value)?;
    let position = position.checked_sub(usize::from(!view.access_flags().is_static()))?;
    StaticType::of_type(world, view.parsed_descriptor()?.parameters().nth(position)?)
}

/// The declared type of a call's result.
pub fn result_type(world: &World, reference: MethodRefId) -> Option<StaticType> {
    let pair = world.name_and_type_of(world.method_ref(reference).name_and_type);
    StaticType::of_type(world, MethodDescriptor::parse(world.text(pair.descriptor))?.result()?)
}

/// Conditions 1, 3, 4 and 5 of the patterns.
pub fn needs_invented_class(world: &World, declared: &StaticType, tested: &StaticType) -> bool {
    let both = [declared.class, tested.class];
    let is_compatible = world.is_subtype(both[0], both[1]) || world.is_subtype(both[1], both[0]);
    let has_interface = both.iter().any(|&class| world.view(class).is_interface());
    let is_closed = both.iter().any(|&class| is_closed(world, class, 0));
    let has_own = both.iter().any(|&class| !world.is_platform_class(class));
    !is_compatible && has_interface && !is_closed && has_own
}

/// Whether no class can be added below a class.
fn is_closed(world: &World, class: ClassId, depth: usize) -> bool {
    let view = world.view(class);
    if view.access_flags().is_final() {
        return true;
    }
    // A chain of sealed classes cannot be long; a damaged class file may name itself.
    if !view.is_sealed() || depth > 16 {
        return false;
    }
    let mut permitted = view.permitted_subclasses().filter_map(|name| world.class_id(&name.to_str()));
    permitted.all(|below| below.index() == class.index() || is_closed(world, below, depth + 1))
}
