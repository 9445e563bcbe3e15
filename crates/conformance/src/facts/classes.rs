//! The class model's answers about a class itself.

use reenact_classfile::AccessFlags;
use reenact_world::{AnnotationTarget, ClassId, ClassView, Nesting};

use super::lines::{Escaped, Lines, class, optional};
use super::model::Model;

pub(super) fn facts(model: &Model<'_>, view: ClassView<'_>, lines: &mut Lines) {
    let world = model.world;
    let superclass = view.superclass().filter(|_| !view.is_interface());
    lines.fact("superclass", "", optional(superclass.map(ClassView::name)));
    lines.list("interfaces", "", view.interfaces().map(class));
    let sorted = |ids: &mut dyn Iterator<Item = ClassId>| {
        let mut names: Vec<Escaped<'_>> = ids.map(|id| class(world.view(id))).collect();
        names.sort_unstable();
        names
    };
    lines.list("supertypes", "", sorted(&mut world.all_supertypes(view.id())));
    let is_loaded = |id: &ClassId| model.loaded.contains(id);
    lines.list("subtypes", "", sorted(&mut world.subtypes(view.id()).iter().copied().filter(is_loaded)));
    lines.fact("modifiers", "", format_args!("{:x}", modifiers(view)));
    lines.list("traits", "", traits(view));
    lines.fact("module", "", optional(view.module()));
    lines.fact("nest-host", "", class(world.view(world.nest_host(view.id()))));
    if view.is_sealed() {
        lines.list("permitted", "", permitted(view));
    }
    lines.fact("class-signature", "", optional(view.signature()));
    let nesting = match view.nesting() {
        Nesting::TopLevel => "top-level",
        Nesting::Member => "member",
        Nesting::Local => "local",
        Nesting::Anonymous => "anonymous",
    };
    lines.fact("nesting", "", nesting);
    lines.fact("simple-name", "", optional(view.simple_name()));
    lines.fact("outer", "", optional(view.outer_name()));
    match view.enclosing_method() {
        Some((name, descriptor)) => {
            lines.fact("enclosing-method", "", format_args!("{}{}", Escaped(name), Escaped(descriptor)));
        }
        None => lines.fact("enclosing-method", "", ""),
    }
    model.annotations(lines, "class-annotations", "", view.annotation_uses());
    if view.is_record() {
        components(model, view, lines);
    }
}

/// The flags of classes that there are (JVMS table 4.1-B), without `ACC_SUPER`; the JVM ignores others.
const CLASS_MODIFIERS: u16 = 0x7611;
/// The flags of nested classes that there are (JVMS table 4.7.6-A).
const INNER_CLASS_MODIFIERS: u16 = 0x761f;

fn modifiers(view: ClassView<'_>) -> u16 {
    let known = if view.nesting() == Nesting::TopLevel { CLASS_MODIFIERS } else { INNER_CLASS_MODIFIERS };
    // HotSpot knows that some compilers before Java 6 left this out.
    let is_abstract = view.is_interface() && view.version().major < 50;
    view.declared_flags().0 & known | if is_abstract { AccessFlags::ABSTRACT.0 } else { 0 }
}

fn traits(view: ClassView<'_>) -> impl Iterator<Item = &'static str> {
    let traits = [
        (view.is_interface(), "interface"),
        (view.is_annotation(), "annotation"),
        (view.is_enum(), "enum"),
        (view.is_record(), "record"),
        (view.is_sealed(), "sealed"),
    ];
    traits.into_iter().filter(|(holds, _)| *holds).map(|(_, name)| name)
}

/// Reflection leaves out names that are not those of direct subtypes.
fn permitted<'w>(view: ClassView<'w>) -> impl Iterator<Item = Escaped<'w>> {
    let world = view.world();
    let is_direct = move |id: ClassId| world.direct_subtypes(view.id()).contains(&id);
    view.permitted_subclasses()
        .filter(move |name| world.class_id(&name.to_str()).is_some_and(is_direct))
        .map(Escaped)
}

fn components(model: &Model<'_>, view: ClassView<'_>, lines: &mut Lines) {
    for (position, component) in view.record_components().enumerate() {
        let key = format!("{position} {}:{}", Escaped(component.name), Escaped(component.descriptor));
        lines.fact("component", &key, optional(component.signature));
        let target = AnnotationTarget::RecordComponent(view.id(), position);
        let found = model.world.annotations(target).expect("a class that was read");
        let names = found.iter().filter(|found| {
            let interface = model.world.class_id(&found.interface);
            found.visible && interface.is_some_and(|interface| model.is_shown(interface))
        });
        let names: Vec<&str> = names.map(|found| &*found.interface).collect();
        if !names.is_empty() {
            lines.list("component-annotations", &key, names);
        }
    }
}
