//! The classes and members that a test in a package can name, and how it names them.
//!
//! This is the compiler's view of access (JLS 6.6), not the JVM's: a private member class is out of reach, and
//! so is a class whose name no source can spell.

use reenact_base::Memo;
use reenact_classfile::AccessFlags;
use reenact_java::model::ClassName;
use reenact_java::names::is_identifier;
use reenact_world::{ClassId, ClassView, FieldId, MethodId, MethodView, Nesting, World};

/// Classes are nested as deeply as people write them; a damaged class file may claim anything.
const DEEPEST: usize = 32;

/// A package that tests are written into.
pub struct Viewpoint<'w> {
    world: &'w World,
    /// Internal name.
    package: Box<str>,
    /// A class of the class path, on whose behalf the JDK's modules are asked what they export.
    outsider: Option<ClassId>,
    names: Memo<ClassId, Option<ClassName>>,
}

impl<'w> Viewpoint<'w> {
    pub fn new(world: &'w World, package: &str) -> Self {
        // A class of a named module would be asked for what that module reads.
        let is_unnamed = |class: &ClassId| world.view(*class).module().is_none();
        let outsider =
            world.class_ids().rev().find(|class| !world.is_platform_class(*class) && is_unnamed(class));
        Viewpoint { world, package: package.into(), outsider, names: Memo::default() }
    }

    /// Internal name of the package.
    pub fn package(&self) -> &str {
        &self.package
    }

    /// The name of a class in source code; `None` if the test cannot name it.
    pub fn class_name(&self, class: ClassId) -> Option<ClassName> {
        self.names.get_or_insert_with(class, |&class| self.find_name(class))
    }

    /// The same by internal name.
    pub fn name_of(&self, internal_name: &str) -> Option<ClassName> {
        self.class_name(self.world.class_id(internal_name)?)
    }

    /// Whether the test can name a class.
    pub fn can_name(&self, class: ClassId) -> bool {
        self.class_name(class).is_some()
    }

    /// Whether the test may call a method or constructor on an object that it has.
    pub fn can_call(&self, method: MethodId) -> bool {
        let view = self.world.view(method);
        let name = view.name().to_str();
        self.can_use(view.class(), view.access_flags()) && (name == "<init>" || is_identifier(&name))
    }

    /// Whether a class of the test's package may override a method of a class that it extends (JLS 8.4.8).
    pub fn can_override(&self, method: MethodId) -> bool {
        let view = self.world.view(method);
        let flags = view.access_flags();
        let is_fixed = flags.is_final() || flags.is_static() || flags.is_private() || flags.is_synthetic();
        let is_open = flags.is_public() || flags.is_protected() || self.is_here(view.class());
        !is_fixed && is_open && is_identifier(&view.name().to_str())
    }

    /// Whether a class of the test's package may override the implementation of a method that objects of a class have.
    pub fn can_override_in(&self, class: ClassId, method: MethodId) -> bool {
        let selected = self.world.select(class, method).unwrap_or(method);
        // A bridge is never final; the method that it calls may be.
        let is_bridge = self.world.view(selected).access_flags().is_bridge();
        let is_selected_open = match is_bridge {
            true => bridged(self.world, selected).all(|method| self.can_override(method)),
            false => self.can_override(selected),
        };
        self.can_override(method) && is_selected_open
    }

    /// Whether a class of the test's package can implement all abstract methods of a class.
    pub fn can_implement(&self, class: ClassId) -> bool {
        let above = std::iter::once(class).chain(self.world.superclasses(class));
        above.flat_map(|class| self.world.view(class).methods()).all(|method| {
            !method.access_flags().is_abstract()
                || self.world.select(class, method.id()).is_ok()
                || self.can_override(method.id())
        })
    }

    /// Whether the test may read a field of an object that it has.
    pub fn can_read(&self, field: FieldId) -> bool {
        let view = self.world.view(field);
        self.can_use(view.class(), view.access_flags()) && is_identifier(&view.name().to_str())
    }

    /// Whether the test may assign a field of an object that it has.
    pub fn can_assign(&self, field: FieldId) -> bool {
        self.can_read(field) && !self.world.view(field).access_flags().is_final()
    }

    /// The class itself or the nearest of its supertypes that the test can name, and that is a subtype of
    /// `below` if that is given: superclasses first, then interfaces.
    pub fn nearest(&self, class: ClassId, below: Option<ClassId>) -> Option<ClassId> {
        let object = self.world.class_id("java/lang/Object");
        let is_wanted = |&candidate: &ClassId| {
            below.is_none_or(|below| self.world.is_subtype(candidate, below)) && self.can_name(candidate)
        };
        let superclasses = std::iter::once(class).chain(self.world.superclasses(class));
        let interfaces = self.world.all_interfaces(class).iter().rev().copied();
        superclasses
            .filter(|&candidate| Some(candidate) != object)
            .chain(interfaces)
            .chain(object)
            .find(is_wanted)
    }

    fn can_use(&self, declaring: ClassView<'_>, flags: AccessFlags) -> bool {
        !flags.is_synthetic() && !flags.is_private() && (flags.is_public() || self.is_here(declaring))
    }

    fn is_here(&self, class: ClassView<'_>) -> bool {
        !class.is_platform() && class.package() == *self.package
    }

    fn find_name(&self, class: ClassId) -> Option<ClassName> {
        let mut inner = Vec::new();
        let mut next = self.world.view(class);
        for _ in 0..DEEPEST {
            let flags = next.declared_flags();
            let simple = next.simple_name()?.to_str().into_owned();
            let is_reachable = !flags.is_private() && !flags.is_synthetic() && is_identifier(&simple);
            if !is_reachable || !flags.is_public() && !self.is_here(next) {
                return None;
            }
            match next.nesting() {
                Nesting::TopLevel => {
                    let name = self.can_import(next).then(|| ClassName::top_level(&next.name().to_str()))?;
                    return Some(inner.iter().rev().fold(name, |name, simple: &String| name.nested(simple)));
                }
                Nesting::Member => next = self.world.class(&next.outer_name()?.to_str())?,
                Nesting::Local | Nesting::Anonymous => return None,
            }
            inner.push(simple);
        }
        None
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

/// Returns the methods that a bridge may call: those of its class and name with as many parameters.
fn bridged(world: &World, bridge: MethodId) -> impl Iterator<Item = MethodId> {
    let view = world.view(bridge);
    let count = |method: MethodView<'_>| method.parsed_descriptor().map(|found| found.parameters().count());
    let class = view.class();
    let same_name: Vec<MethodView<'_>> = class.methods_named(&view.name().to_str()).collect();
    same_name
        .into_iter()
        .filter(move |other| !other.access_flags().is_bridge() && count(*other) == count(view))
        .map(|other| other.id())
}

/// Returns the bridges of a method: synthetic ones of its class and name with as many parameters. Through them `String next()`
/// is called as `Object next()` of an interface.
pub fn bridges(world: &World, method: MethodId) -> Vec<MethodId> {
    let view = world.view(method);
    let count = |method: MethodView<'_>| method.parsed_descriptor().map(|found| found.parameters().count());
    let class = view.class();
    let same_name = class.methods_named(&view.name().to_str()).collect::<Vec<_>>();
    // With an overload it is not clear which of them a bridge calls.
    let is_overloaded = same_name.iter().any(|other| {
        other.id() != method && !other.access_flags().is_bridge() && count(*other) == count(view)
    });
    let is_bridge =
        |other: &&MethodView<'_>| other.access_flags().is_bridge() && count(**other) == count(view);
    let found = same_name.iter().filter(is_bridge).map(|other| other.id());
    if is_overloaded { Vec::new() } else { found.collect() }
}
