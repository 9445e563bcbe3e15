//! The walker: what a call reaches, written down object by object.
//!
//! It runs on the subject's own threads, inside native probe methods, so it does as little as possible and
//! nothing that could be felt. It is a loop over a queue, without recursion; it reads raw fields and calls
//! no Java method; it initialises no class (JNI's `GetFieldID` would, so fields come from JVMTI); it reuses
//! its buffers; and whatever fails gives a [`WalkError`], which drops the one capture.
//!
//! A [`Walker`] belongs to one open invocation. [`before`](Walker::before) walks what receiver and arguments
//! reach and keeps a weak reference to every object, so that an object is the same object when
//! [`after`](Walker::after) walks again at the end, and dies as it would without us in between. Identity is
//! the identity hash, confirmed with `IsSameObject`.
//!
//! Where a graph ends, and what is masked:
//!
//! - Its class may be opaque, by the plan: it is an end.
//! - The field that leads to it may lie outside the method's frontier: it is an end, unless another way led
//!   to it before. The first visit decides. Fields of the JDK's classes are always followed; frontiers speak
//!   of the subject's.
//! - It may be a secret, or be reached through a field with a secret's name: then it is masked, whichever way
//!   came first (`secret`).
//! - The graph may be too large: what is left is an end, and the graph is marked as truncated.
//!
//! A walk is not a snapshot: other threads go on. So everything is read a second time and compared, and a
//! graph that changed meanwhile is marked as torn (`verify`).

mod class_info;
mod classes;
mod describe;
mod enclosing;
mod fingerprint;
mod frames;
mod frontier;
mod identity;
mod lambda;
mod names;
mod secret;
mod shape;
mod statics;
mod verify;
mod visit;
mod walker;
mod walkers;
mod write;

use std::fmt;

use reenact_recording::model::{ClassNumber, Marks};
use reenact_wire::options::Budgets;
use reenact_wire::plan::FrontierView;

pub use class_info::{ClassFlags, ClassInfo, FieldFlags};
pub use classes::Classes;
pub(crate) use fingerprint::is_cache;
pub use fingerprint::{Print, fingerprint};
pub use frames::{Frame, Scratch};
pub use identity::Identities;
pub use lambda::key as lambda_key;
pub use walker::{References, Walker};
pub use walkers::Walkers;

use crate::ffi::{Jni, Jvmti, JvmtiError, jobject};

/// The environment of a walk.
#[derive(Clone, Copy)]
pub struct Context<'a> {
    pub jni: Jni,
    pub jvmti: Jvmti,
    pub classes: &'a Classes,
    pub policy: Policy<'a>,
}

/// Where a walk ends, and which objects are reported on the way. Secrets are masked by what [`Classes`] knows.
#[derive(Clone, Copy)]
pub struct Policy<'a> {
    /// Ends by size.
    pub budgets: Budgets,
    /// True if graphs that will exceed the budgets, as others with such roots did, are cut much earlier: nothing can be
    /// claimed of the whole of them anyway, and what lies near the roots comes first.
    pub cuts_early: bool,
    /// Ends by field: those that the method may reach; `None` if all of them.
    pub frontier: Option<FrontierView<'a>>,
    /// Ends by object, and a listener.
    pub follow: Option<&'a dyn Follow>,
}

/// Knows objects of the classes whose objects are [followed](ClassFlags::FOLLOWED), by identity.
pub trait Follow {
    /// Returns true if a graph ends at an object, as it is known by other means. Called when it is reached first.
    fn ends_at(&self, jni: Jni, object: Reached) -> bool;

    /// Takes an object that a complete walk has reached, in the order of their numbers; `is_after` in the walk
    /// after the call.
    fn reached(&self, jni: Jni, object: Reached, is_after: bool);

    /// Returns a number for an object and one for its state, if it is known.
    fn state(&self, jni: Jni, object: jobject, hash: i32) -> Option<(u64, u32)>;
}

/// An object of a class whose objects are followed.
#[derive(Clone, Copy)]
pub struct Reached {
    /// Its number in the graph.
    pub node: u32,
    pub class: ClassNumber,
    pub object: jobject,
    /// The identity hash.
    pub hash: i32,
}

/// Receiver, argument or result.
#[derive(Clone, Copy, Debug)]
pub enum Root {
    Null,
    /// Not null, and alive during the walk. Local and global references will do.
    Reference(jobject),
    Boolean(bool),
    Byte(i8),
    Char(u16),
    Short(i16),
    Int(i32),
    Long(i64),
    /// By its bits.
    Float(u32),
    /// By its bits.
    Double(u64),
}

/// How a call ended.
#[derive(Clone, Copy, Debug)]
pub enum Outcome {
    /// A `void` method returned.
    Nothing,
    Returned(Root),
    Threw(jobject),
}

/// The result of a walk.
#[derive(Clone, Copy, Debug)]
pub struct Seen {
    /// True if it is torn, truncated or masked.
    pub marks: Marks,
}

/// Why a capture is dropped.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum WalkError {
    /// An exception was pending, so that JNI must not be used.
    PendingException,
    /// The JVM has no room for local references.
    LocalReferences,
    /// The JVM has no room for weak references.
    WeakReferences,
    /// There are more classes than a recording can number.
    TooManyClasses,
    /// A class could not be looked at.
    Jvmti(JvmtiError),
    /// The walk after was not given the roots of the walk before, or came without one.
    Roots,
    /// A secret was found in what had been written, and could not be taken out again.
    Secret,
}

impl fmt::Display for WalkError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            WalkError::PendingException => f.write_str("an exception was pending"),
            WalkError::LocalReferences => f.write_str("the JVM has no room for local references"),
            WalkError::WeakReferences => f.write_str("the JVM has no room for weak references"),
            WalkError::TooManyClasses => f.write_str("there are more classes than a recording can number"),
            WalkError::Jvmti(error) => write!(f, "JVMTI answered {error}"),
            WalkError::Roots => f.write_str("the roots after the call are not those before it"),
            WalkError::Secret => f.write_str("a secret could not be taken out of what was written"),
        }
    }
}

impl std::error::Error for WalkError {}

impl From<JvmtiError> for WalkError {
    fn from(error: JvmtiError) -> Self {
        WalkError::Jvmti(error)
    }
}
