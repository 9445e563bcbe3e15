//! Sending loaded classes through the hook, so that they get probes or lose them.
//!
//! A redefinition stops the program. On HotSpot the pause is some 15 ms for a program of two thousand classes whatever is
//! redefined, because all classes and all compiled code are visited, and less than 0.1 ms per class on top. Many small
//! batches therefore stop the program for longer than a few large ones, and each of them deoptimises callers again. So
//! batches start large, change their size by the pause that they caused, and leave the program time in between.

use std::cell::Cell;
use std::sync::atomic::{AtomicBool, AtomicU32, Ordering};
use std::thread;
use std::time::{Duration, Instant};

use reenact_classfile::ClassFile;
use reenact_classfile::rewrite::without_repeated_nan;
use reenact_wire::options::LogLevel;

use crate::ffi::{Jni, jclass};
use crate::runtime::Runtime;
use crate::runtime::messages::say;

/// The longest pause that a batch should cause.
const PAUSE: Duration = Duration::from_millis(50);
/// Classes in the first batch.
const FIRST_BATCH: usize = 1024;
/// Smaller batches do not make pauses shorter: what is left is the part that does not depend on the batch.
const SMALLEST_BATCH: usize = 256;
const LARGEST_BATCH: usize = 4096;
/// After so many detachments the JVM is asked to free what redefinitions have left.
const DETACHMENTS: u32 = 8;
/// The number of collections after which compiled code that is not used any more is freed, and with it the versions of
/// classes that it was compiled from: HotSpot keeps such code for two of them, because it may be on a stack.
const COLLECTIONS: u32 = 3;

/// A program whose heap takes longer to collect is left alone.
const LONGEST_COLLECTION: Duration = Duration::from_millis(200);
/// The most local references that HotSpot grants room for at once.
const LOADED: i32 = 65_536;

thread_local! {
    /// When this thread was last in the hook. HotSpot sends all classes of a batch through the hook and only then stops
    /// the program, so the pause is no longer than the time from here to the end of the batch.
    static LAST_HOOK: Cell<Option<Instant>> = const { Cell::new(None) };
    /// True while this thread takes the probes out of classes.
    static IS_RESTORING: Cell<bool> = const { Cell::new(false) };
}

/// Notes that this thread leaves the hook.
pub fn hook_left() {
    LAST_HOOK.set(Some(Instant::now()));
}

/// Whether this thread takes the probes out of classes.
pub fn is_restoring() -> bool {
    IS_RESTORING.get()
}

/// The bytes of a loaded class without the constants that redefinition would multiply; `None` if there are none.
pub fn mended(bytes: &[u8]) -> Option<Vec<u8>> {
    ClassFile::parse(bytes).and_then(|class| without_repeated_nan(&class)).ok().flatten()
}

/// Sends the loaded classes that are wanted through the hook, to get probes. Returns how many there were.
pub fn add_probes(runtime: &Runtime, jni: Jni, is_wanted: impl Fn(jclass, &[u8]) -> bool) -> usize {
    let Some(_frame) = References::push(jni) else { return 0 };
    let classes = wanted(runtime, is_wanted);
    send(runtime, &classes);
    classes.len()
}

/// Sends the loaded classes that are wanted through the hook, to lose their probes. The hook must be on.
pub fn remove_probes(runtime: &Runtime, jni: Jni, is_wanted: impl Fn(jclass, &[u8]) -> bool) -> usize {
    let Some(_frame) = References::push(jni) else { return 0 };
    let classes = wanted(runtime, is_wanted);
    IS_RESTORING.set(true);
    send(runtime, &classes);
    IS_RESTORING.set(false);
    classes.len()
}

/// Frees earlier versions of classes, now and then.
///
/// HotSpot keeps the earlier versions of a redefined class, with their compiled code, until it has collected the whole
/// heap several times, and visits them all in each redefinition. A program whose heap does not fill up is never collected
/// as a whole: after 60 times of attaching and detaching, a redefinition took eight times as long as at first, and
/// the process had 300 MB more. A collection stops the program, so that few attachments do not cause any, and the first one that
/// takes long is the last.
pub fn purge_earlier_versions(runtime: &Runtime) {
    static COUNT: AtomicU32 = AtomicU32::new(0);
    static TAKES_LONG: AtomicBool = AtomicBool::new(false);
    let is_due = (COUNT.fetch_add(1, Ordering::Relaxed) + 1).is_multiple_of(DETACHMENTS);
    if is_due && !TAKES_LONG.load(Ordering::Relaxed) {
        let started = Instant::now();
        for _ in 0..COLLECTIONS {
            let started = Instant::now();
            let _ = runtime.jvmti.force_garbage_collection();
            if started.elapsed() > LONGEST_COLLECTION {
                TAKES_LONG.store(true, Ordering::Relaxed);
                break;
            }
        }
        let millis = started.elapsed().as_millis();
        say(LogLevel::Debug, format_args!("collections for earlier versions of classes took {millis} ms"));
    }
}

/// A frame for the references that JVMTI gives to all loaded classes.
struct References(Jni);

impl References {
    fn push(jni: Jni) -> Option<References> {
        if !jni.push_local_frame(LOADED) {
            jni.exception_clear();
            return None;
        }
        Some(References(jni))
    }
}

impl Drop for References {
    fn drop(&mut self) {
        self.0.pop_local_frame(std::ptr::null_mut());
    }
}

fn wanted(runtime: &Runtime, is_wanted: impl Fn(jclass, &[u8]) -> bool) -> Vec<jclass> {
    let jvmti = runtime.jvmti;
    let mut wanted = Vec::new();
    let Ok(classes) = jvmti.get_loaded_classes() else { return wanted };
    for &class in classes.iter() {
        let signature = jvmti.get_class_signature(class);
        let name =
            signature.as_ref().ok().and_then(|signature| signature.strip_prefix(b"L")?.strip_suffix(b";"));
        if name.is_some_and(|name| is_wanted(class, name)) && jvmti.is_modifiable_class(class) == Ok(true) {
            wanted.push(class);
        }
    }
    wanted
}

fn send(runtime: &Runtime, classes: &[jclass]) {
    let mut rest = classes;
    let mut size = FIRST_BATCH;
    let mut longest = Duration::ZERO;
    while !rest.is_empty() {
        let batch;
        (batch, rest) = rest.split_at(size.min(rest.len()));
        let pause = send_batch(runtime, batch);
        longest = longest.max(pause);
        size = next_size(size, pause);
        if !rest.is_empty() {
            thread::sleep(pause.min(PAUSE));
        }
    }
    let (count, millis) = (classes.len(), longest.as_millis());
    say(
        LogLevel::Debug,
        format_args!("{count} loaded classes were changed, with pauses of up to {millis} ms"),
    );
}

/// Sends a batch through the hook; returns how long the program may have stood still.
fn send_batch(runtime: &Runtime, batch: &[jclass]) -> Duration {
    LAST_HOOK.set(None);
    let started = Instant::now();
    let done = runtime.jvmti.retransform_classes(batch);
    let pause = LAST_HOOK.get().unwrap_or(started).elapsed();
    if done.is_err() {
        // One class that another agent has spoilt must not cost the others.
        for &class in batch {
            if let Err(error) = runtime.jvmti.retransform_classes(&[class]) {
                say(LogLevel::Info, format_args!("a loaded class is left alone: {error}"));
            }
        }
    }
    pause
}

/// The size of the batch after one of this size that caused this pause.
fn next_size(size: usize, pause: Duration) -> usize {
    let next = match pause {
        _ if pause > PAUSE => size / 2,
        _ if pause < PAUSE / 2 => size * 2,
        _ => size,
    };
    next.clamp(SMALLEST_BATCH, LARGEST_BATCH)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn batches_grow_within_the_budget_and_shrink_beyond_it() {
        let millis = Duration::from_millis;
        assert_eq!(next_size(1024, millis(20)), 2048);
        assert_eq!(next_size(1024, millis(40)), 1024);
        assert_eq!(next_size(1024, millis(90)), 512);
        assert_eq!(next_size(SMALLEST_BATCH, millis(900)), SMALLEST_BATCH);
        assert_eq!(next_size(LARGEST_BATCH, millis(1)), LARGEST_BATCH);
    }
}
