//! The contents of a recording other than graphs: classes, methods, threads, invocations, statistics.

use reenact_heap::{ClassKind, Field};

pub use crate::graph::ClassNumber;

reenact_base::typed_id! {
    /// A method in a recording, as the agent numbered it.
    pub struct MethodNumber;
}

reenact_base::typed_id! {
    /// A thread in a recording, as the agent numbered it.
    pub struct ThreadNumber;
}

/// The facts about the subject's JVM when the recording starts. Every segment repeats them.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub struct Facts {
    /// Random; all segments of a recording have the same.
    pub recording: u128,
    pub jvm_version: String,
    pub jvm_vendor: String,
    pub os: String,
    pub arch: String,
    pub pid: u64,
    /// When the recording started, in milliseconds since 1970.
    pub started_millis: u64,
    /// The same moment on the monotonic clock, in nanoseconds.
    pub started_nanos: u64,
    pub class_path: Vec<String>,
    pub main_class: String,
    /// The agent's options, as they are written.
    pub options: String,
    /// Version of the agent.
    pub agent: String,
    /// The directory of the JVM's JDK or runtime; empty before version 1.5.
    pub java_home: String,
    /// The options of the JVM that open modules, such as `--add-exports=java.base/sun.nio.ch=ALL-UNNAMED`; empty before
    /// version 1.6.
    pub module_options: Vec<String>,
    /// True if the plan had secrets masked, by their names or by their looks; `None` if the recording does not say, as
    /// those before version 1.3.
    pub is_redacted: Option<bool>,
}

impl Facts {
    /// Returns true if secrets were masked. A recording that does not say so itself is judged by the agent's options;
    /// with a probe plan, whose rules apply instead of the options, it counts as not redacted.
    pub fn was_redacted(&self) -> bool {
        let leaves_secrets = |option: &str| option == "redact=false" || option.starts_with("plan=");
        self.is_redacted.unwrap_or_else(|| !self.options.split(',').map(str::trim).any(leaves_secrets))
    }
}

/// A moment that the program has marked through the agent's control class.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Mark {
    /// Logical time, on the clock of invocations.
    pub time: u64,
    pub kind: MarkKind,
    pub thread: ThreadNumber,
    /// The test that it is about.
    pub name: Box<str>,
}

/// The meaning of a mark.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum MarkKind {
    TestStarted,
    TestFinished,
    /// Of a newer version.
    Other(u8),
}

/// A class of the subject.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct RecordedClass {
    pub number: ClassNumber,
    /// Internal name, as in [`reenact_heap::Class`].
    pub name: Box<str>,
    pub kind: ClassKind,
    pub superclass: Option<ClassNumber>,
    pub interfaces: Vec<Box<str>>,
    /// Instance fields that the class itself declares.
    pub fields: Vec<Field>,
    pub access: u16,
    /// The agent's number of its loader; 0 is the bootstrap loader.
    pub loader: u32,
    /// Where it was loaded from, as far as that is known; may be empty.
    pub source: Box<str>,
    /// Hash of its class file as loaded; 0 if there was none.
    pub bytecode: u128,
}

/// A method of the subject.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct RecordedMethod {
    pub number: MethodNumber,
    pub class: ClassNumber,
    pub name: Box<str>,
    pub descriptor: Box<str>,
    pub access: u16,
    /// Without the receiver; empty if they are not known.
    pub parameter_names: Vec<Box<str>>,
}

/// A thread of the subject.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct RecordedThread {
    pub number: ThreadNumber,
    /// `Thread.threadId()`, 0 if it could not be read.
    pub id: u64,
    pub name: Box<str>,
    pub is_virtual: bool,
    pub is_daemon: bool,
}

/// An invocation without its graphs.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct InvocationHead {
    /// Numbers of invocations grow with the time of their entry, within a thread.
    pub id: u64,
    pub method: MethodNumber,
    pub thread: ThreadNumber,
    /// The recorded invocation during which this one happened, on the same thread.
    pub parent: Option<u64>,
    /// Logical time of entry and exit: one clock for the whole recording. Both are the same if the
    /// exit was not seen.
    pub entered: u64,
    pub exited: u64,
    /// Which call of the method this was, counted from 1.
    pub call: u64,
    pub marks: Marks,
    /// Sampled invocations below this one that were dropped.
    pub dropped_inside: u64,
}

/// Restrictions on what an invocation's graphs prove. Bits that a reader does not
/// know are kept.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct Marks(pub u32);

impl Marks {
    /// The first root is the receiver.
    pub const HAS_RECEIVER: Marks = Marks(1);
    /// Another thread changed the graph while it was read, before the call.
    pub const TORN_BEFORE: Marks = Marks(2);
    /// The same, after the call.
    pub const TORN_AFTER: Marks = Marks(4);
    /// A budget cut the graph.
    pub const TRUNCATED: Marks = Marks(8);
    /// Something was masked.
    pub const MASKED: Marks = Marks(16);

    /// Returns whether all of these are set.
    pub fn contains(self, marks: Marks) -> bool {
        self.0 & marks.0 == marks.0
    }

    /// Both together.
    pub fn and(self, marks: Marks) -> Marks {
        Marks(self.0 | marks.0)
    }
}

/// Counts of a method's calls by what became of them. Later statistics replace earlier ones.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct MethodStatistics {
    pub method: MethodNumber,
    /// Calls, as far as probes counted them.
    pub calls: u64,
    /// Calls that were chosen.
    pub sampled: u64,
    /// Of those, invocations in the recording.
    pub kept: u64,
    /// Not kept because their shape was known.
    pub duplicates: u64,
    /// Not kept because the writer could not follow.
    pub overload: u64,
    /// Not kept because capturing failed.
    pub failed: u64,
}

impl MethodStatistics {
    /// Adds up the counts of two recordings.
    pub(crate) fn and(&self, other: &MethodStatistics) -> MethodStatistics {
        // Counts that were read may be anything.
        MethodStatistics {
            method: self.method,
            calls: self.calls.saturating_add(other.calls),
            sampled: self.sampled.saturating_add(other.sampled),
            kept: self.kept.saturating_add(other.kept),
            duplicates: self.duplicates.saturating_add(other.duplicates),
            overload: self.overload.saturating_add(other.overload),
            failed: self.failed.saturating_add(other.failed),
        }
    }
}

/// The blocks of a class that have run, see `reenact_classfile::blocks`.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ClassBlocks {
    /// Internal name.
    pub class: Box<str>,
    /// The number of its blocks; 0 if there were too many already.
    pub count: u32,
    /// The number of blocks that were not counted.
    pub left_out: u32,
    /// A bit for each block, the lowest of a byte first.
    pub run: Vec<u8>,
}

impl ClassBlocks {
    /// Creates the blocks of a class, none of which has run.
    pub fn new(class: Box<str>, count: u32) -> Self {
        ClassBlocks { class, count, left_out: 0, run: vec![0; count.div_ceil(8) as usize] }
    }

    /// Notes that a block has run.
    pub fn set(&mut self, block: u32) {
        if let Some(byte) = self.run.get_mut((block / 8) as usize).filter(|_| block < self.count) {
            *byte |= 1 << (block % 8);
        }
    }

    /// Returns true if a block has run.
    pub fn contains(&self, block: u32) -> bool {
        self.run.get((block / 8) as usize).is_some_and(|byte| byte >> (block % 8) & 1 != 0)
    }

    /// Adds the blocks that have run in another recording. A class file with another number of blocks is another one: the first
    /// counts.
    pub fn add(&mut self, other: &ClassBlocks) {
        if self.count == other.count {
            self.run.iter_mut().zip(&other.run).for_each(|(byte, more)| *byte |= more);
        }
    }
}

/// The last thing in a recording that ended in order.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct End {
    pub reason: EndReason,
    pub invocations: u64,
    /// Sampled and not kept, for whatever reason.
    pub dropped: u64,
    /// When it ended, in milliseconds since 1970.
    pub ended_millis: u64,
    /// A message for the user; may be empty.
    pub message: Box<str>,
}

/// Why a recording ended.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum EndReason {
    /// The subject ended.
    Exit,
    /// The agent was detached.
    Detached,
    /// The disk budget was used up.
    Budget,
    /// Something failed; the subject went on.
    Failure,
    /// A reason of a newer version.
    Other(u8),
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_recording_counts_as_redacted_by_its_fact_and_old_ones_by_their_options() {
        let facts = |is_redacted, options: &str| Facts {
            is_redacted,
            options: options.to_owned(),
            ..Facts::default()
        };
        assert!(facts(Some(true), "plan=p").was_redacted());
        assert!(!facts(Some(false), "include=a.**").was_redacted());
        assert!(facts(None, "include=a.**").was_redacted());
        assert!(!facts(None, "include=a.**,redact=false").was_redacted());
        assert!(!facts(None, "plan=p.plan").was_redacted(), "its rules are not known");
    }
}
