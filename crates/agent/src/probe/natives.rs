//! The native methods behind the probes, and how they come into the JVM.

use std::ffi::{CString, c_void};
use std::sync::{Mutex, PoisonError};

use reenact_classfile::assemble::LocalKind;

use crate::entry::load::guarded;
use crate::ffi::{
    Global, JNIEnv, JNINativeMethod, Jni, Local, jclass, jdouble, jfloat, jint, jlong, jobject,
};
use crate::probe::blocks;
use crate::probe::class::{
    self, ARGUMENT, ARMED, ASSIGNED, BEGIN, ENTER, INITIALIZED, MISSED, NOTHING, READY, RETURNED, SETTLED,
    THREW, taking,
};
use crate::probe::control;
use crate::probe::sites::Site;
use crate::probe::token::{ServiceId, Token};
use crate::probe::value::{Ended, Value};
use crate::runtime::arming::Arrays;
use crate::service::session::{CURRENT, Session};
use crate::service::{Reply, Service};

/// The arrays of the probe class, once it is there. They are kept when a recording ends: frames that are still running
/// call the class.
static INSTALLED: Mutex<Option<Arrays>> = Mutex::new(None);

/// Defines the probe class, unless it is there, and returns its arrays.
pub fn install(jni: Jni) -> Result<Arrays, String> {
    let mut installed = INSTALLED.lock().unwrap_or_else(PoisonError::into_inner);
    if let Some(arrays) = *installed {
        return Ok(arrays);
    }
    let failed = |reason: &str| {
        jni.exception_clear();
        format!("the JVM refuses the probe class: {reason}")
    };
    install_control(jni)?;
    let class = define(jni, class::NAME, &class::assemble().map_err(|error| error.to_string())?);
    let class = class.ok_or_else(|| failed("definition"))?;
    register(jni, class, &natives()).map_err(|reason| failed(&reason))?;
    let array = |field| array(jni, class, field).map_err(failed);
    let arrays = Arrays { armed: array(ARMED)?, settled: array(SETTLED)?, missed: array(MISSED)? };
    *installed = Some(arrays);
    Ok(arrays)
}

/// Defines the control class, which must not be there.
pub fn install_control(jni: Jni) -> Result<(), String> {
    let failed = |reason: &str| {
        jni.exception_clear();
        format!("the JVM refuses the control class: {reason}")
    };
    let class = define(jni, control::NAME, &control::assemble().map_err(|error| error.to_string())?);
    let class = class.ok_or_else(|| failed("definition"))?;
    let natives = [
        (control::MARK.0, control::MARK.1, mark as *mut c_void),
        (control::ASK.0, control::ASK.1, ask as *mut c_void),
        (control::FOCUS.0, control::FOCUS.1, focus as *mut c_void),
    ];
    register(jni, class, &natives).map_err(|reason| failed(&reason))
}

/// The array of the class of blocks, once it is there.
static BLOCKS: Mutex<Option<Global>> = Mutex::new(None);

/// Defines the class that counts blocks, unless it is there, and returns its array.
pub fn install_blocks(jni: Jni) -> Result<Global, String> {
    let mut installed = BLOCKS.lock().unwrap_or_else(PoisonError::into_inner);
    if let Some(array) = *installed {
        return Ok(array);
    }
    let failed = |reason: &str| {
        jni.exception_clear();
        format!("the JVM refuses the class of blocks: {reason}")
    };
    let class = define(jni, blocks::NAME, &blocks::assemble().map_err(|error| error.to_string())?);
    let class = class.ok_or_else(|| failed("definition"))?;
    let array = array(jni, class, blocks::RUN).map_err(failed)?;
    *installed = Some(array);
    Ok(array)
}

/// Returns the array in a static field of a class, or what is missing.
fn array(jni: Jni, class: jclass, (name, descriptor): (&str, &str)) -> Result<Global, &'static str> {
    let (Ok(name), Ok(descriptor)) = (CString::new(name), CString::new(descriptor)) else {
        return Err("names");
    };
    let field = jni.get_static_field_id(class, &name, &descriptor).ok_or("its field")?;
    let array = jni.get_static_object_field(class, field);
    Global::new(jni, array).ok_or("no memory")
}

/// Defines a class of the bootstrap loader.
fn define(jni: Jni, name: &str, bytes: &[u8]) -> Option<jclass> {
    jni.define_class(&CString::new(name).ok()?, std::ptr::null_mut(), bytes)
}

/// A native method: name, descriptor, function.
type Native = (&'static str, &'static str, *mut c_void);

/// The native methods of the probe class.
fn natives() -> [Native; 17] {
    [
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
    ]
}

fn register(jni: Jni, class: jclass, natives: &[Native]) -> Result<(), String> {
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
            fnPtr: *function,
        })
        .collect();
    jni.register_natives(class, &methods).map_err(|error| error.to_string())
}

unsafe extern "system" fn mark(jni: *mut JNIEnv, _: jclass, kind: jint, name: jobject) {
    active(jni, (), |session, jni| control::mark(&session.runtime, jni, kind, name));
}

unsafe extern "system" fn ask(jni: *mut JNIEnv, _: jclass, request: jobject) -> jobject {
    guarded(std::ptr::null_mut(), || {
        // SAFETY: the JVM's own pointer, for this thread.
        control::ask(unsafe { Jni::from_raw(jni) }, request)
    })
}

unsafe extern "system" fn focus(jni: *mut JNIEnv, _: jclass, method: jobject) {
    active(jni, (), |session, jni| control::focus(session, jni, method));
}

/// Runs a probe in the recording that is under way, if it is active.
fn active<R: Copy>(jni: *mut JNIEnv, otherwise: R, act: impl FnOnce(&Session, Jni) -> R) -> R {
    in_session(jni, otherwise, |session, jni| match session.runtime.is_active() {
        true => act(session, jni),
        false => otherwise,
    })
}

/// Runs a probe in the recording that is under way, which may be ending.
fn in_session<R: Copy>(jni: *mut JNIEnv, otherwise: R, act: impl FnOnce(&Session, Jni) -> R) -> R {
    guarded(otherwise, || {
        // SAFETY: the JVM's own pointer, for this thread.
        let jni = unsafe { Jni::from_raw(jni) };
        CURRENT.with(|session| act(session, jni)).unwrap_or(otherwise)
    })
}

fn site(session: &Session, number: jint) -> Option<&Site> {
    session.runtime.sites.get(u32::try_from(number).ok()?)
}

fn open(jni: *mut JNIEnv, number: jint, receiver: Option<jobject>) -> jint {
    active(jni, 0, |session, jni| {
        let token = match (site(session, number), &session.history) {
            (Some(Site::Call(site)), _) => session.record.begin(session, jni, site, receiver),
            (Some(Site::Event(site)), Some(history)) => history.begin(session, jni, site, receiver),
            _ => None,
        };
        token.map_or(0, Token::raw)
    })
}

unsafe extern "system" fn begin(jni: *mut JNIEnv, _: jclass, number: jint) -> jint {
    open(jni, number, None)
}

unsafe extern "system" fn enter(jni: *mut JNIEnv, _: jclass, receiver: jobject, number: jint) -> jint {
    open(jni, number, Some(receiver))
}

unsafe extern "system" fn assigned(jni: *mut JNIEnv, _: jclass, object: jobject, number: jint) {
    active(jni, (), |session, jni| {
        if let (Some(Site::FieldWrite(site)), Some(history)) = (site(session, number), &session.history) {
            history.assigned(session, jni, object, site);
        }
    });
}

unsafe extern "system" fn initialized(jni: *mut JNIEnv, _: jclass, token: jint) {
    in_session(jni, (), |session, _| {
        if let (Some(token), Some(history)) = (Token::from_raw(token), &session.history) {
            history.initialized(token);
        }
    });
}

/// Finds the service that gave a token, and lets it act.
macro_rules! dispatch {
    ($session:expr, $token:expr, |$service:ident, $given:ident| $act:expr, $otherwise:expr) => {
        match Token::from_raw($token) {
            Some($given) => match ($given.service, &$session.history) {
                (ServiceId::Record, _) => {
                    let $service = &$session.record;
                    $act
                }
                (ServiceId::History, Some($service)) => $act,
                (ServiceId::History, None) => $otherwise,
            },
            None => $otherwise,
        }
    };
}

unsafe extern "system" fn ready(jni: *mut JNIEnv, _: jclass, token: jint) {
    in_session(jni, (), |session, jni| {
        let reply =
            dispatch!(session, token, |service, token| service.ready(session, jni, token), Reply::Proceed);
        match reply {
            Reply::Proceed => {}
        }
    });
}

unsafe extern "system" fn threw(jni: *mut JNIEnv, _: jclass, exception: jobject, token: jint) {
    // SAFETY: the JVM's own reference, valid until this returns.
    end(jni, Ended::Threw(unsafe { Local::from_raw(exception) }), token);
}

unsafe extern "system" fn returned(jni: *mut JNIEnv, _: jclass, token: jint) {
    end(jni, Ended::Returned(None), token);
}

macro_rules! taking {
    // SAFETY: the JVM's own reference, valid until the native method returns.
    (@value Reference $value:ident) => { Value::Reference(unsafe { Local::from_raw($value) }) };
    (@value $kind:ident $value:ident) => { Value::$kind($value) };
    ($($argument:ident $returned:ident $kind:ident $native:ty;)+) => {$(
        unsafe extern "system" fn $argument(jni: *mut JNIEnv, _: jclass, value: $native, token: jint) {
            argument(jni, taking!(@value $kind value), token);
        }

        unsafe extern "system" fn $returned(jni: *mut JNIEnv, _: jclass, value: $native, token: jint) {
            end(jni, Ended::Returned(Some(taking!(@value $kind value))), token);
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

fn argument(jni: *mut JNIEnv, value: Value<'_>, token: jint) {
    in_session(jni, (), |session, jni| {
        dispatch!(session, token, |service, token| service.argument(session, jni, token, value), ());
    });
}

fn end(jni: *mut JNIEnv, ended: Ended<'_>, token: jint) {
    in_session(jni, (), |session, jni| {
        dispatch!(session, token, |service, token| service.end(session, jni, token, ended), ());
    });
}
