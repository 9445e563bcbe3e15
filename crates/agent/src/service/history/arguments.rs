//! The arguments of a call that may become an event.

use std::sync::Arc;

use reenact_base::Id;
use reenact_heap::{Ending, NodeId, Value};
use reenact_recording::graph::{After, GraphEncoder, Outcome};
use reenact_recording::redact::Secrecy;
use reenact_wire::options::{Budgets, Size};

use super::Histories;
use super::follow::Followed;
use super::table::{Arguments, Tracked};
use crate::ffi::{Jni, jobject};
use crate::graph::{ClassFlags, Context, Policy, Root, WalkError};
use crate::service::session::Session;

/// Limits on the graph of an event's arguments.
const MOST_OBJECTS: u32 = 200;
const MOST_BYTES: u64 = 64 << 10;
/// Strings up to this need no walk.
const LONGEST: usize = 4096;

/// Captures arguments. Objects that have histories are ends in it.
pub fn capture(
    session: &Session,
    histories: &Histories,
    jni: Jni,
    masked: &[Secrecy],
    roots: &[Root],
) -> Result<Arguments, WalkError> {
    if let Some(arguments) = simple(session, histories, jni, masked, roots) {
        return Ok(arguments);
    }
    let runtime = &session.runtime;
    let asked = runtime.options.budgets;
    let budgets = Budgets {
        objects: asked.objects.min(MOST_OBJECTS),
        bytes: asked.bytes.min(Size(MOST_BYTES)),
        ..asked
    };
    let mut tracked = Vec::new();
    let mut walker = runtime.walkers.take();
    let walked = {
        let follow = Followed::ending(histories, &mut tracked);
        let policy = Policy { budgets, cuts_early: false, frontier: None, follow: Some(&follow) };
        let context = Context { jni, jvmti: runtime.jvmti, classes: &runtime.classes, policy };
        walker.arguments(&context, roots, masked)
    };
    let arguments = walked.map(|seen| {
        // The state of an argument at the time of the call is what its history made of it by then.
        let now = runtime.clock.tick();
        Arguments {
            capture: walker.capture().into(),
            notes: walker.notes().into(),
            classes: walker.classes().into(),
            objects: tracked.iter().map(|node| (node.node, node.id(), now)).collect(),
            marks: seen.marks,
        }
    });
    walker.abandon(jni);
    runtime.walkers.give_back(walker);
    arguments
}

/// Arguments that are numbers, null, strings and objects with histories, as most are: they need no walk. `None`
/// if there are others, or secrets.
fn simple(
    session: &Session,
    histories: &Histories,
    jni: Jni,
    masked: &[Secrecy],
    roots: &[Root],
) -> Option<Arguments> {
    if masked.iter().any(|secrecy| *secrecy > Secrecy::None) {
        return None;
    }
    let mut values = Vec::with_capacity(roots.len());
    let mut found: Vec<Simple> = Vec::new();
    for root in roots {
        let Root::Reference(object) = *root else {
            values.push(value(root)?);
            continue;
        };
        let known = found.iter().position(|found| jni.is_same_object(object, found.object));
        let number = known.unwrap_or(found.len());
        if known.is_none() {
            found.push(look(session, histories, jni, object)?);
        }
        values.push(Value::Reference(NodeId::from_index(number)));
    }
    let mut encoder = GraphEncoder::with_buffer(Vec::with_capacity(32));
    encoder.begin(values.len() as u32);
    values.into_iter().for_each(|value| encoder.root(value));
    for Simple { content, .. } in &found {
        match content {
            Content::Latin1(chars) => encoder.string_latin1(chars),
            Content::Utf16(chars) => encoder.string_utf16(chars),
            Content::Tracked(tracked) => encoder.ending(tracked.class.number, Ending::Frontier),
        }
    }
    encoder.end();
    encoder.after(After::Absent, Outcome::Unfinished, 0);
    encoder.finish();
    let with_history = (0..).zip(&found).filter_map(|(number, found)| match &found.content {
        Content::Tracked(tracked) => Some((number, tracked.id)),
        _ => None,
    });
    let with_history: Vec<(u32, u64)> = with_history.collect();
    let now = if with_history.is_empty() { 0 } else { session.runtime.clock.tick() };
    let objects = with_history.into_iter().map(|(number, id)| (number, id, now)).collect();
    let classes = encoder.classes().into();
    Some(Arguments { capture: encoder.into_buffer().into(), classes, objects, ..Arguments::default() })
}

/// An object that needs no walk.
struct Simple {
    object: jobject,
    content: Content,
}

enum Content {
    Latin1(Vec<u8>),
    Utf16(Vec<u16>),
    Tracked(Arc<Tracked>),
}

fn look(session: &Session, histories: &Histories, jni: Jni, object: jobject) -> Option<Simple> {
    let mirror = jni.get_object_class(object);
    let class = session.runtime.classes.of(jni, session.runtime.jvmti, mirror);
    jni.delete_local_ref(mirror);
    let class = class.ok()?;
    // A constant's name is found by a walk.
    if class.is(ClassFlags::FOLLOWED) && !class.is(ClassFlags::MAY_BE_STATIC) {
        let hash = session.runtime.jvmti.get_object_hash_code(object).ok()?;
        let tracked = histories.find(jni, object, hash)?;
        return Some(Simple { object, content: Content::Tracked(tracked) });
    }
    if !class.is_string() {
        return None;
    }
    let length = usize::try_from(jni.get_string_length(object)).ok().filter(|&length| length <= LONGEST)?;
    let mut chars = vec![0u16; length];
    jni.get_string_region(object, 0, &mut chars);
    let latin1: Option<Vec<u8>> = chars.iter().map(|&char| u8::try_from(char).ok()).collect();
    let content = match latin1 {
        Some(latin1) if session.runtime.redactor.masks_latin1(&latin1) => return None,
        Some(latin1) => Content::Latin1(latin1),
        None if session.runtime.redactor.masks_utf16(&chars) => return None,
        None => Content::Utf16(chars),
    };
    Some(Simple { object, content })
}

fn value(root: &Root) -> Option<Value> {
    Some(match *root {
        Root::Reference(_) => return None,
        Root::Null => Value::Null,
        Root::Boolean(value) => Value::Boolean(value),
        Root::Byte(value) => Value::Byte(value),
        Root::Char(value) => Value::Char(value),
        Root::Short(value) => Value::Short(value),
        Root::Int(value) => Value::Int(value),
        Root::Long(value) => Value::Long(value),
        Root::Float(bits) => Value::Float(bits),
        Root::Double(bits) => Value::Double(bits),
    })
}
