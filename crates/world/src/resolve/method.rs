//! Method resolution (JVMS 5.4.3.3) and interface method resolution (JVMS 5.4.3.4).

use reenact_base::Id;
use rustc_hash::FxHashSet;

use crate::World;
use crate::ids::*;
use crate::resolve::ResolveError;
use crate::tables::{MethodRef, OwnerKind};

/// The maximally-specific superinterface methods of a class for a name and descriptor.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum MostSpecific {
    /// No superinterface declares the method.
    None,
    /// All are abstract.
    Abstract,
    /// Exactly one has a body.
    One(MethodId),
    /// Several have a body.
    Several,
}

impl World {
    /// The method that a `Methodref` to a class resolves to (JVMS 5.4.3.3).
    pub fn resolve_method(
        &self,
        class: ClassId,
        name_and_type: NameAndTypeId,
    ) -> Result<MethodId, ResolveError> {
        if self.tables.classes[class].access_flags.is_interface() {
            return Err(ResolveError::IncompatibleClassChange);
        }
        for declaring in std::iter::once(class).chain(self.superclasses(class)) {
            let found = self
                .signature_polymorphic(declaring, name_and_type)
                .or_else(|| self.declared_method(declaring, name_and_type));
            if let Some(found) = found {
                return Ok(found);
            }
        }
        self.resolve_in_interfaces(class, name_and_type)
            .or_else(|| self.object_method(name_and_type))
            .ok_or_else(|| self.not_found(class))
    }

    /// The method that an `InterfaceMethodref` resolves to (JVMS 5.4.3.4).
    pub fn resolve_interface_method(
        &self,
        interface: ClassId,
        name_and_type: NameAndTypeId,
    ) -> Result<MethodId, ResolveError> {
        if !self.tables.classes[interface].access_flags.is_interface() {
            return Err(ResolveError::IncompatibleClassChange);
        }
        self.declared_method(interface, name_and_type)
            .or_else(|| self.object_method(name_and_type))
            .or_else(|| self.resolve_in_interfaces(interface, name_and_type))
            .ok_or_else(|| self.not_found(interface))
    }

    pub(super) fn resolve_method_ref(&self, reference: &MethodRef) -> Result<MethodId, ResolveError> {
        let MethodRef { class: name, name_and_type, owner } = *reference;
        let Some(class) = self.class_of_symbol(name).or_else(|| self.object_if_array(name)) else {
            return Err(ResolveError::MissingClass(name));
        };
        match owner {
            OwnerKind::Class => self.resolve_method(class, name_and_type),
            OwnerKind::Interface => self.resolve_interface_method(class, name_and_type),
            OwnerKind::Either if self.tables.classes[class].access_flags.is_interface() => {
                self.resolve_interface_method(class, name_and_type)
            }
            OwnerKind::Either => self.resolve_method(class, name_and_type),
        }
    }

    fn resolve_in_interfaces(&self, class: ClassId, name_and_type: NameAndTypeId) -> Option<MethodId> {
        match self.most_specific(class, name_and_type) {
            MostSpecific::None => None,
            MostSpecific::One(method) => Some(method),
            MostSpecific::Abstract | MostSpecific::Several => {
                self.any_superinterface_method(class, name_and_type)
            }
        }
    }

    /// The maximally-specific superinterface methods of a class (JVMS 5.4.3.3).
    pub(crate) fn most_specific(&self, class: ClassId, name_and_type: NameAndTypeId) -> MostSpecific {
        if self.methods_named(name_and_type).is_empty() {
            return MostSpecific::None;
        }
        self.most_specific_of(&self.superinterface_methods(class, name_and_type))
    }

    /// As [`World::most_specific`], given the superinterface methods.
    pub(crate) fn most_specific_of(&self, methods: &[MethodId]) -> MostSpecific {
        let with_body = |&&method: &&MethodId| !self.tables.methods[method].access_flags.is_abstract();
        let mut with_body =
            methods.iter().filter(with_body).filter(|&&method| self.is_maximal(method, methods));
        match (with_body.next(), with_body.next()) {
            (Some(&method), None) => MostSpecific::One(method),
            (Some(_), Some(_)) => MostSpecific::Several,
            (None, _) if methods.is_empty() => MostSpecific::None,
            (None, _) => MostSpecific::Abstract,
        }
    }

    /// The methods of superinterfaces that are neither private nor static, in the order of
    /// [`World::all_interfaces`].
    fn superinterface_methods(&self, class: ClassId, name_and_type: NameAndTypeId) -> Vec<MethodId> {
        let declared = self.all_interfaces(class).iter().filter_map(|&interface| {
            let method = self.declared_method(interface, name_and_type)?;
            let flags = self.tables.methods[method].access_flags;
            (!flags.is_private() && !flags.is_static()).then_some(method)
        });
        declared.collect()
    }

    /// Whether none of some superinterface methods is declared in a subinterface of this one's.
    fn is_maximal(&self, method: MethodId, methods: &[MethodId]) -> bool {
        let interface = |method: MethodId| self.tables.methods[method].class;
        let is_below = |other: MethodId| self.hierarchy.is_subtype(interface(other), interface(method));
        !methods.iter().any(|&other| other != method && is_below(other))
    }

    /// Where the specification lets the JVM choose among superinterface methods, this chooses as HotSpot
    /// does, and shows in what its method handles reveal.
    ///
    /// HotSpot has two ways. A class or interface with a default method above it gets a table of inherited
    /// methods (`defaultMethods.cpp`), filled with the first maximally-specific method on a walk through
    /// superclass and superinterfaces. In any other the first method in the order of
    /// [`World::all_interfaces`] is taken.
    fn any_superinterface_method(&self, class: ClassId, name_and_type: NameAndTypeId) -> Option<MethodId> {
        let methods = self.superinterface_methods(class, name_and_type);
        let row = &self.tables.classes[class];
        let has_default = |&interface: &ClassId| self.tables.classes[interface].has_default_methods;
        let has_table = row.has_default_methods || self.all_interfaces(class).iter().any(has_default);
        if !has_table || methods.len() < 2 {
            return methods.first().copied();
        }
        let mut seen = FxHashSet::default();
        let mut todo = vec![class];
        while let Some(class) = todo.pop() {
            if !seen.insert(class) {
                continue;
            }
            let found = self.declared_method(class, name_and_type);
            if let Some(found) =
                found.filter(|found| methods.contains(found) && self.is_maximal(*found, &methods))
            {
                return Some(found);
            }
            // The superclass comes off the stack first, then the superinterfaces in order.
            todo.extend(self.interfaces(class).iter().rev());
            todo.extend(self.superclass(class));
        }
        None
    }

    /// The public instance method of `java.lang.Object`, which interfaces have as well.
    pub(crate) fn object_method(&self, name_and_type: NameAndTypeId) -> Option<MethodId> {
        let method = self.declared_method(self.known.object?, name_and_type)?;
        let flags = self.tables.methods[method].access_flags;
        (flags.is_public() && !flags.is_static()).then_some(method)
    }

    /// JVMS 5.4.3.3 with 2.9.3: a class's only method of a name, if it is signature polymorphic, is
    /// found whatever descriptor is asked for.
    fn signature_polymorphic(&self, class: ClassId, name_and_type: NameAndTypeId) -> Option<MethodId> {
        if Some(class) != self.known.method_handle && Some(class) != self.known.var_handle {
            return None;
        }
        let wanted = self.tables.name_and_types[name_and_type].name;
        let mut named = self.tables.methods_of(class).map(MethodId::from_index).filter(|&method| {
            self.tables.name_and_types[self.tables.methods[method].name_and_type].name == wanted
        });
        let (only, None) = (named.next()?, named.next()) else { return None };
        self.is_signature_polymorphic(only).then_some(only)
    }

    /// Whether call sites give this method its descriptor (JVMS 2.9.3).
    pub fn is_signature_polymorphic(&self, method: MethodId) -> bool {
        let row = &self.tables.methods[method];
        let descriptor = self.tables.name_and_types[row.name_and_type].descriptor;
        (Some(row.class) == self.known.method_handle || Some(row.class) == self.known.var_handle)
            && row.access_flags.is_varargs()
            && row.access_flags.is_native()
            && self.tables.names.resolve(descriptor).starts_with(b"([Ljava/lang/Object;)")
    }
}
