//! What the class model says of a class as such.

use std::collections::HashSet;

use reenact_world::{AnnotationUse, AnnotationValue, ClassId, ClassView, Nesting, World};

use super::block::Block;
use super::lines::{Escaped, Lines, class, optional};
use super::{links, members};

/// The class model, with what telling about its classes needs besides.
pub struct Model<'w> {
    pub(super) world: &'w World,
    /// The classes that the JVM was asked for and loaded.
    loaded: HashSet<ClassId>,
    /// The annotation interfaces that reflection shows (JLS 9.6.4.2).
    shown: HashSet<ClassId>,
}

impl<'w> Model<'w> {
    /// A model to be asked about these classes.
    pub fn new(world: &'w World, loaded: &HashSet<&str>) -> Self {
        let loaded = loaded.iter().filter_map(|name| world.class_id(name)).collect();
        let annotations = world.classes().filter(|class| class.is_annotation() && is_shown(*class));
        let shown = annotations.map(ClassView::id).collect();
        Model { world, loaded, shown }
    }

    /// Of some annotations, those that reflection shows: that are visible, and whose interface is there
    /// and says the same.
    pub(super) fn shown(&self, uses: &[AnnotationUse]) -> impl Iterator<Item = Escaped<'w>> {
        let is_shown = |used: &&AnnotationUse| {
            let interface = self.world.class_of_symbol(used.interface);
            used.visible && interface.is_some_and(|interface| self.shown.contains(&interface))
        };
        uses.iter().filter(is_shown).map(|used| Escaped(self.world.text(used.interface)))
    }

    pub(super) fn annotations(
        &self,
        lines: &mut Lines,
        kind: &str,
        about: impl std::fmt::Display,
        uses: &[AnnotationUse],
    ) {
        let mut shown = self.shown(uses).peekable();
        if shown.peek().is_some() {
            lines.list(kind, about, shown);
        }
    }
}

fn is_shown(annotation: ClassView<'_>) -> bool {
    let found = annotation.world().annotations(annotation.id()).expect("a class that was read");
    let retention = found.iter().find(|found| found.interface == "java/lang/annotation/Retention");
    let value = retention.and_then(|retention| retention.element("value"));
    matches!(value, Some(AnnotationValue::Enum { constant, .. }) if constant == "RUNTIME")
}

/// The facts on the class of a block, as the JVM would write them.
pub fn tell(model: &Model<'_>, block: &Block<'_>) -> String {
    let mut lines = Lines::default();
    let view = model.world.class(block.class);
    match view.filter(|view| model.world.missing_supertype(view.id()).is_none()) {
        None => lines.fact("loads", "", "no"),
        Some(view) => {
            lines.fact("loads", "", "yes");
            if block.is_loaded() {
                class_facts(model, view, &mut lines);
                members::tell(model, view, &mut lines);
                if block.is_linked() {
                    links::tell(model, view, block, &mut lines);
                }
            }
        }
    }
    lines.0
}

fn class_facts(model: &Model<'_>, view: ClassView<'_>, lines: &mut Lines) {
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
    lines.fact("modifiers", "", format_args!("{:x}", view.declared_flags().0 & MODIFIERS));
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

/// What `Class.getModifiers` shows: the written flags, without `ACC_SUPER`.
const MODIFIERS: u16 = 0x7fff & !0x0020;

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
        let target = reenact_world::AnnotationTarget::RecordComponent(view.id(), position);
        let found = model.world.annotations(target).expect("a class that was read");
        let names = found.iter().filter(|found| {
            let interface = model.world.class_id(&found.interface);
            found.visible && interface.is_some_and(|interface| model.shown.contains(&interface))
        });
        let names: Vec<&str> = names.map(|found| &*found.interface).collect();
        if !names.is_empty() {
            lines.list("component-annotations", &key, names);
        }
    }
}
