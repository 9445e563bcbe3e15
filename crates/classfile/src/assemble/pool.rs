//! Making constants, from nothing or behind an existing pool.

use rustc_hash::FxHashMap;

use crate::constant_pool::{Constant, ConstantPool, ReferenceKind};
use crate::mutf8::{self, Mutf8};

/// Collects constants; equal ones are stored once.
///
/// A pool that outgrows its 65,535 entries gives index 0 from then on and says so in
/// [`PoolBuilder::is_full`], which the writer of the class checks once at the end.
#[derive(Clone, Debug)]
pub struct PoolBuilder {
    entries: Vec<u8>,
    /// Index of the next constant.
    next: u32,
    known: FxHashMap<Box<[u8]>, u16>,
    full: bool,
}

impl PoolBuilder {
    /// The pool of a new class.
    pub fn new() -> Self {
        PoolBuilder { entries: Vec::new(), next: 1, known: FxHashMap::default(), full: false }
    }

    /// Constants to be added behind those of `pool`, whose indices stay valid.
    pub fn behind(pool: &ConstantPool<'_>) -> Self {
        PoolBuilder { next: pool.count().into(), ..Self::new() }
    }

    pub fn utf8(&mut self, text: &str) -> u16 {
        self.utf8_bytes(&mutf8::encode(text))
    }

    /// A `Utf8` constant from modified UTF-8. The format has room for 65,535 bytes.
    pub fn utf8_bytes(&mut self, bytes: &[u8]) -> u16 {
        if bytes.len() > usize::from(u16::MAX) {
            self.full = true;
            return 0;
        }
        self.add(Constant::Utf8(Mutf8::new(bytes)))
    }

    /// A class by its internal name, or an array type by its descriptor.
    pub fn class(&mut self, name: &str) -> u16 {
        let name_index = self.utf8(name);
        self.add(Constant::Class { name_index })
    }

    /// As [`PoolBuilder::class`], from modified UTF-8.
    pub fn class_bytes(&mut self, name: &[u8]) -> u16 {
        let name_index = self.utf8_bytes(name);
        self.add(Constant::Class { name_index })
    }

    pub fn string(&mut self, text: &str) -> u16 {
        let string_index = self.utf8(text);
        self.add(Constant::String { string_index })
    }

    pub fn integer(&mut self, value: i32) -> u16 {
        self.add(Constant::Integer(value))
    }

    pub fn float(&mut self, value: f32) -> u16 {
        self.add(Constant::Float(value))
    }

    pub fn long(&mut self, value: i64) -> u16 {
        self.add(Constant::Long(value))
    }

    pub fn double(&mut self, value: f64) -> u16 {
        self.add(Constant::Double(value))
    }

    pub fn name_and_type(&mut self, name: &str, descriptor: &str) -> u16 {
        let (name_index, descriptor_index) = (self.utf8(name), self.utf8(descriptor));
        self.add(Constant::NameAndType { name_index, descriptor_index })
    }

    pub fn field_ref(&mut self, class: &str, name: &str, descriptor: &str) -> u16 {
        let (class_index, name_and_type_index) = (self.class(class), self.name_and_type(name, descriptor));
        self.add(Constant::Fieldref { class_index, name_and_type_index })
    }

    pub fn method_ref(&mut self, class: &str, name: &str, descriptor: &str) -> u16 {
        let (class_index, name_and_type_index) = (self.class(class), self.name_and_type(name, descriptor));
        self.add(Constant::Methodref { class_index, name_and_type_index })
    }

    pub fn interface_method_ref(&mut self, class: &str, name: &str, descriptor: &str) -> u16 {
        let (class_index, name_and_type_index) = (self.class(class), self.name_and_type(name, descriptor));
        self.add(Constant::InterfaceMethodref { class_index, name_and_type_index })
    }

    pub fn method_handle(&mut self, kind: ReferenceKind, reference_index: u16) -> u16 {
        self.add(Constant::MethodHandle { kind, reference_index })
    }

    pub fn method_type(&mut self, descriptor: &str) -> u16 {
        let descriptor_index = self.utf8(descriptor);
        self.add(Constant::MethodType { descriptor_index })
    }

    /// Whether a constant did not fit.
    pub fn is_full(&self) -> bool {
        self.full
    }

    /// `constant_pool_count` of a class with these constants.
    pub(crate) fn count(&self) -> u16 {
        self.next as u16
    }

    /// The new entries, as they stand in a class file.
    pub(crate) fn entries(&self) -> &[u8] {
        &self.entries
    }

    fn add(&mut self, constant: Constant<'_>) -> u16 {
        let start = self.entries.len();
        constant.write(&mut self.entries);
        if let Some(&index) = self.known.get(&self.entries[start..]) {
            self.entries.truncate(start);
            return index;
        }
        // JVMS 4.4.5: a long or double takes two indices.
        let width = if matches!(constant, Constant::Long(_) | Constant::Double(_)) { 2 } else { 1 };
        if self.full || self.next + width > u32::from(u16::MAX) {
            self.entries.truncate(start);
            self.full = true;
            return 0;
        }
        let index = self.next as u16;
        self.next += width;
        self.known.insert(self.entries[start..].into(), index);
        index
    }
}

impl Default for PoolBuilder {
    fn default() -> Self {
        Self::new()
    }
}
