//! The walker's knowledge of a class.

use std::ptr;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicPtr, Ordering};

use reenact_recording::graph::Kind;
use reenact_recording::model::ClassNumber;
use reenact_recording::redact::Secrecy;

use super::statics::{Outers, Statics};
use crate::ffi::{Global, Jni, Weak, jclass, jfieldID, jobject};

/// A class that was seen. It stays as long as the recording: readers need no count and no lock, and a class
/// that is unloaded leaves a few hundred bytes.
pub struct ClassInfo {
    pub number: ClassNumber,
    pub form: Form,
    /// All instance fields, those of the topmost class first.
    pub fields: Box<[FieldSlot]>,
    /// The class of an array's elements.
    pub elements: Cache,
    pub flags: ClassFlags,
    pub(super) above: Option<&'static ClassInfo>,
    pub(super) statics: Statics,
    /// Superclasses of the subject's that have such fields, the nearest first.
    pub(super) inherited_statics: Box<[&'static ClassInfo]>,
    /// For nested classes.
    pub(super) outers: Option<Outers>,
    /// The method that a lambda runs ([`lambda_key`](super::lambda_key)).
    pub(super) body: Option<u64>,
    pub(super) name: Box<str>,
    /// True if a graph with such an object at its root was larger than its budget.
    pub(super) exceeds_budgets: AtomicBool,
    /// The class's mirror: a global reference if the class cannot be unloaded, otherwise a weak one. It is
    /// deleted with the recording, because caches hold it.
    pub(super) mirror: Mirror,
}

/// A reference to a class.
#[derive(Clone, Copy)]
pub(super) enum Mirror {
    Global(Global),
    Weak(Weak),
}

impl Mirror {
    /// Returns true if it is this class.
    #[inline]
    pub fn is(self, jni: Jni, class: jclass) -> bool {
        match self {
            Mirror::Global(global) => jni.is_same_object(class, global.raw()),
            Mirror::Weak(weak) => weak.is(jni, class),
        }
    }

    /// Returns true if an object is an instance of the class. The JVM does not take a weak reference here that may
    /// have been cleared, so then the answer is false.
    #[inline]
    pub fn has_instance(self, jni: Jni, object: jobject) -> bool {
        match self {
            Mirror::Global(global) => jni.is_instance_of(object, global.raw()),
            Mirror::Weak(_) => false,
        }
    }

    /// Returns a local reference to the class; null if it was unloaded.
    pub fn local(self, jni: Jni) -> jclass {
        match self {
            Mirror::Global(global) => jni.new_local_ref(global.raw()),
            Mirror::Weak(weak) => weak.local(jni),
        }
    }

    pub fn delete(self, jni: Jni) {
        match self {
            Mirror::Global(global) => global.delete(jni),
            Mirror::Weak(weak) => weak.delete(jni),
        }
    }
}

reenact_base::flag_set! {
    /// Properties of a class.
    pub struct ClassFlags: u16 {
        /// Strings and boxes: they cannot change.
        LEAF,
        /// A secret's name hides its objects as a whole: a string, an array of primitives, a box.
        VALUE,
        /// Its objects are numbers or truth values, which few names make a secret.
        NUMBER,
        /// Its objects pass on that they are reached through a secret's name: a collection, an optional, an array.
        CARRIER,
        ENUM,
        LAMBDA,
        /// Its objects may have calls of their own that are recorded: all classes but arrays and the JDK's.
        COLLABORATOR,
        /// Its objects are reported to the walk's [`Follow`](super::Follow).
        FOLLOWED,
        /// Static fields may hold its objects: its own, or those of the classes above and around it.
        MAY_BE_STATIC,
        /// Its objects can only be of this very class.
        FINAL,
    }
}

reenact_base::flag_set! {
    /// Properties of an instance field.
    pub struct FieldFlags: u8 {
        /// It is declared `final`.
        FINAL,
        /// A class of the JDK declares it: it passes on that it is reached through a secret's name, and
        /// frontiers do not apply to it.
        JDK,
        /// It holds the hash of the content of a collection.
        HASH,
        /// Walks end at the object it leads to.
        END,
        /// Reading fills it.
        CACHE,
        /// It is declared `public`.
        PUBLIC,
    }
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
    /// The values that its name masks.
    pub secrecy: Secrecy,
    pub flags: FieldFlags,
    /// The class that it leads to.
    pub cache: Cache,
    /// The class that declares it, and its name.
    pub(super) declared: (Arc<ClassName>, Box<str>),
}

impl FieldSlot {
    /// Returns true if all of these flags are set.
    #[inline]
    pub fn is(&self, flags: FieldFlags) -> bool {
        self.flags.has(flags)
    }

    /// The same field in a subclass, which may see other classes behind it.
    pub(super) fn inherited(&self) -> FieldSlot {
        let (declaring, name) = &self.declared;
        FieldSlot {
            id: self.id,
            kind: self.kind,
            secrecy: self.secrecy,
            flags: self.flags,
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

    /// Returns true if only one class is possible, and it is known.
    #[inline]
    pub(super) fn is_exact(&self) -> bool {
        self.is_exact.load(Ordering::Acquire)
    }

    pub(super) fn set(&self, class: &'static ClassInfo) {
        self.class.store(ptr::from_ref(class).cast_mut(), Ordering::Release);
        if class.is(ClassFlags::FINAL) && *class.name == *self.declared {
            self.is_exact.store(true, Ordering::Release);
        }
    }

    fn bytes(&self) -> usize {
        self.declared.len()
    }
}

impl ClassInfo {
    /// Returns true if it is `String`.
    pub fn is_string(&self) -> bool {
        self.form == Form::String
    }

    /// Returns true if all of these flags are set.
    #[inline]
    pub fn is(&self, flags: ClassFlags) -> bool {
        self.flags.has(flags)
    }

    /// Returns true if it is another class or one below it.
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

    /// Returns true if it is in the same top-level class as another one, by internal name: then a static method of that one may
    /// make its objects where no other code can.
    pub fn is_nested_with(&self, class: &str) -> bool {
        self.name.contains('$') && top_level(&self.name) == top_level(class)
    }

    /// Bytes held, about.
    pub(super) fn bytes(&self) -> usize {
        let fields = self.fields.iter();
        let fields: usize =
            fields.map(|field| size_of::<FieldSlot>() + field.cache.bytes() + field.declared.1.len()).sum();
        size_of::<ClassInfo>() + fields + self.statics.bytes() + self.name.len()
    }
}

/// The name of the class that is not nested, as compilers make names of nested classes from it.
fn top_level(class: &str) -> &str {
    let package = class.rfind('/').map_or(0, |slash| slash + 1);
    class[package..].find('$').map_or(class, |dollar| &class[..package + dollar])
}

#[cfg(test)]
pub(super) mod tests {
    use super::*;
    use reenact_base::Id;

    /// A class with fields of references, by declaring class and name. It is never handed to a JVM.
    pub fn class(number: usize, name: &str, fields: &[(&str, &str)], flags: FieldFlags) -> ClassInfo {
        let slot = |(class, name): &(&str, &str)| {
            let declaring = Arc::new(ClassName((*class).into()));
            let (kind, cache) = (Kind::Reference, Cache::new("Lp/Any;"));
            FieldSlot {
                id: ptr::null_mut(),
                kind,
                secrecy: Secrecy::None,
                flags,
                cache,
                declared: (declaring, (*name).into()),
            }
        };
        ClassInfo {
            number: ClassNumber::from_index(number),
            form: Form::Object,
            fields: fields.iter().map(slot).collect(),
            elements: Cache::new(""),
            flags: ClassFlags::default(),
            above: None,
            statics: Statics::default(),
            inherited_statics: Box::default(),
            outers: None,
            body: None,
            name: name.into(),
            exceeds_budgets: AtomicBool::new(false),
            mirror: Mirror::Weak(Weak::dangling()),
        }
    }

    #[test]
    fn a_field_is_resolved_from_the_class_that_code_names_upwards() {
        let base = Box::leak(Box::new(class(
            1,
            "p/Base",
            &[("p/Base", "x"), ("p/Base", "y")],
            FieldFlags::default(),
        )));
        let fields = [("p/Base", "x"), ("p/Base", "y"), ("p/Sub", "x")];
        let sub = ClassInfo { above: Some(base), ..class(2, "p/Sub", &fields, FieldFlags::default()) };
        assert_eq!(sub.resolve("p/Sub", "x"), Some(2), "it hides the one above");
        assert_eq!(sub.resolve("p/Base", "x"), Some(0));
        assert_eq!(sub.resolve("p/Sub", "y"), Some(1));
        assert_eq!(sub.resolve("p/Other", "x"), None);
        assert_eq!((&*sub.declaring(1).name, &*sub.declaring(2).name), ("p/Base", "p/Sub"));
        assert!(sub.is_a(base.number) && !base.is_a(sub.number));
    }

    #[test]
    fn classes_of_one_top_level_class() {
        let class = class(1, "p/Lines$Cursor", &[], FieldFlags::default());
        assert!(class.is_nested_with("p/Lines") && class.is_nested_with("p/Lines$Other"));
        assert!(!class.is_nested_with("p/Line") && !class.is_nested_with("q/Lines"));
        assert_eq!((top_level("p/A$B$1"), top_level("A"), top_level("p$q/A")), ("p/A", "A", "p$q/A"));
    }
}
