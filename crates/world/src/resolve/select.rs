//! Method selection (JVMS 5.4.6), and what `invokespecial` calls (JVMS 6.5).

use reenact_base::Symbol;

use crate::World;
use crate::ids::*;
use crate::resolve::MostSpecific;

/// Why no method is selected for a receiver.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
pub enum SelectError {
    /// `AbstractMethodError`: no class implements the method.
    #[error("the method is abstract")]
    Abstract,
    /// `IncompatibleClassChangeError`: several superinterfaces have a body for it.
    #[error("several superinterfaces implement the method")]
    Conflict,
    /// A supertype that might implement the method was not read.
    #[error("a class that was not read may implement the method")]
    MissingClass(Symbol),
}

impl World {
    /// The method that runs when `resolved` is invoked virtually on an object of `class`.
    pub fn select(&self, class: ClassId, resolved: MethodId) -> Result<MethodId, SelectError> {
        let row = &self.tables.methods[resolved];
        if row.access_flags.is_private() || self.is_signature_polymorphic(resolved) {
            return Ok(resolved);
        }
        let name_and_type = row.name_and_type;
        for declaring in std::iter::once(class).chain(self.superclasses(class)) {
            if let Some(method) = self.declared_method(declaring, name_and_type)
                && self.can_override(method, resolved)
            {
                let is_abstract = self.tables.methods[method].access_flags.is_abstract();
                return if is_abstract { Err(SelectError::Abstract) } else { Ok(method) };
            }
        }
        self.select_in_interfaces(class, name_and_type)
    }

    /// As [`World::select`], where resolution needs a class that was not read: as if the method were
    /// public there.
    pub(crate) fn select_named(
        &self,
        class: ClassId,
        name_and_type: NameAndTypeId,
    ) -> Result<MethodId, SelectError> {
        for declaring in std::iter::once(class).chain(self.superclasses(class)) {
            if let Some(method) = self.declared_method(declaring, name_and_type) {
                let flags = self.tables.methods[method].access_flags;
                if flags.is_abstract() {
                    return Err(SelectError::Abstract);
                }
                if !flags.is_static() && !flags.is_private() {
                    return Ok(method);
                }
            }
        }
        self.select_in_interfaces(class, name_and_type)
    }

    fn select_in_interfaces(
        &self,
        class: ClassId,
        name_and_type: NameAndTypeId,
    ) -> Result<MethodId, SelectError> {
        match self.most_specific(class, name_and_type) {
            MostSpecific::One(method) => Ok(method),
            MostSpecific::Several => Err(SelectError::Conflict),
            MostSpecific::Abstract | MostSpecific::None => Err(match self.missing_supertype(class) {
                Some(name) => SelectError::MissingClass(name),
                None => SelectError::Abstract,
            }),
        }
    }

    /// The method that `invokespecial` in code of `caller` runs, given what its reference resolved to
    /// and the class or interface `named` that the reference names.
    ///
    /// A call of a superclass's method starts its search at the direct superclass, whichever
    /// superclass the reference names.
    pub fn select_special(
        &self,
        caller: ClassId,
        named: ClassId,
        resolved: MethodId,
    ) -> Result<MethodId, SelectError> {
        let row = &self.tables.methods[resolved];
        let name = self.tables.name_and_types[row.name_and_type].name;
        if Some(name) == self.known.init {
            return Ok(resolved);
        }
        let is_interface = self.tables.classes[named].access_flags.is_interface();
        let is_super_call = !is_interface && named != caller && self.is_subtype(caller, named);
        let start = if is_super_call { self.superclass(caller).unwrap_or(named) } else { named };
        let is_instance = |method: &MethodId| !self.tables.methods[*method].access_flags.is_static();
        let upwards = std::iter::once(start).chain(self.superclasses(start).filter(|_| !is_interface));
        let found = upwards
            .filter_map(|class| self.declared_method(class, row.name_and_type))
            .find(is_instance)
            .or_else(|| self.object_method(row.name_and_type).filter(|_| is_interface));
        match found {
            Some(method) if self.tables.methods[method].access_flags.is_abstract() => {
                Err(SelectError::Abstract)
            }
            Some(method) => Ok(method),
            None => self.select_in_interfaces(start, row.name_and_type),
        }
    }
}
