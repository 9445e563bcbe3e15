//! The control class: how a test driver in the same JVM talks to the agent.
//!
//! It lies beside the [probe class](super::class) and is called by reflection, so that a driver runs without an agent, too:
//!
//! ```java
//! public final class java.reenact.Control {
//!     /** Marks a moment in the recording: 1 a test starts, 2 it has finished. */
//!     public static native void mark(int kind, String name);
//!
//!     /** Answers a request of `wire::snapshot`, in JVMs that were started with `mode=snapshot`. */
//!     public static native byte[] ask(byte[] request);
//!
//!     /** Records calls of this method alone from now on, such as pkg.Class#method, and of the JDK's; of all if it is empty. */
//!     public static native void focus(String method);
//! }
//! ```

use reenact_classfile::assemble::{AssembleError, ClassBuilder};
use reenact_classfile::{AccessFlags, Version};
use reenact_recording::graph::Kind;
use reenact_recording::model::{Mark, MarkKind};

use crate::ffi::{Jni, jobject};
use crate::output::queue::Event;
use crate::runtime::Runtime;
use crate::service::session::Session;
use crate::service::snapshot;

/// Its internal name.
pub const NAME: &str = "java/reenact/Control";
pub const MARK: (&str, &str) = ("mark", "(ILjava/lang/String;)V");
pub const ASK: (&str, &str) = ("ask", "([B)[B");
pub const FOCUS: (&str, &str) = ("focus", "(Ljava/lang/String;)V");

/// Texts are cut to this many `char`s.
const LONGEST: i32 = 1024;

/// Assembles the class file.
pub fn assemble() -> Result<Vec<u8>, AssembleError> {
    let flags = AccessFlags::PUBLIC | AccessFlags::FINAL | AccessFlags::SYNTHETIC;
    let mut class = ClassBuilder::new(NAME, flags, Version { major: 61, minor: 0 });
    let native = AccessFlags::PUBLIC | AccessFlags::STATIC | AccessFlags::NATIVE;
    class.method_without_code(native, MARK.0, MARK.1);
    class.method_without_code(native, ASK.0, ASK.1);
    class.method_without_code(native, FOCUS.0, FOCUS.1);
    class.finish()
}

/// Answers a request; null if it is null, or if the JVM has no memory.
pub fn ask(jni: Jni, request: jobject) -> jobject {
    if request.is_null() {
        return std::ptr::null_mut();
    }
    let mut bytes = vec![0; usize::try_from(jni.get_array_length(request)).unwrap_or(0)];
    jni.get_array_region(Kind::Byte, request, 0, &mut bytes);
    jni.new_byte_array(&snapshot::answer(jni, &bytes))
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
    let name: Box<str> = text(jni, name).into();
    let Some(held) = runtime.memory.take(size_of::<Mark>() + name.len()) else { return };
    let mark = Mark { time: runtime.clock.tick(), kind, thread: thread.number, name };
    if let Err(Event::Mark(_, held)) = runtime.queue.put(Event::Mark(mark, held)) {
        runtime.memory.release(held);
    }
}

/// Sets the method whose calls are recorded from now on.
pub fn focus(session: &Session, jni: Jni, method: jobject) {
    let method = if method.is_null() { String::new() } else { text(jni, method) };
    session.record.focus.set(&method);
}

fn text(jni: Jni, text: jobject) -> String {
    let mut chars = vec![0; jni.get_string_length(text).clamp(0, LONGEST) as usize];
    jni.get_string_region(text, 0, &mut chars);
    String::from_utf16_lossy(&chars)
}
