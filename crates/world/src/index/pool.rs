//! A class's constant pool, each constant turned into an id of the chunk's tables once.

use reenact_base::{Id, Symbol};
use reenact_classfile::{Constant, ConstantPool, ReadError, ReferenceKind};

use crate::code::Handle;
use crate::ids::*;
use crate::tables::{FieldRef, MethodRef, NameAndType, OwnerKind, Tables};

type Result<T> = std::result::Result<T, ReadError>;

/// Reads constants of one class into tables.
pub(super) struct PoolReader<'r, 'a> {
    pub pool: &'r ConstantPool<'a>,
    pub tables: &'r mut Tables,
    /// For each constant that was asked for, what it was asked for as, and its id.
    known: &'r mut Vec<Known>,
}

/// The id of a constant that was read before. Malformed code may ask for the same constant as
/// something else, so the id alone would not do.
#[derive(Clone, Copy)]
pub(super) struct Known {
    kind: Kind,
    index: u32,
}

/// The kind as which a constant is requested.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Kind {
    Nothing,
    Utf8,
    Class,
    NameAndType,
    MethodRef,
    FieldRef,
    Dynamic,
}

impl<'r, 'a> PoolReader<'r, 'a> {
    /// `known` is only a buffer, kept by the caller to be used again.
    pub fn new(pool: &'r ConstantPool<'a>, tables: &'r mut Tables, known: &'r mut Vec<Known>) -> Self {
        known.clear();
        known.resize(usize::from(pool.count()), Known { kind: Kind::Nothing, index: 0 });
        PoolReader { pool, tables, known }
    }

    /// A `Utf8` constant.
    pub fn symbol(&mut self, index: u16) -> Result<Symbol> {
        if let Some(known) = self.known(index, Kind::Utf8) {
            return Ok(known);
        }
        let symbol = self.tables.names.intern(self.pool.utf8(index)?.as_bytes());
        Ok(self.remember(index, Kind::Utf8, symbol))
    }

    /// The name of a `Class` constant.
    pub fn class(&mut self, index: u16) -> Result<Symbol> {
        if let Some(known) = self.known(index, Kind::Class) {
            return Ok(known);
        }
        let symbol = match self.pool.constant(index)? {
            Constant::Class { name_index } => self.symbol(name_index)?,
            _ => return wrong(self.pool.class_name(index)),
        };
        Ok(self.remember(index, Kind::Class, symbol))
    }

    /// As [`PoolReader::class`], where index 0 stands for "none".
    pub fn optional_class(&mut self, index: u16) -> Result<Option<Symbol>> {
        (index != 0).then(|| self.class(index)).transpose()
    }

    /// A `NameAndType` constant.
    pub fn name_and_type(&mut self, index: u16) -> Result<NameAndTypeId> {
        if let Some(known) = self.known(index, Kind::NameAndType) {
            return Ok(known);
        }
        let id = match self.pool.constant(index)? {
            Constant::NameAndType { name_index, descriptor_index } => {
                self.pair(name_index, descriptor_index)?
            }
            _ => return wrong(self.pool.name_and_type(index)),
        };
        Ok(self.remember(index, Kind::NameAndType, id))
    }

    /// A name and a descriptor that are two `Utf8` constants, as members have them.
    pub fn pair(&mut self, name_index: u16, descriptor_index: u16) -> Result<NameAndTypeId> {
        let (name, descriptor) = (self.symbol(name_index)?, self.symbol(descriptor_index)?);
        Ok(self.tables.name_and_types.intern(NameAndType { name, descriptor }))
    }

    /// A `Methodref` or `InterfaceMethodref` constant.
    pub fn method_ref(&mut self, index: u16) -> Result<MethodRefId> {
        if let Some(known) = self.known(index, Kind::MethodRef) {
            return Ok(known);
        }
        let (class_index, name_and_type_index, owner) = match self.pool.constant(index)? {
            Constant::Methodref { class_index, name_and_type_index } => {
                (class_index, name_and_type_index, OwnerKind::Class)
            }
            Constant::InterfaceMethodref { class_index, name_and_type_index } => {
                (class_index, name_and_type_index, OwnerKind::Interface)
            }
            _ => return wrong(self.pool.method_ref(index)),
        };
        let (class, name_and_type) = (self.class(class_index)?, self.name_and_type(name_and_type_index)?);
        let id = self.tables.code.method_refs.intern(MethodRef { class, name_and_type, owner });
        Ok(self.remember(index, Kind::MethodRef, id))
    }

    /// A `Fieldref` constant.
    pub fn field_ref(&mut self, index: u16) -> Result<FieldRefId> {
        if let Some(known) = self.known(index, Kind::FieldRef) {
            return Ok(known);
        }
        let (class, name_and_type) = match self.pool.constant(index)? {
            Constant::Fieldref { class_index, name_and_type_index } => {
                (self.class(class_index)?, self.name_and_type(name_and_type_index)?)
            }
            _ => return wrong(self.pool.field_ref(index)),
        };
        let id = self.tables.code.field_refs.intern(FieldRef { class, name_and_type });
        Ok(self.remember(index, Kind::FieldRef, id))
    }

    /// Returns the target of a `MethodHandle` constant.
    pub fn handle(&mut self, kind: ReferenceKind, reference_index: u16) -> Result<Handle> {
        Ok(match Handle::kind(kind) {
            Ok(call) => Handle::Method(call, self.method_ref(reference_index)?),
            Err(access) => Handle::Field(access, self.field_ref(reference_index)?),
        })
    }

    /// The id that [`PoolReader::remember`] keeps for a constant of a kind.
    pub fn known<I: Id>(&self, index: u16, kind: Kind) -> Option<I> {
        let known = self.known.get(usize::from(index)).filter(|known| known.kind == kind)?;
        Some(I::from_index(known.index as usize))
    }

    /// Keeps an id for a constant that exists.
    pub fn remember<I: Id>(&mut self, index: u16, kind: Kind, id: I) -> I {
        self.known[usize::from(index)] = Known { kind, index: id.index() as u32 };
        id
    }
}

/// The error of asking for a constant as what it is not.
pub(super) fn wrong<T, U>(asked: Result<T>) -> Result<U> {
    match asked {
        Err(error) => Err(error),
        Ok(_) => unreachable!("the constant was found to be of another kind"),
    }
}
