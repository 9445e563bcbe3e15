//! Resolution, selection, overriding and access by the rules of the JVM Specification.
//!
//! A class may have supertypes that were not read. Lookups then answer as if these declared nothing,
//! and only if that gives no answer do they fail with the missing name: a class path without some
//! optional library still gives the answers that do not depend on it.

mod access;
mod field;
mod method;
mod overriding;
mod select;

use rayon::prelude::*;
use reenact_base::{Adjacency, Id, IdVec, Symbol};

use crate::World;
use crate::ids::*;
use crate::tables::{NameAndType, Tables};

pub(crate) use method::MostSpecific;
pub use select::SelectError;

/// Why a reference to a member does not resolve.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
pub enum ResolveError {
    /// `NoSuchFieldError` or `NoSuchMethodError`.
    #[error("no such member")]
    NoSuchMember,
    /// `IncompatibleClassChangeError`: the reference says class and finds an interface, or the other
    /// way round.
    #[error("a class was expected and an interface found, or the other way round")]
    IncompatibleClassChange,
    /// The class, or one of its supertypes that might declare the member, was not read.
    #[error("a class that was not read may declare the member")]
    MissingClass(Symbol),
}

/// Declared members by name and descriptor, and what references resolve to.
pub(crate) struct Resolver {
    methods: Adjacency<NameAndTypeId, MethodId>,
    fields: Adjacency<NameAndTypeId, FieldId>,
    method_refs: IdVec<MethodRefId, Result<MethodId, ResolveError>>,
    field_refs: IdVec<FieldRefId, Result<FieldId, ResolveError>>,
}

impl Resolver {
    /// A resolver that knows what is declared.
    pub fn new(tables: &Tables) -> Self {
        let count = tables.name_and_types.len();
        let methods = tables.methods.iter().map(|(id, row)| (row.name_and_type, id));
        let fields = tables.fields.iter().map(|(id, row)| (row.name_and_type, id));
        Resolver {
            methods: Adjacency::from_pairs(count, methods),
            fields: Adjacency::from_pairs(count, fields),
            method_refs: IdVec::new(),
            field_refs: IdVec::new(),
        }
    }

    pub fn heap_bytes(&self) -> usize {
        self.methods.heap_bytes()
            + self.fields.heap_bytes()
            + self.method_refs.heap_bytes()
            + self.field_refs.heap_bytes()
    }
}

impl World {
    /// Resolves a method reference of the program's code. Needs [`Depth::Code`](crate::Depth).
    pub fn resolved_method(&self, reference: MethodRefId) -> Result<MethodId, ResolveError> {
        self.resolver.method_refs[reference]
    }

    /// Resolves a field reference of the program's code. Needs [`Depth::Code`](crate::Depth).
    pub fn resolved_field(&self, reference: FieldRefId) -> Result<FieldId, ResolveError> {
        self.resolver.field_refs[reference]
    }

    /// The id of a name and a descriptor, if some member or reference has them.
    pub fn name_and_type(&self, name: &str, descriptor: &str) -> Option<NameAndTypeId> {
        let (name, descriptor) = (self.symbol(name)?, self.symbol(descriptor)?);
        self.tables.name_and_types.get(NameAndType { name, descriptor })
    }

    /// The method that a class itself declares.
    pub fn declared_method(&self, class: ClassId, name_and_type: NameAndTypeId) -> Option<MethodId> {
        let range = self.tables.methods_of(class);
        first_in(self.methods_named(name_and_type), range)
    }

    /// The field that a class itself declares.
    pub fn declared_field(&self, class: ClassId, name_and_type: NameAndTypeId) -> Option<FieldId> {
        first_in(self.resolver.fields.row(name_and_type), self.tables.fields_of(class))
    }

    /// All methods with a name and descriptor, ascending and so in the order of their classes.
    pub fn methods_named(&self, name_and_type: NameAndTypeId) -> &[MethodId] {
        self.resolver.methods.row(name_and_type)
    }

    /// Resolves every reference of the program's code.
    pub(crate) fn resolve_references(&mut self) {
        let methods = self.tables.code.method_refs.keys().as_slice();
        let fields = self.tables.code.field_refs.keys().as_slice();
        let methods: Vec<_> =
            methods.par_iter().map(|reference| self.resolve_method_ref(reference)).collect();
        let fields: Vec<_> = fields.par_iter().map(|reference| self.resolve_field_ref(reference)).collect();
        self.resolver.method_refs = methods.into();
        self.resolver.field_refs = fields.into();
    }
}

/// The first of some ascending ids that lies in a range.
fn first_in<I: Id>(ids: &[I], range: std::ops::Range<usize>) -> Option<I> {
    let position = if ids.len() <= 8 {
        ids.iter().position(|id| id.index() >= range.start)?
    } else {
        ids.partition_point(|id| id.index() < range.start)
    };
    ids.get(position).copied().filter(|id| id.index() < range.end)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Against a plain search, for few and for many ids.
    #[test]
    fn the_first_in_a_range_is_found() {
        for count in [0usize, 1, 3, 8, 9, 40] {
            let ids: Vec<MethodId> = (0..count).map(|n| MethodId::from_index(n * 3)).collect();
            for start in 0..125 {
                for end in [start, start + 1, start + 3, start + 10] {
                    let expected = ids.iter().copied().find(|id| (start..end).contains(&id.index()));
                    assert_eq!(first_in(&ids, start..end), expected, "{count} {start}..{end}");
                }
            }
        }
    }
}
