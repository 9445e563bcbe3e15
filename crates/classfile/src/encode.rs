//! Writing a class file back from its decoded parts.

use crate::bytes::Put;
use crate::class::{ClassFile, Member};
use crate::constant_pool::{Constant, ConstantPool, tag};
use crate::error::Result;

impl<'a> ClassFile<'a> {
    /// Decodes every constant, attribute and instruction and encodes them again.
    ///
    /// The result equals the bytes that were read. That is the point: it proves that nothing in a
    /// class file is misread or forgotten, and is what the conformance tests run over every class
    /// they can find.
    pub fn encode(&self) -> Result<Vec<u8>> {
        let mut out = Vec::with_capacity(self.bytes().len());
        out.u4(0xCAFE_BABE);
        out.u2(self.version().minor);
        out.u2(self.version().major);
        out.u2(self.pool().count());
        for index in self.pool().indices() {
            self.pool().constant(index)?.write(&mut out);
        }
        let (this_class, super_class, interfaces) = self.hierarchy_indices();
        out.u2(self.access_flags().0);
        out.u2(this_class);
        out.u2(super_class);
        interfaces.write(&mut out);
        for members in [self.fields(), self.methods()] {
            out.count(members.len());
            for member in members {
                member.write(self.pool(), &mut out)?;
            }
        }
        self.attributes().write(self.pool(), &mut out)?;
        Ok(out)
    }
}

impl<'a> Member<'a> {
    fn write(&self, pool: &ConstantPool<'a>, out: &mut Vec<u8>) -> Result<()> {
        out.u2(self.access_flags.0);
        out.u2(self.name_index);
        out.u2(self.descriptor_index);
        self.attributes.write(pool, out)
    }
}

impl Constant<'_> {
    /// Appends the constant as a pool entry.
    pub(crate) fn write(&self, out: &mut Vec<u8>) {
        let mut one = |tag: u8, index: u16| {
            out.u1(tag);
            out.u2(index);
        };
        match *self {
            Constant::Utf8(text) => {
                one(tag::UTF8, text.as_bytes().len() as u16);
                out.extend_from_slice(text.as_bytes());
            }
            Constant::Class { name_index } => one(tag::CLASS, name_index),
            Constant::String { string_index } => one(tag::STRING, string_index),
            Constant::MethodType { descriptor_index } => one(tag::METHOD_TYPE, descriptor_index),
            Constant::Module { name_index } => one(tag::MODULE, name_index),
            Constant::Package { name_index } => one(tag::PACKAGE, name_index),
            Constant::MethodHandle { kind, reference_index } => {
                out.extend([tag::METHOD_HANDLE, kind as u8]);
                out.u2(reference_index);
            }
            Constant::Integer(value) => {
                out.u1(tag::INTEGER);
                out.u4(value as u32);
            }
            Constant::Float(value) => {
                out.u1(tag::FLOAT);
                out.u4(value.to_bits());
            }
            Constant::Long(value) => {
                out.u1(tag::LONG);
                out.extend_from_slice(&value.to_be_bytes());
            }
            Constant::Double(value) => {
                out.u1(tag::DOUBLE);
                out.extend_from_slice(&value.to_bits().to_be_bytes());
            }
            Constant::Fieldref { class_index: first, name_and_type_index: second } => {
                two(out, tag::FIELDREF, first, second);
            }
            Constant::Methodref { class_index: first, name_and_type_index: second } => {
                two(out, tag::METHODREF, first, second);
            }
            Constant::InterfaceMethodref { class_index: first, name_and_type_index: second } => {
                two(out, tag::INTERFACE_METHODREF, first, second);
            }
            Constant::NameAndType { name_index: first, descriptor_index: second } => {
                two(out, tag::NAME_AND_TYPE, first, second);
            }
            Constant::Dynamic { bootstrap_method_index: first, name_and_type_index: second } => {
                two(out, tag::DYNAMIC, first, second);
            }
            Constant::InvokeDynamic { bootstrap_method_index: first, name_and_type_index: second } => {
                two(out, tag::INVOKE_DYNAMIC, first, second);
            }
        }
    }
}

fn two(out: &mut Vec<u8>, tag: u8, first: u16, second: u16) {
    out.u1(tag);
    out.u2(first);
    out.u2(second);
}
