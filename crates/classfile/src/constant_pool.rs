//! The constant pool (JVMS 4.4), read in place.

use crate::bytes::Cursor;
use crate::error::{ReadErrorKind, Result};
use crate::mutf8::Mutf8;

/// A class file's constants. Entries are decoded when they are asked for.
#[derive(Clone, Debug)]
pub struct ConstantPool<'a> {
    /// The class file from its start up to the end of the pool.
    bytes: &'a [u8],
    /// Offset of each entry's tag; 0 for the unusable entries (0, and after `long` and `double`).
    offsets: Vec<u32>,
}

/// Offset of the first entry in a class file: magic, minor, major and count come before.
pub(crate) const POOL_START: usize = 10;

/// One decoded constant. Indices point into the same pool.
#[derive(Clone, Copy, PartialEq, Debug)]
pub enum Constant<'a> {
    Utf8(Mutf8<'a>),
    Integer(i32),
    Float(f32),
    Long(i64),
    Double(f64),
    Class { name_index: u16 },
    String { string_index: u16 },
    Fieldref { class_index: u16, name_and_type_index: u16 },
    Methodref { class_index: u16, name_and_type_index: u16 },
    InterfaceMethodref { class_index: u16, name_and_type_index: u16 },
    NameAndType { name_index: u16, descriptor_index: u16 },
    MethodHandle { kind: ReferenceKind, reference_index: u16 },
    MethodType { descriptor_index: u16 },
    Dynamic { bootstrap_method_index: u16, name_and_type_index: u16 },
    InvokeDynamic { bootstrap_method_index: u16, name_and_type_index: u16 },
    Module { name_index: u16 },
    Package { name_index: u16 },
}

/// The kind of a method handle (JVMS table 5.4.3.5-A).
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[repr(u8)]
pub enum ReferenceKind {
    GetField = 1,
    GetStatic,
    PutField,
    PutStatic,
    InvokeVirtual,
    InvokeStatic,
    InvokeSpecial,
    NewInvokeSpecial,
    InvokeInterface,
}

impl ReferenceKind {
    /// The kind with a number, if there is one.
    pub fn from_u8(value: u8) -> Option<Self> {
        use ReferenceKind::*;
        let kinds = [
            GetField,
            GetStatic,
            PutField,
            PutStatic,
            InvokeVirtual,
            InvokeStatic,
            InvokeSpecial,
            NewInvokeSpecial,
            InvokeInterface,
        ];
        kinds.get(usize::from(value).checked_sub(1)?).copied()
    }

    /// Whether the member is a field.
    pub fn is_field(self) -> bool {
        (self as u8) <= ReferenceKind::PutStatic as u8
    }
}

/// A field or method as code names it.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct MemberRef<'a> {
    /// An internal name, or an array's descriptor.
    pub class: Mutf8<'a>,
    pub name: Mutf8<'a>,
    pub descriptor: Mutf8<'a>,
    /// Whether the constant is an `InterfaceMethodref`.
    pub is_interface: bool,
}

/// A name and a descriptor.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct NameAndType<'a> {
    pub name: Mutf8<'a>,
    pub descriptor: Mutf8<'a>,
}

/// The numbers of the constants' kinds (JVMS table 4.4-A).
pub(crate) mod tag {
    pub const UTF8: u8 = 1;
    pub const INTEGER: u8 = 3;
    pub const FLOAT: u8 = 4;
    pub const LONG: u8 = 5;
    pub const DOUBLE: u8 = 6;
    pub const CLASS: u8 = 7;
    pub const STRING: u8 = 8;
    pub const FIELDREF: u8 = 9;
    pub const METHODREF: u8 = 10;
    pub const INTERFACE_METHODREF: u8 = 11;
    pub const NAME_AND_TYPE: u8 = 12;
    pub const METHOD_HANDLE: u8 = 15;
    pub const METHOD_TYPE: u8 = 16;
    pub const DYNAMIC: u8 = 17;
    pub const INVOKE_DYNAMIC: u8 = 18;
    pub const MODULE: u8 = 19;
    pub const PACKAGE: u8 = 20;
}

impl<'a> ConstantPool<'a> {
    /// Reads the pool of the class file `bytes`, whose count is at offset 8.
    pub(crate) fn parse(bytes: &'a [u8]) -> Result<(Self, Cursor<'a>)> {
        let mut cursor = Cursor::new(bytes, 0);
        cursor.skip(POOL_START - 2)?;
        let count = cursor.u2()?;
        if count == 0 {
            return Err(ReadErrorKind::Value { what: "constant_pool_count", value: 0 }.at(POOL_START - 2));
        }
        let mut offsets = Vec::with_capacity(usize::from(count));
        offsets.push(0);
        while offsets.len() < usize::from(count) {
            let index = offsets.len() as u16;
            let offset = cursor.offset();
            offsets.push(offset as u32);
            match cursor.u1()? {
                tag::UTF8 => {
                    let length = cursor.u2()?;
                    cursor.skip(usize::from(length))?;
                }
                tag::INTEGER
                | tag::FLOAT
                | tag::FIELDREF
                | tag::METHODREF
                | tag::INTERFACE_METHODREF
                | tag::NAME_AND_TYPE
                | tag::DYNAMIC
                | tag::INVOKE_DYNAMIC => cursor.skip(4)?,
                tag::LONG | tag::DOUBLE => {
                    cursor.skip(8)?;
                    offsets.push(0);
                }
                tag::CLASS | tag::STRING | tag::METHOD_TYPE | tag::MODULE | tag::PACKAGE => cursor.skip(2)?,
                tag::METHOD_HANDLE => cursor.skip(3)?,
                tag => return Err(ReadErrorKind::ConstantTag { index, tag }.at(offset)),
            }
        }
        // A long or double in the last place would leave its second half outside the pool.
        if offsets.len() > usize::from(count) {
            return Err(ReadErrorKind::ConstantIndex { index: count, count }.at(cursor.offset()));
        }
        Ok((ConstantPool { bytes: &bytes[..cursor.offset()], offsets }, cursor))
    }

    /// `constant_pool_count`: one more than the largest index.
    pub fn count(&self) -> u16 {
        self.offsets.len() as u16
    }

    /// The indices that hold a constant, in order.
    pub fn indices(&self) -> impl Iterator<Item = u16> + '_ {
        self.offsets.iter().enumerate().filter(|&(_, &offset)| offset != 0).map(|(index, _)| index as u16)
    }

    /// Any constant.
    pub fn constant(&self, index: u16) -> Result<Constant<'a>> {
        let (tag, mut body) = self.entry(index)?;
        Ok(match tag {
            tag::UTF8 => Constant::Utf8(self.utf8(index)?),
            tag::INTEGER => Constant::Integer(body.i4()?),
            tag::FLOAT => Constant::Float(f32::from_bits(body.u4()?)),
            tag::LONG => Constant::Long(read_u8_bytes(&mut body)? as i64),
            tag::DOUBLE => Constant::Double(f64::from_bits(read_u8_bytes(&mut body)?)),
            tag::CLASS => Constant::Class { name_index: body.u2()? },
            tag::STRING => Constant::String { string_index: body.u2()? },
            tag::FIELDREF => Constant::Fieldref { class_index: body.u2()?, name_and_type_index: body.u2()? },
            tag::METHODREF => {
                Constant::Methodref { class_index: body.u2()?, name_and_type_index: body.u2()? }
            }
            tag::INTERFACE_METHODREF => {
                Constant::InterfaceMethodref { class_index: body.u2()?, name_and_type_index: body.u2()? }
            }
            tag::NAME_AND_TYPE => {
                Constant::NameAndType { name_index: body.u2()?, descriptor_index: body.u2()? }
            }
            tag::METHOD_HANDLE => {
                let offset = body.offset();
                let value = body.u1()?;
                let kind = ReferenceKind::from_u8(value).ok_or_else(|| {
                    ReadErrorKind::Value { what: "method handle kind", value: value.into() }.at(offset)
                })?;
                Constant::MethodHandle { kind, reference_index: body.u2()? }
            }
            tag::METHOD_TYPE => Constant::MethodType { descriptor_index: body.u2()? },
            tag::DYNAMIC => {
                Constant::Dynamic { bootstrap_method_index: body.u2()?, name_and_type_index: body.u2()? }
            }
            tag::INVOKE_DYNAMIC => Constant::InvokeDynamic {
                bootstrap_method_index: body.u2()?,
                name_and_type_index: body.u2()?,
            },
            tag::MODULE => Constant::Module { name_index: body.u2()? },
            _ => Constant::Package { name_index: body.u2()? },
        })
    }

    /// The text of a `Utf8` constant.
    #[inline]
    pub fn utf8(&self, index: u16) -> Result<Mutf8<'a>> {
        let mut body = self.expect(index, &[tag::UTF8], "Utf8")?;
        let length = body.u2()?;
        Ok(Mutf8::new(body.take(usize::from(length))?))
    }

    /// The name of a `Class` constant: an internal name, or an array's descriptor.
    #[inline]
    pub fn class_name(&self, index: u16) -> Result<Mutf8<'a>> {
        let name_index = self.expect(index, &[tag::CLASS], "Class")?.u2()?;
        self.utf8(name_index)
    }

    /// As [`ConstantPool::class_name`], where index 0 stands for "none".
    pub fn optional_class_name(&self, index: u16) -> Result<Option<Mutf8<'a>>> {
        (index != 0).then(|| self.class_name(index)).transpose()
    }

    /// A `NameAndType` constant.
    pub fn name_and_type(&self, index: u16) -> Result<NameAndType<'a>> {
        let mut body = self.expect(index, &[tag::NAME_AND_TYPE], "NameAndType")?;
        let (name_index, descriptor_index) = (body.u2()?, body.u2()?);
        Ok(NameAndType { name: self.utf8(name_index)?, descriptor: self.utf8(descriptor_index)? })
    }

    /// A `Fieldref` constant.
    pub fn field_ref(&self, index: u16) -> Result<MemberRef<'a>> {
        self.member_ref(index, &[tag::FIELDREF], "Fieldref")
    }

    /// A `Methodref` or `InterfaceMethodref` constant.
    pub fn method_ref(&self, index: u16) -> Result<MemberRef<'a>> {
        self.member_ref(index, &[tag::METHODREF, tag::INTERFACE_METHODREF], "Methodref")
    }

    /// A `MethodHandle` constant with the member it refers to.
    pub fn method_handle(&self, index: u16) -> Result<(ReferenceKind, MemberRef<'a>)> {
        self.expect(index, &[tag::METHOD_HANDLE], "MethodHandle")?;
        let Constant::MethodHandle { kind, reference_index } = self.constant(index)? else {
            unreachable!("the tag was checked")
        };
        let member = if kind.is_field() {
            self.field_ref(reference_index)?
        } else {
            self.method_ref(reference_index)?
        };
        Ok((kind, member))
    }

    /// The descriptor of a `MethodType` constant.
    pub fn method_type(&self, index: u16) -> Result<Mutf8<'a>> {
        let descriptor_index = self.expect(index, &[tag::METHOD_TYPE], "MethodType")?.u2()?;
        self.utf8(descriptor_index)
    }

    /// A `Dynamic` or `InvokeDynamic` constant: index into `BootstrapMethods`, name and descriptor.
    pub fn dynamic(&self, index: u16) -> Result<(u16, NameAndType<'a>)> {
        let mut body = self.expect(index, &[tag::DYNAMIC, tag::INVOKE_DYNAMIC], "InvokeDynamic")?;
        let (bootstrap_method_index, name_and_type_index) = (body.u2()?, body.u2()?);
        Ok((bootstrap_method_index, self.name_and_type(name_and_type_index)?))
    }

    /// The name in a `Module` constant.
    pub fn module_name(&self, index: u16) -> Result<Mutf8<'a>> {
        let name_index = self.expect(index, &[tag::MODULE], "Module")?.u2()?;
        self.utf8(name_index)
    }

    /// The name in a `Package` constant, an internal name.
    pub fn package_name(&self, index: u16) -> Result<Mutf8<'a>> {
        let name_index = self.expect(index, &[tag::PACKAGE], "Package")?.u2()?;
        self.utf8(name_index)
    }

    /// The class file's bytes of the entries, without the count.
    pub(crate) fn entry_bytes(&self) -> &'a [u8] {
        &self.bytes[POOL_START..]
    }

    /// Offset in the class file of an entry's tag.
    pub(crate) fn entry_offset(&self, index: u16) -> Result<usize> {
        self.entry(index).map(|(_, body)| body.offset() - 1)
    }

    fn member_ref(&self, index: u16, tags: &[u8], expected: &'static str) -> Result<MemberRef<'a>> {
        let mut body = self.expect(index, tags, expected)?;
        let (class_index, name_and_type_index) = (body.u2()?, body.u2()?);
        let NameAndType { name, descriptor } = self.name_and_type(name_and_type_index)?;
        let is_interface = self.entry(index)?.0 == tag::INTERFACE_METHODREF;
        Ok(MemberRef { class: self.class_name(class_index)?, name, descriptor, is_interface })
    }

    #[inline]
    fn entry(&self, index: u16) -> Result<(u8, Cursor<'a>)> {
        match self.offsets.get(usize::from(index)) {
            Some(&offset) if offset != 0 => {
                let offset = offset as usize;
                Ok((self.bytes[offset], Cursor::new(&self.bytes[offset + 1..], offset + 1)))
            }
            _ => Err(ReadErrorKind::ConstantIndex { index, count: self.count() }.at(POOL_START - 2)),
        }
    }

    #[inline]
    fn expect(&self, index: u16, tags: &[u8], expected: &'static str) -> Result<Cursor<'a>> {
        let (tag, body) = self.entry(index)?;
        if tags.contains(&tag) {
            return Ok(body);
        }
        Err(ReadErrorKind::ConstantKind { index, found: tag_name(tag), expected }.at(body.offset() - 1))
    }
}

fn read_u8_bytes(cursor: &mut Cursor<'_>) -> Result<u64> {
    Ok(u64::from(cursor.u4()?) << 32 | u64::from(cursor.u4()?))
}

fn tag_name(tag: u8) -> &'static str {
    match tag {
        tag::UTF8 => "Utf8",
        tag::INTEGER => "Integer",
        tag::FLOAT => "Float",
        tag::LONG => "Long",
        tag::DOUBLE => "Double",
        tag::CLASS => "Class",
        tag::STRING => "String",
        tag::FIELDREF => "Fieldref",
        tag::METHODREF => "Methodref",
        tag::INTERFACE_METHODREF => "InterfaceMethodref",
        tag::NAME_AND_TYPE => "NameAndType",
        tag::METHOD_HANDLE => "MethodHandle",
        tag::METHOD_TYPE => "MethodType",
        tag::DYNAMIC => "Dynamic",
        tag::INVOKE_DYNAMIC => "InvokeDynamic",
        tag::MODULE => "Module",
        _ => "Package",
    }
}
