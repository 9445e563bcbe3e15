//! The classes around a class: `Outer` of `Outer$Inner`, by name and loader.
//!
//! JNI can find a class by name, but loads and initialises it; JVMTI can list the classes of a loader. So the
//! first object of a nested class whose outer class is not known has the loader's classes listed, which takes a few
//! milliseconds for tens of thousands, and all that enclose others are remembered. Lists are asked for again when
//! something is missing, after gaps that grow: a class that was loaded meanwhile is found a little later.

use std::collections::{HashMap, HashSet};
use std::hash::{DefaultHasher, Hash, Hasher};
use std::sync::Mutex;
use std::sync::atomic::{AtomicU32, AtomicU64, Ordering};
use std::time::Instant;

use reenact_classfile::Mutf8;

use super::class_info::{ClassFlags, ClassInfo};
use super::classes::Classes;
use super::frames::Frame;
use super::statics::OutersState;
use super::{WalkError, names};
use crate::ffi::{Jni, Jvmti, JvmtiError, Weak, jobject};
use crate::runtime::sync::locked;

/// Local references: HotSpot grants room for no more.
const ROOM: u32 = 65_000;
/// Enclosing classes that are remembered.
const MOST: usize = 100_000;
/// Bytes of one of them, the JVM's part included.
const BYTES: usize = 64;
/// The first gap between two lists, and the longest.
const FIRST_GAP_MILLIS: u64 = 1_000;
const LONGEST_GAP_MILLIS: u64 = 600_000;

/// Classes that enclose others.
pub(super) struct Registry {
    classes: Mutex<HashMap<u64, Weak>>,
    /// Names that were asked for and not there, and loaders that were listed.
    wanted: Mutex<HashSet<u64>>,
    loaders: Mutex<HashSet<i32>>,
    searches: AtomicU32,
    due_millis: AtomicU64,
    gap_millis: AtomicU64,
    started: Instant,
}

impl Default for Registry {
    fn default() -> Self {
        Registry {
            classes: Mutex::default(),
            wanted: Mutex::default(),
            loaders: Mutex::default(),
            // Who has not looked yet has looked in search 0.
            searches: AtomicU32::new(1),
            due_millis: AtomicU64::new(0),
            gap_millis: AtomicU64::new(FIRST_GAP_MILLIS),
            started: Instant::now(),
        }
    }
}

impl Registry {
    /// How often classes were listed.
    pub fn searches(&self) -> u32 {
        self.searches.load(Ordering::Relaxed)
    }

    /// Deletes the references to all of them.
    pub fn release(&self, jni: Jni) {
        for weak in std::mem::take(&mut *locked(&self.classes)).into_values() {
            weak.delete(jni);
        }
    }

    /// Returns true if they may be listed again.
    pub fn is_due(&self) -> bool {
        self.now() >= self.due_millis.load(Ordering::Relaxed)
    }

    fn now(&self) -> u64 {
        self.started.elapsed().as_millis() as u64
    }

    /// Claims the listing of classes; returns true if no other thread does it.
    fn begin(&self, loader: i32) -> bool {
        let is_new = locked(&self.loaders).insert(loader);
        if !is_new && !self.is_due() {
            return false;
        }
        let gap = self.gap_millis.load(Ordering::Relaxed);
        self.due_millis.store(self.now() + gap, Ordering::Relaxed);
        self.gap_millis.store((gap * 2).min(LONGEST_GAP_MILLIS), Ordering::Relaxed);
        true
    }
}

/// The names of the classes around one, the innermost first.
pub(super) fn outer_names(name: &str) -> impl Iterator<Item = &str> {
    let simple = name.rfind('/').map_or(0, |slash| slash + 1);
    let dollars = name.match_indices('$').map(|(at, _)| at).filter(move |&at| at > simple);
    let mut places: Vec<usize> = dollars.collect();
    places.reverse();
    places.into_iter().filter_map(|at| name.get(..at))
}

fn key(loader: i32, name: &str) -> u64 {
    let mut hasher = DefaultHasher::new();
    (loader, name).hash(&mut hasher);
    hasher.finish()
}

impl Classes {
    /// Looks for the classes around that of an object.
    pub(super) fn look_around(
        &self,
        jni: Jni,
        jvmti: Jvmti,
        class: &'static ClassInfo,
        object: jobject,
    ) -> Result<OutersState, WalkError> {
        let _frame = Frame::push(jni, 64)?;
        let loader = jvmti.get_class_loader(jni.get_object_class(object))?;
        if loader.is_null() {
            return Ok(OutersState { is_complete: true, ..OutersState::default() });
        }
        let loader_key = jvmti.get_object_hash_code(loader)?;
        // A lambda bears the name of the class that it is in.
        let outer = class.is(ClassFlags::LAMBDA).then_some(&*class.name);
        let wanted: Vec<u64> =
            outer.into_iter().chain(outer_names(&class.name)).map(|name| key(loader_key, name)).collect();
        let mut state = self.known_around(jni, jvmti, &wanted)?;
        if !state.is_complete && self.registry.begin(loader_key) {
            self.list(jni, jvmti, loader, loader_key, &wanted)?;
            state = self.known_around(jni, jvmti, &wanted)?;
        }
        Ok(state)
    }

    fn known_around(&self, jni: Jni, jvmti: Jvmti, wanted: &[u64]) -> Result<OutersState, WalkError> {
        let mut state =
            OutersState { is_complete: true, looked: self.registry.searches(), found: Vec::new() };
        for key in wanted {
            let known = locked(&self.registry.classes).get(key).copied();
            let mirror = known.map_or(std::ptr::null_mut(), |weak| weak.local(jni));
            if mirror.is_null() {
                state.is_complete = false;
                continue;
            }
            let info = self.of(jni, jvmti, mirror);
            jni.delete_local_ref(mirror);
            match info {
                Ok(info) => state.found.push(info),
                // It holds nothing yet, and is asked again later.
                Err(WalkError::Jvmti(JvmtiError::CLASS_NOT_PREPARED)) => state.is_complete = false,
                Err(error) => return Err(error),
            }
        }
        Ok(state)
    }

    /// Remembers the classes of a loader that enclose others, and those that are asked for.
    #[cold]
    fn list(
        &self,
        jni: Jni,
        jvmti: Jvmti,
        loader: jobject,
        loader_key: i32,
        wanted: &[u64],
    ) -> Result<(), WalkError> {
        let mut enclosing: HashSet<u64> = {
            let mut asked = locked(&self.registry.wanted);
            if asked.len() < MOST {
                asked.extend(wanted);
            }
            asked.clone()
        };
        let _frame = Frame::push(jni, ROOM)?;
        let mut found = Vec::new();
        for &class in jvmti.get_class_loader_classes(loader)?.iter() {
            let signature = jvmti.get_class_signature(class)?;
            let signature = Mutf8::new(&signature).to_str();
            if signature.starts_with('[') || names::is_hidden(&signature) {
                continue;
            }
            let name = names::from_signature(&signature);
            enclosing.extend(outer_names(&name).map(|outer| key(loader_key, outer)));
            found.push((key(loader_key, &name), class));
        }
        for (key, class) in found.into_iter().filter(|(key, _)| enclosing.contains(key)) {
            let is_known = {
                let classes = locked(&self.registry.classes);
                classes.contains_key(&key) || classes.len() >= MOST
            };
            if is_known {
                continue;
            }
            let weak = Weak::new(jni, class).ok_or(WalkError::WeakReferences)?;
            // Another thread may have been faster, and a third one may use what that one put in.
            let kept = *locked(&self.registry.classes).entry(key).or_insert(weak);
            if kept == weak {
                self.bytes.fetch_add(BYTES, Ordering::Relaxed);
            } else {
                weak.delete(jni);
            }
        }
        self.registry.searches.fetch_add(1, Ordering::Relaxed);
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::outer_names;

    #[test]
    fn outer_classes_are_found_by_name() {
        let outers = |name: &str| outer_names(name).map(str::to_owned).collect::<Vec<_>>();
        assert_eq!(outers("a/Outer$Inner$1"), ["a/Outer$Inner", "a/Outer"]);
        assert_eq!(outers("a$b/Outer"), [""; 0]);
        assert_eq!(outers("$Odd"), [""; 0]);
        assert_eq!(outers("Odd$"), ["Odd"]);
    }
}
