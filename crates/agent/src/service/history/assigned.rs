//! Fields that are written by others than the object's own methods.
//!
//! The probe stands behind the instruction, so what was written is read from the object.

use reenact_recording::graph::Kind;

use super::table::{Change, Event, Interest, Reach, Tracked};
use super::{Histories, arguments};
use crate::ffi::{Jni, jfieldID, jobject};
use crate::graph::{FieldFlags, Root};
use crate::probe::sites::FieldSite;
use crate::runtime::threads::Current;
use crate::service::session::Session;

/// A field of an object was written; `site` is the field as the code names it.
pub fn assigned(session: &Session, jni: Jni, histories: &Histories, object: jobject, site: &FieldSite) {
    let Ok(hash) = session.runtime.jvmti.get_object_hash_code(object) else { return };
    // One that is being made is not there yet: what is written to it is part of its making.
    let found = histories.find(jni, object, hash);
    let is_kept = found.is_some_and(|tracked| match session.runtime.thread(jni) {
        Ok(thread) => match tracked.interest(thread.key) {
            Interest::Leave => false,
            Interest::Follow { .. } => keep(session, histories, jni, object, site, &tracked, &thread),
        },
        Err(_) => {
            histories.lose(&tracked);
            false
        }
    });
    if site.habit.note(is_kept) {
        session.runtime.arming.set(jni, site.number, 1, false);
    }
}

/// Makes an event of it; an object that cannot have it has no history any more.
fn keep(
    session: &Session,
    histories: &Histories,
    jni: Jni,
    object: jobject,
    site: &FieldSite,
    tracked: &Tracked,
    thread: &Current,
) -> bool {
    let event = event(session, histories, jni, object, site, tracked, thread);
    let added = event.and_then(|event| {
        let bytes = event.bytes();
        let added = histories.take(bytes).then(|| tracked.add_write(event))?;
        histories.give_back(added.as_ref().map_or(bytes, |freed| *freed));
        added.ok()
    });
    if added.is_none() {
        histories.lose(tracked);
    }
    added.is_some()
}

fn event(
    session: &Session,
    histories: &Histories,
    jni: Jni,
    object: jobject,
    site: &FieldSite,
    tracked: &Tracked,
    thread: &Current,
) -> Option<Event> {
    let field = tracked.class.resolve(&site.field.class, &site.field.name)?;
    let slot = tracked.class.fields.get(field)?;
    let root = read(jni, object, slot.kind, slot.id);
    let captured = arguments::capture(session, histories, jni, &[slot.secrecy], std::slice::from_ref(&root));
    if let Root::Reference(value) = root {
        jni.delete_local_ref(value);
    }
    let call = histories.stacks.pass(thread.key, || session.runtime.clock.tick());
    Some(Event {
        change: Change::FieldWrite { field },
        thread: thread.number,
        call,
        exited: session.runtime.clock.tick(),
        threw: false,
        assumed: false,
        reach: if slot.is(FieldFlags::PUBLIC) { Reach::Own } else { Reach::NeedsParent },
        arguments: captured.ok()?,
    })
}

fn read(jni: Jni, object: jobject, kind: Kind, id: jfieldID) -> Root {
    match kind {
        Kind::Boolean => Root::Boolean(jni.get_boolean_field(object, id)),
        Kind::Byte => Root::Byte(jni.get_byte_field(object, id)),
        Kind::Char => Root::Char(jni.get_char_field(object, id)),
        Kind::Short => Root::Short(jni.get_short_field(object, id)),
        Kind::Int => Root::Int(jni.get_int_field(object, id)),
        Kind::Long => Root::Long(jni.get_long_field(object, id)),
        Kind::Float => Root::Float(jni.get_float_field(object, id).to_bits()),
        Kind::Double => Root::Double(jni.get_double_field(object, id).to_bits()),
        Kind::Reference => match jni.get_object_field(object, id) {
            value if value.is_null() => Root::Null,
            value => Root::Reference(value),
        },
    }
}
