//! The native methods behind the probes, and how they come into the JVM.

use std::ffi::{CString, c_void};
use std::sync::{Mutex, PoisonError};

use reenact_classfile::assemble::LocalKind;

use crate::entry::load::guarded;
use crate::ffi::{JNIEnv, JNINativeMethod, Jni, jclass, jdouble, jfloat, jint, jlong, jobject};
use crate::probe::class::{
    self, ARGUMENT, ARMED, ASSIGNED, BEGIN, ENTER, INITIALIZED, NOTHING, READY, RETURNED, THREW, taking,
};
use crate::runtime::session;
use crate::service::history;
use crate::service::record::capture::{self, Ended, Value};

/// A global reference to the array of armed methods, once the probe class is there. It is kept when a
/// recording ends: frames that are still running call the class.
struct Installed(jobject);

// SAFETY: global references may be used from every thread.
unsafe impl Send for Installed {}

static INSTALLED: Mutex<Option<Installed>> = Mutex::new(None);

/// Defines the probe class, unless it is there, and gives the array of armed methods.
pub fn install(jni: Jni) -> Result<jobject, String> {
    let mut installed = INSTALLED.lock().unwrap_or_else(PoisonError::into_inner);
    if let Some(Installed(armed)) = *installed {
        return Ok(armed);
    }
    let bytes = class::assemble().map_err(|error| error.to_string())?;
    let failed = |what: &str| {
        jni.exception_clear();
        format!("the JVM refuses the probe class: {what}")
    };
    let name = CString::new(class::NAME).map_err(|error| error.to_string())?;
    let class = jni.define_class(&name, std::ptr::null_mut(), &bytes).ok_or_else(|| failed("definition"))?;
    register(jni, class).map_err(|what| failed(&what))?;
    let (field, descriptor) = (CString::new(ARMED.0), CString::new(ARMED.1));
    let (Ok(field), Ok(descriptor)) = (field, descriptor) else { return Err(failed("names")) };
    let field = jni.get_static_field_id(class, &field, &descriptor).ok_or_else(|| failed("its field"))?;
    let armed = jni.get_static_object_field(class, field);
    let armed = jni.new_global_ref(armed);
    if armed.is_null() {
        return Err(failed("no memory"));
    }
    *installed = Some(Installed(armed));
    Ok(armed)
}

fn register(jni: Jni, class: jclass) -> Result<(), String> {
    let natives: [(&str, &str, *mut c_void); 17] = [
        (ENTER.0, ENTER.1, enter as *mut c_void),
        (ASSIGNED.0, ASSIGNED.1, assigned as *mut c_void),
        (INITIALIZED.0, INITIALIZED.1, initialized as *mut c_void),
        (BEGIN.0, BEGIN.1, begin as *mut c_void),
        (READY.0, READY.1, ready as *mut c_void),
        (THREW.0, THREW.1, threw as *mut c_void),
        (RETURNED, NOTHING, returned as *mut c_void),
        (ARGUMENT, taking(LocalKind::Int), argument_int as *mut c_void),
        (ARGUMENT, taking(LocalKind::Long), argument_long as *mut c_void),
        (ARGUMENT, taking(LocalKind::Float), argument_float as *mut c_void),
        (ARGUMENT, taking(LocalKind::Double), argument_double as *mut c_void),
        (ARGUMENT, taking(LocalKind::Reference), argument_reference as *mut c_void),
        (RETURNED, taking(LocalKind::Int), returned_int as *mut c_void),
        (RETURNED, taking(LocalKind::Long), returned_long as *mut c_void),
        (RETURNED, taking(LocalKind::Float), returned_float as *mut c_void),
        (RETURNED, taking(LocalKind::Double), returned_double as *mut c_void),
        (RETURNED, taking(LocalKind::Reference), returned_reference as *mut c_void),
    ];
    let mut names = Vec::with_capacity(natives.len());
    for (name, descriptor, _) in natives {
        let text = |text: &str| CString::new(text).map_err(|error| error.to_string());
        names.push((text(name)?, text(descriptor)?));
    }
    let methods: Vec<JNINativeMethod> = names
        .iter()
        .zip(natives)
        .map(|((name, signature), (_, _, function))| JNINativeMethod {
            name: name.as_ptr(),
            signature: signature.as_ptr(),
            fnPtr: function,
        })
        .collect();
    jni.register_natives(class, &methods).map_err(|error| error.to_string())
}

unsafe extern "system" fn begin(jni: *mut JNIEnv, _: jclass, method: jint) -> jint {
    guarded(0, || {
        let Some(session) = session::current().filter(|session| session.is_active()) else { return 0 };
        let Ok(method) = u32::try_from(method) else { return 0 };
        let Some(method) = session.methods.get(method) else { return 0 };
        // SAFETY: the JVM's own pointer, for this thread.
        let jni = unsafe { Jni::from_raw(jni) };
        match method.shape.action {
            Some(action) => history::begin(&session, jni, method, action),
            None => capture::begin(&session, jni, method),
        }
    })
}

unsafe extern "system" fn enter(jni: *mut JNIEnv, _: jclass, receiver: jobject, method: jint) -> jint {
    guarded(0, || {
        let Some(session) = session::current().filter(|session| session.is_active()) else { return 0 };
        let Some(method) = u32::try_from(method).ok().and_then(|method| session.methods.get(method)) else {
            return 0;
        };
        // SAFETY: the JVM's own pointer, for this thread.
        history::enter(&session, unsafe { Jni::from_raw(jni) }, receiver, method)
    })
}

unsafe extern "system" fn assigned(jni: *mut JNIEnv, _: jclass, object: jobject, field: jint) {
    guarded((), || {
        let Some(session) = session::current().filter(|session| session.is_active()) else { return };
        if let Some(field) = u32::try_from(field).ok().and_then(|field| session.methods.get(field)) {
            // SAFETY: the JVM's own pointer, for this thread.
            history::assigned(&session, unsafe { Jni::from_raw(jni) }, object, &field);
        }
    });
}

unsafe extern "system" fn initialized(_: *mut JNIEnv, _: jclass, token: jint) {
    guarded((), || {
        if let Some(session) = session::current() {
            history::initialized(&session, token);
        }
    });
}

unsafe extern "system" fn ready(jni: *mut JNIEnv, _: jclass, token: jint) {
    guarded((), || {
        if let Some(session) = session::current() {
            // SAFETY: the JVM's own pointer, for this thread.
            let jni = unsafe { Jni::from_raw(jni) };
            match token {
                ..0 => history::ready(&session, jni, token),
                _ => capture::ready(&session, jni, token),
            }
        }
    });
}

unsafe extern "system" fn threw(jni: *mut JNIEnv, _: jclass, exception: jobject, token: jint) {
    end(jni, Ended::Threw(exception), token);
}

unsafe extern "system" fn returned(jni: *mut JNIEnv, _: jclass, token: jint) {
    end(jni, Ended::Returned(None), token);
}

macro_rules! taking {
    ($($argument:ident $returned:ident $kind:ident $native:ty;)+) => {$(
        unsafe extern "system" fn $argument(jni: *mut JNIEnv, _: jclass, value: $native, token: jint) {
            guarded((), || {
                if let Some(session) = session::current() {
                    // SAFETY: the JVM's own pointer, for this thread.
                    let jni = unsafe { Jni::from_raw(jni) };
                    match token {
                        ..0 => history::argument(&session, jni, Value::$kind(value), token),
                        _ => capture::argument(&session, jni, Value::$kind(value), token),
                    }
                }
            });
        }

        unsafe extern "system" fn $returned(jni: *mut JNIEnv, _: jclass, value: $native, token: jint) {
            end(jni, Ended::Returned(Some(Value::$kind(value))), token);
        }
    )+};
}

taking! {
    argument_int returned_int Int jint;
    argument_long returned_long Long jlong;
    argument_float returned_float Float jfloat;
    argument_double returned_double Double jdouble;
    argument_reference returned_reference Reference jobject;
}

fn end(jni: *mut JNIEnv, ended: Ended, token: jint) {
    guarded((), || {
        if let Some(session) = session::current() {
            // SAFETY: the JVM's own pointer, for this thread.
            let jni = unsafe { Jni::from_raw(jni) };
            match token {
                ..0 => history::end(&session, jni, ended, token),
                _ => capture::end(&session, jni, ended, token),
            }
        }
    });
}
