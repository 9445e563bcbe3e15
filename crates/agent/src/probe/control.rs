//! The control class: how a test driver in the same JVM talks to the agent.
//!
//! It lies beside the [probe class](super::class) and is called by reflection, so that a driver runs without an agent, too:
//!
//! ```java
//! public final class java.reenact.Control {
//!     /** Marks a moment in the recording: 1 a test starts, 2 it has finished. */
//!     public static native void mark(int kind, String name);
//! }
//! ```
//!
//! Commands to come, such as a snapshot and its restoration, are further native methods.

use reenact_classfile::assemble::{AssembleError, ClassBuilder};
use reenact_classfile::{AccessFlags, Version};
use reenact_recording::model::{Mark, MarkKind};

use crate::ffi::{Jni, jobject};
use crate::output::queue::Event;
use crate::runtime::Runtime;

/// Its internal name.
pub const NAME: &str = "java/reenact/Control";
pub const MARK: (&str, &str) = ("mark", "(ILjava/lang/String;)V");

/// Names of marks are cut to this many `char`s.
const LONGEST: i32 = 1024;

/// Assembles the class file.
pub fn assemble() -> Result<Vec<u8>, AssembleError> {
    let flags = AccessFlags::PUBLIC | AccessFlags::FINAL | AccessFlags::SYNTHETIC;
    let mut class = ClassBuilder::new(NAME, flags, Version { major: 61, minor: 0 });
    let native = AccessFlags::PUBLIC | AccessFlags::STATIC | AccessFlags::NATIVE;
    class.method_without_code(native, MARK.0, MARK.1);
    class.finish()
}

/// Writes a mark into the recording, if there is memory for it. Kinds that are not known are left out.
pub fn mark(runtime: &Runtime, jni: Jni, kind: i32, name: jobject) {
    let kind = match kind {
        1 => MarkKind::TestStarted,
        2 => MarkKind::TestFinished,
        _ => return,
    };
    if name.is_null() {
        return;
    }
    let Ok(thread) = runtime.thread(jni) else { return };
    let mut chars = vec![0; jni.get_string_length(name).clamp(0, LONGEST) as usize];
    jni.get_string_region(name, 0, &mut chars);
    let name: Box<str> = String::from_utf16_lossy(&chars).into();
    let Some(held) = runtime.memory.take(size_of::<Mark>() + name.len()) else { return };
    let mark = Mark { time: runtime.clock.tick(), kind, thread: thread.number, name };
    if let Err(Event::Mark(_, held)) = runtime.queue.put(Event::Mark(mark, held)) {
        runtime.memory.release(held);
    }
}
