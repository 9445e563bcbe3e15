//! Classes that make their subclasses serializable without their authors' knowledge.

use reenact_base::Id;
use reenact_base::finding::{Code as Kind, Finding};
use reenact_world::{ClassView, World};
use rustc_hash::FxHashSet;

use super::about_class;
use super::classes::Serialized;

/// Subclasses that a message names.
const MOST_NAMES: usize = 3;

pub(super) fn check(
    types: &Serialized<'_>,
    class: ClassView<'_>,
    own: &FxHashSet<usize>,
    found: &mut Vec<Finding>,
) {
    let world = types.world;
    if class.access_flags().is_final()
        || class.is_annotation()
        || class.is_enum()
        || !types.declares_it(class)
        || super::is_a(world, class.id(), "java/lang/Throwable")
    {
        return;
    }
    // Those that say nothing of it themselves, and keep state that is written without their knowledge.
    let is_unaware = |below: &ClassView<'_>| {
        own.contains(&below.container().index())
            && !below.is_interface()
            && !below.is_enum()
            && !below.is_record()
            && below.simple_name().is_some()
            && !names_it_again(types, *below, class)
            && below.field("serialVersionUID").is_none()
            && has_state(*below)
            && !has_hook(types, *below)
    };
    let below: Vec<ClassView<'_>> =
        world.subtypes(class.id()).iter().map(|below| world.view(*below)).filter(is_unaware).collect();
    if below.is_empty() {
        return;
    }
    let mut names: Vec<String> = below.iter().take(MOST_NAMES).map(|class| class.binary_name()).collect();
    if below.len() > MOST_NAMES {
        names.push(format!("{} more", below.len() - MOST_NAMES));
    }
    let message = format!(
        "makes its subclasses serializable, with all of their state; these declare nothing about it: {}",
        names.join(", ")
    );
    let help = "let the classes that are meant to be serialized implement Serializable themselves, or give the subclasses a readObject that throws";
    found.push(about_class(Kind::SerialPassedOn, class, message).with_help(help).identified_by([""]));
}

/// Whether a class, or one between it and another, names `Serializable` itself.
fn names_it_again(types: &Serialized<'_>, below: ClassView<'_>, above: ClassView<'_>) -> bool {
    let world: &World = types.world;
    let between = std::iter::once(below.id()).chain(world.superclasses(below.id()));
    between.take_while(|class| *class != above.id()).any(|class| types.declares_it(world.view(class)))
}

/// Whether a class has a field of its own that would be written.
fn has_state(class: ClassView<'_>) -> bool {
    class.fields().any(|field| {
        let flags = field.access_flags();
        !flags.is_static() && !flags.is_transient() && !flags.is_synthetic()
    })
}

fn has_hook(types: &Serialized<'_>, class: ClassView<'_>) -> bool {
    let hooks = types.hooks(class);
    hooks.read_object.is_some()
        || hooks.write_object.is_some()
        || hooks.read_resolve.is_some()
        || hooks.write_replace.is_some()
}
