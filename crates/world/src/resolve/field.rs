//! Field resolution (JVMS 5.4.3.2).

use crate::World;
use crate::ids::*;
use crate::resolve::ResolveError;
use crate::tables::FieldRef;

impl World {
    /// The field that a reference to `class` resolves to: declared in the class, else in a
    /// superinterface, else in a superclass or what that inherits.
    pub fn resolve_field(
        &self,
        class: ClassId,
        name_and_type: NameAndTypeId,
    ) -> Result<FieldId, ResolveError> {
        let mut current = Some(class);
        while let Some(declaring) = current {
            let found = self
                .declared_field(declaring, name_and_type)
                .or_else(|| self.interface_field(declaring, name_and_type));
            if let Some(found) = found {
                return Ok(found);
            }
            current = self.superclass(declaring);
        }
        Err(self.not_found(class))
    }

    pub(super) fn resolve_field_ref(&self, reference: &FieldRef) -> Result<FieldId, ResolveError> {
        match self.class_of_symbol(reference.class) {
            Some(class) => self.resolve_field(class, reference.name_and_type),
            // JVMS 5.4.3.1: an array class has no fields of its own, nor do its supertypes.
            None if self.is_array(reference.class) => Err(ResolveError::NoSuchMember),
            None => Err(ResolveError::MissingClass(reference.class)),
        }
    }

    /// Why a lookup that started at `class` and went through all its supertypes found nothing.
    pub(super) fn not_found(&self, class: ClassId) -> ResolveError {
        match self.missing_supertype(class) {
            Some(name) => ResolveError::MissingClass(name),
            None => ResolveError::NoSuchMember,
        }
    }

    /// Looks in the direct superinterfaces of a class, depth first and in order.
    fn interface_field(&self, class: ClassId, name_and_type: NameAndTypeId) -> Option<FieldId> {
        // The set of all superinterfaces, those of superclasses included, decides quickly that there is
        // no such field, which is the usual answer. In an interface it also decides that there is one, so
        // that the search never goes astray for long.
        if !self.all_interfaces(class).iter().any(|&i| self.declared_field(i, name_and_type).is_some()) {
            return None;
        }
        self.interfaces(class).iter().find_map(|&interface| {
            self.declared_field(interface, name_and_type)
                .or_else(|| self.interface_field(interface, name_and_type))
        })
    }
}
