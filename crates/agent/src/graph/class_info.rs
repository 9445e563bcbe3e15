//! What the walker knows of a class.

use std::ptr;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicPtr, Ordering};

use reenact_recording::graph::Kind;
use reenact_recording::model::ClassNumber;

use super::statics::{Outers, Statics};
use crate::ffi::{jfieldID, jobject};

/// A class that was seen. It stays as long as the recording: readers need no count and no lock, and a class
/// that is unloaded leaves a few hundred bytes.
pub struct ClassInfo {
    pub number: ClassNumber,
    pub form: Form,
    /// All instance fields, those of the topmost class first.
    pub fields: Box<[FieldSlot]>,
    /// The class of an array's elements.
    pub elements: Cache,
    /// Strings and boxes: they cannot change.
    pub is_leaf: bool,
    /// What a secret's name hides as a whole: a string, an array of primitives, a box.
    pub is_value: bool,
    /// What passes on that it is reached through a secret's name: a collection, an optional, an array.
    pub is_carrier: bool,
    pub(super) is_enum: bool,
    pub(super) is_lambda: bool,
    /// Its objects may have calls of their own that are recorded: all but arrays and what is the JDK's.
    pub(super) is_collaborator: bool,
    /// WrittenHistories of its objects are kept.
    pub is_traced: bool,
    pub(super) above: Option<&'static ClassInfo>,
    /// Static fields may hold its objects: its own, or those of the classes above and around it.
    pub(super) may_be_static: bool,
    pub(super) statics: Statics,
    /// Superclasses of the subject's that have such fields, the nearest first.
    pub(super) inherited_statics: Box<[&'static ClassInfo]>,
    /// For nested classes.
    pub(super) outers: Option<Outers>,
    /// The class's name, and whether its objects can only be of this very class.
    pub(super) name: Box<str>,
    pub(super) is_final: bool,
    /// The class's mirror: a global reference if the class cannot be unloaded, otherwise a weak one. It is
    /// deleted with the recording, because caches hold it.
    pub(super) mirror: jobject,
    pub(super) is_weak: bool,
}

impl ClassInfo {
    /// The field that code means which names it in a class, by its place: that class's own, or the nearest above
    /// (JVMS 5.4.3.2).
    pub fn resolve(&self, class: &str, name: &str) -> Option<usize> {
        let mut at = self;
        while &*at.name != class {
            at = at.above?;
        }
        at.fields.iter().rposition(|field| &*field.declared.1 == name)
    }

    /// The class that declares a field.
    pub fn declaring(&self, field: usize) -> &ClassInfo {
        let mut at = self;
        while let Some(above) = at.above.filter(|above| field < above.fields.len()) {
            at = above;
        }
        at
    }

    pub fn field_name(&self, field: usize) -> &str {
        self.fields.get(field).map_or("", |field| &field.declared.1)
    }
}

// SAFETY: global references and field ids may be used on every thread.
unsafe impl Send for ClassInfo {}
// SAFETY: as above; what changes is atomic.
unsafe impl Sync for ClassInfo {}

/// How an object of a class is written.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Form {
    String,
    /// An object of `java.lang.Class`.
    ClassObject,
    Primitives(Kind),
    /// An array of references.
    Array,
    Object,
    /// The plan says that captures end here.
    Opaque,
}

/// An instance field.
pub struct FieldSlot {
    pub id: jfieldID,
    pub kind: Kind,
    /// Its name is a secret's.
    pub is_masked: bool,
    /// It is declared `final`.
    pub is_final: bool,
    /// A class of the JDK declares it: it passes on that it is reached through a secret's name, and
    /// frontiers do not speak of it.
    pub is_jdk: bool,
    /// It holds the hash of what a collection holds.
    pub is_hash: bool,
    /// Where it leads is never looked into.
    pub is_end: bool,
    /// Reading fills it.
    pub is_cache: bool,
    /// The class that it leads to.
    pub cache: Cache,
    /// The class that declares it, and its name.
    pub(super) declared: (Arc<ClassName>, Box<str>),
}

impl FieldSlot {
    /// The same field in a subclass, which may see other classes behind it.
    pub(super) fn inherited(&self) -> FieldSlot {
        let (declaring, name) = &self.declared;
        FieldSlot {
            id: self.id,
            kind: self.kind,
            is_masked: self.is_masked,
            is_final: self.is_final,
            is_jdk: self.is_jdk,
            is_hash: self.is_hash,
            is_end: self.is_end,
            is_cache: self.is_cache,
            cache: self.cache.emptied(),
            declared: (declaring.clone(), name.clone()),
        }
    }
}

/// The name of a class that declares fields.
pub(super) struct ClassName(pub Box<str>);

/// The class seen last behind a field or in an array: most see only one.
pub struct Cache {
    class: AtomicPtr<ClassInfo>,
    /// The declared type is a final class, so that nothing else can be there.
    is_exact: AtomicBool,
    /// The declared type, by internal name or, for arrays, descriptor.
    declared: Box<str>,
}

impl Cache {
    /// Nothing seen yet, for a field or element of this descriptor.
    pub(super) fn new(descriptor: &str) -> Self {
        let declared = descriptor.strip_prefix('L').and_then(|name| name.strip_suffix(';'));
        let class = AtomicPtr::new(ptr::null_mut());
        Cache { class, is_exact: AtomicBool::new(false), declared: declared.unwrap_or(descriptor).into() }
    }

    /// Nothing seen yet, for the same declared type.
    fn emptied(&self) -> Self {
        let class = AtomicPtr::new(ptr::null_mut());
        Cache { class, is_exact: AtomicBool::new(false), declared: self.declared.clone() }
    }

    /// The class, and whether it is the only one possible.
    #[inline]
    pub(super) fn get(&self) -> Option<(&'static ClassInfo, bool)> {
        let is_exact = self.is_exact.load(Ordering::Acquire);
        let class = self.class.load(Ordering::Acquire);
        // SAFETY: only references to classes that stay are put in.
        unsafe { class.as_ref() }.map(|class| (class, is_exact))
    }

    /// Whether only one class is possible, and it is known.
    #[inline]
    pub(super) fn is_exact(&self) -> bool {
        self.is_exact.load(Ordering::Acquire)
    }

    pub(super) fn set(&self, class: &'static ClassInfo) {
        self.class.store(ptr::from_ref(class).cast_mut(), Ordering::Release);
        if class.is_final && *class.name == *self.declared {
            self.is_exact.store(true, Ordering::Release);
        }
    }

    fn bytes(&self) -> usize {
        self.declared.len()
    }
}

impl ClassInfo {
    /// Whether it is `String`.
    pub fn is_string(&self) -> bool {
        self.form == Form::String
    }

    /// Whether static fields may hold its objects.
    pub fn may_be_static(&self) -> bool {
        self.may_be_static
    }

    /// Whether it is another class or one below it.
    pub fn is_a(&self, class: ClassNumber) -> bool {
        let mut at = Some(self);
        while let Some(info) = at {
            if info.number == class {
                return true;
            }
            at = info.above;
        }
        false
    }

    /// Bytes held, about.
    pub(super) fn bytes(&self) -> usize {
        let fields = self.fields.iter();
        let fields: usize =
            fields.map(|field| size_of::<FieldSlot>() + field.cache.bytes() + field.declared.1.len()).sum();
        size_of::<ClassInfo>() + fields + self.statics.bytes() + self.name.len()
    }
}
