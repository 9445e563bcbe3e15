//! Classes on their way into the JVM.

use reenact_classfile::AccessFlags;
use reenact_wire::options::LogLevel;
use reenact_wire::plan::ClassProbes;
use xxhash_rust::xxh3::xxh3_128;

use crate::ffi::{Jni, jclass, jmethodID, jobject};
use crate::probe::instrument::{Instrumented, instrument};
use crate::probe::select::{is_proxy_name, may_fit};
use crate::runtime::messages::say;
use crate::runtime::methods::Definition;
use crate::runtime::session::Session;

/// The new bytes of a class that gets probes, or nothing.
pub fn class_file(
    session: &Session,
    jni: Jni,
    loader: jobject,
    name: &[u8],
    bytes: &[u8],
) -> Option<Vec<u8>> {
    // The JDK's own classes are known by its version.
    let loader_hash = match loader.is_null() {
        true => 0,
        false => session.jvmti.get_object_hash_code(loader).ok()?,
    };
    let is_concerned =
        is_allowed(loader, name) && (may_concern(session, name) || may_write(session, loader, name));
    if loader.is_null() && !is_concerned {
        return None;
    }
    let hash = xxh3_128(bytes);
    session.classes.class_file_seen(loader_hash, name, hash);
    if !is_concerned {
        return None;
    }
    let class = String::from_utf8_lossy(name).into_owned();
    let mut count = 0;
    let mut first = 0;
    let made = instrument(bytes, &session.plan, &session.redactor, |shapes| {
        count = shapes.len();
        let definition = Definition { loader: loader_hash, class: class.as_str().into(), bytes: hash };
        let number = session.methods.add(definition, shapes, |every_call| session.sampler(every_call));
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
            session.arm(jni, first, count, true);
            Some(bytes)
        }
        Ok(None) => None,
        Err(error) => {
            say(LogLevel::Info, format_args!("{class} is left alone: {error}"));
            None
        }
    }
}

/// Whether a loaded class may have methods that get probes: one that has none need not be redefined. What can be seen
/// without its class file decides.
pub fn may_get_probes(session: &Session, class: jclass, name: &[u8]) -> bool {
    let (plan, rules) = (&session.plan, session.plan.rules());
    let by_kind = matches!(plan.class(name), ClassProbes::ByRules) && !rules.all && rules.methods.is_empty();
    if !by_kind || plan.traces(name) || is_proxy_name(name) {
        return may_concern(session, name);
    }
    let Ok(methods) = session.jvmti.get_class_methods(class) else { return true };
    methods.iter().any(|&method| may_get_probe(session, method))
}

fn may_get_probe(session: &Session, method: jmethodID) -> bool {
    let Ok(modifiers) = session.jvmti.get_method_modifiers(method) else { return true };
    let flags = AccessFlags(modifiers as u16);
    if flags.is_abstract() || flags.is_native() {
        return false;
    }
    let Ok(bytecode) = session.jvmti.get_bytecodes(method) else { return true };
    may_fit(&session.plan.rules().selection, flags, &bytecode)
}

/// Whether the plan may ask for probes in a class of this name.
pub fn may_concern(session: &Session, name: &[u8]) -> bool {
    !matches!(session.plan.class(name), ClassProbes::None)
        || session.plan.traces(name)
        || is_proxy_name(name) && !session.plan.rules().include.is_empty()
}

/// Whether a class may write fields of objects that are followed. Its code says whether it does.
fn may_write(session: &Session, loader: jobject, name: &[u8]) -> bool {
    !loader.is_null() && session.histories.is_some() && !session.plan.rules().excludes(name)
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
