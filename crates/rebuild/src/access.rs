//! What Java code in a package may name.
//!
//! This is the compiler's view (JLS 6.6), not the JVM's: a class that is private in its source is
//! package-private to the JVM and out of reach for a test, and so is one whose name no source can spell.

use reenact_classfile::AccessFlags;
use reenact_java::names::is_identifier;
use reenact_world::{ClassId, ClassView, FieldId, MethodId, Nesting, World};
use rustc_hash::FxHashMap;
use std::cell::RefCell;

/// A package that tests are written into.
pub(crate) struct Viewpoint<'w> {
    world: &'w World,
    package: Box<str>,
    /// A class of the class path, on whose behalf the JDK's modules are asked what they export.
    outsider: Option<ClassId>,
    known: RefCell<FxHashMap<ClassId, bool>>,
}

impl<'w> Viewpoint<'w> {
    pub fn new(world: &'w World, package: &str) -> Self {
        let outsider =
            world.class_ids().rev().find(|&class| !world.is_platform_class(class)).filter(|&class| {
                // A class path of nothing but a JDK asks nobody.
                world.view(class).module().is_none()
            });
        Viewpoint { world, package: package.into(), outsider, known: RefCell::default() }
    }

    /// Whether the code may name a class.
    pub fn can_name(&self, class: ClassId) -> bool {
        if let Some(&known) = self.known.borrow().get(&class) {
            return known;
        }
        let can = self.find_out(class);
        self.known.borrow_mut().insert(class, can);
        can
    }

    /// Whether the code may call a method or constructor, on an object that it has.
    pub fn can_call(&self, method: MethodId) -> bool {
        let view = self.world.view(method);
        self.can_use(view.class(), view.access_flags()) && is_identifier_or_init(&view.name().to_str())
    }

    /// Whether the code may read a field.
    pub fn can_read(&self, field: FieldId) -> bool {
        let view = self.world.view(field);
        self.can_use(view.class(), view.access_flags()) && is_identifier(&view.name().to_str())
    }

    /// Whether the code may assign a field.
    pub fn can_assign(&self, field: FieldId) -> bool {
        self.can_read(field) && !self.world.view(field).access_flags().is_final()
    }

    fn can_use(&self, declaring: ClassView<'_>, flags: AccessFlags) -> bool {
        if flags.is_synthetic() || flags.is_private() {
            return false;
        }
        flags.is_public() || self.is_here(declaring)
    }

    fn is_here(&self, class: ClassView<'_>) -> bool {
        !class.is_platform() && class.package() == *self.package
    }

    fn find_out(&self, class: ClassId) -> bool {
        // Nesting is as deep as people write it; a damaged class file may claim anything.
        let mut next = Some(class);
        for _ in 0..32 {
            let Some(view) = next.map(|class| self.world.view(class)) else { return true };
            let flags = view.declared_flags();
            let is_spelled = view.simple_name().is_some_and(|name| is_identifier(&name.to_str()));
            if flags.is_private() || flags.is_synthetic() || !is_spelled {
                return false;
            }
            if !flags.is_public() && !self.is_here(view) {
                return false;
            }
            next = match view.nesting() {
                Nesting::TopLevel => return self.can_import(view),
                Nesting::Member => view.outer_name().and_then(|name| self.world.class_id(&name.to_str())),
                Nesting::Local | Nesting::Anonymous => return false,
            };
            // A member of a class that was not read: nothing is known of what is around it.
            if next.is_none() {
                return false;
            }
        }
        false
    }

    /// A top-level class, by its package.
    fn can_import(&self, class: ClassView<'_>) -> bool {
        if self.is_here(class) {
            return true;
        }
        let package = class.package().to_str();
        // JLS 7.5: what is in the unnamed package cannot be imported.
        let is_spelled = !package.is_empty() && package.split('/').all(is_identifier);
        is_spelled && self.outsider.is_none_or(|outsider| self.world.can_access_class(outsider, class.id()))
    }
}

fn is_identifier_or_init(name: &str) -> bool {
    name == "<init>" || is_identifier(name)
}
