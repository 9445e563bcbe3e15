//! Room for local references.
//!
//! JNI grants room for sixteen. More must be asked for, which HotSpot checks under `-Xcheck:jni`, and one
//! frame has room for no more than `MaxJNILocalCapacity` (65,536). So frames are stacked as a walk continues,
//! and popped all at once: that is also much cheaper than deleting references one by one.

use std::ptr;

use super::WalkError;
use crate::ffi::{Jni, jobject};

/// References in one frame.
const ROOM: u32 = 512;

/// Frames whose references live until the walk ends.
pub struct Frames {
    jni: Jni,
    pushed: u32,
    room: u32,
}

impl Frames {
    pub fn new(jni: Jni) -> Self {
        Frames { jni, pushed: 0, room: 0 }
    }

    /// Makes sure that one more reference has room. Some room besides is for those that are deleted at once.
    #[inline]
    pub fn take(&mut self) -> Result<(), WalkError> {
        if self.room == 0 {
            self.push()?;
        }
        self.room -= 1;
        Ok(())
    }

    /// Lets go of the reference that room was taken for last.
    #[inline]
    pub fn give_back(&mut self, reference: jobject) {
        self.jni.delete_local_ref(reference);
        self.room += 1;
    }

    /// The reference that room was taken for last turned out to be null.
    #[inline]
    pub fn unused(&mut self) {
        self.room += 1;
    }

    #[cold]
    fn push(&mut self) -> Result<(), WalkError> {
        push(self.jni, ROOM)?;
        self.pushed += 1;
        self.room = ROOM;
        Ok(())
    }
}

impl Drop for Frames {
    fn drop(&mut self) {
        for _ in 0..self.pushed {
            self.jni.pop_local_frame(ptr::null_mut());
        }
    }
}

/// A frame for references that are looked at once: it is emptied whenever it is full.
pub struct Scratch {
    jni: Jni,
    used: u32,
}

/// References between two times of emptying; few, so that they stay in the cache.
const SCRATCH: u32 = 256;

impl Scratch {
    pub fn new(jni: Jni) -> Result<Self, WalkError> {
        push(jni, SCRATCH)?;
        Ok(Scratch { jni, used: 0 })
    }

    /// Makes sure that one more reference has room. Those before may be gone afterwards.
    #[inline]
    pub fn take(&mut self) -> Result<(), WalkError> {
        self.take_some(1).map(|_| ())
    }

    /// Makes sure that some more references have room. Returns true if those before are gone.
    #[inline]
    pub fn take_some(&mut self, references: u32) -> Result<bool, WalkError> {
        let is_full = self.used.saturating_add(references) > SCRATCH;
        if is_full {
            self.renew()?;
        }
        self.used += references;
        Ok(is_full)
    }

    #[cold]
    fn renew(&mut self) -> Result<(), WalkError> {
        if self.used != u32::MAX {
            self.jni.pop_local_frame(ptr::null_mut());
        }
        // A frame that cannot be pushed must not be popped either.
        self.used = u32::MAX;
        push(self.jni, SCRATCH)?;
        self.used = 0;
        Ok(())
    }
}

impl Drop for Scratch {
    fn drop(&mut self) {
        if self.used != u32::MAX {
            self.jni.pop_local_frame(ptr::null_mut());
        }
    }
}

/// A frame that is popped when it is dropped.
pub struct Frame(Jni);

impl Frame {
    pub fn push(jni: Jni, room: u32) -> Result<Self, WalkError> {
        push(jni, room)?;
        Ok(Frame(jni))
    }
}

impl Drop for Frame {
    fn drop(&mut self) {
        self.0.pop_local_frame(ptr::null_mut());
    }
}

/// A frame with a little more room than asked for, for class mirrors that are deleted at once.
fn push(jni: Jni, room: u32) -> Result<(), WalkError> {
    if jni.push_local_frame(room as i32 + 8) {
        return Ok(());
    }
    // The exception, if there is one, is about our frame and none of the subject's business.
    if jni.exception_check() {
        jni.exception_clear();
    }
    Err(WalkError::LocalReferences)
}
