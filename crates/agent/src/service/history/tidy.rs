//! Removal of objects that are gone, on the writer's thread.
//!
//! An object that is gone may still be an argument in the history of one that is there. So it leaves the table of
//! identities at once, and its history goes when no history of a living object leads to it any more.

use std::collections::HashSet;
use std::sync::Arc;
use std::time::{Duration, Instant};

use super::Histories;
use super::table::{Table, Tracked};
use crate::ffi::Jni;
use crate::runtime::sync::locked;

/// Parts of the table that are looked at at a time. If memory is short and one of their objects is gone, all parts are:
/// objects go by the thousands when the JVM collects them, and none go in between.
const PARTS: usize = 4;
/// The least time from one look to the next. The writer comes here after every batch.
const PAUSE: Duration = Duration::from_millis(50);
/// The number of dead objects from which looking for unreferenced ones pays.
const WORTH: usize = 1024;

/// Objects that are gone.
#[derive(Default)]
pub struct DeadObjects {
    /// Still known by their numbers.
    known: Vec<Arc<Tracked>>,
    /// Not known any more; another thread may be using one at this moment.
    forgotten: Vec<Arc<Tracked>>,
    next: usize,
    /// When the table was looked at last.
    looked: Option<Instant>,
    /// The number of dead objects that looking for unreferenced ones has not seen.
    new: usize,
}

impl Histories {
    /// Looks for objects that are gone, in a part of the table.
    pub fn tidy(&self, jni: Jni) {
        let mut dead = locked(&self.dead);
        if dead.looked.is_some_and(|looked| looked.elapsed() < PAUSE) {
            return;
        }
        dead.looked = Some(Instant::now());
        let is_short = self.bytes() > self.limit / 2;
        let found = self.look(jni, &mut dead, PARTS);
        if is_short && found > 0 {
            self.look(jni, &mut dead, Table::shards() - PARTS);
        }
        if dead.new >= WORTH || is_short && dead.new > 0 {
            self.forget(&mut dead);
        }
        release(jni, &mut dead.forgotten);
    }

    /// Takes objects that are gone out of so many parts of the table; returns their number.
    fn look(&self, jni: Jni, dead: &mut DeadObjects, parts: usize) -> usize {
        let before = dead.known.len();
        for _ in 0..parts {
            let part = dead.next;
            dead.next = (part + 1) % Table::shards();
            for tracked in self.table.shard(part) {
                if tracked.is_dead(jni) {
                    self.table.remove_dead(&tracked);
                    dead.known.push(tracked);
                }
            }
        }
        let found = dead.known.len() - before;
        dead.new += found;
        found
    }

    /// Lets go of everything: the recording has ended.
    pub fn clear(&self, jni: Jni) {
        let mut dead = locked(&self.dead);
        dead.known.clear();
        let all = self.table.clear();
        dead.forgotten.extend(all);
        release(jni, &mut dead.forgotten);
    }

    /// Forgets the dead that no history of a living object leads to.
    fn forget(&self, dead: &mut DeadObjects) {
        let mut needed: HashSet<u64> = HashSet::new();
        let mut pending = Vec::new();
        let add = |tracked: &Tracked, pending: &mut Vec<u64>| {
            tracked.with_events(|events, _| {
                pending.extend(events.iter().flat_map(|event| event.named().chain(event.needed_owner())));
            });
        };
        for part in 0..Table::shards() {
            for tracked in self.table.shard(part) {
                add(&tracked, &mut pending);
            }
        }
        // Calls that are under way may yet become events. One that is being looked at cannot be asked: the next
        // time, then.
        if !self.open.each(|call| pending.extend(call.objects())) {
            return;
        }
        dead.new = 0;
        while let Some(id) = pending.pop() {
            if needed.insert(id)
                && let Some(tracked) = self.table.get(id)
            {
                add(&tracked, &mut pending);
            }
        }
        let (kept, gone) = std::mem::take(&mut dead.known)
            .into_iter()
            .partition::<Vec<_>, _>(|tracked| needed.contains(&tracked.id));
        dead.known = kept;
        for tracked in gone {
            self.table.forget(tracked.id);
            self.give_back(Tracked::BYTES + tracked.event_bytes());
            tracked.lose();
            dead.forgotten.push(tracked);
        }
    }
}

/// Deletes the weak references of those that are not in use any more.
fn release(jni: Jni, forgotten: &mut Vec<Arc<Tracked>>) {
    let held: Vec<Arc<Tracked>> = std::mem::take(forgotten)
        .into_iter()
        .filter_map(|tracked| match Arc::try_unwrap(tracked) {
            Ok(tracked) => {
                tracked.release(jni);
                None
            }
            Err(tracked) => Some(tracked),
        })
        .collect();
    *forgotten = held;
}
