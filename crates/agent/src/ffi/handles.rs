//! References to Java objects, by how long they hold.
//!
//! A [`Local`] is bound to the native call it came with. [`Global`] and [`Weak`] outlive it and may be used on every
//! thread; a global one keeps its object alive. They are names and not owners: none is deleted when it is dropped,
//! as walks delete thousands at a time, on a thread of their choice.

use std::ffi::c_void;
use std::marker::PhantomData;
use std::ptr::{self, NonNull};

use super::{Jni, jobject};

/// An object or null that a native method was given; valid until that method returns.
#[derive(Clone, Copy)]
pub struct Local<'frame> {
    raw: jobject,
    frame: PhantomData<&'frame c_void>,
}

impl<'frame> Local<'frame> {
    /// # Safety
    ///
    /// The reference is local to this thread or longer-lived, and holds for `'frame`.
    pub unsafe fn from_raw(raw: jobject) -> Self {
        Local { raw, frame: PhantomData }
    }

    pub fn raw(self) -> jobject {
        self.raw
    }

    pub fn is_null(self) -> bool {
        self.raw.is_null()
    }
}

/// A global reference.
#[derive(Clone, Copy, PartialEq, Eq)]
pub struct Global(NonNull<c_void>);

// SAFETY: global references may be used on every thread (JNI specification, "Global and Local References").
unsafe impl Send for Global {}
// SAFETY: as above.
unsafe impl Sync for Global {}

impl Global {
    /// Makes one; `None` for null, or if the JVM has no memory.
    pub fn new(jni: Jni, object: jobject) -> Option<Self> {
        NonNull::new(jni.new_global_ref(object)).map(Global)
    }

    pub fn raw(self) -> jobject {
        self.0.as_ptr()
    }

    /// Deletes it. No copy of it may be used from now on.
    pub fn delete(self, jni: Jni) {
        jni.delete_global_ref(self.raw());
    }
}

/// A weak global reference, which does not keep its object alive.
#[derive(Clone, Copy, PartialEq, Eq)]
pub struct Weak(NonNull<c_void>);

// SAFETY: weak global references may be used on every thread (JNI specification, "Weak Global References").
unsafe impl Send for Weak {}
// SAFETY: as above.
unsafe impl Sync for Weak {}

impl Weak {
    /// Makes one; `None` for null, or if the JVM has no memory. No exception stays pending.
    #[inline]
    pub fn new(jni: Jni, object: jobject) -> Option<Self> {
        let weak = NonNull::new(jni.new_weak_global_ref(object)).map(Weak);
        if weak.is_none() && jni.exception_check() {
            jni.exception_clear();
        }
        weak
    }

    /// Makes one for tests without a JVM, which must not be used.
    #[cfg(test)]
    pub fn dangling() -> Self {
        Weak(NonNull::dangling())
    }

    /// Returns true if it refers to this object.
    #[inline]
    pub fn is(self, jni: Jni, object: jobject) -> bool {
        jni.is_same_object(object, self.0.as_ptr())
    }

    /// Returns true if its object is gone.
    pub fn is_cleared(self, jni: Jni) -> bool {
        self.is(jni, ptr::null_mut())
    }

    /// Returns a local reference to its object; null if that is gone.
    pub fn local(self, jni: Jni) -> jobject {
        jni.new_local_ref(self.0.as_ptr())
    }

    /// Deletes it. No copy of it may be used from now on.
    #[inline]
    pub fn delete(self, jni: Jni) {
        jni.delete_weak_global_ref(self.0.as_ptr());
    }
}
