//! All classes that were seen, shared by all threads.
//!
//! Locks are held for looking up and putting in, never while the JVM is asked something: a thread that asks
//! may have to wait for a safepoint. So classes are described first and put in afterwards, and a thread that
//! finds another one came first takes the entry of that one.

use std::collections::HashMap;
use std::hash::{DefaultHasher, Hash, Hasher};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError, RwLock};

use reenact_base::Id;
use reenact_recording::MAX_CLASSES;
use reenact_recording::model::{ClassNumber, RecordedClass};
use reenact_recording::redact::Redactor;
use reenact_wire::plan::Plan;

use super::WalkError;
use super::class_info::ClassInfo;
use super::describe;
use super::enclosing::Registry;
use super::frames::Frame;
use crate::ffi::{Jni, Jvmti, Weak, jclass, jobject};

/// Hashes of class files that are remembered; later ones are forgotten.
const FILES: usize = 200_000;

/// Local references that describing a class may need: superclasses, and all their interfaces.
const ROOM: u32 = 4096;

/// The table of classes.
pub struct Classes {
    pub(super) plan: Arc<Plan>,
    pub(super) redactor: Redactor,
    known: RwLock<Known>,
    /// Class loaders, by identity hash. The bootstrap loader is 0, these are 1 and so on.
    loaders: Mutex<Vec<(i32, Weak)>>,
    /// Hashes of class files, by a hash of loader and name.
    files: Mutex<HashMap<u64, u128>>,
    /// Classes that enclose others.
    pub(super) registry: Registry,
    pub(super) bytes: AtomicUsize,
}

#[derive(Default)]
struct Known {
    /// By the identity hash of the class's mirror.
    by_hash: HashMap<i32, Vec<&'static ClassInfo>>,
    count: usize,
    /// Descriptors that were not taken yet.
    new: Vec<RecordedClass>,
}

impl Classes {
    /// No classes yet.
    pub fn new(plan: Arc<Plan>, redactor: Redactor) -> Self {
        Classes {
            plan,
            redactor,
            known: RwLock::default(),
            loaders: Mutex::default(),
            files: Mutex::default(),
            registry: Registry::default(),
            bytes: AtomicUsize::new(0),
        }
    }

    /// Returns the description of a class, given its mirror. On first sight, the class and its superclasses get their
    /// numbers and descriptors.
    pub fn of(&self, jni: Jni, jvmti: Jvmti, class: jclass) -> Result<&'static ClassInfo, WalkError> {
        let hash = jvmti.get_object_hash_code(class)?;
        match self.find(jni, class, hash, 0).0 {
            Some(info) => Ok(info),
            None => self.register(jni, jvmti, class),
        }
    }

    /// The descriptors that are new since the last call, superclasses first. A class is among them before
    /// any walk knows its number.
    pub fn take_new(&self) -> Vec<RecordedClass> {
        std::mem::take(&mut self.known.write().unwrap_or_else(PoisonError::into_inner).new)
    }

    /// Told by the class-file hook: the hash of a class file, before our probes. The loader's key is its
    /// identity hash, or 0 for the bootstrap loader; the name is internal.
    pub fn class_file_seen(&self, loader_key: i32, name: &[u8], hash: u128) {
        let mut files = lock(&self.files);
        if files.len() < FILES {
            let before = files.capacity();
            files.insert(file_key(loader_key, name), hash);
            self.bytes.fetch_add((files.capacity() - before) * 32, Ordering::Relaxed);
        }
    }

    /// Frees all classes and the references to them and their loaders.
    ///
    /// # Safety
    ///
    /// No [`ClassInfo`] that came from here is used afterwards.
    pub unsafe fn release(&self, jni: Jni) {
        let known = std::mem::take(&mut *self.known.write().unwrap_or_else(PoisonError::into_inner));
        for info in known.by_hash.into_values().flatten() {
            describe::discard(jni, info);
            // SAFETY: it was leaked from a box when it was put in, and the caller promises that this was its last use.
            drop(unsafe { Box::from_raw(std::ptr::from_ref(info).cast_mut()) });
        }
        for (_, loader) in std::mem::take(&mut *lock(&self.loaders)) {
            loader.delete(jni);
        }
        self.registry.release(jni);
    }

    /// Native memory held, about.
    pub fn bytes(&self) -> usize {
        self.bytes.load(Ordering::Relaxed)
    }

    pub(super) fn file_hash(&self, loader_key: i32, name: &[u8]) -> u128 {
        lock(&self.files).get(&file_key(loader_key, name)).copied().unwrap_or(0)
    }

    /// The number of a loader, which is not the bootstrap loader.
    pub(super) fn loader_number(&self, jni: Jni, loader: jobject, hash: i32) -> Result<u32, WalkError> {
        let mut weak: Option<Weak> = None;
        let mut from = 0;
        loop {
            let (candidates, length): (Vec<_>, usize) = {
                let loaders = lock(&self.loaders);
                let new = loaders.iter().enumerate().skip(from);
                (
                    new.filter(|(_, (other, _))| *other == hash).map(|(i, (_, l))| (i, *l)).collect(),
                    loaders.len(),
                )
            };
            let found = candidates.into_iter().find(|(_, known)| known.is(jni, loader));
            if let Some((index, _)) = found {
                if let Some(weak) = weak {
                    weak.delete(jni);
                }
                return Ok(index as u32 + 1);
            }
            let made = match weak {
                Some(made) => made,
                None => Weak::new(jni, loader).ok_or(WalkError::WeakReferences)?,
            };
            weak = Some(made);
            let mut loaders = lock(&self.loaders);
            if loaders.len() == length {
                loaders.push((hash, made));
                return Ok(length as u32 + 1);
            }
            from = length;
        }
    }

    /// A class among those with its hash, leaving out the first ones; and how many there are.
    fn find(
        &self,
        jni: Jni,
        class: jclass,
        hash: i32,
        mut from: usize,
    ) -> (Option<&'static ClassInfo>, usize) {
        // Nearly always there is one; they are taken one by one so that none are kept locked or copied.
        loop {
            let candidate = {
                let known = self.known.read().unwrap_or_else(PoisonError::into_inner);
                known.by_hash.get(&hash).and_then(|classes| classes.get(from)).copied()
            };
            match candidate {
                Some(info) if info.mirror.is(jni, class) => return (Some(info), from),
                Some(_) => from += 1,
                None => return (None, from),
            }
        }
    }

    #[cold]
    fn register(&self, jni: Jni, jvmti: Jvmti, class: jclass) -> Result<&'static ClassInfo, WalkError> {
        // Describing a class takes local references by the dozen.
        let _frame = Frame::push(jni, ROOM)?;
        // Superclasses that are not known yet, and the lowest one that is.
        let mut unknown = vec![class];
        let mut above = None;
        let mut at = class;
        while above.is_none() {
            at = jni.get_superclass(at);
            if at.is_null() {
                break;
            }
            above = self.find(jni, at, jvmti.get_object_hash_code(at)?, 0).0;
            if above.is_none() {
                unknown.push(at);
            }
        }
        let mut result = Err(WalkError::TooManyClasses);
        for &mirror in unknown.iter().rev() {
            let info = self.add(jni, jvmti, mirror, above)?;
            above = Some(info);
            result = Ok(info);
        }
        result
    }

    /// Describes a class and puts it in, unless another thread was faster.
    fn add(
        &self,
        jni: Jni,
        jvmti: Jvmti,
        class: jclass,
        above: Option<&'static ClassInfo>,
    ) -> Result<&'static ClassInfo, WalkError> {
        let hash = jvmti.get_object_hash_code(class)?;
        let (mut info, mut recorded) = describe::describe(self, jni, jvmti, class, above)?;
        let mut from = 0;
        loop {
            let (found, length) = self.find(jni, class, hash, from);
            if let Some(found) = found {
                describe::discard(jni, &info);
                return Ok(found);
            }
            let mut known = self.known.write().unwrap_or_else(PoisonError::into_inner);
            if known.by_hash.get(&hash).map_or(0, Vec::len) == length {
                if known.count >= MAX_CLASSES {
                    drop(known);
                    describe::discard(jni, &info);
                    return Err(WalkError::TooManyClasses);
                }
                let number = ClassNumber::from_index(known.count);
                known.count += 1;
                info.number = number;
                recorded.number = number;
                let bytes = info.bytes() + 2 * size_of::<RecordedClass>();
                self.bytes.fetch_add(bytes, Ordering::Relaxed);
                let info: &'static ClassInfo = Box::leak(info);
                known.by_hash.entry(hash).or_default().push(info);
                known.new.push(recorded);
                return Ok(info);
            }
            from = length;
        }
    }
}

fn file_key(loader_key: i32, name: &[u8]) -> u64 {
    let mut hasher = DefaultHasher::new();
    (loader_key, name).hash(&mut hasher);
    hasher.finish()
}

fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}
