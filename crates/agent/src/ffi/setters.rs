//! Writes into the JVM's heap, apart from what reads it: recording changes nothing of the subject's.

use super::{Global, Jni, jint};

impl Jni {
    /// Copies bytes into an array of the agent's own, which must have room for them.
    pub fn set_byte_array_region(self, array: Global, start: i32, bytes: &[u8]) {
        let (length, bytes) = (bytes.len() as jint, bytes.as_ptr().cast());
        // SAFETY: see the module `ffi`; the bytes outlive the call.
        unsafe { (self.table().SetByteArrayRegion)(self.raw(), array.raw(), start, length, bytes) }
    }
}
