//! The objects that are followed, by identity.
//!
//! Locks are held for looking up and putting in, never while the JVM is asked something.

use std::sync::atomic::{AtomicU32, AtomicU64, Ordering};
use std::sync::{Arc, Mutex};

use reenact_recording::model::{ClassNumber, Marks, ThreadNumber};
use rustc_hash::FxHashMap;

use super::calls::Call;
use crate::ffi::{Jni, Weak, jobject};
use crate::graph::ClassInfo;
use crate::probe::select::Action;
use crate::runtime::sync::locked;

/// Events that are kept of one object.
const MOST_EVENTS: usize = 200;
/// Those of them that changed other objects only.
const MOST_FOR_OTHERS: usize = 50;
const SHARDS: usize = 64;

/// An object that is followed.
pub struct Tracked {
    pub id: u64,
    pub hash: i32,
    pub class: &'static ClassInfo,
    weak: Weak,
    /// How often it was changed.
    version: AtomicU32,
    state: Mutex<State>,
}

#[derive(Default)]
struct State {
    events: Vec<Event>,
    /// The last event was entered before one that ended earlier, as happens with several threads or inside of others.
    is_unordered: bool,
    is_lost: bool,
    /// It cannot be compared: it reaches too much.
    is_large: bool,
    /// Threads that are in a call on it.
    inside: Vec<u64>,
}

/// Something that was done to an object.
pub struct Event {
    pub change: Change,
    pub thread: ThreadNumber,
    pub call: Arc<Call>,
    pub exited: u64,
    pub threw: bool,
    pub assumed: bool,
    pub reach: Reach,
    pub arguments: Arguments,
}

/// How far an event concerns other objects than its own.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Reach {
    /// It changed its object, and a test may be able to do the same.
    Own,
    /// It made or changed its object in a manner that only the event around it may be able to repeat: by a field that
    /// is not public, or by a private method or constructor.
    NeedsParent,
    /// It changed other objects only.
    Others,
}

/// How an object was made or changed.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Change {
    /// By a call; `method` is the number that the recording knows it by.
    Call { action: Action, method: u32 },
    /// By a write to a field, by its place among those of the object's class.
    FieldWrite { field: usize },
}

/// The arguments of an event, encoded.
#[derive(Default)]
pub struct Arguments {
    pub capture: Box<[u8]>,
    pub notes: Box<[u8]>,
    pub classes: Box<[ClassNumber]>,
    /// Ends that are objects with histories: number, id, time.
    pub objects: Box<[(u32, u64, u64)]>,
    pub marks: Marks,
}

impl Event {
    /// The numbers of the objects that its arguments name.
    pub fn named(&self) -> impl Iterator<Item = u64> {
        self.arguments.objects.iter().map(|(_, id, _)| *id)
    }

    /// The number of the object whose event may be needed to repeat this one.
    pub fn needed_owner(&self) -> Option<u64> {
        self.call.parent_owner().filter(|_| self.reach == Reach::NeedsParent)
    }

    /// Bytes held, about.
    pub fn bytes(&self) -> usize {
        let Arguments { capture, notes, classes, objects, .. } = &self.arguments;
        size_of::<Event>() + 64 + capture.len() + notes.len() + classes.len() * 4 + objects.len() * 24
    }
}

/// Why a call is not of interest, or that it is.
pub enum Interest {
    Follow {
        /// It can be compared.
        is_comparable: bool,
    },
    /// It is part of another call on the object, or nothing is kept of the object any more.
    Leave,
}

impl Tracked {
    /// Bytes held without events, the JVM's part and places in tables included.
    pub const BYTES: usize = size_of::<Tracked>() + 160;

    /// A local reference to the object; null if it is gone.
    pub fn object(&self, jni: Jni) -> jobject {
        self.weak.local(jni)
    }

    /// Returns true if the object is gone.
    pub fn is_dead(&self, jni: Jni) -> bool {
        self.weak.is_cleared(jni)
    }

    pub fn version(&self) -> u32 {
        self.version.load(Ordering::Relaxed)
    }

    /// Returns true if calls of a thread on it are of interest.
    pub fn interest(&self, thread: u64) -> Interest {
        let state = locked(&self.state);
        match state.is_lost || state.inside.contains(&thread) {
            true => Interest::Leave,
            false => Interest::Follow { is_comparable: !state.is_large },
        }
    }

    pub fn is_lost(&self) -> bool {
        locked(&self.state).is_lost
    }

    /// Returns true if a call on it is under way.
    pub fn is_busy(&self) -> bool {
        !locked(&self.state).inside.is_empty()
    }

    pub fn go_in(&self, thread: u64) {
        locked(&self.state).inside.push(thread);
    }

    pub fn go_out(&self, thread: u64) {
        let inside = &mut locked(&self.state).inside;
        if let Some(position) = inside.iter().rposition(|&key| key == thread) {
            inside.swap_remove(position);
        }
    }

    /// It reaches too much to be compared.
    pub fn is_too_large(&self) {
        locked(&self.state).is_large = true;
    }

    /// Adds an event. Says whether there was room for it.
    pub fn add(&self, event: Event) -> Result<(), Event> {
        let mut state = locked(&self.state);
        if state.is_lost || state.events.len() >= MOST_EVENTS {
            return Err(event);
        }
        if event.reach == Reach::Others {
            let for_others = state.events.iter().filter(|event| event.reach == Reach::Others);
            if for_others.count() >= MOST_FOR_OTHERS {
                return Err(event);
            }
        } else {
            self.version.fetch_add(1, Ordering::Relaxed);
        }
        self.push(&mut state, event);
        Ok(())
    }

    /// Adds that a field was written. An earlier write to it is dropped if nothing happened in between, as
    /// it was never read. Returns the bytes that it freed.
    pub fn add_write(&self, event: Event) -> Result<usize, Event> {
        let mut state = locked(&self.state);
        let is_overwritten = |last: &mut Event| {
            matches!(last.change, Change::FieldWrite { .. })
                && last.change == event.change
                && last.thread == event.thread
                && last.exited + 1 == event.call.entered
        };
        let freed = state.events.pop_if(is_overwritten).map_or(0, |old| {
            old.call.drop_event();
            old.bytes()
        });
        drop(state);
        self.add(event).map(|()| freed)
    }

    /// Begins the history anew: everything so far was part of this event. Gives the bytes that it freed.
    pub fn begin_with(&self, event: Event) -> usize {
        let mut state = locked(&self.state);
        let mut freed = 0;
        for old in state.events.drain(..) {
            old.call.drop_event();
            freed += old.bytes();
        }
        if state.is_lost {
            event.call.drop_event();
            return freed + event.bytes();
        }
        self.push(&mut state, event);
        freed
    }

    fn push(&self, state: &mut State, event: Event) {
        event.call.keep(self.id);
        if event.reach == Reach::NeedsParent {
            event.call.depend_on_parent();
        }
        let last = state.events.last().map(|last| last.call.entered);
        state.is_unordered |= last.is_some_and(|last| last > event.call.entered);
        state.events.push(event);
    }

    /// When it was made, if that was seen.
    pub fn made(&self) -> Option<u64> {
        locked(&self.state).events.first().map(|event| event.call.entered)
    }

    /// Forgets everything, unless it is forgotten; gives the bytes that it freed.
    pub fn lose(&self) -> Option<usize> {
        let mut state = locked(&self.state);
        if std::mem::replace(&mut state.is_lost, true) {
            return None;
        }
        let events = std::mem::take(&mut state.events);
        Some(events.iter().map(Event::bytes).sum())
    }

    /// Looks at its events, in the order in which they were entered.
    pub fn with_events<R>(&self, see: impl FnOnce(&[Event], bool) -> R) -> R {
        let mut state = locked(&self.state);
        // They come in the order in which they ended; with several threads, that may be another one.
        if std::mem::take(&mut state.is_unordered) {
            state.events.sort_by_key(|event| event.call.entered);
        }
        see(&state.events, state.is_lost)
    }

    /// The bytes that its events take.
    pub fn event_bytes(&self) -> usize {
        locked(&self.state).events.iter().map(Event::bytes).sum()
    }

    /// Deletes the weak reference, when the object is not known elsewhere any more.
    pub fn release(self, jni: Jni) {
        self.weak.delete(jni);
    }
}

/// All of them.
pub struct Table {
    by_hash: [Mutex<FxHashMap<i32, Vec<Arc<Tracked>>>>; SHARDS],
    by_id: [Mutex<FxHashMap<u64, Arc<Tracked>>>; SHARDS],
    next: AtomicU64,
}

impl Table {
    pub fn new() -> Self {
        Table {
            by_hash: std::array::from_fn(|_| Mutex::default()),
            by_id: std::array::from_fn(|_| Mutex::default()),
            next: AtomicU64::new(1),
        }
    }

    /// The entry of an object, by its identity hash.
    pub fn find(&self, jni: Jni, object: jobject, hash: i32) -> Option<Arc<Tracked>> {
        let mut from = 0;
        loop {
            let candidate = {
                let shard = locked(self.hash_shard(hash));
                shard.get(&hash).and_then(|all| all.get(from)).cloned()
            }?;
            if candidate.weak.is(jni, object) {
                return Some(candidate);
            }
            from += 1;
        }
    }

    /// The entry of a number.
    pub fn get(&self, id: u64) -> Option<Arc<Tracked>> {
        locked(self.id_shard(id)).get(&id).cloned()
    }

    /// Puts in an object that is not there. `None` if the JVM has no room for a weak reference.
    pub fn add(
        &self,
        jni: Jni,
        object: jobject,
        hash: i32,
        class: &'static ClassInfo,
    ) -> Option<Arc<Tracked>> {
        let weak = Weak::new(jni, object)?;
        let id = self.next.fetch_add(1, Ordering::Relaxed);
        let (version, state) = (AtomicU32::new(0), Mutex::default());
        let tracked = Arc::new(Tracked { id, hash, class, weak, version, state });
        locked(self.id_shard(id)).insert(id, tracked.clone());
        let mut shard = locked(self.hash_shard(hash));
        let same = shard.entry(hash).or_insert_with(|| Vec::with_capacity(1));
        same.push(tracked.clone());
        Some(tracked)
    }

    /// The entries of one shard.
    pub fn shard(&self, index: usize) -> Vec<Arc<Tracked>> {
        locked(&self.by_hash[index % SHARDS]).values().flatten().cloned().collect()
    }

    pub const fn shards() -> usize {
        SHARDS
    }

    /// Takes an object out that is gone. Its number is still known.
    pub fn remove_dead(&self, tracked: &Arc<Tracked>) {
        let mut shard = locked(self.hash_shard(tracked.hash));
        if let Some(same) = shard.get_mut(&tracked.hash) {
            same.retain(|other| other.id != tracked.id);
            if same.is_empty() {
                shard.remove(&tracked.hash);
            }
        }
    }

    /// Forgets the number of a dead object.
    pub fn forget(&self, id: u64) {
        locked(self.id_shard(id)).remove(&id);
    }

    /// Takes everything out.
    pub fn clear(&self) -> Vec<Arc<Tracked>> {
        for shard in &self.by_hash {
            locked(shard).clear();
        }
        self.by_id.iter().flat_map(|shard| std::mem::take(&mut *locked(shard)).into_values()).collect()
    }

    fn hash_shard(&self, hash: i32) -> &Mutex<FxHashMap<i32, Vec<Arc<Tracked>>>> {
        &self.by_hash[hash as usize % SHARDS]
    }

    fn id_shard(&self, id: u64) -> &Mutex<FxHashMap<u64, Arc<Tracked>>> {
        &self.by_id[id as usize % SHARDS]
    }
}
