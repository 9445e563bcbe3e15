//! The content of a snapshot.

use std::sync::Arc;

use reenact_recording::graph::Kind;

use super::objects::Objects;
use super::shapes::{Form, Shape, ShapeNumber, Shapes, Slot};
use crate::ffi::{Jni, Jvmti, jobject};
use crate::graph::Identities;

/// Position of a holder in its [`Table`].
pub type HolderNumber = u32;

/// A reference that a budget has left out; it is never compared.
pub const LEFT_OUT: u64 = u64::MAX;

/// A snapshot.
pub struct Table {
    pub shapes: Shapes,
    pub holders: Vec<Holder>,
    /// Values of fields and elements: the bits of a primitive, or the number of a holder plus one, 0 for null.
    pub values: Vec<u64>,
    /// Content of arrays of primitives.
    pub bytes: Vec<u8>,
    pub objects: Objects,
    pub identities: Identities,
    /// Identity hashes and holders of the objects that [`Table::identities`] numbers.
    pub hashes: Vec<i32>,
    pub identified: Vec<HolderNumber>,
    pub left_out: u64,
}

/// The static fields of a class, or an object.
#[derive(Clone, Copy)]
pub struct Holder {
    pub shape: ShapeNumber,
    pub kind: HolderKind,
    /// Where its values begin, among [`Table::values`] or [`Table::bytes`].
    pub first: usize,
    /// The number of its cells; elements if it is an array.
    pub length: u32,
    /// The holder that it was reached from first, and by which cell; itself if it is a root.
    pub parent: HolderNumber,
    pub via: u32,
}

/// The kind of a holder.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum HolderKind {
    Statics,
    /// A thread, with those fields only that hold its locals.
    Thread,
    Object,
}

/// The kind of a holder's cells.
#[derive(Clone)]
pub enum Cells {
    Fields(Arc<[Slot]>),
    /// References, by index.
    Elements,
    /// Primitives, compared and restored as a whole.
    Primitives(Kind),
    None,
}

/// The value of a cell as it is now.
#[derive(Clone, Copy)]
pub enum Now {
    Bits(u64),
    /// A local reference, which may be null.
    Reference(jobject),
}

impl Table {
    pub fn shape(&self, holder: &Holder) -> &Shape {
        self.shapes.get(holder.shape)
    }

    /// Returns the cells of a holder.
    pub fn cells(&self, holder: &Holder) -> Cells {
        let shape = self.shape(holder);
        match (holder.kind, shape.form) {
            (HolderKind::Statics, _) => Cells::Fields(shape.statics.clone()),
            (HolderKind::Thread, _) => Cells::Fields(shape.fields.clone()),
            (HolderKind::Object, Form::Object) => Cells::Fields(shape.fields.clone()),
            (HolderKind::Object, Form::References) => Cells::Elements,
            (HolderKind::Object, Form::Primitives(kind)) => Cells::Primitives(kind),
            _ => Cells::None,
        }
    }

    /// Returns true if a field of a holder is part of the snapshot.
    #[inline]
    pub fn has_field(&self, holder: &Holder, slot: &Slot) -> bool {
        match holder.kind {
            HolderKind::Object => true,
            HolderKind::Thread => super::roots::THREAD_LOCALS.contains(&&*slot.name),
            HolderKind::Statics => {
                let shape = self.shape(holder);
                let named = super::roots::of_class(&shape.name, shape.is_jdk).unwrap_or_default();
                named.is_empty() || named.contains(&&*slot.name)
            }
        }
    }

    /// Returns a local reference to the object of a holder: the class for static fields.
    pub fn local(&self, jni: Jni, number: HolderNumber) -> jobject {
        match self.holders[number as usize] {
            Holder { kind: HolderKind::Statics, shape, .. } => {
                jni.new_local_ref(self.shapes.get(shape).mirror.raw())
            }
            _ => self.objects.local(jni, number),
        }
    }

    /// Reads a field of a holder.
    #[inline]
    pub fn read_field(&self, jni: Jni, kind: HolderKind, object: jobject, slot: &Slot) -> Now {
        match (kind, slot.kind) {
            (HolderKind::Statics, Kind::Reference) => {
                Now::Reference(jni.get_static_object_field(object, slot.id))
            }
            (HolderKind::Statics, primitive) => {
                Now::Bits(jni.get_static_primitive_field(primitive, object, slot.id))
            }
            (_, Kind::Reference) => Now::Reference(jni.get_object_field(object, slot.id)),
            (_, primitive) => Now::Bits(jni.get_primitive_field(primitive, object, slot.id)),
        }
    }

    /// Returns the number of an object, if the snapshot has it. Objects that never change are not found: see [`Form::is_leaf`].
    pub fn find(&self, jni: Jni, jvmti: Jvmti, object: jobject) -> Option<HolderNumber> {
        let hash = jvmti.get_object_hash_code(object).ok()?;
        self.find_by_hash(jni, object, hash)
    }

    /// The same, if the hash is known.
    #[inline]
    pub fn find_by_hash(&self, jni: Jni, object: jobject, hash: i32) -> Option<HolderNumber> {
        let mut candidates = self.identities.with_hash(hash);
        while let Some(at) = candidates.next(&self.identities) {
            let number = self.identified[at as usize];
            let known = self.objects.local(jni, number);
            let is_same = jni.is_same_object(known, object);
            jni.delete_local_ref(known);
            if is_same {
                return Some(number);
            }
        }
        None
    }

    /// Returns true if a cell refers to the object that the snapshot has for it. Takes room for one local reference.
    #[inline]
    pub fn is_stored(&self, jni: Jni, stored: u64, now: jobject) -> bool {
        match stored {
            LEFT_OUT => true,
            0 => now.is_null(),
            _ if now.is_null() => false,
            number => {
                let known = self.objects.local(jni, (number - 1) as u32);
                jni.is_same_object(known, now)
            }
        }
    }

    /// Lets go of the objects, and returns the classes for the next snapshot.
    pub fn release(self, jni: Jni) -> Shapes {
        self.objects.release(jni);
        self.shapes
    }
}
