//! Fields that pull objects into a stream which cannot be written.

use reenact_base::finding::{Code as Kind, Finding};
use reenact_world::{ClassId, ClassView, FieldView};

use super::about_field;
use super::classes::Serialized;
use crate::code::Code;

pub(super) fn check(types: &Serialized<'_>, class: ClassView<'_>, found: &mut Vec<Finding>) {
    let hooks = types.hooks(class);
    if class.is_enum()
        || types.is_externalizable(class.id())
        || types.is_replaced(class)
        || hooks.has_persistent_fields
        || super::is_a(types.world, class.id(), "java/lang/Throwable")
        || types.is_refused(class)
    {
        return;
    }
    // A writer that does not ask for the default fields writes what it wants.
    if let Some(writer) = hooks.write_object
        && let Some(code) = Code::of(types.world, writer.id())
        && !code.calls().any(|call| call.name == "defaultWriteObject")
    {
        return;
    }
    for field in class.fields() {
        let flags = field.access_flags();
        if flags.is_static() || flags.is_transient() {
            continue;
        }
        let Some(held) = element_class(types, field) else { continue };
        if types.is_serializable(held) || types.world.missing_supertype(held).is_some() {
            continue;
        }
        let held = types.world.view(held);
        let outer = flags.is_synthetic() && field.name().to_str().starts_with("this$");
        if !outer && (held.is_interface() || held.name() == "java/lang/Object") {
            continue;
        }
        if !outer && types.world.subtypes(held.id()).iter().any(|below| types.is_serializable(*below)) {
            continue;
        }
        let message = match outer {
            true => format!(
                "refers to the object around the inner class, of type {}, which is not serializable: writing fails",
                held.binary_name()
            ),
            false => format!(
                "is of type {}, which neither is serializable nor has a subclass here that is: writing an object that has one fails",
                held.binary_name()
            ),
        };
        let help = match outer {
            true => "make the class static".to_owned(),
            false => format!(
                "make {} transient, or write the data that makes it again: a serial form with @Serializer",
                field.name()
            ),
        };
        found.push(about_field(Kind::SerialUnserializableField, field, message).with_help(help));
    }
}

/// The class of a field, or of the elements of its array.
fn element_class(types: &Serialized<'_>, field: FieldView<'_>) -> Option<ClassId> {
    let descriptor = field.descriptor().to_string();
    let name = descriptor.trim_start_matches('[').strip_prefix('L')?.strip_suffix(';')?;
    types.world.class_id(name)
}
