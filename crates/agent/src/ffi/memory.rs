//! Memory that JVMTI allocated for its caller.

use std::ffi::CStr;
use std::ops::Deref;
use std::ptr::NonNull;

use super::Jvmti;

/// An array of JVMTI's, given back when it is dropped. Strings are arrays of bytes without the final zero.
pub struct Allocated<T: Copy> {
    jvmti: Jvmti,
    start: *mut T,
    length: usize,
}

impl<T: Copy> Allocated<T> {
    /// # Safety
    ///
    /// The pointer is JVMTI's answer for these many initialised elements, or null for none, and nothing else
    /// gives it back.
    #[inline]
    pub(super) unsafe fn new(jvmti: Jvmti, start: *mut T, length: usize) -> Self {
        Allocated { jvmti, start, length: if start.is_null() { 0 } else { length } }
    }

    /// Gives the memory away without freeing it: class bytes that are handed to the JVM.
    pub fn into_raw(self) -> *mut T {
        let start = self.start;
        std::mem::forget(self);
        start
    }

    /// The elements, to be filled.
    pub fn as_mut_slice(&mut self) -> &mut [T] {
        match NonNull::new(self.start) {
            // SAFETY: `new` promises so many initialised elements, and they are borrowed as `self` is.
            Some(start) => unsafe { std::slice::from_raw_parts_mut(start.as_ptr(), self.length) },
            None => &mut [],
        }
    }
}

impl Allocated<u8> {
    /// A C string, measured.
    ///
    /// # Safety
    ///
    /// The pointer is JVMTI's answer for a string, or null, and nothing else gives it back.
    #[inline]
    pub(super) unsafe fn string(jvmti: Jvmti, start: *mut std::ffi::c_char) -> Self {
        let length = match start.is_null() {
            true => 0,
            // SAFETY: JVMTI's strings end with a zero.
            false => unsafe { CStr::from_ptr(start) }.to_bytes().len(),
        };
        // SAFETY: so many bytes are before the zero; the rest is the caller's promise.
        unsafe { Allocated::new(jvmti, start.cast(), length) }
    }
}

impl<T: Copy> Deref for Allocated<T> {
    type Target = [T];

    #[inline]
    fn deref(&self) -> &[T] {
        match NonNull::new(self.start) {
            // SAFETY: `new` promises so many initialised elements, and they are borrowed as `self` is.
            Some(start) => unsafe { std::slice::from_raw_parts(start.as_ptr(), self.length) },
            None => &[],
        }
    }
}

impl<T: Copy> Drop for Allocated<T> {
    #[inline]
    fn drop(&mut self) {
        if !self.start.is_null() {
            // SAFETY: `new` promises that the memory is JVMTI's and that nothing else gives it back.
            unsafe { self.jvmti.deallocate(self.start.cast()) };
        }
    }
}
