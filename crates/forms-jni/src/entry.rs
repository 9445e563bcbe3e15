//! The native methods of `io.reenact.serial.Native`.
//!
//! No panic leaves them, and none is expected: it becomes a `FormException` that says so.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::time::{Duration, Instant};

use jvmti_bindings::sys::jni::{JNIEnv, jbyteArray, jcharArray, jclass, jint, jlong, jobject};
use reenact_serial::encoding::Encoding;
use reenact_serial::limits::Limits;
use reenact_serial::live;

use crate::jni::{Jni, Pending};
use crate::requests::{self, Answer, Request};
use crate::state::{Scratch, with_scratch};

/// Runs a native method. `missing` is returned while an exception is pending.
fn guarded<T>(environment: *mut JNIEnv, missing: T, work: impl FnOnce(Jni) -> Result<T, Pending>) -> T {
    // SAFETY: the JVM called the native method that calls this, with this pointer and with handles of the kinds that
    // `Native.java` declares, and waits until it returns.
    let jni = unsafe { Jni::from_raw(environment) };
    match catch_unwind(AssertUnwindSafe(|| work(jni))) {
        Ok(Ok(value)) => value,
        Ok(Err(Pending)) => missing,
        Err(_) => {
            jni.refuse("internal error in the native library of serial forms");
            missing
        }
    }
}

/// Answers a message.
fn answered(
    environment: *mut JNIEnv,
    request: jbyteArray,
    answer: impl FnOnce(&[u8]) -> Answer,
) -> jbyteArray {
    guarded(environment, std::ptr::null_mut(), |jni| {
        let mut bytes = Vec::new();
        jni.bytes(request, jni.array_length(request), &mut bytes)?;
        match answer(&bytes) {
            Ok(response) => jni.new_bytes(&response),
            Err(reason) => Err(jni.refuse(&reason)),
        }
    })
}

/// The limits of a document. A time of 0 is without end.
fn limits(depth: jint, bytes: jint, values: jint, millis: jlong) -> Limits {
    let deadline = u64::try_from(millis).ok().filter(|millis| *millis > 0);
    Limits {
        bytes: bytes.max(0) as usize,
        depth: depth.max(0) as usize,
        values: values.max(0) as usize,
        deadline: deadline.and_then(|millis| Instant::now().checked_add(Duration::from_millis(millis))),
    }
}

fn encoding(jni: Jni, number: jint) -> Result<Encoding, Pending> {
    let encoding = usize::try_from(number).ok().and_then(|number| Encoding::ALL.get(number));
    encoding.copied().ok_or_else(|| jni.refuse("this encoding does not exist"))
}

#[unsafe(no_mangle)]
extern "system" fn Java_io_reenact_serial_Native_platform(environment: *mut JNIEnv, _: jclass) -> jbyteArray {
    guarded(environment, std::ptr::null_mut(), |jni| jni.new_bytes(&requests::platform()))
}

#[unsafe(no_mangle)]
extern "system" fn Java_io_reenact_serial_Native_needed(
    environment: *mut JNIEnv,
    _: jclass,
    class_file: jbyteArray,
) -> jbyteArray {
    answered(environment, class_file, requests::needed)
}

#[unsafe(no_mangle)]
extern "system" fn Java_io_reenact_serial_Native_describe(
    environment: *mut JNIEnv,
    _: jclass,
    request: jbyteArray,
) -> jbyteArray {
    answered(environment, request, |bytes| requests::describe(Request::new(bytes)))
}

#[unsafe(no_mangle)]
extern "system" fn Java_io_reenact_serial_Native_constants(
    environment: *mut JNIEnv,
    _: jclass,
    request: jbyteArray,
) -> jbyteArray {
    answered(environment, request, |bytes| requests::constants(Request::new(bytes)))
}

#[unsafe(no_mangle)]
extern "system" fn Java_io_reenact_serial_Native_element(
    environment: *mut JNIEnv,
    _: jclass,
    request: jbyteArray,
) -> jbyteArray {
    answered(environment, request, |bytes| requests::class(Request::new(bytes)))
}

#[unsafe(no_mangle)]
extern "system" fn Java_io_reenact_serial_Native_context(
    environment: *mut JNIEnv,
    _: jclass,
    request: jbyteArray,
) -> jbyteArray {
    answered(environment, request, |bytes| requests::context(Request::new(bytes)))
}

#[unsafe(no_mangle)]
extern "system" fn Java_io_reenact_serial_Native_define(
    environment: *mut JNIEnv,
    _: jclass,
    host: jclass,
    code: jbyteArray,
) -> jobject {
    guarded(environment, std::ptr::null_mut(), |jni| jni.define_nestmate(host, code))
}

#[allow(clippy::too_many_arguments)]
/// Writes a document into `out`, which has `room`, and returns its length; nothing is written if that is more.
#[unsafe(no_mangle)]
extern "system" fn Java_io_reenact_serial_Native_encode(
    environment: *mut JNIEnv,
    _: jclass,
    number: jint,
    buffer: jcharArray,
    length: jint,
    out: jbyteArray,
    room: jint,
    depth: jint,
    bytes: jint,
    values: jint,
) -> jint {
    let limits = limits(depth, bytes, values, 0);
    guarded(environment, 0, |jni| {
        let encoding = encoding(jni, number)?;
        with_scratch(|scratch| {
            scratch.refresh_table();
            let Scratch { units, bytes, table: Some(table), .. } = scratch else {
                return Err(jni.refuse("internal error: no forms are known"));
            };
            jni.units(buffer, length.max(0) as usize, units)?;
            live::encode(encoding, units, table, &limits, bytes).map_err(|reason| jni.refuse(&reason))?;
            if bytes.len() <= room.max(0) as usize {
                jni.put_bytes(out, bytes);
            }
            Ok(bytes.len() as jint)
        })
    })
}

#[allow(clippy::too_many_arguments)]
/// Reads a document into `out`, which has `room`, and returns the number of units; nothing is written if that is more.
#[unsafe(no_mangle)]
extern "system" fn Java_io_reenact_serial_Native_decode(
    environment: *mut JNIEnv,
    _: jclass,
    number: jint,
    document: jbyteArray,
    length: jint,
    context: jint,
    out: jcharArray,
    room: jint,
    depth: jint,
    bytes: jint,
    values: jint,
    millis: jlong,
) -> jint {
    let limits = limits(depth, bytes, values, millis);
    guarded(environment, 0, |jni| {
        let encoding = encoding(jni, number)?;
        let length = length.max(0) as usize;
        if length > limits.bytes {
            return Err(jni.refuse(&format!("the document has more than {} bytes", limits.bytes)));
        }
        with_scratch(|scratch| {
            scratch.refresh_context(context as u32);
            let Scratch { units, bytes, context: Some((_, context)), .. } = scratch else {
                return Err(jni.refuse("internal error: no allow list has this number"));
            };
            jni.bytes(document, length, bytes)?;
            live::decode(encoding, bytes, context, &limits, units).map_err(|reason| jni.refuse(&reason))?;
            if units.len() <= room.max(0) as usize {
                jni.put_units(out, units);
            }
            Ok(units.len() as jint)
        })
    })
}
