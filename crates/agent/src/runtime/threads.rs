//! The subject's threads: their numbers, and which recorded calls each of them is in.
//!
//! Nothing here is keyed by the native thread: a virtual thread may go on elsewhere at any time. A thread
//! is known by `Thread.tid`, which is read as a field.

use std::collections::HashMap;
use std::sync::Mutex;
use std::sync::atomic::{AtomicU32, Ordering};

use reenact_base::Id;
use reenact_recording::model::{RecordedThread, ThreadNumber};

use crate::ffi::{Jni, Jvmti, JvmtiError, jclass, jfieldID, jobject};
use crate::probe::token::Token;
use crate::runtime::sync::locked;

/// Threads that get numbers of their own. There may be millions of virtual ones; all further ones share
/// the number [`OTHERS`].
const MOST: u32 = 100_000;
/// The number of threads without one.
const OTHERS: u32 = 0;
const SHARDS: usize = 16;
/// Of a thread's name.
const LONGEST_NAME: i32 = 200;

/// All threads that were seen.
pub struct Threads {
    fields: Fields,
    shards: [Mutex<HashMap<u64, Thread>>; SHARDS],
    next: AtomicU32,
}

#[derive(Debug)]
struct Thread {
    number: u32,
    is_virtual: bool,
    /// Invocations that are open, the innermost last.
    calls: Vec<Call>,
}

#[derive(Debug)]
struct Call {
    id: u64,
    token: Token,
    dropped_inside: u64,
    /// The number of nested calls that it still accepts; zero for a nested-only call.
    nested_left: u32,
    is_nested_only: bool,
    /// The bodies of lambdas whose calls it accepts, by site, and how many of these.
    bodies: Vec<u32>,
    bodies_left: u32,
}

/// The place of an invocation that begins.
#[derive(Clone, Copy, Debug)]
pub struct Entered {
    pub parent: Option<u64>,
    /// The number of recorded calls around it.
    pub depth: usize,
}

/// A call that is recorded because it happens inside of a recorded one.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Nested {
    OneOfMany,
    /// The invocation around it accepts no more.
    Last,
}

/// A call of a lambda's body that is recorded because it happens inside of a recorded call that reaches the lambda.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct BodyCall {
    /// The bodies whose calls the invocation around it does not accept any more.
    pub released: Vec<u32>,
}

/// The result of ending an invocation.
#[derive(Default, Debug)]
pub struct Left {
    /// Invocations inside of it that were dropped.
    pub dropped_inside: u64,
    /// The number of ended invocations, it included, that still accepted nested calls.
    pub accepting: u32,
    /// The bodies of lambdas whose calls they still accepted.
    pub bodies: Vec<u32>,
    /// Invocations inside of it that must be over too, though their end was not seen: constructors whose
    /// superclass' constructor threw, beginnings that ran out of stack.
    pub lost: Vec<Token>,
}

/// The fields of `Thread` that are read. They moved over time, so each may be missing.
#[derive(Default)]
struct Fields {
    id: Option<jfieldID>,
    name: Option<jfieldID>,
    daemon: Option<jfieldID>,
    /// `Thread.holder`, where newer JDKs keep the rest.
    holder: Option<jfieldID>,
    holder_daemon: Option<jfieldID>,
}

// SAFETY: field ids are not bound to a thread, and `Thread` is never unloaded.
unsafe impl Send for Fields {}
// SAFETY: as above; they are only read.
unsafe impl Sync for Fields {}

/// The thread that a probe runs on.
#[derive(Debug)]
pub struct Current {
    pub key: u64,
    pub number: ThreadNumber,
    /// Not known to stay on one stack.
    pub is_virtual: bool,
    /// The descriptor, when the thread is seen for the first time.
    pub new: Option<RecordedThread>,
}

impl Threads {
    /// Learns where `Thread` keeps what.
    pub fn new(jni: Jni, jvmti: Jvmti) -> Self {
        let mut fields = Fields::default();
        if let Some(thread) = jni.find_class(c"java/lang/Thread") {
            fields.id = field(jvmti, thread, "tid");
            fields.name = field(jvmti, thread, "name");
            fields.daemon = field(jvmti, thread, "daemon");
            fields.holder = field(jvmti, thread, "holder");
            jni.delete_local_ref(thread);
        } else {
            jni.exception_clear();
        }
        if fields.holder.is_some() {
            match jni.find_class(c"java/lang/Thread$FieldHolder") {
                Some(holder) => {
                    fields.holder_daemon = field(jvmti, holder, "daemon");
                    jni.delete_local_ref(holder);
                }
                None => jni.exception_clear(),
            }
        }
        let shards = std::array::from_fn(|_| Mutex::default());
        Threads { fields, shards, next: AtomicU32::new(OTHERS + 1) }
    }

    /// The descriptor of [`OTHERS`].
    pub fn others() -> RecordedThread {
        RecordedThread {
            number: ThreadNumber::from_index(OTHERS as usize),
            id: 0,
            name: "others".into(),
            is_virtual: false,
            is_daemon: false,
        }
    }

    /// The thread that asks.
    pub fn current(&self, jni: Jni, jvmti: Jvmti) -> Result<Current, JvmtiError> {
        let thread = jvmti.get_current_thread()?;
        let key = self.fields.id.map_or(0, |field| jni.get_long_field(thread, field)) as u64;
        let known = locked(self.shard(key)).get(&key).map(|thread| (thread.number, thread.is_virtual));
        let (number, is_virtual, new) = match known {
            Some((number, is_virtual)) => (number, is_virtual, None),
            None => {
                let number = self.next.fetch_add(1, Ordering::Relaxed);
                let number = if number < MOST { number } else { OTHERS };
                let described = (number != OTHERS).then(|| self.describe(jni, thread, key, number));
                let is_virtual = described.as_ref().is_none_or(|thread| thread.is_virtual);
                if number != OTHERS {
                    let thread = Thread { number, is_virtual, calls: Vec::new() };
                    locked(self.shard(key)).insert(key, thread);
                }
                (number, is_virtual, described)
            }
        };
        jni.delete_local_ref(thread);
        Ok(Current { key, number: ThreadNumber::from_index(number as usize), is_virtual, new })
    }

    /// Opens an invocation that accepts so many nested calls; returns the one around it. `None` if the thread is
    /// not known.
    pub fn enter(&self, key: u64, id: u64, token: Token, nested_left: u32) -> Option<Entered> {
        let mut shard = locked(self.shard(key));
        let thread = shard.get_mut(&key)?;
        let (parent, depth) = (thread.calls.last().map(|call| call.id), thread.calls.len());
        thread.calls.push(Call {
            id,
            token,
            dropped_inside: 0,
            nested_left,
            is_nested_only: nested_left == 0,
            bodies: Vec::new(),
            bodies_left: 0,
        });
        Some(Entered { parent, depth })
    }

    /// Lets the innermost open invocation accept so many calls of these bodies of lambdas. Returns false if it is another
    /// one.
    pub fn accept_bodies(&self, key: u64, id: u64, bodies: &[u32], most: u32) -> bool {
        let mut shard = locked(self.shard(key));
        let innermost = shard.get_mut(&key).and_then(|thread| thread.calls.last_mut());
        let Some(call) = innermost.filter(|call| call.id == id) else { return false };
        call.bodies = bodies.to_vec();
        call.bodies_left = most;
        true
    }

    /// Returns whether an open invocation of a thread accepts a call of this body. What happens inside of a nested-only call
    /// is part of its answer.
    pub fn take_body(&self, key: u64, site: u32) -> Option<BodyCall> {
        let mut shard = locked(self.shard(key));
        let calls = shard.get_mut(&key)?.calls.iter_mut().rev();
        let mut open = calls.take_while(|call| !call.is_nested_only);
        let outer = open.find(|call| call.bodies.contains(&site))?;
        outer.bodies_left = outer.bodies_left.saturating_sub(1);
        let released = if outer.bodies_left == 0 { std::mem::take(&mut outer.bodies) } else { Vec::new() };
        Some(BodyCall { released })
    }

    /// Returns true if the innermost open invocation of a thread accepts one more nested call, and whether that is its last.
    pub fn take_nested(&self, key: u64) -> Option<Nested> {
        let mut shard = locked(self.shard(key));
        let outer = shard.get_mut(&key)?.calls.last_mut()?;
        outer.nested_left = outer.nested_left.checked_sub(1)?;
        Some(if outer.nested_left == 0 { Nested::Last } else { Nested::OneOfMany })
    }

    /// An invocation ends, and with it all inside of it whose end was not seen. If it is not kept itself,
    /// the one around it hears so.
    pub fn leave(&self, key: u64, id: u64, is_kept: bool) -> Left {
        let mut shard = locked(self.shard(key));
        let Some(thread) = shard.get_mut(&key) else { return Left::default() };
        let Some(position) = thread.calls.iter().rposition(|call| call.id == id) else {
            return Left::default();
        };
        let mut ended = thread.calls.drain(position..);
        let first = ended.next();
        let mut dropped_inside = first.as_ref().map_or(0, |call| call.dropped_inside);
        let mut accepting = u32::from(first.as_ref().is_some_and(|call| call.nested_left > 0));
        let mut bodies = first.map(|call| call.bodies).unwrap_or_default();
        let mut lost = Vec::new();
        for call in ended {
            dropped_inside += call.dropped_inside;
            accepting += u32::from(call.nested_left > 0);
            bodies.extend(call.bodies);
            lost.push(call.token);
        }
        if let Some(outer) = thread.calls.last_mut()
            && !is_kept
        {
            outer.dropped_inside += 1 + dropped_inside;
        }
        Left { dropped_inside, accepting, bodies, lost }
    }

    /// Bytes that this holds, roughly.
    pub fn bytes(&self) -> usize {
        self.next.load(Ordering::Relaxed).min(MOST) as usize * 96
    }

    fn shard(&self, key: u64) -> &Mutex<HashMap<u64, Thread>> {
        &self.shards[key as usize % SHARDS]
    }

    fn describe(&self, jni: Jni, thread: jobject, key: u64, number: u32) -> RecordedThread {
        let fields = &self.fields;
        let is_virtual = jni.is_virtual_thread(thread);
        let mut is_daemon = is_virtual;
        if let Some(daemon) = fields.daemon {
            is_daemon = jni.get_boolean_field(thread, daemon);
        } else if let (Some(holder), Some(daemon)) = (fields.holder, fields.holder_daemon) {
            let holder = jni.get_object_field(thread, holder);
            if !holder.is_null() {
                is_daemon = jni.get_boolean_field(holder, daemon);
                jni.delete_local_ref(holder);
            }
        }
        let name = fields.name.map(|field| text(jni, thread, field)).unwrap_or_default();
        let number = ThreadNumber::from_index(number as usize);
        RecordedThread { number, id: key, name, is_virtual, is_daemon }
    }
}

fn text(jni: Jni, object: jobject, field: jfieldID) -> Box<str> {
    let string = jni.get_object_field(object, field);
    if string.is_null() {
        return Box::default();
    }
    let length = jni.get_string_length(string).clamp(0, LONGEST_NAME);
    let mut chars = vec![0; length as usize];
    jni.get_string_region(string, 0, &mut chars);
    jni.delete_local_ref(string);
    String::from_utf16_lossy(&chars).into()
}

/// An instance field by name, without initialising its class as `GetFieldID` would.
fn field(jvmti: Jvmti, class: jclass, wanted: &str) -> Option<jfieldID> {
    let fields = jvmti.get_class_fields(class).ok()?;
    let is_wanted = |&&field: &&jfieldID| {
        jvmti.get_field_name(class, field).is_ok_and(|(name, _)| *name == *wanted.as_bytes())
    };
    fields.iter().find(is_wanted).copied()
}
