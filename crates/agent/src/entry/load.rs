//! Where the JVM comes in: loading, attaching, its events.
//!
//! Every function that the JVM calls catches panics. A panic ends the recording; the subject continues.

use std::ffi::{CStr, c_char, c_void};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::{Arc, Mutex};
use std::thread;
use std::time::Duration;

use reenact_recording::SegmentWriter;
use reenact_recording::model::EndReason;
use reenact_wire::AttachCode;
use reenact_wire::options::{AgentOptions, LogLevel, Mode, Unsupported};

use crate::entry::start::{self, Prepared, Refusal};
use crate::ffi::constants::{JVMTI_EVENT_CLASS_FILE_LOAD_HOOK, JVMTI_EVENT_VM_DEATH, JVMTI_EVENT_VM_INIT};
use crate::ffi::{JNIEnv, JavaVM, Jni, Vm, jclass, jint, jobject, jthread, jvmtiEnv, jvmtiEventCallbacks};
use crate::output::files::Files;
use crate::output::writer;
use crate::probe::{hook, natives, retransform};
use crate::runtime::messages::{say, set_level};
use crate::runtime::sync::locked;
use crate::runtime::threads::Threads;
use crate::service::session::{CURRENT, Session};

/// How long the end of the subject may wait for the end of the recording.
const PATIENCE: Duration = Duration::from_secs(10);

/// The writer between loading, when it is opened, and the start of the JVM, when its thread can run.
static WAITING: Mutex<Option<SegmentWriter<Files>>> = Mutex::new(None);

const JNI_OK: jint = 0;
const JNI_ERR: jint = -1;

/// The JVM starts with `-agentpath`. A wrong option stops it; a directory that cannot be written does not, and a JVM that
/// cannot be recorded only if the options say so.
///
/// # Safety
///
/// Called by the JVM alone.
#[unsafe(no_mangle)]
pub unsafe extern "system" fn Agent_OnLoad(vm: *mut JavaVM, options: *const c_char, _: *mut c_void) -> jint {
    guarded(JNI_OK, || {
        // SAFETY: the JVM's own pointers, as the JVMTI specification says of this function.
        let (vm, options) = unsafe { (Vm::from_raw(vm), text(options)) };
        let mut unsupported = Unsupported::Fail;
        let prepared = start::read_options(&options).and_then(|options| {
            set_level(options.log);
            unsupported = options.unsupported;
            match options.mode {
                Mode::Record => open(vm, options).map(drop),
                Mode::Snapshot => start::prepare_snapshots(vm),
                Mode::Detach => Err(Refusal {
                    code: AttachCode::WrongOptions,
                    reason: "`mode=detach` is for a JVM that is recorded already".to_owned(),
                }),
            }
        });
        match prepared {
            Ok(_) => JNI_OK,
            Err(Refusal { code, reason }) if start::runs_without(code, unsupported) => {
                say(LogLevel::Error, format_args!("{reason}; the program runs without being recorded"));
                JNI_OK
            }
            Err(Refusal { reason, .. }) => {
                say(LogLevel::Error, format_args!("{reason}"));
                JNI_ERR
            }
        }
    })
}

/// The agent comes to a JVM that runs, to start a recording or to end it.
///
/// # Safety
///
/// Called by the JVM alone.
#[unsafe(no_mangle)]
pub unsafe extern "system" fn Agent_OnAttach(
    vm: *mut JavaVM,
    options: *const c_char,
    _: *mut c_void,
) -> jint {
    guarded(AttachCode::Refused as jint, || {
        // SAFETY: the JVM's own pointers, as the JVMTI specification says of this function.
        let (vm, options) = unsafe { (Vm::from_raw(vm), text(options)) };
        let done = start::read_options(&options).and_then(|options| match options.mode {
            Mode::Record => {
                set_level(options.log);
                attach(vm, options)
            }
            Mode::Detach => detach(vm),
            Mode::Snapshot => Err(Refusal {
                code: AttachCode::WrongOptions,
                reason: "`mode=snapshot` is for a JVM that starts".to_owned(),
            }),
        });
        match done {
            Ok(()) => AttachCode::Good as jint,
            Err(Refusal { code, reason }) => {
                say(LogLevel::Error, format_args!("{reason}"));
                code as jint
            }
        }
    })
}

/// Opens the recording and asks for the JVM's events; gives it and makes it the current one.
fn open(vm: Vm, options: AgentOptions) -> Result<Arc<Session>, Refusal> {
    if CURRENT.get().is_some() {
        let reason = "this JVM is being recorded already".to_owned();
        return Err(Refusal { code: AttachCode::AlreadyRecording, reason });
    }
    let Prepared { session, writer } = start::prepare(vm, options)?;
    let mut callbacks = jvmtiEventCallbacks::default();
    callbacks.VMInit = Some(vm_init);
    callbacks.VMDeath = Some(vm_death);
    callbacks.ClassFileLoadHook = Some(class_file_load_hook);
    let jvmti = session.runtime.jvmti;
    let watched = jvmti.set_event_callbacks(&callbacks).and_then(|()| {
        jvmti.set_event_notification_mode(true, JVMTI_EVENT_VM_INIT)?;
        jvmti.set_event_notification_mode(true, JVMTI_EVENT_VM_DEATH)
    });
    watched.map_err(|error| Refusal { code: AttachCode::Refused, reason: format!("no events: {error}") })?;
    let session = Arc::new(session);
    *locked(&WAITING) = Some(writer);
    CURRENT.publish(session.clone());
    Ok(session)
}

fn attach(vm: Vm, options: AgentOptions) -> Result<(), Refusal> {
    let session = open(vm, options)?;
    session.record.note_attached();
    let refused = |reason: String| Refusal { code: AttachCode::Refused, reason };
    let jni = vm.jni().map_err(|error| refused(error.to_string()))?;
    begin(&session, jni).map_err(|reason| {
        CURRENT.withdraw(PATIENCE);
        refused(reason)
    })
}

fn detach(vm: Vm) -> Result<(), Refusal> {
    let nothing =
        || Refusal { code: AttachCode::NothingToDetach, reason: "this JVM is not being recorded".to_owned() };
    let session = CURRENT.get().ok_or_else(nothing)?;
    let jni = vm.jni().map_err(|_| nothing())?;
    let runtime = &session.runtime;
    runtime.deactivate();
    runtime.arming.disarm_all(jni, runtime.sites.len());
    session.record.end_unfinished(&session, jni);
    let _ = runtime.jvmti.set_event_notification_mode(false, JVMTI_EVENT_VM_DEATH);
    let probed = runtime.sites.classes();
    retransform::remove_probes(runtime, jni, |_, name| probed.contains(name));
    let _ = runtime.jvmti.set_event_notification_mode(false, JVMTI_EVENT_CLASS_FILE_LOAD_HOOK);
    let has_ended = runtime.end(EndReason::Detached, PATIENCE);
    CURRENT.withdraw(PATIENCE);
    retransform::purge_earlier_versions(runtime);
    if !has_ended {
        say(LogLevel::Warn, format_args!("the recording could not be ended in time"));
    }
    Ok(())
}

/// Starts capturing in a JVM that can run Java.
fn begin(session: &Arc<Session>, jni: Jni) -> Result<(), String> {
    let Some(writer) = locked(&WAITING).take() else { return Err("nothing is prepared".to_owned()) };
    let arrays = natives::install(jni)?;
    if session.runtime.options.blocks {
        session.runtime.blocks.install(jni, natives::install_blocks(jni)?);
    }
    let runtime = &session.runtime;
    let threads = Threads::new(jni, runtime.jvmti);
    let shared = session.clone();
    let thread = thread::Builder::new().name("reenact".to_owned());
    let spawned = thread.spawn(move || write_until_the_end(&shared, writer));
    spawned.map_err(|error| format!("no thread for writing: {error}"))?;
    runtime.activate(threads, arrays);
    let hooked = runtime.jvmti.set_event_notification_mode(true, JVMTI_EVENT_CLASS_FILE_LOAD_HOOK);
    hooked.map_err(|error| format!("no events for classes: {error}"))?;
    retransform::add_probes(runtime, jni, |class, name| hook::may_get_probes(runtime, class, name));
    Ok(())
}

fn write_until_the_end(session: &Session, writer: SegmentWriter<Files>) {
    let jni = session.runtime.vm.attach_current_thread_as_daemon(c"Reenact").ok();
    let written = catch_unwind(AssertUnwindSafe(|| writer::run(session, writer, jni)));
    if written.is_err() {
        session.runtime.deactivate();
        session.runtime.queue.end();
        say(LogLevel::Error, format_args!("internal error: recording stopped; your program continues"));
    }
    if jni.is_some() {
        let _ = session.runtime.vm.detach_current_thread();
    }
}

unsafe extern "system" fn vm_init(_: *mut jvmtiEnv, jni: *mut JNIEnv, _: jthread) {
    guarded((), || {
        let Some(session) = CURRENT.get() else { return };
        // SAFETY: the JVM's own pointer, for this thread.
        let jni = unsafe { Jni::from_raw(jni) };
        if let Err(reason) = begin(&session, jni) {
            CURRENT.withdraw(PATIENCE);
            say(LogLevel::Error, format_args!("no recording: {reason}; your program continues"));
        }
    });
}

unsafe extern "system" fn vm_death(_: *mut jvmtiEnv, jni: *mut JNIEnv) {
    guarded((), || {
        let Some(session) = CURRENT.get() else { return };
        // SAFETY: the JVM's own pointer, for this thread.
        let jni = unsafe { Jni::from_raw(jni) };
        session.runtime.deactivate();
        session.record.end_unfinished(&session, jni);
        if !session.runtime.end(EndReason::Exit, PATIENCE) {
            say(LogLevel::Warn, format_args!("the disk is slow: the recording lacks its end"));
        }
    });
}

unsafe extern "system" fn class_file_load_hook(
    _: *mut jvmtiEnv,
    jni: *mut JNIEnv,
    redefined: jclass,
    loader: jobject,
    name: *const c_char,
    _: jobject,
    length: jint,
    bytes: *const u8,
    new_length: *mut jint,
    new_bytes: *mut *mut u8,
) {
    guarded((), || {
        // SAFETY: the JVM's own pointers, valid during the call; the name may be null.
        let (jni, name, bytes) = unsafe {
            let name = (!name.is_null()).then(|| CStr::from_ptr(name));
            (
                Jni::from_raw(jni),
                name,
                std::slice::from_raw_parts(bytes, usize::try_from(length).unwrap_or(0)),
            )
        };
        // A class without a name is hidden: it belongs to the JVM's machinery.
        let Some(name) = name else { return };
        let is_loaded = !redefined.is_null();
        let class = hook::Loading { loader, name: name.to_bytes(), bytes, is_loaded };
        let made = CURRENT.with(|session| hook::changed_class(&session.runtime, jni, &class));
        if let Some((memory, length)) = made.flatten() {
            // SAFETY: the JVM lends both places for the answer, and takes the memory over.
            unsafe {
                *new_length = length;
                *new_bytes = memory.into_raw();
            }
        }
    });
}

/// Runs what the JVM called; if it panics, the recording ends and the JVM hears `otherwise`.
pub fn guarded<R>(otherwise: R, act: impl FnOnce() -> R) -> R {
    catch_unwind(AssertUnwindSafe(act)).unwrap_or_else(|_| {
        let is_ended = CURRENT.with(|session| {
            let is_ended = session.runtime.deactivate();
            if is_ended {
                session.runtime.queue.stop(EndReason::Failure);
            }
            is_ended
        });
        if is_ended == Some(true) {
            say(LogLevel::Error, format_args!("internal error: recording stopped; your program continues"));
        }
        otherwise
    })
}

/// # Safety
///
/// The pointer is null or a C string.
unsafe fn text(pointer: *const c_char) -> String {
    match pointer.is_null() {
        true => String::new(),
        // SAFETY: as above.
        false => unsafe { CStr::from_ptr(pointer) }.to_string_lossy().into_owned(),
    }
}
