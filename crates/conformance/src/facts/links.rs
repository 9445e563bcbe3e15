//! The class model's answers about references and calls.

use std::fmt::{self, Display};

use reenact_world::{
    ClassId, ClassView, FieldId, MethodId, MethodView, NameAndTypeId, ResolveError, SelectError, World,
};

use super::block::Block;
use super::lines::{Escaped, FieldKey, Lines, MethodKey, class};
use super::model::Model;

pub(super) fn facts<'w>(model: &Model<'w>, view: ClassView<'w>, block: &'w Block<'w>, lines: &mut Lines) {
    let teller = Teller { world: model.world, view, block };
    teller.methods(lines);
    teller.constructors(lines);
    teller.fields(lines);
    teller.reference_kinds(lines);
    if !view.is_interface() {
        teller.selection(lines);
        teller.overriding(lines);
        if let Some(superclass) = view.superclass() {
            teller.special_calls(superclass, lines);
        }
    }
    view.interfaces().for_each(|interface| teller.special_calls(interface, lines));
    for name in &block.beside {
        let Some(other) = model.world.class(name) else { continue };
        teller.beside(other, !block.unread.contains(name), lines);
    }
}

struct Teller<'w> {
    world: &'w World,
    view: ClassView<'w>,
    block: &'w Block<'w>,
}

/// The target of a reference.
enum Linked<'w> {
    Instance(ClassView<'w>),
    Static(ClassView<'w>),
    /// The name of an error.
    Fails(&'static str),
}

use Linked::{Fails, Instance, Static};

const NO_SUCH_METHOD: &str = "NoSuchMethodError";
const ILLEGAL_ACCESS: &str = "IllegalAccessError";
const ABSTRACT_METHOD: &str = "AbstractMethodError";
const INCOMPATIBLE: &str = "IncompatibleClassChangeError";

impl<'w> Teller<'w> {
    fn methods(&self, lines: &mut Lines) {
        methods_of(self.view).for_each(|method| self.resolved(method, lines));
        for method in self.view.methods().filter(|method| is_plain(*method)) {
            if !method.access_flags().is_static() && !self.world.is_signature_polymorphic(method.id()) {
                let linked = match self.resolve(self.view, method.name_and_type()) {
                    Instance(_) => Fails(INCOMPATIBLE),
                    linked => linked,
                };
                lines.fact("resolve-static", MethodKey(method), linked);
            }
        }
    }

    /// Resolves the name and descriptor of a method in the class.
    fn resolved(&self, method: MethodView<'_>, lines: &mut Lines) {
        let key = MethodKey(method).to_string();
        let linked = match self.resolve_id(self.view, method.name_and_type()) {
            // HotSpot resolves to a method that throws what selection fails with.
            Ok(found) if self.block.overpasses.contains(&*key) => match self.select(found) {
                // Methods of interfaces are never selected from Object.
                Instance(class) if self.view.is_interface() && class.superclass().is_none() => {
                    Fails(ABSTRACT_METHOD)
                }
                linked => linked,
            },
            resolved => self.linked(resolved),
        };
        lines.fact("resolve", key, linked);
    }

    fn select(&self, resolved: MethodId) -> Linked<'w> {
        self.selected(self.world.select(self.view.id(), resolved))
    }

    fn selected(&self, selected: Result<MethodId, SelectError>) -> Linked<'w> {
        match selected {
            Ok(method) => self.linked(Ok(method)),
            Err(SelectError::Abstract) => Fails(ABSTRACT_METHOD),
            Err(SelectError::Conflict) => Fails(INCOMPATIBLE),
            Err(SelectError::MissingClass(_)) => Fails("missing"),
        }
    }

    fn constructors(&self, lines: &mut Lines) {
        if self.view.is_interface() {
            return;
        }
        let classes = std::iter::once(self.view).chain(self.view.superclass());
        for constructor in classes.flat_map(|class| class.methods()).filter(|method| method.is_constructor())
        {
            // JVMS 6.5, invokespecial: a constructor is never inherited, though resolution would find it.
            let linked = match self.resolve(self.view, constructor.name_and_type()) {
                Instance(class) if class.id() != self.view.id() => Fails(NO_SUCH_METHOD),
                linked => linked,
            };
            lines.fact("resolve-constructor", Escaped(constructor.descriptor()), linked);
        }
    }

    fn fields(&self, lines: &mut Lines) {
        let all = std::iter::once(self.view.id()).chain(self.world.all_supertypes(self.view.id()));
        let mut keys: Vec<(NameAndTypeId, FieldId)> = Vec::new();
        for declaring in all {
            keys.extend(self.world.view(declaring).fields().map(|field| (field.name_and_type(), field.id())));
        }
        keys.sort_unstable();
        keys.dedup_by_key(|(key, _)| *key);
        for (key, field) in keys {
            lines.fact("resolve-field", FieldKey(self.world.view(field)), self.resolve_field(self.view, key));
        }
    }

    fn reference_kinds(&self, lines: &mut Lines) {
        let key = self.world.name_and_type("toString", "()Ljava/lang/String;").expect("Object has it");
        let id = self.view.id();
        let instance = |resolved| match self.linked(resolved) {
            Static(_) => Fails(INCOMPATIBLE),
            linked => linked,
        };
        lines.fact("reference-kind", "class", instance(self.world.resolve_method(id, key)));
        lines.fact("reference-kind", "interface", instance(self.world.resolve_interface_method(id, key)));
    }

    fn selection(&self, lines: &mut Lines) {
        let all = std::iter::once(self.view.id()).chain(self.world.all_supertypes(self.view.id()));
        for declaring in all.map(|id| self.world.view(id)) {
            for method in declaring.methods().filter(|method| is_plain(*method)) {
                let flags = method.access_flags();
                if flags.is_static() || flags.is_private() || self.world.is_signature_polymorphic(method.id())
                {
                    continue;
                }
                let key = format_args!("{}.{}", class(declaring), MethodKey(method)).to_string();
                let selected = match self.world.select(self.view.id(), method.id()) {
                    // JVMS 6.5, invokeinterface.
                    Ok(found)
                        if declaring.is_interface() && !self.world.view(found).access_flags().is_public() =>
                    {
                        Fails(ILLEGAL_ACCESS)
                    }
                    selected => self.selected(selected),
                };
                lines.fact("select", key, selected);
            }
        }
    }

    fn overriding(&self, lines: &mut Lines) {
        for method in self.view.methods() {
            let overridden = self.world.overridden(method.id());
            if !overridden.is_empty() {
                let names = overridden.iter().map(|&id| class(self.world.view(id).class()));
                let mut names: Vec<Escaped<'_>> = names.collect();
                names.sort_unstable();
                lines.list("overrides", MethodKey(method), names);
            }
        }
    }

    /// The methods that `invokespecial` in the class runs, by references to the methods of a direct supertype.
    fn special_calls(&self, named: ClassView<'w>, lines: &mut Lines) {
        let methods = named.methods().chain(self.view.methods()).filter(|method| is_plain(*method));
        for method in distinct(methods) {
            let linked = match self.resolve_id(named, method.name_and_type()) {
                Err(error) => self.linked(Err(error)),
                Ok(found) if !self.world.can_access_method(self.view.id(), found, named.id()) => {
                    Fails(ILLEGAL_ACCESS)
                }
                Ok(found) if self.world.view(found).access_flags().is_static() => Fails(INCOMPATIBLE),
                Ok(found) => self.selected(self.world.select_special(self.view.id(), named.id(), found)),
            };
            lines.fact("special", format_args!("{}.{}", class(named), MethodKey(method)), linked);
        }
    }

    /// The relations of the class to another.
    fn beside(&self, other: ClassView<'w>, is_read: bool, lines: &mut Lines) {
        let (own, id) = (self.view.id(), other.id());
        lines.fact("assignable", format_args!("to {}", class(other)), self.world.is_subtype(own, id));
        lines.fact("assignable", format_args!("from {}", class(other)), self.world.is_subtype(id, own));
        other.methods().filter(|method| is_plain(*method)).for_each(|method| self.resolved(method, lines));
        if !is_read {
            return;
        }
        let can_name = self.world.can_access_class(own, id);
        lines.fact("access", class(other), if can_name { "yes" } else { "no" });
        for method in other.methods().filter(|method| is_plain(*method)) {
            let linked = match self.resolve(other, method.name_and_type()) {
                Instance(_) | Static(_) if !self.world.can_access_method(own, method.id(), id) => {
                    Fails(ILLEGAL_ACCESS)
                }
                linked => linked,
            };
            lines.fact("access", format_args!("{}.{}", class(other), MethodKey(method)), linked);
        }
        for field in other.fields() {
            let can_use = can_name && self.world.can_access_field(own, field.id(), id);
            let about = format_args!("{}.{}", class(other), FieldKey(field)).to_string();
            lines.fact("access", about, if can_use { "yes" } else { "no" });
        }
    }

    fn resolve_id(&self, named: ClassView<'_>, key: NameAndTypeId) -> Result<MethodId, ResolveError> {
        if named.is_interface() {
            self.world.resolve_interface_method(named.id(), key)
        } else {
            self.world.resolve_method(named.id(), key)
        }
    }

    fn resolve(&self, named: ClassView<'_>, key: NameAndTypeId) -> Linked<'w> {
        self.linked(self.resolve_id(named, key))
    }

    fn linked(&self, resolved: Result<MethodId, ResolveError>) -> Linked<'w> {
        let found = resolved.map(|method| self.world.view(method));
        linked(found.map(|method| (method.class(), method.access_flags().is_static())), NO_SUCH_METHOD)
    }

    fn resolve_field(&self, named: ClassView<'_>, key: NameAndTypeId) -> Linked<'w> {
        let found = self.world.resolve_field(named.id(), key).map(|field| self.world.view(field));
        linked(found.map(|field| (field.class(), field.access_flags().is_static())), "NoSuchFieldError")
    }
}

fn linked<'w>(found: Result<(ClassView<'w>, bool), ResolveError>, no_such: &'static str) -> Linked<'w> {
    match found {
        Ok((class, true)) => Static(class),
        Ok((class, false)) => Instance(class),
        Err(ResolveError::NoSuchMember) => Fails(no_such),
        Err(ResolveError::IncompatibleClassChange) => Fails(INCOMPATIBLE),
        Err(ResolveError::MissingClass(_)) => Fails("missing"),
    }
}

/// Neither a constructor nor a class initialiser.
fn is_plain(method: MethodView<'_>) -> bool {
    !method.is_constructor() && !method.is_class_initialiser()
}

/// A method for each name and descriptor that a class or one of its supertypes declares.
fn methods_of(view: ClassView<'_>) -> impl Iterator<Item = MethodView<'_>> {
    let world = view.world();
    let all = std::iter::once(view.id()).chain(world.all_supertypes(view.id()));
    distinct(all.flat_map(|id: ClassId| world.view(id).methods()).filter(|method| is_plain(*method)))
}

/// One method for each name and descriptor.
fn distinct<'w>(methods: impl Iterator<Item = MethodView<'w>>) -> impl Iterator<Item = MethodView<'w>> {
    let mut methods: Vec<MethodView<'w>> = methods.collect();
    methods.sort_unstable_by_key(|method| method.name_and_type());
    methods.dedup_by_key(|method| method.name_and_type());
    methods.into_iter()
}

impl Display for Linked<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Instance(declaring) => class(*declaring).fmt(f),
            Static(declaring) => write!(f, "static {}", class(*declaring)),
            Fails(error) => write!(f, "!{error}"),
        }
    }
}
