//! Classes on their way into the JVM, and those that are there already.

use reenact_wire::options::LogLevel;
use reenact_wire::plan::ClassProbes;
use xxhash_rust::xxh3::xxh3_128;

use crate::ffi::{Allocated, Jni, jclass, jint, jobject};
use crate::probe::instrument::{Instrumented, instrument};
use crate::probe::select::is_proxy_name;
use crate::probe::sites::Definition;
use crate::runtime::Runtime;
use crate::runtime::messages::say;

/// Classes that are retransformed at a time: the JVM stands still meanwhile.
const BATCH: usize = 64;
/// The most local references that HotSpot grants room for at once.
const LOADED: i32 = 65_536;

/// Returns the new bytes of a class that gets probes, in the JVM's memory, and their length.
pub fn changed_class(
    runtime: &Runtime,
    jni: Jni,
    loader: jobject,
    name: &[u8],
    bytes: &[u8],
) -> Option<(Allocated<u8>, jint)> {
    let made = class_file(runtime, jni, loader, name, bytes)?;
    let length = jint::try_from(made.len()).ok()?;
    let mut memory = runtime.jvmti.allocate(made.len()).ok()?;
    memory.as_mut_slice().copy_from_slice(&made);
    Some((memory, length))
}

/// Returns the new bytes of a class that gets probes.
fn class_file(runtime: &Runtime, jni: Jni, loader: jobject, name: &[u8], bytes: &[u8]) -> Option<Vec<u8>> {
    // The JDK's own classes are known by its version.
    let loader_hash = match loader.is_null() {
        true => 0,
        false => runtime.jvmti.get_object_hash_code(loader).ok()?,
    };
    let is_concerned =
        is_allowed(loader, name) && (may_concern(runtime, name) || may_write(runtime, loader, name));
    if loader.is_null() && !is_concerned {
        return None;
    }
    let hash = xxh3_128(bytes);
    runtime.classes.class_file_seen(loader_hash, name, hash);
    if !is_concerned {
        return None;
    }
    let class = String::from_utf8_lossy(name).into_owned();
    let mut count = 0;
    let mut first = 0;
    let made = instrument(bytes, &runtime.plan, &runtime.redactor, |sites| {
        count = sites.len();
        let definition = Definition { loader: loader_hash, class: class.as_str().into(), bytes: hash };
        let number = runtime.sites.add(definition, sites);
        if number.is_none() {
            say(LogLevel::Info, format_args!("{class} gets no probes: there are too many already"));
        }
        first = number?;
        number
    });
    match made {
        Ok(Some(Instrumented { bytes, skipped })) => {
            for (method, reason) in skipped {
                say(LogLevel::Info, format_args!("method {method} of {class} gets no probe: {reason}"));
            }
            runtime.arming.set(jni, first, count, true);
            Some(bytes)
        }
        Ok(None) => None,
        Err(error) => {
            say(LogLevel::Info, format_args!("{class} is left alone: {error}"));
            None
        }
    }
}

/// Whether the plan may ask for probes in a class of this name.
pub fn may_concern(runtime: &Runtime, name: &[u8]) -> bool {
    !matches!(runtime.plan.class(name), ClassProbes::None)
        || runtime.plan.traces(name)
        || is_proxy_name(name) && !runtime.plan.rules().include.is_empty()
}

/// Whether a class may write fields of objects that are followed. Its code says whether it does.
fn may_write(runtime: &Runtime, loader: jobject, name: &[u8]) -> bool {
    !loader.is_null() && runtime.has_histories && !runtime.plan.rules().excludes(name)
}

/// Whether a class may be changed at all. What the JVM itself stands on is left alone; it does not stand on the
/// one that starts programs.
fn is_allowed(loader: jobject, name: &[u8]) -> bool {
    if name == b"java/lang/ProcessBuilder" {
        return true;
    }
    let is_core = [&b"java/lang/"[..], b"jdk/internal/", b"sun/"].iter().any(|core| name.starts_with(core));
    !(loader.is_null() && is_core)
}

/// Sends classes that are loaded already through the hook: those that the plan concerns, so that they get
/// probes, or, when the hook is off again, those that have any, so that they lose them.
pub fn retransform(runtime: &Runtime, jni: Jni, is_wanted: impl Fn(&[u8]) -> bool) -> usize {
    // JVMTI answers with a reference for each class; they are gone with the frame.
    if !jni.push_local_frame(LOADED) {
        jni.exception_clear();
        return 0;
    }
    let count = retransform_loaded(runtime, is_wanted);
    jni.pop_local_frame(std::ptr::null_mut());
    count
}

fn retransform_loaded(runtime: &Runtime, is_wanted: impl Fn(&[u8]) -> bool) -> usize {
    let jvmti = runtime.jvmti;
    let Ok(classes) = jvmti.get_loaded_classes() else { return 0 };
    let mut wanted: Vec<jclass> = Vec::new();
    for &class in classes.iter() {
        let signature = jvmti.get_class_signature(class);
        let name =
            signature.as_ref().ok().and_then(|signature| signature.strip_prefix(b"L")?.strip_suffix(b";"));
        if name.is_some_and(&is_wanted) && jvmti.is_modifiable_class(class) == Ok(true) {
            wanted.push(class);
        }
    }
    for batch in wanted.chunks(BATCH) {
        if jvmti.retransform_classes(batch).is_ok() {
            continue;
        }
        // One class that another agent has spoilt must not cost the others.
        for &class in batch {
            if let Err(error) = jvmti.retransform_classes(&[class]) {
                say(LogLevel::Info, format_args!("a loaded class is left alone: {error}"));
            }
        }
    }
    wanted.len()
}
