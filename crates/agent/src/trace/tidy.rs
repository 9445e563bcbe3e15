//! Letting go of objects that are gone, on the writer's thread.
//!
//! An object that is gone may still be an argument in the history of one that is there. So it leaves the table of
//! identities at once, and its history goes when no history of a living object leads to it any more.

use std::collections::HashSet;
use std::sync::Arc;

use super::Tracer;
use super::table::{Table, Tracked};
use crate::ffi::Jni;
use crate::sync::locked;

/// Parts of the table that are gone through at a time, and when memory is short.
const PARTS: usize = 4;
/// So many dead objects are worth looking for those that nobody needs.
const WORTH: usize = 1024;

/// Objects that are gone.
#[derive(Default)]
pub struct Graveyard {
    /// Still known by their numbers.
    buried: Vec<Arc<Tracked>>,
    /// Not known any more; somebody may be looking at one at this moment.
    forgotten: Vec<Arc<Tracked>>,
    next: usize,
}

impl Tracer {
    /// Looks for objects that are gone, in a part of the table.
    pub fn tidy(&self, jni: Jni) {
        let mut graveyard = locked(&self.graveyard);
        let is_short = self.bytes() > self.limit / 2;
        for _ in 0..if is_short { Table::shards() } else { PARTS } {
            let part = graveyard.next;
            graveyard.next = (part + 1) % Table::shards();
            for tracked in self.table.shard(part) {
                if tracked.is_dead(jni) {
                    self.table.bury(&tracked);
                    graveyard.buried.push(tracked);
                }
            }
        }
        if graveyard.buried.len() >= WORTH || is_short && !graveyard.buried.is_empty() {
            self.forget(&mut graveyard);
        }
        release(jni, &mut graveyard.forgotten);
    }

    /// Lets go of everything: the recording has ended.
    pub fn clear(&self, jni: Jni) {
        let mut graveyard = locked(&self.graveyard);
        graveyard.buried.clear();
        let all = self.table.clear();
        graveyard.forgotten.extend(all);
        release(jni, &mut graveyard.forgotten);
    }

    /// Forgets the dead that no history of a living object leads to.
    fn forget(&self, graveyard: &mut Graveyard) {
        let mut needed: HashSet<u64> = HashSet::new();
        let mut pending = Vec::new();
        let add = |tracked: &Tracked, pending: &mut Vec<u64>| {
            tracked.with_events(|events, _| {
                let objects = events.iter().flat_map(|event| event.arguments.objects.iter());
                pending.extend(objects.map(|(_, id, _)| *id));
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
        while let Some(id) = pending.pop() {
            if needed.insert(id)
                && let Some(tracked) = self.table.get(id)
            {
                add(&tracked, &mut pending);
            }
        }
        let (kept, gone) = std::mem::take(&mut graveyard.buried)
            .into_iter()
            .partition::<Vec<_>, _>(|tracked| needed.contains(&tracked.id));
        graveyard.buried = kept;
        for tracked in gone {
            self.table.forget(tracked.id);
            self.give_back(Tracked::BYTES + tracked.event_bytes());
            tracked.lose();
            graveyard.forgotten.push(tracked);
        }
    }
}

/// Deletes the weak references of those that nobody holds any more.
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
