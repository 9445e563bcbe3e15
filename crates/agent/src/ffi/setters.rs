//! Writes into the JVM's heap, apart from what reads it: recording changes nothing of the subject's. Only `service::snapshot` writes to
//! objects of the subject, in JVMs that Reenact has started.

use std::ffi::c_void;

use reenact_recording::graph::Kind;

use super::{Global, Jni, jarray, jclass, jfieldID, jint, jobject};

/// Calls a function of the table.
macro_rules! call {
    ($jni:expr, $function:ident $(, $argument:expr)*) => {
        // SAFETY: see the module `ffi`; what is pointed to outlives the call.
        unsafe { ($jni.table().$function)($jni.raw() $(, $argument)*) }
    };
}

impl Jni {
    /// Copies bytes into an array of the agent's own, which must have room for them.
    pub fn set_byte_array_region(self, array: Global, start: i32, bytes: &[u8]) {
        let (length, bytes) = (bytes.len() as jint, bytes.as_ptr().cast());
        call!(self, SetByteArrayRegion, array.raw(), start, length, bytes)
    }

    /// Makes an array of bytes; null, and no exception pending, if memory is short.
    pub fn new_byte_array(self, bytes: &[u8]) -> jarray {
        let Ok(length) = jint::try_from(bytes.len()) else { return std::ptr::null_mut() };
        let array = call!(self, NewByteArray, length);
        if array.is_null() {
            self.exception_clear();
        } else {
            call!(self, SetByteArrayRegion, array, 0, length, bytes.as_ptr().cast());
        }
        array
    }

    /// Makes an array of references, all null; null, and no exception pending, if memory is short.
    pub fn new_object_array(self, length: i32, class: jclass) -> jarray {
        let array = call!(self, NewObjectArray, length, class, std::ptr::null_mut());
        if array.is_null() {
            self.exception_clear();
        }
        array
    }

    /// Writes an element. One that the array cannot hold leaves it as it is, without an exception.
    pub fn set_object_array_element(self, array: jarray, index: i32, value: jobject) -> bool {
        call!(self, SetObjectArrayElement, array, index, value);
        let has_failed = self.exception_check();
        if has_failed {
            self.exception_clear();
        }
        !has_failed
    }

    pub fn set_object_field(self, object: jobject, field: jfieldID, value: jobject) {
        call!(self, SetObjectField, object, field, value)
    }

    pub fn set_static_object_field(self, class: jclass, field: jfieldID, value: jobject) {
        call!(self, SetStaticObjectField, class, field, value)
    }

    /// Writes a primitive by its bits.
    pub fn set_primitive_field(self, kind: Kind, object: jobject, field: jfieldID, bits: u64) {
        match kind {
            Kind::Boolean => call!(self, SetBooleanField, object, field, bits as u8),
            Kind::Byte => call!(self, SetByteField, object, field, bits as i8),
            Kind::Char => call!(self, SetCharField, object, field, bits as u16),
            Kind::Short => call!(self, SetShortField, object, field, bits as i16),
            Kind::Int => call!(self, SetIntField, object, field, bits as i32),
            Kind::Long => call!(self, SetLongField, object, field, bits as i64),
            Kind::Float => call!(self, SetFloatField, object, field, f32::from_bits(bits as u32)),
            Kind::Double => call!(self, SetDoubleField, object, field, f64::from_bits(bits)),
            Kind::Reference => {}
        }
    }

    /// Writes a primitive by its bits.
    pub fn set_static_primitive_field(self, kind: Kind, class: jclass, field: jfieldID, bits: u64) {
        match kind {
            Kind::Boolean => call!(self, SetStaticBooleanField, class, field, bits as u8),
            Kind::Byte => call!(self, SetStaticByteField, class, field, bits as i8),
            Kind::Char => call!(self, SetStaticCharField, class, field, bits as u16),
            Kind::Short => call!(self, SetStaticShortField, class, field, bits as i16),
            Kind::Int => call!(self, SetStaticIntField, class, field, bits as i32),
            Kind::Long => call!(self, SetStaticLongField, class, field, bits as i64),
            Kind::Float => call!(self, SetStaticFloatField, class, field, f32::from_bits(bits as u32)),
            Kind::Double => call!(self, SetStaticDoubleField, class, field, f64::from_bits(bits)),
            Kind::Reference => {}
        }
    }

    /// Writes the first elements of an array of primitives, as the machine holds them. The array must have room for them.
    pub fn set_array_region(self, kind: Kind, array: jarray, block: &[u8]) {
        let length = (block.len() / kind.width()) as jint;
        let from: *const c_void = block.as_ptr().cast();
        match kind {
            Kind::Boolean => call!(self, SetBooleanArrayRegion, array, 0, length, from.cast()),
            Kind::Byte => call!(self, SetByteArrayRegion, array, 0, length, from.cast()),
            Kind::Char => call!(self, SetCharArrayRegion, array, 0, length, from.cast()),
            Kind::Short => call!(self, SetShortArrayRegion, array, 0, length, from.cast()),
            Kind::Int => call!(self, SetIntArrayRegion, array, 0, length, from.cast()),
            Kind::Long => call!(self, SetLongArrayRegion, array, 0, length, from.cast()),
            Kind::Float => call!(self, SetFloatArrayRegion, array, 0, length, from.cast()),
            Kind::Double => call!(self, SetDoubleArrayRegion, array, 0, length, from.cast()),
            Kind::Reference => {}
        }
    }
}
