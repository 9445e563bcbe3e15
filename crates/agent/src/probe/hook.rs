//! Classes on their way into the JVM.

use reenact_classfile::AccessFlags;
use reenact_selection::Origin;
use reenact_wire::options::LogLevel;
use reenact_wire::plan::ClassProbes;
use xxhash_rust::xxh3::xxh3_128;

use crate::ffi::{Allocated, Jni, jclass, jint, jmethodID, jobject};
use crate::probe::instrument::{Instrumented, instrument};
use crate::probe::retransform;
use crate::probe::select::is_proxy_name;
use crate::probe::sites::{Definition, MethodFlags, Numbers};
use crate::runtime::Runtime;
use crate::runtime::messages::say;

/// A class that comes through the hook.
pub struct Loading<'a> {
    /// Null for the bootstrap loader.
    pub loader: jobject,
    pub name: &'a [u8],
    pub bytes: &'a [u8],
    /// It is loaded already, and redefined.
    pub is_loaded: bool,
}

/// Returns the new bytes of a class that gets probes, or loses them, in the JVM's memory, and their length.
pub fn changed_class(runtime: &Runtime, jni: Jni, class: &Loading<'_>) -> Option<(Allocated<u8>, jint)> {
    // The bytes of a loaded class come out of the JVM, and may have constants that it has multiplied.
    let mended = if class.is_loaded { retransform::mended(class.bytes) } else { None };
    let made = match retransform::is_restoring() {
        true => mended,
        false if !runtime.is_active() => None,
        false => class_file(runtime, jni, class.loader, class.name, mended.as_deref().unwrap_or(class.bytes)),
    };
    if class.is_loaded {
        retransform::hook_left();
    }
    let made = made?;
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
    if let Some(shared) = runtime.repeated.shared(hash) {
        return Some(shared.to_vec());
    }
    let origin = runtime.filtered.origin(runtime.plan.rules(), name);
    runtime.filtered.count(runtime.plan.rules(), name, bytes, hash, origin);
    let class = String::from_utf8_lossy(name).into_owned();
    let mut numbers = None;
    let number = |sites| {
        let definition = Definition { loader: loader_hash, class: class.as_str().into(), bytes: hash };
        numbers = runtime.sites.add(definition, sites);
        if numbers.is_none() {
            say(LogLevel::Info, format_args!("{class} gets no probes: there are too many already"));
        }
        numbers.map(|numbers| numbers.first)
    };
    let number_blocks = |count: u32, left_out: u32| runtime.blocks.add(&class, hash, count, left_out);
    let counts_blocks =
        runtime.options.blocks && origin == Origin::Program && runtime.plan.rules().includes(name);
    let number_blocks: Option<&dyn Fn(u32, u32) -> Option<u32>> =
        if counts_blocks { Some(&number_blocks) } else { None };
    let made = instrument(bytes, &runtime.plan, &runtime.redactor, origin, number, number_blocks);
    match made {
        Ok(Some(Instrumented { bytes, skipped })) => {
            for (method, reason) in skipped {
                say(LogLevel::Info, format_args!("method {method} of {class} gets no probe: {reason}"));
            }
            // Methods of a class that comes again may rest.
            if let Some(Numbers { first, count, are_new: true }) = numbers {
                runtime.arming.arm_new(jni, first, count);
                for number in (first..).take(count).filter(|&number| is_lambda_body(runtime, number)) {
                    runtime.arming.set(jni, number, 1, false);
                }
                runtime.repeated.defined(hash, &bytes);
            }
            Some(bytes)
        }
        Ok(None) => None,
        Err(error) => {
            say(LogLevel::Info, format_args!("{class} is left alone: {error}"));
            None
        }
    }
}

fn is_lambda_body(runtime: &Runtime, number: u32) -> bool {
    runtime.sites.call(number).is_some_and(|site| site.method.flags.has(MethodFlags::LAMBDA_BODY))
}

/// Returns true if a loaded class may have methods that get probes: one that has none need not be redefined. What can be seen
/// without its class file decides.
pub fn may_get_probes(runtime: &Runtime, class: jclass, name: &[u8]) -> bool {
    let (plan, rules) = (&runtime.plan, runtime.plan.rules());
    let by_kind = matches!(plan.class(name), ClassProbes::ByRules) && !rules.all && rules.methods.is_empty();
    if !by_kind || plan.keeps_history(name) || is_proxy_name(name) {
        return may_concern(runtime, name);
    }
    let Ok(methods) = runtime.jvmti.get_class_methods(class) else { return true };
    methods.iter().any(|&method| may_get_probe(runtime, method))
}

fn may_get_probe(runtime: &Runtime, method: jmethodID) -> bool {
    let Ok(modifiers) = runtime.jvmti.get_method_modifiers(method) else { return true };
    let flags = AccessFlags(modifiers as u16);
    if flags.is_abstract() || flags.is_native() {
        return false;
    }
    let Ok(bytecode) = runtime.jvmti.get_bytecodes(method) else { return true };
    reenact_selection::may_fit(&runtime.plan.rules().selection, flags, &bytecode)
}

/// Returns true if the plan may ask for probes in a class of this name.
fn may_concern(runtime: &Runtime, name: &[u8]) -> bool {
    !matches!(runtime.plan.class(name), ClassProbes::None)
        || runtime.plan.keeps_history(name)
        // It may have bodies of lambdas, which no plan lists.
        || runtime.plan.rules().includes(name)
        || is_proxy_name(name) && !runtime.plan.rules().include.is_empty()
}

/// Returns true if a class may write fields of objects that are followed. Its code says whether it does.
fn may_write(runtime: &Runtime, loader: jobject, name: &[u8]) -> bool {
    !loader.is_null() && runtime.has_histories && !runtime.plan.rules().excludes(name)
}

/// Returns true if a class may be changed at all. What the JVM itself stands on is left alone; it does not stand on the
/// one that starts programs.
fn is_allowed(loader: jobject, name: &[u8]) -> bool {
    if name == b"java/lang/ProcessBuilder" {
        return true;
    }
    let is_core = [&b"java/lang/"[..], b"jdk/internal/", b"sun/"].iter().any(|core| name.starts_with(core));
    !(loader.is_null() && is_core)
}
