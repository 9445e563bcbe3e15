//! Attributes (JVMS 4.7): found by name without decoding, decoded one at a time, written back.
//!
//! Decoded attributes keep pool indices, as the specification does: the pool they point into is
//! the class file's own.

mod annotation;
mod code;
mod module;
mod stack_map;
mod type_annotation;

pub use annotation::{Annotation, ElementValue};
pub use code::{Code, ExceptionEntry, LineNumber, LocalVariable};
pub use module::{Module, ModuleExports, ModuleProvides, ModuleRequires};
pub use stack_map::{Frame, FrameKind, VerificationType, read_frames, write_frames};
pub(crate) use type_annotation::write_list as write_type_annotations;
pub use type_annotation::{LocalVariableTarget, TargetInfo, TypeAnnotation, TypePathStep};

use crate::bytes::{Cursor, Put};
use crate::constant_pool::ConstantPool;
use crate::error::{ReadErrorKind, Result};
use crate::mutf8::Mutf8;
use crate::table::{Table, row};

/// The attributes of a class, member, code or record component.
#[derive(Clone, Copy, Debug)]
pub struct Attributes<'a> {
    /// The attributes one after the other, each with its six-byte header. Lengths were checked.
    bytes: &'a [u8],
    count: u16,
    offset: usize,
}

/// An attribute that was not decoded yet.
#[derive(Clone, Copy, Debug)]
pub struct RawAttribute<'a> {
    pub name_index: u16,
    pub info: &'a [u8],
    /// Offset of `info` in the class file.
    pub offset: usize,
}

/// A decoded attribute.
#[derive(Clone, Debug)]
pub enum Attribute<'a> {
    ConstantValue {
        constant_index: u16,
    },
    Code(Code<'a>),
    StackMapTable(Vec<Frame>),
    Exceptions(Table<'a, u16>),
    InnerClasses(Table<'a, InnerClass>),
    EnclosingMethod {
        class_index: u16,
        method_index: u16,
    },
    Synthetic,
    Signature {
        signature_index: u16,
    },
    SourceFile {
        source_file_index: u16,
    },
    SourceDebugExtension(&'a [u8]),
    LineNumberTable(Table<'a, LineNumber>),
    LocalVariableTable(Table<'a, LocalVariable>),
    LocalVariableTypeTable(Table<'a, LocalVariable>),
    Deprecated,
    RuntimeVisibleAnnotations(Vec<Annotation>),
    RuntimeInvisibleAnnotations(Vec<Annotation>),
    /// One list for each parameter that the compiler counted (JVMS 4.7.18: not always all).
    RuntimeVisibleParameterAnnotations(Vec<Vec<Annotation>>),
    RuntimeInvisibleParameterAnnotations(Vec<Vec<Annotation>>),
    RuntimeVisibleTypeAnnotations(Vec<TypeAnnotation>),
    RuntimeInvisibleTypeAnnotations(Vec<TypeAnnotation>),
    AnnotationDefault(ElementValue),
    BootstrapMethods(Vec<BootstrapMethod<'a>>),
    MethodParameters(Table<'a, MethodParameter>),
    Module(Module<'a>),
    ModulePackages(Table<'a, u16>),
    ModuleMainClass {
        main_class_index: u16,
    },
    NestHost {
        host_class_index: u16,
    },
    NestMembers(Table<'a, u16>),
    Record(Vec<RecordComponent<'a>>),
    PermittedSubclasses(Table<'a, u16>),
    /// One that the specification does not define; the JVM ignores it.
    Unknown(&'a [u8]),
}

row! {
    /// A row of `InnerClasses`.
    pub struct InnerClass {
        inner_class_info_index,
        /// 0 for local and anonymous classes.
        outer_class_info_index,
        /// 0 for anonymous classes.
        inner_name_index,
        inner_class_access_flags,
    }
}

row! {
    /// A row of `MethodParameters`.
    pub struct MethodParameter {
        /// 0 if the parameter has no name.
        name_index,
        access_flags,
    }
}

/// A row of `BootstrapMethods`.
#[derive(Clone, Copy, Debug)]
pub struct BootstrapMethod<'a> {
    /// A `MethodHandle` constant.
    pub method_ref: u16,
    pub arguments: Table<'a, u16>,
}

/// A component of a record class.
#[derive(Clone, Copy, Debug)]
pub struct RecordComponent<'a> {
    pub name_index: u16,
    pub descriptor_index: u16,
    pub attributes: Attributes<'a>,
}

impl<'a> Attributes<'a> {
    /// Reads a 16-bit count and that many attributes, checking only their lengths.
    pub(crate) fn read(cursor: &mut Cursor<'a>) -> Result<Self> {
        let count = cursor.u2()?;
        let (offset, mut scan) = (cursor.offset(), *cursor);
        for _ in 0..count {
            scan.skip(2)?;
            let length = scan.u4()?;
            scan.skip(length as usize)?;
        }
        Ok(Attributes { bytes: cursor.take(scan.offset() - offset)?, count, offset })
    }

    /// How many attributes there are.
    pub fn len(&self) -> usize {
        usize::from(self.count)
    }

    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.count == 0
    }

    /// Offset in the class file of the first attribute, behind the count.
    pub(crate) fn start(&self) -> usize {
        self.offset
    }

    /// Offset in the class file behind the last attribute.
    pub(crate) fn end(&self) -> usize {
        self.offset + self.bytes.len()
    }

    /// The attributes in order, not decoded.
    pub fn iter(&self) -> impl Iterator<Item = RawAttribute<'a>> + Clone + use<'a> {
        let mut cursor = Cursor::new(self.bytes, self.offset);
        std::iter::from_fn(move || {
            let name_index = cursor.u2().ok()?;
            let length = cursor.u4().ok()?;
            let offset = cursor.offset();
            Some(RawAttribute { name_index, info: cursor.take(length as usize).ok()?, offset })
        })
    }

    /// The first attribute with a name.
    pub fn find(&self, pool: &ConstantPool<'a>, name: &str) -> Option<RawAttribute<'a>> {
        self.iter().find(|raw| raw.name(pool).is_ok_and(|found| found.as_bytes() == name.as_bytes()))
    }

    /// The `Signature` of a class, member or record component.
    pub fn signature(&self, pool: &ConstantPool<'a>) -> Result<Option<Mutf8<'a>>> {
        let Some(raw) = self.find(pool, "Signature") else { return Ok(None) };
        pool.utf8(raw.cursor().u2()?).map(Some)
    }

    /// Appends the count and every attribute, decoded and encoded again.
    pub(crate) fn write(&self, pool: &ConstantPool<'a>, out: &mut Vec<u8>) -> Result<()> {
        out.u2(self.count);
        for raw in self.iter() {
            out.u2(raw.name_index);
            let length_at = out.len();
            out.u4(0);
            raw.parse(pool)?.write(pool, out)?;
            patch_length(out, length_at);
        }
        Ok(())
    }
}

/// Sets the 32-bit length at `at` to the bytes that follow it.
pub(crate) fn patch_length(out: &mut [u8], at: usize) {
    let length = (out.len() - at - 4) as u32;
    out[at..at + 4].copy_from_slice(&length.to_be_bytes());
}

impl<'a> RawAttribute<'a> {
    pub fn name(&self, pool: &ConstantPool<'a>) -> Result<Mutf8<'a>> {
        pool.utf8(self.name_index)
    }

    pub(crate) fn cursor(&self) -> Cursor<'a> {
        Cursor::new(self.info, self.offset)
    }

    /// Decodes the attribute by its name. One of an unknown name is [`Attribute::Unknown`].
    pub fn parse(&self, pool: &ConstantPool<'a>) -> Result<Attribute<'a>> {
        use Attribute as A;
        let mut cursor = self.cursor();
        let c = &mut cursor;
        let attribute = match self.name(pool)?.as_bytes() {
            b"ConstantValue" => A::ConstantValue { constant_index: c.u2()? },
            b"Code" => A::Code(Code::read(c)?),
            b"StackMapTable" => A::StackMapTable(stack_map::read_table(c)?),
            b"Exceptions" => A::Exceptions(Table::read(c)?),
            b"InnerClasses" => A::InnerClasses(Table::read(c)?),
            b"EnclosingMethod" => A::EnclosingMethod { class_index: c.u2()?, method_index: c.u2()? },
            b"Synthetic" => A::Synthetic,
            b"Signature" => A::Signature { signature_index: c.u2()? },
            b"SourceFile" => A::SourceFile { source_file_index: c.u2()? },
            b"SourceDebugExtension" => A::SourceDebugExtension(c.take(self.info.len())?),
            b"LineNumberTable" => A::LineNumberTable(Table::read(c)?),
            b"LocalVariableTable" => A::LocalVariableTable(Table::read(c)?),
            b"LocalVariableTypeTable" => A::LocalVariableTypeTable(Table::read(c)?),
            b"Deprecated" => A::Deprecated,
            b"RuntimeVisibleAnnotations" => A::RuntimeVisibleAnnotations(annotation::read_list(c)?),
            b"RuntimeInvisibleAnnotations" => A::RuntimeInvisibleAnnotations(annotation::read_list(c)?),
            b"RuntimeVisibleParameterAnnotations" => {
                A::RuntimeVisibleParameterAnnotations(annotation::read_parameters(c)?)
            }
            b"RuntimeInvisibleParameterAnnotations" => {
                A::RuntimeInvisibleParameterAnnotations(annotation::read_parameters(c)?)
            }
            b"RuntimeVisibleTypeAnnotations" => {
                A::RuntimeVisibleTypeAnnotations(type_annotation::read_list(c)?)
            }
            b"RuntimeInvisibleTypeAnnotations" => {
                A::RuntimeInvisibleTypeAnnotations(type_annotation::read_list(c)?)
            }
            b"AnnotationDefault" => A::AnnotationDefault(ElementValue::read(c)?),
            b"BootstrapMethods" => A::BootstrapMethods(read_bootstrap_methods(c)?),
            b"MethodParameters" => {
                let count = c.u1()?;
                A::MethodParameters(Table::read_rows(c, usize::from(count))?)
            }
            b"Module" => A::Module(Module::read(c)?),
            b"ModulePackages" => A::ModulePackages(Table::read(c)?),
            b"ModuleMainClass" => A::ModuleMainClass { main_class_index: c.u2()? },
            b"NestHost" => A::NestHost { host_class_index: c.u2()? },
            b"NestMembers" => A::NestMembers(Table::read(c)?),
            b"Record" => A::Record(read_record(c)?),
            b"PermittedSubclasses" => A::PermittedSubclasses(Table::read(c)?),
            _ => A::Unknown(c.take(self.info.len())?),
        };
        cursor.finish("attribute")?;
        Ok(attribute)
    }
}

impl<'a> Attribute<'a> {
    /// Appends the attribute's contents, without name and length.
    pub(crate) fn write(&self, pool: &ConstantPool<'a>, out: &mut Vec<u8>) -> Result<()> {
        use Attribute as A;
        match self {
            A::Synthetic | A::Deprecated => {}
            A::ConstantValue { constant_index: index }
            | A::Signature { signature_index: index }
            | A::SourceFile { source_file_index: index }
            | A::ModuleMainClass { main_class_index: index }
            | A::NestHost { host_class_index: index } => out.u2(*index),
            A::EnclosingMethod { class_index, method_index } => {
                out.u2(*class_index);
                out.u2(*method_index);
            }
            A::Code(code) => code.write(pool, out)?,
            A::StackMapTable(frames) => write_frames(frames, out),
            A::Exceptions(table)
            | A::ModulePackages(table)
            | A::NestMembers(table)
            | A::PermittedSubclasses(table) => table.write(out),
            A::InnerClasses(table) => table.write(out),
            A::LineNumberTable(table) => table.write(out),
            A::LocalVariableTable(table) | A::LocalVariableTypeTable(table) => table.write(out),
            A::SourceDebugExtension(bytes) | A::Unknown(bytes) => out.extend_from_slice(bytes),
            A::RuntimeVisibleAnnotations(list) | A::RuntimeInvisibleAnnotations(list) => {
                annotation::write_list(list, out);
            }
            A::RuntimeVisibleParameterAnnotations(lists) | A::RuntimeInvisibleParameterAnnotations(lists) => {
                out.u1(lists.len() as u8);
                lists.iter().for_each(|list| annotation::write_list(list, out));
            }
            A::RuntimeVisibleTypeAnnotations(list) | A::RuntimeInvisibleTypeAnnotations(list) => {
                type_annotation::write_list(list, out);
            }
            A::AnnotationDefault(value) => value.write(out),
            A::BootstrapMethods(methods) => {
                out.count(methods.len());
                for method in methods {
                    out.u2(method.method_ref);
                    method.arguments.write(out);
                }
            }
            A::MethodParameters(table) => {
                out.u1(table.len() as u8);
                table.iter().for_each(|row| crate::table::Row::encode(row, out));
            }
            A::Module(module) => module.write(out),
            A::Record(components) => {
                out.count(components.len());
                for component in components {
                    out.u2(component.name_index);
                    out.u2(component.descriptor_index);
                    component.attributes.write(pool, out)?;
                }
            }
        }
        Ok(())
    }
}

fn read_bootstrap_methods<'a>(cursor: &mut Cursor<'a>) -> Result<Vec<BootstrapMethod<'a>>> {
    read_counted(cursor, 4, |cursor| {
        Ok(BootstrapMethod { method_ref: cursor.u2()?, arguments: Table::read(cursor)? })
    })
}

fn read_record<'a>(cursor: &mut Cursor<'a>) -> Result<Vec<RecordComponent<'a>>> {
    read_counted(cursor, 6, |cursor| {
        Ok(RecordComponent {
            name_index: cursor.u2()?,
            descriptor_index: cursor.u2()?,
            attributes: Attributes::read(cursor)?,
        })
    })
}

/// Reads a 16-bit count and that many items of `smallest` bytes at least, which bounds what a lying
/// count can allocate.
pub(crate) fn read_counted<'a, T>(
    cursor: &mut Cursor<'a>,
    smallest: usize,
    mut read: impl FnMut(&mut Cursor<'a>) -> Result<T>,
) -> Result<Vec<T>> {
    let count = usize::from(cursor.u2()?);
    let mut items = Vec::with_capacity(count.min(cursor.left() / smallest));
    for _ in 0..count {
        items.push(read(cursor)?);
    }
    Ok(items)
}

/// An error for a value that the specification does not define.
pub(crate) fn undefined(what: &'static str, value: u8, offset: usize) -> crate::error::ReadError {
    ReadErrorKind::Value { what, value: value.into() }.at(offset)
}
