//! The class model as it is asked here.

use std::collections::HashSet;

use reenact_classfile::Mutf8;
use reenact_world::{AnnotationUse, AnnotationValue, ClassId, ClassView, Nesting, World};

use super::block::Block;
use super::lines::{Escaped, Lines};
use super::{classes, links, members};

/// The class model, with what telling about its classes needs besides.
pub struct Model<'w> {
    pub(super) world: &'w World,
    /// The classes that the JVM was asked for and should load.
    pub(super) loaded: HashSet<ClassId>,
    /// The annotation interfaces that reflection shows (JLS 9.6.4.2).
    shown: HashSet<ClassId>,
    /// The packages of the JDK's modules.
    packages: HashSet<Mutf8<'w>>,
}

impl<'w> Model<'w> {
    /// A model to be asked about the classes that a JVM is asked about.
    pub fn new(world: &'w World, asked: &[&str]) -> Self {
        let in_modules = world.classes().filter(|class| class.module().is_some());
        let annotations = world.classes().filter(|class| class.is_annotation() && is_shown(*class));
        let mut model = Model {
            world,
            loaded: HashSet::new(),
            shown: annotations.map(ClassView::id).collect(),
            packages: in_modules.map(ClassView::package).collect(),
        };
        let asked = asked.iter().filter_map(|name| world.class_id(name));
        model.loaded = asked.filter(|&class| model.can_load(class)).collect();
        model
    }

    /// The facts on the class of a block, as the JVM would write them.
    pub(super) fn facts(&self, block: &Block<'_>) -> String {
        let mut lines = Lines::default();
        match self.world.class(&block.class).filter(|view| self.can_load(view.id())) {
            None => lines.fact("loads", "", "no"),
            Some(view) => {
                lines.fact("loads", "", "yes");
                if block.is_loaded() {
                    classes::facts(self, view, &mut lines);
                    members::facts(self, view, &mut lines);
                    if block.is_linked() {
                        links::facts(self, view, block, &mut lines);
                    }
                }
            }
        }
        lines.0
    }

    /// Notes on what reflection is known to say something else than the class files.
    pub(super) fn leave_out(&self, block: &mut Block<'_>) {
        let Some(view) = self.world.class(&block.class).filter(|_| block.is_loaded()) else { return };
        // Without the class that its nest is named after, the JVM takes a class to be alone in its nest.
        if !self.can_load(self.world.nest_host(view.id())) {
            let kinds = ["nest-host", "access", "special"];
            block.without.extend(kinds.map(|kind| ("nest host cannot be loaded", kind, "")));
        }
        // Reflection knows local and anonymous classes by an attribute that came with Java 5.
        if view.version().major < 49 && matches!(view.nesting(), Nesting::Local | Nesting::Anonymous) {
            let kinds = ["nesting", "simple-name"];
            block.without.extend(kinds.map(|kind| ("older than EnclosingMethod", kind, "")));
        }
    }

    /// JVMS 5.3.5: a class needs its supertypes, and access to those that it names. The JDK's loaders find
    /// nothing else in the packages of its modules.
    fn can_load(&self, class: ClassId) -> bool {
        let can_load_itself = |class: ClassId| {
            let view = self.world.view(class);
            let mut found = view.superclass().into_iter().chain(view.interfaces());
            view.super_name().is_some() == view.superclass().is_some()
                && view.interface_names().len() == view.interfaces().len()
                && found.all(|supertype| self.world.can_access_class(class, supertype.id()))
                && (view.is_platform() || !self.packages.contains(&view.package()))
        };
        std::iter::once(class).chain(self.world.all_supertypes(class)).all(can_load_itself)
    }

    /// Of some annotations, those that reflection shows: that are visible, and whose interface is there
    /// and says the same.
    pub(super) fn shown(&self, uses: &[AnnotationUse]) -> impl Iterator<Item = Escaped<'w>> {
        let is_shown = |used: &&AnnotationUse| {
            let interface = self.world.class_of_symbol(used.interface);
            used.visible && interface.is_some_and(|interface| self.is_shown(interface))
        };
        uses.iter().filter(is_shown).map(|used| Escaped(self.world.text(used.interface)))
    }

    pub(super) fn is_shown(&self, annotation: ClassId) -> bool {
        self.shown.contains(&annotation)
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
