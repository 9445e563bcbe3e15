//! From the class files of a class path to tables, in parallel and always with the same result.
//!
//! The list of class files is cut into chunks of a fixed number. Threads claim chunks in order and
//! read each into tables of its own; whichever thread finds the next chunk in order ready appends it
//! to the program's tables. So the result depends on the class path alone, and appending, which is
//! sequential, runs beside reading.

mod annotation;
mod chunk;
mod class;
mod code;
mod dynamic;
pub(crate) mod entry;
mod lambda;
mod merge;
mod pool;
mod rollback;

use std::collections::BTreeMap;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex};

use reenact_base::finding::Finding;
use reenact_base::{IdVec, Symbol};
use reenact_classfile::container::Container;

use crate::Depth;
use crate::ids::ClassId;
use crate::index::chunk::Chunk;
use crate::index::entry::Entry;
use crate::index::merge::Merger;
use crate::tables::Tables;

/// Class files in a chunk: enough that the names they share are stored once, few enough that threads
/// finish together.
const CHUNK: usize = 128;

/// The result of reading a class path.
pub(crate) struct Indexed {
    pub tables: Tables,
    /// The class of each name that is a class's.
    pub classes_by_name: IdVec<Symbol, Option<ClassId>>,
    pub findings: Vec<Finding>,
}

/// Reads all class files of a class path.
pub(crate) fn index(containers: &[Arc<dyn Container>], depth: Depth) -> Indexed {
    let entries = Entry::all(containers);
    let chunks: Vec<&[Entry<'_>]> = entries.chunks(CHUNK).collect();
    let next = AtomicUsize::new(0);
    let ready = Mutex::new(BTreeMap::new());
    let merging = Mutex::new(InOrder { merger: Merger::new(containers), next: 0 });
    rayon::scope(|scope| {
        for _ in 0..rayon::current_num_threads().min(chunks.len()) {
            scope.spawn(|_| {
                while let Some((number, entries)) = claim(&next, &chunks) {
                    let chunk = Chunk::read(entries, depth);
                    lock(&ready).insert(number, chunk);
                    // If another thread is at it, it takes this chunk too, or a later call does.
                    if let Ok(mut merging) = merging.try_lock() {
                        merging.append_ready(&ready);
                    }
                }
            });
        }
    });
    let mut merging = merging.into_inner().unwrap_or_else(|poisoned| poisoned.into_inner());
    merging.append_ready(&ready);
    debug_assert_eq!(merging.next, chunks.len());
    let Merger { mut tables, mut classes_by_name, findings, .. } = merging.merger;
    tables.shrink_to_fit();
    classes_by_name.shrink_to_fit();
    Indexed { tables, classes_by_name, findings }
}

fn claim<T: Copy>(next: &AtomicUsize, chunks: &[T]) -> Option<(usize, T)> {
    let number = next.fetch_add(1, Ordering::Relaxed);
    chunks.get(number).map(|&chunk| (number, chunk))
}

struct InOrder<'c> {
    merger: Merger<'c>,
    next: usize,
}

impl InOrder<'_> {
    fn append_ready(&mut self, ready: &Mutex<BTreeMap<usize, Chunk>>) {
        loop {
            let Some(chunk) = lock(ready).remove(&self.next) else { return };
            self.merger.append(chunk);
            self.next += 1;
        }
    }
}

/// A panic in one thread ends the whole through `rayon::scope`, so a poisoned lock is never used.
fn lock<T>(mutex: &Mutex<T>) -> std::sync::MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(|poisoned| poisoned.into_inner())
}
