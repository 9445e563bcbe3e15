//! The JVM's function tables, as thin as they can be.
//!
//! [`Vm`], [`Jni`] and [`Jvmti`] are copies of the pointers that the JVM hands out; each method is one call
//! through a table. What the JVM expects of its callers is settled in one place, the unsafe constructors:
//! the code that makes one of these promises that
//!
//! - the pointer is the JVM's own, and a [`Jni`] stays on the thread that it was made for;
//! - handles that are passed (`jobject`, `jclass`, `jfieldID` and so on) came from the JVM, are of the kind
//!   that the function wants, and are still alive;
//! - no exception is pending where JNI forbids one.
//!
//! The safety comments of the methods point here. Nothing in this module allocates on the Rust side, and
//! local references are never freed behind the caller's back.

// Handles are pointers, and the promise about them is made once, where a table is made.
#![allow(clippy::not_unsafe_ptr_arg_deref)]

mod error;
mod handles;
mod jni;
mod jvmti;
mod memory;
mod setters;
mod vm;

pub use error::{JniError, JvmtiError};
pub use handles::{Global, Local, Weak};
pub use jni::Jni;
pub use jvmti::Jvmti;
pub use memory::Allocated;
pub use vm::Vm;

pub use jvmti_bindings::sys::jni::{
    JNIEnv, JNINativeMethod, JavaVM, jarray, jclass, jdouble, jfieldID, jfloat, jint, jlong, jmethodID,
    jobject, jstring, jthread, jvalue,
};
pub use jvmti_bindings::sys::jvmti::{jvmtiCapabilities, jvmtiEnv, jvmtiEvent, jvmtiEventCallbacks};

/// Numbers of events.
pub mod constants {
    pub use jvmti_bindings::sys::jvmti::{
        JVMTI_EVENT_CLASS_FILE_LOAD_HOOK, JVMTI_EVENT_FIELD_ACCESS, JVMTI_EVENT_FIELD_MODIFICATION,
        JVMTI_EVENT_VM_DEATH, JVMTI_EVENT_VM_INIT,
    };
}
