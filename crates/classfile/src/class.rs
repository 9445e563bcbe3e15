//! A class file as a whole (JVMS 4.1): header, members, attributes.

use crate::access::AccessFlags;
use crate::attribute::{Attribute, Attributes, Code};
use crate::bytes::Cursor;
use crate::constant_pool::ConstantPool;
use crate::descriptor::MethodDescriptor;
use crate::error::{ReadErrorKind, Result};
use crate::mutf8::Mutf8;
use crate::table::Table;

/// A class-file version. JDK 1.1 wrote 45.3; since then each release raised the major version.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Version {
    pub major: u16,
    pub minor: u16,
}

impl Version {
    /// The newest major version that this crate reads: JDK 25's.
    pub const NEWEST_MAJOR: u16 = 69;

    /// The first feature release that reads this version: 1 for JDK 1.1, 8, 17, 25.
    pub fn release(self) -> u16 {
        self.major.saturating_sub(44)
    }

    /// Whether the split verifier demands stack maps (JVMS 4.10.1). Version 50 may do without:
    /// the JVM then falls back to the old verifier.
    pub fn needs_stack_maps(self) -> bool {
        self.major > 50
    }
}

/// A parsed class file. Parsing checks the skeleton: every count, length and constant tag. What
/// attributes hold is checked when they are read.
#[derive(Clone, Debug)]
pub struct ClassFile<'a> {
    bytes: &'a [u8],
    version: Version,
    pool: ConstantPool<'a>,
    access_flags: AccessFlags,
    this_class: u16,
    super_class: u16,
    interfaces: Table<'a, u16>,
    fields: Vec<Member<'a>>,
    methods: Vec<Member<'a>>,
    attributes: Attributes<'a>,
}

/// A field or a method (JVMS 4.5, 4.6).
#[derive(Clone, Copy, Debug)]
pub struct Member<'a> {
    pub access_flags: AccessFlags,
    pub name_index: u16,
    pub descriptor_index: u16,
    pub attributes: Attributes<'a>,
    /// Offset in the class file.
    pub(crate) offset: usize,
}

impl<'a> ClassFile<'a> {
    /// Reads a class file, which must be all of `bytes`.
    pub fn parse(bytes: &'a [u8]) -> Result<Self> {
        let mut header = Cursor::new(bytes, 0);
        let magic = header.u4()?;
        if magic != 0xCAFE_BABE {
            return Err(ReadErrorKind::Magic(magic).at(0));
        }
        let (minor, major) = (header.u2()?, header.u2()?);
        if !(45..=Version::NEWEST_MAJOR).contains(&major) {
            return Err(ReadErrorKind::Version { major, minor }.at(4));
        }
        let (pool, mut cursor) = ConstantPool::parse(bytes)?;
        let access_flags = AccessFlags(cursor.u2()?);
        let (this_class, super_class) = (cursor.u2()?, cursor.u2()?);
        let interfaces = Table::read(&mut cursor)?;
        let fields = read_members(&mut cursor)?;
        let methods = read_members(&mut cursor)?;
        let attributes = Attributes::read(&mut cursor)?;
        cursor.finish("class file")?;
        Ok(ClassFile {
            bytes,
            version: Version { major, minor },
            pool,
            access_flags,
            this_class,
            super_class,
            interfaces,
            fields,
            methods,
            attributes,
        })
    }

    /// The class file itself.
    pub fn bytes(&self) -> &'a [u8] {
        self.bytes
    }

    pub fn version(&self) -> Version {
        self.version
    }

    pub fn pool(&self) -> &ConstantPool<'a> {
        &self.pool
    }

    pub fn access_flags(&self) -> AccessFlags {
        self.access_flags
    }

    /// The class's own internal name.
    pub fn name(&self) -> Result<Mutf8<'a>> {
        self.pool.class_name(self.this_class)
    }

    /// The superclass's internal name; `None` for `java/lang/Object` and modules.
    pub fn super_name(&self) -> Result<Option<Mutf8<'a>>> {
        self.pool.optional_class_name(self.super_class)
    }

    /// The internal names of the direct superinterfaces, in order.
    pub fn interface_names(&self) -> impl Iterator<Item = Result<Mutf8<'a>>> + '_ {
        self.interfaces.iter().map(|index| self.pool.class_name(index))
    }

    pub fn fields(&self) -> &[Member<'a>] {
        &self.fields
    }

    pub fn methods(&self) -> &[Member<'a>] {
        &self.methods
    }

    pub fn attributes(&self) -> Attributes<'a> {
        self.attributes
    }

    /// Pool indices of this class, the superclass (or 0), and the superinterfaces.
    pub(crate) fn hierarchy_indices(&self) -> (u16, u16, Table<'a, u16>) {
        (self.this_class, self.super_class, self.interfaces)
    }
}

impl<'a> Member<'a> {
    pub fn name(&self, pool: &ConstantPool<'a>) -> Result<Mutf8<'a>> {
        pool.utf8(self.name_index)
    }

    pub fn descriptor(&self, pool: &ConstantPool<'a>) -> Result<Mutf8<'a>> {
        pool.utf8(self.descriptor_index)
    }

    /// The descriptor of a method, taken apart.
    pub fn method_descriptor(&self, pool: &ConstantPool<'a>) -> Result<MethodDescriptor<'a>> {
        MethodDescriptor::parse(self.descriptor(pool)?)
            .ok_or_else(|| ReadErrorKind::Descriptor.at(self.offset + 4))
    }

    /// The body of a method that has one.
    pub fn code(&self, pool: &ConstantPool<'a>) -> Result<Option<Code<'a>>> {
        match self.attributes.find(pool, "Code").map(|raw| raw.parse(pool)).transpose()? {
            Some(Attribute::Code(code)) => Ok(Some(code)),
            _ => Ok(None),
        }
    }
}

fn read_members<'a>(cursor: &mut Cursor<'a>) -> Result<Vec<Member<'a>>> {
    let count = cursor.u2()?;
    // A member takes 8 bytes at least, so a lying count cannot allocate more than the file's size.
    let mut members = Vec::with_capacity(usize::from(count).min(cursor.left() / 8));
    for _ in 0..count {
        let offset = cursor.offset();
        members.push(Member {
            offset,
            access_flags: AccessFlags(cursor.u2()?),
            name_index: cursor.u2()?,
            descriptor_index: cursor.u2()?,
            attributes: Attributes::read(cursor)?,
        });
    }
    Ok(members)
}
