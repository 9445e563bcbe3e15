//! Requests, and the way they come in.

use std::sync::{Mutex, OnceLock};

use reenact_classfile::Mutf8;
use reenact_wire::options::LogLevel;
use reenact_wire::snapshot::{Answer, ClassState, Request};

use super::shapes::Shapes;
use super::table::Table;
use super::{take, watch};
use crate::entry::load::guarded;
use crate::ffi::constants::{JVMTI_EVENT_FIELD_ACCESS, JVMTI_EVENT_FIELD_MODIFICATION, JVMTI_EVENT_VM_INIT};
use crate::ffi::{
    JNIEnv, Jni, Jvmti, jclass, jfieldID, jmethodID, jobject, jthread, jvalue, jvmtiCapabilities, jvmtiEnv,
    jvmtiEventCallbacks,
};
use crate::probe::natives;
use crate::runtime::messages::say;
use crate::runtime::sync::locked;

/// The environment, once the agent is loaded for snapshots.
static ENVIRONMENT: OnceLock<Jvmti> = OnceLock::new();

/// The snapshot, if there is one, and classes that are known.
static CURRENT: Mutex<Current> = Mutex::new(Current { table: None, shapes: None });

struct Current {
    table: Option<Table>,
    /// Those of the last snapshot, while there is none.
    shapes: Option<Shapes>,
}

/// Prepares a JVM that starts for snapshots.
pub fn load(jvmti: Jvmti) -> Result<(), String> {
    let mut wanted = jvmtiCapabilities::default();
    wanted.set_can_generate_field_modification_events(true);
    wanted.set_can_generate_field_access_events(true);
    wanted.set_can_get_line_numbers(true);
    wanted.set_can_get_source_file_name(true);
    let mut callbacks = jvmtiEventCallbacks::default();
    callbacks.VMInit = Some(vm_init);
    callbacks.FieldAccess = Some(field_read);
    callbacks.FieldModification = Some(field_written);
    let prepared = jvmti.add_capabilities(&wanted).and_then(|()| {
        jvmti.set_event_callbacks(&callbacks)?;
        jvmti.set_event_notification_mode(true, JVMTI_EVENT_VM_INIT)?;
        jvmti.set_event_notification_mode(true, JVMTI_EVENT_FIELD_ACCESS)?;
        jvmti.set_event_notification_mode(true, JVMTI_EVENT_FIELD_MODIFICATION)
    });
    prepared.map_err(|error| format!("this JVM does not let its fields be watched: {error}"))?;
    let _ = ENVIRONMENT.set(jvmti);
    Ok(())
}

unsafe extern "system" fn vm_init(_: *mut jvmtiEnv, jni: *mut JNIEnv, _: jthread) {
    guarded((), || {
        // SAFETY: the JVM's own pointer, for this thread.
        let jni = unsafe { Jni::from_raw(jni) };
        if let Err(reason) = natives::install_control(jni) {
            say(LogLevel::Error, format_args!("no snapshots: {reason}"));
        }
    });
}

unsafe extern "system" fn field_read(
    _: *mut jvmtiEnv,
    jni: *mut JNIEnv,
    _: jthread,
    _: jmethodID,
    _: i64,
    _: jclass,
    object: jobject,
    field: jfieldID,
) {
    accessed(jni, object, field, false);
}

unsafe extern "system" fn field_written(
    _: *mut jvmtiEnv,
    jni: *mut JNIEnv,
    _: jthread,
    _: jmethodID,
    _: i64,
    _: jclass,
    object: jobject,
    field: jfieldID,
    _: std::ffi::c_char,
    _: jvalue,
) {
    accessed(jni, object, field, true);
}

fn accessed(jni: *mut JNIEnv, object: jobject, field: jfieldID, is_write: bool) {
    guarded((), || {
        let Some(&jvmti) = ENVIRONMENT.get() else { return };
        // SAFETY: the JVM's own pointer, for this thread.
        let jni = unsafe { Jni::from_raw(jni) };
        watch::accessed(jni, jvmti, object, field, is_write);
    });
}

/// Answers a request.
pub fn answer(jni: Jni, request: &[u8]) -> Vec<u8> {
    let answer = match (ENVIRONMENT.get(), Request::decode(request)) {
        (None, _) => Answer::Failed("the agent of this JVM was not started with mode=snapshot".to_owned()),
        (_, Err(malformed)) => Answer::Failed(format!("the request cannot be read: {malformed}")),
        (Some(&jvmti), Ok(request)) => obey(jni, jvmti, request, &mut locked(&CURRENT)),
    };
    answer.encode()
}

fn obey(jni: Jni, jvmti: Jvmti, request: Request, current: &mut Current) -> Answer {
    let no_snapshot = || Answer::Failed("no snapshot was taken".to_owned());
    let no_room = || Answer::Failed("the JVM has no room for references".to_owned());
    match request {
        Request::Take => {
            forget(jni, jvmti, current);
            match take::take(jni, jvmti, current.shapes.take().unwrap_or_default()) {
                Ok((table, taken)) => {
                    current.table = Some(table);
                    Answer::Taken(taken)
                }
                Err(error) => Answer::Failed(error.to_string()),
            }
        }
        Request::Changes { most } => {
            let Some(table) = &current.table else { return no_snapshot() };
            let (mut changes, mut more) = (Vec::new(), 0);
            let is_complete = table.differences(jni, |difference| match changes.len() < most as usize {
                true => changes.push(table.change(jni, jvmti, difference)),
                false => more += 1,
            });
            if is_complete { Answer::Changes { changes, more } } else { no_room() }
        }
        Request::Restore(set) => {
            let Some(table) = &current.table else { return no_snapshot() };
            match table.restore(jni, &set) {
                Some(restored) => Answer::Restored { cells: restored.cells, refused: restored.refused },
                None => no_room(),
            }
        }
        Request::Describe(cells) => {
            let Some(table) = &mut current.table else { return no_snapshot() };
            let described = cells.into_iter().map(|cell| table.describe(jni, jvmti, cell));
            match described.collect() {
                Some(graphs) => Answer::Described(graphs),
                None => no_room(),
            }
        }
        Request::Watch(cells) => {
            let Some(table) = &current.table else { return no_snapshot() };
            watch::start(jni, jvmti, table, &cells);
            Answer::Watching
        }
        Request::Accesses => Answer::Accesses(watch::stop(jni, jvmti)),
        Request::Classes => classes(jni, jvmti),
        Request::Drop => {
            forget(jni, jvmti, current);
            Answer::Dropped
        }
    }
}

fn forget(jni: Jni, jvmti: Jvmti, current: &mut Current) {
    watch::stop(jni, jvmti);
    if let Some(table) = current.table.take() {
        current.shapes = Some(table.release(jni));
    }
}

/// Lists the classes that are initialized or failed to be.
fn classes(jni: Jni, jvmti: Jvmti) -> Answer {
    let Ok(loaded) = jvmti.get_loaded_classes() else {
        return Answer::Failed("JVMTI does not list its classes".to_owned());
    };
    let mut classes = Vec::new();
    for &class in loaded.iter() {
        let has_failed = jvmti.has_failed_initializer(class).unwrap_or(false);
        let is_of_interest = has_failed || jvmti.is_initialized(class).unwrap_or(false);
        if is_of_interest && let Ok(signature) = jvmti.get_class_signature(class) {
            let signature = Mutf8::new(&signature).to_str();
            let loader = jvmti.get_class_loader(class).unwrap_or(std::ptr::null_mut());
            let name = signature.strip_prefix('L').and_then(|name| name.strip_suffix(';'));
            if let Some(name) = name.filter(|name| !loader.is_null() && !name.contains('.')) {
                classes.push(ClassState { name: name.to_owned(), has_failed });
            }
            if !loader.is_null() {
                jni.delete_local_ref(loader);
            }
        }
        jni.delete_local_ref(class);
    }
    classes.sort();
    Answer::Classes(classes)
}
