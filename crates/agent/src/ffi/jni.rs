//! JNI: references, fields, arrays, strings, exceptions.

use std::ffi::{CStr, c_void};

use jvmti_bindings::sys::jni::{JNI_VERSION_21, JNINativeInterface_};
use reenact_recording::graph::Kind;

use super::{JNIEnv, JNINativeMethod, JniError, jarray, jclass, jfieldID, jint, jobject, jstring, jthread};

/// The JNI environment of one thread.
#[derive(Clone, Copy)]
pub struct Jni(*mut JNIEnv);

/// Calls a function of the table.
macro_rules! call {
    ($jni:expr, $function:ident $(, $argument:expr)*) => {
        // SAFETY: see the module; what is pointed to outlives the call.
        unsafe { ($jni.table().$function)($jni.0 $(, $argument)*) }
    };
}

impl Jni {
    /// # Safety
    ///
    /// As the module says.
    #[inline]
    pub unsafe fn from_raw(environment: *mut JNIEnv) -> Self {
        Jni(environment)
    }

    /// Returns the pointer as the JVM gave it.
    pub(super) fn raw(self) -> *mut JNIEnv {
        self.0
    }

    #[inline]
    pub(super) fn table(self) -> &'static JNINativeInterface_ {
        // SAFETY: see the module; the JVM's tables stay until the process ends, even where `SetJNIFunctionTable`
        // replaces their content.
        unsafe { &**self.0 }
    }

    pub fn get_version(self) -> i32 {
        call!(self, GetVersion)
    }

    // Exceptions.

    #[inline]
    pub fn exception_check(self) -> bool {
        call!(self, ExceptionCheck) != 0
    }

    pub fn exception_clear(self) {
        call!(self, ExceptionClear)
    }

    // Classes.

    /// Defines a class; a null loader is the bootstrap loader. If it fails, an exception is pending.
    pub fn define_class(self, name: &CStr, loader: jobject, bytes: &[u8]) -> Option<jclass> {
        let class =
            call!(self, DefineClass, name.as_ptr(), loader, bytes.as_ptr().cast(), bytes.len() as jint);
        some(class)
    }

    /// Finds, and initialises, a class. If it fails, an exception is pending.
    pub fn find_class(self, name: &CStr) -> Option<jclass> {
        some(call!(self, FindClass, name.as_ptr()))
    }

    #[inline]
    pub fn get_object_class(self, object: jobject) -> jclass {
        call!(self, GetObjectClass, object)
    }

    /// Null for `Object`, interfaces and primitive types.
    pub fn get_superclass(self, class: jclass) -> jclass {
        call!(self, GetSuperclass, class)
    }

    pub fn is_instance_of(self, object: jobject, class: jclass) -> bool {
        call!(self, IsInstanceOf, object, class) != 0
    }

    pub fn register_natives(self, class: jclass, methods: &[JNINativeMethod]) -> Result<(), JniError> {
        JniError::check(call!(self, RegisterNatives, class, methods.as_ptr(), methods.len() as jint))
    }

    // References.

    /// Null if memory is short.
    pub(super) fn new_global_ref(self, object: jobject) -> jobject {
        call!(self, NewGlobalRef, object)
    }

    pub(super) fn delete_global_ref(self, object: jobject) {
        call!(self, DeleteGlobalRef, object)
    }

    /// Null if memory is short, or if the object is.
    #[inline]
    pub(super) fn new_weak_global_ref(self, object: jobject) -> jobject {
        call!(self, NewWeakGlobalRef, object)
    }

    #[inline]
    pub(super) fn delete_weak_global_ref(self, object: jobject) {
        call!(self, DeleteWeakGlobalRef, object)
    }

    /// Null if the object of a weak reference is gone.
    #[inline]
    pub fn new_local_ref(self, object: jobject) -> jobject {
        call!(self, NewLocalRef, object)
    }

    #[inline]
    pub fn delete_local_ref(self, object: jobject) {
        call!(self, DeleteLocalRef, object)
    }

    /// Returns true if there was memory for it; if not, an exception is pending.
    pub fn push_local_frame(self, capacity: i32) -> bool {
        call!(self, PushLocalFrame, capacity) == 0
    }

    pub fn pop_local_frame(self, result: jobject) -> jobject {
        call!(self, PopLocalFrame, result)
    }

    #[inline]
    pub fn is_same_object(self, one: jobject, other: jobject) -> bool {
        call!(self, IsSameObject, one, other) != 0
    }

    // Fields.

    /// Finds a static field, and initialises its class. If it fails, an exception is pending.
    pub fn get_static_field_id(self, class: jclass, name: &CStr, descriptor: &CStr) -> Option<jfieldID> {
        some(call!(self, GetStaticFieldID, class, name.as_ptr(), descriptor.as_ptr()))
    }

    pub fn get_static_object_field(self, class: jclass, field: jfieldID) -> jobject {
        call!(self, GetStaticObjectField, class, field)
    }

    #[inline]
    pub fn get_object_field(self, object: jobject, field: jfieldID) -> jobject {
        call!(self, GetObjectField, object, field)
    }

    #[inline]
    pub fn get_boolean_field(self, object: jobject, field: jfieldID) -> bool {
        call!(self, GetBooleanField, object, field) != 0
    }

    #[inline]
    pub fn get_byte_field(self, object: jobject, field: jfieldID) -> i8 {
        call!(self, GetByteField, object, field)
    }

    #[inline]
    pub fn get_char_field(self, object: jobject, field: jfieldID) -> u16 {
        call!(self, GetCharField, object, field)
    }

    #[inline]
    pub fn get_short_field(self, object: jobject, field: jfieldID) -> i16 {
        call!(self, GetShortField, object, field)
    }

    #[inline]
    pub fn get_int_field(self, object: jobject, field: jfieldID) -> i32 {
        call!(self, GetIntField, object, field)
    }

    #[inline]
    pub fn get_long_field(self, object: jobject, field: jfieldID) -> i64 {
        call!(self, GetLongField, object, field)
    }

    #[inline]
    pub fn get_float_field(self, object: jobject, field: jfieldID) -> f32 {
        call!(self, GetFloatField, object, field)
    }

    #[inline]
    pub fn get_double_field(self, object: jobject, field: jfieldID) -> f64 {
        call!(self, GetDoubleField, object, field)
    }

    /// Reads a primitive as its bits, numbers below `int` as the `int` that they are.
    #[inline]
    pub fn get_primitive_field(self, kind: Kind, object: jobject, field: jfieldID) -> u64 {
        match kind {
            Kind::Boolean => u64::from(self.get_boolean_field(object, field)),
            Kind::Byte => self.get_byte_field(object, field) as u64,
            Kind::Char => u64::from(self.get_char_field(object, field)),
            Kind::Short => self.get_short_field(object, field) as u64,
            Kind::Int => self.get_int_field(object, field) as u64,
            Kind::Long => self.get_long_field(object, field) as u64,
            Kind::Float => u64::from(self.get_float_field(object, field).to_bits()),
            Kind::Double => self.get_double_field(object, field).to_bits(),
            Kind::Reference => 0,
        }
    }

    /// Reads a primitive as its bits, numbers below `int` as the `int` that they are.
    pub fn get_static_primitive_field(self, kind: Kind, class: jclass, field: jfieldID) -> u64 {
        match kind {
            Kind::Boolean => u64::from(call!(self, GetStaticBooleanField, class, field) != 0),
            Kind::Byte => call!(self, GetStaticByteField, class, field) as u64,
            Kind::Char => u64::from(call!(self, GetStaticCharField, class, field)),
            Kind::Short => call!(self, GetStaticShortField, class, field) as u64,
            Kind::Int => call!(self, GetStaticIntField, class, field) as u64,
            Kind::Long => call!(self, GetStaticLongField, class, field) as u64,
            Kind::Float => u64::from(call!(self, GetStaticFloatField, class, field).to_bits()),
            Kind::Double => call!(self, GetStaticDoubleField, class, field).to_bits(),
            Kind::Reference => 0,
        }
    }

    // Arrays.

    #[inline]
    pub fn get_array_length(self, array: jarray) -> i32 {
        call!(self, GetArrayLength, array)
    }

    /// The index must be below the array's length.
    #[inline]
    pub fn get_object_array_element(self, array: jarray, index: i32) -> jobject {
        call!(self, GetObjectArrayElement, array, index)
    }

    /// Copies elements of an array of primitives of this kind, as the machine holds them, into a block that
    /// says by its length how many. They must be within the array; nothing is copied of references.
    #[inline]
    pub fn get_array_region(self, kind: Kind, array: jarray, start: i32, block: &mut [u8]) {
        let length = (block.len() / kind.width()) as jint;
        let to: *mut c_void = block.as_mut_ptr().cast();
        match kind {
            Kind::Boolean => call!(self, GetBooleanArrayRegion, array, start, length, to.cast()),
            Kind::Byte => call!(self, GetByteArrayRegion, array, start, length, to.cast()),
            Kind::Char => call!(self, GetCharArrayRegion, array, start, length, to.cast()),
            Kind::Short => call!(self, GetShortArrayRegion, array, start, length, to.cast()),
            Kind::Int => call!(self, GetIntArrayRegion, array, start, length, to.cast()),
            Kind::Long => call!(self, GetLongArrayRegion, array, start, length, to.cast()),
            Kind::Float => call!(self, GetFloatArrayRegion, array, start, length, to.cast()),
            Kind::Double => call!(self, GetDoubleArrayRegion, array, start, length, to.cast()),
            Kind::Reference => {}
        }
    }

    // Strings.

    #[inline]
    pub fn get_string_length(self, string: jstring) -> i32 {
        call!(self, GetStringLength, string)
    }

    /// Copies `char`s into a block that says by its length how many. They must be within the string.
    #[inline]
    pub fn get_string_region(self, string: jstring, start: i32, block: &mut [u16]) {
        call!(self, GetStringRegion, string, start, block.len() as jint, block.as_mut_ptr())
    }

    // Threads.

    /// Returns true if the thread is virtual; the table has had the function since JDK 21.
    pub fn is_virtual_thread(self, thread: jthread) -> bool {
        self.get_version() >= JNI_VERSION_21 && call!(self, IsVirtualThread, thread) != 0
    }

    // Calls into Java: never from a probe.
}

#[inline]
fn some(pointer: *mut c_void) -> Option<*mut c_void> {
    (!pointer.is_null()).then_some(pointer)
}
