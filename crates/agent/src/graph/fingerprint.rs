//! The state of an object as one number, to see whether a call has changed it.
//!
//! Fields by value, references by where they lead; what they lead to is looked into as well, up to a bound. Strings,
//! boxes and the like cannot change, and neither can class objects and opaque ones be looked into: which
//! one it is will do. Another object with a history stands for itself by the number of its changes. Caches of
//! the JDK's collections, which reading fills, do not count.

use reenact_base::Id;
use reenact_recording::graph::Kind;
use xxhash_rust::xxh3::xxh3_64;

use super::class_info::{Cache, ClassFlags, ClassInfo, FieldFlags, Form};
use super::frames::Frames;
use super::identity::Identities;
use super::visit::class_of;
use super::{Context, WalkError};
use crate::ffi::jobject;

/// Objects that are looked into.
const MOST: usize = 256;
/// Fewer need no table to be found again.
const FEW: usize = 12;
/// Elements of one array of references, and bytes of one of primitives.
const MOST_ELEMENTS: i32 = 4096;
const MOST_BYTES: usize = 64 << 10;

/// The state of an object, as a hash.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Print(u64);

/// Looks at an object of a known class and hash. `None` if it leads to too much.
pub fn fingerprint(
    context: &Context<'_>,
    object: jobject,
    class: &'static ClassInfo,
    hash: i32,
) -> Result<Option<Print>, WalkError> {
    if context.jni.exception_check() {
        return Err(WalkError::PendingException);
    }
    let mut look = Look {
        context,
        frames: Frames::new(context.jni),
        found: Vec::with_capacity(16),
        identities: Identities::default(),
        block: Vec::new(),
        state: 0,
        is_too_much: false,
    };
    look.number(object, class, hash);
    let mut next = 0;
    while let Some(&Found { object, class, .. }) = look.found.get(next) {
        next += 1;
        look.object(object, class)?;
        if look.is_too_much || look.found.len() > MOST {
            return Ok(None);
        }
    }
    Ok(Some(Print(look.state)))
}

struct Found {
    object: jobject,
    class: &'static ClassInfo,
    hash: i32,
}

struct Look<'c> {
    context: &'c Context<'c>,
    frames: Frames,
    found: Vec<Found>,
    identities: Identities,
    block: Vec<u8>,
    state: u64,
    is_too_much: bool,
}

impl Look<'_> {
    fn number(&mut self, object: jobject, class: &'static ClassInfo, hash: i32) {
        self.found.push(Found { object, class, hash });
        match self.found.len() {
            ..FEW => {}
            FEW => {
                self.identities.clear();
                for found in &self.found {
                    self.identities.insert(found.hash, self.found.iter().map(|found| found.hash));
                }
            }
            _ => self.identities.insert(hash, self.found.iter().map(|found| found.hash)),
        }
    }

    /// The number of an object that was found already.
    fn find(&self, target: jobject, hash: i32) -> Option<u32> {
        let is_same = |found: &Found| self.context.jni.is_same_object(target, found.object);
        if self.found.len() < FEW {
            let place = self.found.iter().position(|found| found.hash == hash && is_same(found));
            return place.map(|place| place as u32);
        }
        let mut candidates = self.identities.with_hash(hash);
        while let Some(number) = candidates.next(&self.identities) {
            if self.found.get(number as usize).is_some_and(is_same) {
                return Some(number);
            }
        }
        None
    }

    #[inline]
    fn add(&mut self, value: u64) {
        let product = u128::from(self.state ^ value ^ 0x9e37_79b9_7f4a_7c15) * 0xd6e8_feb8_6659_fd93;
        self.state = ((product >> 64) as u64 ^ product as u64).wrapping_add(1);
    }

    fn object(&mut self, object: jobject, class: &'static ClassInfo) -> Result<(), WalkError> {
        let jni = self.context.jni;
        self.add(class.number.index() as u64);
        match class.form {
            Form::Object => {
                for field in class
                    .fields
                    .iter()
                    .filter(|field| !field.is(FieldFlags::CACHE) && !field.is(FieldFlags::END))
                {
                    let id = field.id;
                    match field.kind {
                        Kind::Boolean => self.add(u64::from(jni.get_boolean_field(object, id))),
                        Kind::Byte => self.add(jni.get_byte_field(object, id) as u64),
                        Kind::Char => self.add(u64::from(jni.get_char_field(object, id))),
                        Kind::Short => self.add(jni.get_short_field(object, id) as u64),
                        Kind::Int => self.add(jni.get_int_field(object, id) as u64),
                        Kind::Long => self.add(jni.get_long_field(object, id) as u64),
                        Kind::Float => self.add(u64::from(jni.get_float_field(object, id).to_bits())),
                        Kind::Double => self.add(jni.get_double_field(object, id).to_bits()),
                        Kind::Reference => {
                            self.frames.take()?;
                            let target = jni.get_object_field(object, id);
                            self.reach(target, &field.cache)?;
                        }
                    }
                }
            }
            Form::Array => {
                let length = jni.get_array_length(object).max(0);
                self.add(length as u64);
                if length > MOST_ELEMENTS {
                    self.is_too_much = true;
                    return Ok(());
                }
                for index in 0..length {
                    self.frames.take()?;
                    let target = jni.get_object_array_element(object, index);
                    self.reach(target, &class.elements)?;
                }
            }
            Form::Primitives(kind) => {
                let length = jni.get_array_length(object).max(0) as usize;
                let bytes = length.saturating_mul(kind.width());
                if bytes > MOST_BYTES {
                    self.is_too_much = true;
                    return Ok(());
                }
                self.block.clear();
                self.block.resize(bytes, 0);
                if length > 0 {
                    jni.get_array_region(kind, object, 0, &mut self.block);
                }
                let content = xxh3_64(&self.block);
                self.add(content ^ length as u64);
            }
            Form::String | Form::ClassObject | Form::Opaque => {}
        }
        Ok(())
    }

    /// A reference, for which room was taken.
    fn reach(&mut self, target: jobject, cache: &Cache) -> Result<(), WalkError> {
        if target.is_null() {
            self.frames.unused();
            self.add(0);
            return Ok(());
        }
        let (jni, jvmti) = (self.context.jni, self.context.jvmti);
        let hash = jvmti.get_object_hash_code(target)?;
        if let Some(number) = self.find(target, hash) {
            self.frames.give_back(target);
            self.add(u64::from(number) + 1);
            return Ok(());
        }
        let class = class_of(self.context, &mut self.frames, target, Some(cache))?;
        self.add(hash as u64 | 1 << 40);
        if class.is(ClassFlags::FOLLOWED)
            && let Some(follow) = self.context.policy.follow
            && let Some((id, version)) = follow.state(jni, target, hash)
        {
            self.add(id);
            self.add(u64::from(version));
            return Ok(());
        }
        let is_fixed = class.is(ClassFlags::LEAF)
            || class.is(ClassFlags::ENUM)
            || matches!(class.form, Form::String | Form::ClassObject | Form::Opaque);
        if !is_fixed {
            self.number(target, class, hash);
        }
        Ok(())
    }
}

/// Fields of the JDK's collections that reading fills.
pub(crate) fn is_cache(class: &str, field: &str) -> bool {
    let Some(class) = class.strip_prefix("java/util/") else { return false };
    let is_view = matches!(field, "keySet" | "values" | "entrySet" | "navigableKeySet" | "descendingMap");
    is_view
        && matches!(
            class,
            "AbstractMap"
                | "HashMap"
                | "TreeMap"
                | "Hashtable"
                | "EnumMap"
                | "IdentityHashMap"
                | "WeakHashMap"
                | "TreeMap$NavigableSubMap"
                | "Collections$UnmodifiableMap"
                | "Collections$SynchronizedMap"
                | "Collections$CheckedMap"
                | "concurrent/ConcurrentHashMap"
                | "concurrent/ConcurrentSkipListMap"
        )
}
