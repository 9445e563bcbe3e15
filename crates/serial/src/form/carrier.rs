//! The objects that carry components out of a serializer, and the accessors of components.

use reenact_world::{ClassId, ClassView, World};

use super::{Accessor, Component};

/// The components that a class has by itself: those of a record, in order.
pub(super) fn record_components(class: ClassView<'_>) -> Option<Vec<Component>> {
    class.is_record().then(|| {
        let components = class.record_components();
        components
            .map(|component| Component {
                name: component.name.to_string(),
                descriptor: (&*component.descriptor.to_str()).into(),
            })
            .collect()
    })
}

/// The accessor of a component by its name: `name()`, `getName()`, `isName()`, or else a public field. Looked for in the class
/// and its superclasses and interfaces; one whose type is not the component's own is taken if nothing else is there, so
/// that the difference can be reported.
pub(super) fn accessor(world: &World, class: ClassId, component: &Component) -> Option<Accessor> {
    let names = names(&component.name);
    let mut mistyped = None;
    let declaring = || std::iter::once(class).chain(world.all_supertypes(class));
    for name in &names {
        for view in declaring().map(|class| world.view(class)) {
            for method in view.methods_named(name) {
                let flags = method.access_flags();
                let Some(descriptor) = method.parsed_descriptor() else { continue };
                let Some(result) = descriptor.result() else { continue };
                if flags.is_static() || flags.is_synthetic() || descriptor.parameter_slots() != 0 {
                    continue;
                }
                if result.descriptor() == *component.descriptor {
                    return Some(Accessor::Method(method.id()));
                }
                mistyped.get_or_insert(Accessor::Method(method.id()));
            }
        }
    }
    for view in declaring().map(|class| world.view(class)) {
        if let Some(field) = view.field(&component.name)
            && field.access_flags().is_public()
            && !field.access_flags().is_static()
        {
            if field.descriptor() == *component.descriptor {
                return Some(Accessor::Field(field.id()));
            }
            mistyped.get_or_insert(Accessor::Field(field.id()));
        }
    }
    mistyped
}

/// The type that an accessor gives, as a descriptor.
pub(super) fn accessor_type(world: &World, accessor: Accessor) -> Box<str> {
    match accessor {
        Accessor::Field(field) => (&*world.view(field).descriptor().to_str()).into(),
        Accessor::Method(method) => {
            let result = world.view(method).parsed_descriptor().and_then(|descriptor| descriptor.result());
            result.map_or_else(|| "V".into(), |result| (&*result.descriptor().to_str()).into())
        }
    }
}

/// The names that accessors of a component may have.
pub(super) fn names(component: &str) -> Vec<String> {
    let mut letters = component.chars();
    let upper: String = letters.next().into_iter().flat_map(char::to_uppercase).chain(letters).collect();
    vec![component.to_owned(), format!("get{upper}"), format!("is{upper}")]
}
