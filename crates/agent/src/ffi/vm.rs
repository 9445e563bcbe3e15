//! The JVM as a whole: where the other tables come from.

use std::ffi::{CStr, c_void};
use std::ptr;

use jvmti_bindings::sys::jni::{JNI_VERSION_10, JavaVM, JavaVMAttachArgs};
use jvmti_bindings::sys::jvmti::JVMTI_VERSION_11;

use super::{Jni, JniError, Jvmti};

/// The JVM.
#[derive(Clone, Copy)]
pub struct Vm(*mut JavaVM);

// SAFETY: the invocation interface may be used from every thread (JNI specification, "The Invocation API").
unsafe impl Send for Vm {}
// SAFETY: as above.
unsafe impl Sync for Vm {}

impl Vm {
    /// # Safety
    ///
    /// As the module says.
    pub unsafe fn from_raw(vm: *mut JavaVM) -> Self {
        Vm(vm)
    }

    /// A new JVMTI environment, of version 11: the first that all supported JVMs have.
    pub fn jvmti(self) -> Result<Jvmti, JniError> {
        let environment = self.environment(JVMTI_VERSION_11)?;
        // SAFETY: the JVM just answered with it.
        Ok(unsafe { Jvmti::from_raw(environment.cast()) })
    }

    /// The JNI environment of this thread, if it is attached.
    pub fn jni(self) -> Result<Jni, JniError> {
        let environment = self.environment(JNI_VERSION_10)?;
        // SAFETY: the JVM just answered with it, for this thread.
        Ok(unsafe { Jni::from_raw(environment.cast()) })
    }

    /// Makes this thread one of the JVM's, which does not wait for it when it ends.
    pub fn attach_current_thread_as_daemon(self, name: &CStr) -> Result<Jni, JniError> {
        let name = name.as_ptr().cast_mut();
        let mut arguments = JavaVMAttachArgs { version: JNI_VERSION_10, name, group: ptr::null_mut() };
        let mut environment: *mut c_void = ptr::null_mut();
        let arguments: *mut JavaVMAttachArgs = &mut arguments;
        // SAFETY: see the module; the JVM reads the arguments during the call only.
        JniError::check(unsafe {
            ((**self.0).AttachCurrentThreadAsDaemon)(self.0, &mut environment, arguments.cast())
        })?;
        // SAFETY: the JVM just answered with it, for this thread.
        Ok(unsafe { Jni::from_raw(environment.cast()) })
    }

    /// Undoes attaching.
    pub fn detach_current_thread(self) -> Result<(), JniError> {
        // SAFETY: see the module.
        JniError::check(unsafe { ((**self.0).DetachCurrentThread)(self.0) })
    }

    fn environment(self, version: i32) -> Result<*mut c_void, JniError> {
        let mut environment: *mut c_void = ptr::null_mut();
        // SAFETY: see the module.
        JniError::check(unsafe { ((**self.0).GetEnv)(self.0, &mut environment, version) })?;
        Ok(environment)
    }
}
