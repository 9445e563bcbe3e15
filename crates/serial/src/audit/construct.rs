//! Classes whose objects can be written and never read, because the runtime has no constructor to call.

use reenact_base::finding::{Code, Finding};
use reenact_world::ClassView;

use super::about_class;
use super::classes::Serialized;

pub(super) fn check(types: &Serialized<'_>, class: ClassView<'_>, found: &mut Vec<Finding>) {
    let world = types.world;
    if !class.is_instantiable()
        || class.is_enum()
        || class.is_record()
        // A proxy is written in its place.
        || types.is_replaced(class)
        || class.simple_name().is_none()
        || world.missing_supertype(class.id()).is_some()
    {
        return;
    }
    if types.is_externalizable(class.id()) {
        let constructor = class.method("<init>", "()V");
        if constructor.is_none_or(|method| !method.access_flags().is_public()) {
            let message =
                "cannot be read: an Externalizable class needs a public constructor without parameters";
            let help = "add such a constructor, or implement Serializable with a serialization proxy";
            found.push(about_class(Code::SerialNoConstructor, class, message).with_help(help));
        }
        return;
    }
    // The runtime calls the constructor of the nearest superclass that is not serializable.
    let Some(above) = world.superclasses(class.id()).find(|above| !types.is_serializable(*above)) else {
        return;
    };
    let above = world.view(above);
    let is_callable = above.method("<init>", "()V").is_some_and(|method| {
        let flags = method.access_flags();
        flags.is_public()
            || flags.is_protected()
            || flags.is_package_private() && world.is_same_package(above.id(), class.id())
    });
    if !is_callable {
        let message = format!(
            "cannot be read: its superclass {} is not serializable and has no accessible constructor without parameters",
            above.binary_name()
        );
        let help = format!(
            "add a protected constructor without parameters to {}, or write a serialization proxy",
            above.binary_name()
        );
        found.push(about_class(Code::SerialNoConstructor, class, message).with_help(help));
    }
}
