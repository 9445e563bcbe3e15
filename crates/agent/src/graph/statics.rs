//! Objects that static fields hold: `COSName.TYPE`, `PDDeviceRGB.INSTANCE`, the constants of an enum.
//!
//! After a walk, objects of the subject's classes are looked up among the static fields of their own class, of
//! its superclasses up to the JDK's, and of the classes around it (`enclosing`): by identity hash, confirmed by
//! reading the field again and asking whether it holds this very object.
//!
//! - A class that has no such field and inherits none costs one test an object.
//! - Final fields are hashed once for each class, when it is initialised. They stay what they are.
//! - Other fields may change at any time. They are read once for each walk that met an object they could hold.
//! - No class is initialised: one that is not yet, or not wholly, is asked the next time.
//!
//! If several fields hold an object, the most visible one names it, final ones before others, the object's own
//! class before those above and around it, the first declared first.

use std::sync::atomic::Ordering;
use std::sync::{Mutex, OnceLock};

use reenact_base::Id;
use reenact_recording::model::ClassNumber;
use reenact_recording::notes::StaticNote;

use super::class_info::{ClassFlags, ClassInfo};
use super::frames::Frame;
use super::walker::{Node, Walk};
use super::{Context, WalkError};
use crate::ffi::{Jni, jclass, jfieldID, jobject};

/// Final fields of one class that are looked at.
const MOST_FINAL: usize = 4096;
/// Other fields of one class that are looked at, in every walk.
const MOST_CHANGING: usize = 32;
/// Local references at a time: a class's mirror for each of its holders, and a value.
const ROOM: u32 = 64;
const MOST_HOLDERS: usize = ROOM as usize - 8;

/// The static fields of one class that objects can be known by.
#[derive(Default)]
pub(super) struct Statics {
    fields: Box<[StaticField]>,
    /// Identity hashes of what final fields hold, sorted, with the field; known once the class is initialised.
    finals: OnceLock<Box<[(i32, u32)]>>,
}

struct StaticField {
    id: jfieldID,
    name: Box<str>,
    is_final: bool,
    /// The smaller, the better a name.
    rank: u8,
}

/// Fields while a class is being described.
#[derive(Default)]
pub(super) struct Candidates {
    fields: Vec<StaticField>,
    finals: usize,
}

impl Candidates {
    /// Takes a static field, unless it cannot hold an object of the subject's classes, or cannot be named in code.
    pub fn add(&mut self, id: jfieldID, modifiers: i32, name: &str, descriptor: &str) {
        const PUBLIC: i32 = 0x0001;
        const PRIVATE: i32 = 0x0002;
        const FINAL: i32 = 0x0010;
        const SYNTHETIC: i32 = 0x1000;
        if !descriptor.starts_with('L') || descriptor == "Ljava/lang/String;" || modifiers & SYNTHETIC != 0 {
            return;
        }
        let is_final = modifiers & FINAL != 0;
        let (count, most) = match is_final {
            true => (self.finals, MOST_FINAL),
            false => (self.fields.len() - self.finals, MOST_CHANGING),
        };
        if count >= most {
            return;
        }
        self.finals += usize::from(is_final);
        let visibility = match modifiers {
            _ if modifiers & PUBLIC != 0 => 0,
            _ if modifiers & PRIVATE != 0 => 2,
            _ => 1,
        };
        let rank = visibility * 2 + u8::from(!is_final);
        self.fields.push(StaticField { id, name: name.into(), is_final, rank });
    }

    pub fn finish(self) -> Statics {
        Statics { fields: self.fields.into(), finals: OnceLock::new() }
    }
}

impl Statics {
    pub fn is_empty(&self) -> bool {
        self.fields.is_empty()
    }

    pub fn bytes(&self) -> usize {
        let names: usize = self.fields.iter().map(|field| field.name.len()).sum();
        // Hashes come later, but are counted now.
        self.fields.len() * (size_of::<StaticField>() + 8) + names
    }

    /// Hashes what final fields hold. Another thread may do the same.
    fn finals(&self, jni: Jni, context: &Context<'_>, mirror: jclass) -> Result<&[(i32, u32)], WalkError> {
        if let Some(finals) = self.finals.get() {
            return Ok(finals);
        }
        let mut found = Vec::new();
        for (index, field) in (0..).zip(&self.fields).filter(|(_, field)| field.is_final) {
            if let Some(hash) = hash(jni, context, mirror, field)? {
                found.push((hash, index));
            }
        }
        found.sort_unstable();
        let _ = self.finals.set(found.into());
        Ok(self.finals.get().map_or(&[], |finals| finals))
    }
}

/// The identity hash of what a field holds.
fn hash(
    jni: Jni,
    context: &Context<'_>,
    mirror: jclass,
    field: &StaticField,
) -> Result<Option<i32>, WalkError> {
    let value = jni.get_static_object_field(mirror, field.id);
    if value.is_null() {
        return Ok(None);
    }
    let hash = context.jvmti.get_object_hash_code(value);
    jni.delete_local_ref(value);
    Ok(Some(hash?))
}

/// The classes around a class, as far as they were found.
#[derive(Default)]
pub(super) struct Outers {
    state: Mutex<OutersState>,
}

#[derive(Clone, Default)]
pub(super) struct OutersState {
    pub found: Vec<&'static ClassInfo>,
    /// All of them were.
    pub is_complete: bool,
    /// When they were looked for last, in searches of the registry.
    pub looked: u32,
}

impl Outers {
    pub fn get(&self) -> OutersState {
        crate::runtime::sync::locked(&self.state).clone()
    }

    pub fn set(&self, state: OutersState) {
        *crate::runtime::sync::locked(&self.state) = state;
    }
}

/// The names of a capture's objects.
#[derive(Default)]
pub(super) struct Names {
    list: Vec<Name>,
    /// Objects to look at, with their classes' numbers.
    waiting: Vec<(u32, u32)>,
}

#[derive(Clone, Copy)]
struct Name {
    after: bool,
    node: u32,
    declaring: &'static ClassInfo,
    field: u32,
}

impl Names {
    pub fn clear(&mut self) {
        self.list.clear();
    }

    /// The notes, those on the graph before first, by object.
    pub fn notes(&self) -> impl ExactSizeIterator<Item = StaticNote<'static>> {
        self.list.iter().map(|name| StaticNote {
            after: name.after,
            node: name.node,
            class: name.declaring.number,
            field: name.declaring.statics.fields.get(name.field as usize).map_or("", |field| &field.name),
        })
    }

    /// The classes that the notes name.
    pub fn classes(&self) -> impl Iterator<Item = ClassNumber> {
        self.list.iter().map(|name| name.declaring.number)
    }

    pub fn bytes(&self) -> usize {
        self.list.capacity() * size_of::<Name>() + self.waiting.capacity() * 8
    }
}

/// A class whose static fields are looked at for objects of one class.
struct Holder {
    class: &'static ClassInfo,
    /// A local reference.
    mirror: jclass,
    /// The objects in fields that are not final, by hash.
    changing: Vec<(i32, u32)>,
}

impl Walk<'_, '_> {
    /// Names the objects of this walk that static fields hold at this moment.
    pub fn name_statics(&mut self) -> Result<(), WalkError> {
        let walker = &mut *self.walker;
        let names = &mut walker.names;
        names.waiting.clear();
        for (number, node) in (0..).zip(&walker.nodes) {
            if node.class.is(ClassFlags::MAY_BE_STATIC) && !node.handle.is_null() {
                names.waiting.push((node.class.number.index() as u32, number));
            }
        }
        if names.waiting.is_empty() {
            return Ok(());
        }
        names.waiting.sort_unstable();
        let jni = self.context.jni;
        let _frame = Frame::push(jni, ROOM)?;
        let start = names.list.len();
        for group in names.waiting.chunk_by(|(one, _), (other, _)| one == other) {
            let Some(first) = group.first().and_then(|(_, number)| walker.nodes.get(*number as usize)) else {
                continue;
            };
            let holders = holders(self.context, first)?;
            for &(_, number) in group {
                let Some(node) = walker.nodes.get(number as usize) else { continue };
                if let Some((declaring, field)) = find(jni, node, &holders) {
                    names.list.push(Name { after: self.is_after, node: number, declaring, field });
                }
            }
            for holder in holders {
                jni.delete_local_ref(holder.mirror);
            }
        }
        if let Some(new) = names.list.get_mut(start..) {
            new.sort_unstable_by_key(|name| name.node);
        }
        Ok(())
    }
}

/// The classes that may hold objects of a node's class, those that are initialised.
fn holders(context: &Context<'_>, node: &Node) -> Result<Vec<Holder>, WalkError> {
    let (jni, jvmti) = (context.jni, context.jvmti);
    let class = node.class;
    let outers = context.classes.enclosing(jni, jvmti, class, node.handle)?;
    let all = std::iter::once(class).chain(class.inherited_statics.iter().copied()).chain(outers);
    let mut holders = Vec::new();
    for class in all.filter(|class| !class.statics.is_empty()).take(MOST_HOLDERS) {
        // The object is alive, and with it its classes; but a reference that cannot be cleared is safer.
        let mirror = class.mirror.local(jni);
        if mirror.is_null() {
            continue;
        }
        if !jvmti.is_initialized(mirror)? {
            jni.delete_local_ref(mirror);
            continue;
        }
        class.statics.finals(jni, context, mirror)?;
        let mut changing = Vec::new();
        for (index, field) in (0..).zip(&class.statics.fields).filter(|(_, field)| !field.is_final) {
            if let Some(hash) = hash(jni, context, mirror, field)? {
                changing.push((hash, index));
            }
        }
        holders.push(Holder { class, mirror, changing });
    }
    Ok(holders)
}

/// The best field that holds an object.
fn find(jni: Jni, node: &Node, holders: &[Holder]) -> Option<(&'static ClassInfo, u32)> {
    let mut best: Option<(u8, &'static ClassInfo, u32)> = None;
    for holder in holders {
        let finals = holder.class.statics.finals.get().map_or(&[][..], |finals| finals);
        let first = finals.partition_point(|(hash, _)| *hash < node.hash);
        let finals =
            finals.get(first..).unwrap_or_default().iter().take_while(|(hash, _)| *hash == node.hash);
        let changing = holder.changing.iter().filter(|(hash, _)| *hash == node.hash);
        for &(_, index) in finals.chain(changing) {
            let Some(field) = holder.class.statics.fields.get(index as usize) else { continue };
            let is_better = best.is_none_or(|(rank, ..)| field.rank < rank);
            if is_better && holds(jni, holder.mirror, field, node.handle) {
                best = Some((field.rank, holder.class, index));
            }
        }
    }
    best.map(|(_, class, field)| (class, field))
}

fn holds(jni: Jni, mirror: jclass, field: &StaticField, object: jobject) -> bool {
    let value = jni.get_static_object_field(mirror, field.id);
    if value.is_null() {
        return false;
    }
    let is_same = jni.is_same_object(value, object);
    jni.delete_local_ref(value);
    is_same
}

impl super::Classes {
    /// The classes around that of an object, by name, those that are loaded.
    fn enclosing(
        &self,
        jni: Jni,
        jvmti: crate::ffi::Jvmti,
        class: &'static ClassInfo,
        object: jobject,
    ) -> Result<Vec<&'static ClassInfo>, WalkError> {
        let Some(outers) = &class.outers else { return Ok(Vec::new()) };
        let state = outers.get();
        if state.is_complete || state.looked == self.registry.searches() && !self.registry.is_due() {
            return Ok(state.found);
        }
        let state = self.look_around(jni, jvmti, class, object)?;
        self.bytes.fetch_add(state.found.len() * 8, Ordering::Relaxed);
        outers.set(state.clone());
        Ok(state.found)
    }
}
