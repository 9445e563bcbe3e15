//! The JVM's errors.

use std::fmt;

use jvmti_bindings::sys::jni::{JNI_OK, jint, result_name};
use jvmti_bindings::sys::jvmti::{error_name, jvmtiError};

/// A JVMTI error code.
#[derive(Clone, Copy, PartialEq, Eq)]
pub struct JvmtiError(pub i32);

impl JvmtiError {
    pub const NOT_FOUND: JvmtiError = JvmtiError(jvmtiError::NOT_FOUND.raw());
    pub const OUT_OF_MEMORY: JvmtiError = JvmtiError(jvmtiError::OUT_OF_MEMORY.raw());
    /// The class is loaded, but not linked yet: it has no fields to ask for.
    pub const CLASS_NOT_PREPARED: JvmtiError = JvmtiError(jvmtiError::CLASS_NOT_PREPARED.raw());

    /// The specification's name of the code.
    pub fn name(self) -> &'static str {
        error_name(jvmtiError::from_raw(self.0))
    }

    /// Success, or the error.
    #[inline]
    pub(super) fn check(error: jvmtiError) -> Result<(), JvmtiError> {
        if error == jvmtiError::NONE { Ok(()) } else { Err(JvmtiError(error.raw())) }
    }
}

impl fmt::Display for JvmtiError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} ({})", self.name(), self.0)
    }
}

impl fmt::Debug for JvmtiError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

impl std::error::Error for JvmtiError {}

/// The answer of a JNI function instead of `JNI_OK`. An exception may be pending.
#[derive(Clone, Copy, PartialEq, Eq)]
pub struct JniError(pub i32);

impl JniError {
    /// The specification's name of the code.
    pub fn name(self) -> &'static str {
        result_name(self.0)
    }

    /// Success, or the error.
    #[inline]
    pub(super) fn check(code: jint) -> Result<(), JniError> {
        if code == JNI_OK { Ok(()) } else { Err(JniError(code)) }
    }
}

impl fmt::Display for JniError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} ({})", self.name(), self.0)
    }
}

impl fmt::Debug for JniError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

impl std::error::Error for JniError {}
