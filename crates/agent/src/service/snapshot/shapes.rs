//! The fields of classes, and how their objects are looked at.

use std::collections::HashMap;
use std::sync::Arc;

use reenact_classfile::Mutf8;
use reenact_recording::graph::Kind;

use super::roots;
use crate::ffi::{Global, Jni, Jvmti, JvmtiError, jclass, jfieldID};

const ACC_STATIC: i32 = 0x0008;
const ACC_FINAL: i32 = 0x0010;

/// Position of a class in [`Shapes`].
pub type ShapeNumber = u32;

/// All classes that were met.
#[derive(Default)]
pub struct Shapes {
    list: Vec<Shape>,
    /// By the identity hash of the class's mirror.
    by_hash: HashMap<i32, Vec<ShapeNumber>>,
}

/// A class.
pub struct Shape {
    /// Internal name, or the descriptor of an array.
    pub name: Box<str>,
    /// True if it belongs to the JDK.
    pub is_jdk: bool,
    pub form: Form,
    pub above: Option<ShapeNumber>,
    /// The instance fields, those of the topmost class first.
    pub fields: Arc<[Slot]>,
    /// The static fields that it declares itself.
    pub statics: Arc<[Slot]>,
    pub mirror: Global,
}

/// A field.
#[derive(Clone)]
pub struct Slot {
    pub id: jfieldID,
    pub kind: Kind,
    pub is_final: bool,
    pub name: Box<str>,
    pub descriptor: Box<str>,
    pub declaring: ShapeNumber,
}

// SAFETY: field ids may be used on every thread (JNI specification, "Accessing Fields of Objects").
unsafe impl Send for Slot {}
// SAFETY: as above.
unsafe impl Sync for Slot {}

/// How an object is looked at.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Form {
    /// By its fields.
    Object,
    /// An array of references.
    References,
    /// An array of primitives.
    Primitives(Kind),
    /// A `String`, which never changes.
    String,
    /// A boxed primitive, which never changes.
    Boxed,
    /// A `Class`; static fields are looked at as such.
    ClassObject,
    /// By identity only.
    Opaque,
}

impl Form {
    /// Returns true if objects of this form never change and refer to nothing that is looked at. A snapshot has one holder for
    /// every reference to such an object, since only the reference matters: to look for the object would take most of the time.
    pub fn is_leaf(self) -> bool {
        matches!(self, Form::String | Form::Boxed)
    }
}

impl Shapes {
    pub fn get(&self, number: ShapeNumber) -> &Shape {
        // Numbers come from here, and shapes are never removed.
        &self.list[number as usize]
    }

    /// Returns the number of a class that was met, given its mirror.
    pub fn find(&self, jni: Jni, jvmti: Jvmti, class: jclass) -> Option<ShapeNumber> {
        self.with_hash(jni, class, jvmti.get_object_hash_code(class).ok()?)
    }

    fn with_hash(&self, jni: Jni, class: jclass, hash: i32) -> Option<ShapeNumber> {
        let mut known = self.by_hash.get(&hash).into_iter().flatten().copied();
        known.find(|&number| jni.is_same_object(self.get(number).mirror.raw(), class))
    }

    /// Returns the number of a class, given its mirror.
    pub fn of(&mut self, jni: Jni, jvmti: Jvmti, class: jclass) -> Result<ShapeNumber, JvmtiError> {
        let hash = jvmti.get_object_hash_code(class)?;
        if let Some(number) = self.with_hash(jni, class, hash) {
            return Ok(number);
        }
        let above = jni.get_superclass(class);
        let above = match above.is_null() {
            true => None,
            false => {
                let number = self.of(jni, jvmti, above);
                jni.delete_local_ref(above);
                Some(number?)
            }
        };
        let number = self.list.len() as ShapeNumber;
        let shape = self.describe(jni, jvmti, class, above, number)?;
        self.list.push(shape);
        self.by_hash.entry(hash).or_default().push(number);
        Ok(number)
    }

    fn describe(
        &self,
        jni: Jni,
        jvmti: Jvmti,
        class: jclass,
        above: Option<ShapeNumber>,
        number: ShapeNumber,
    ) -> Result<Shape, JvmtiError> {
        let signature = jvmti.get_class_signature(class)?;
        let signature = Mutf8::new(&signature).to_str().into_owned();
        let is_array = signature.starts_with('[');
        let name = match signature.strip_prefix('L').and_then(|name| name.strip_suffix(';')) {
            // The JVM writes the suffix of hidden classes behind a dot.
            Some(name) => name.replace('.', "/"),
            None => signature.clone(),
        };
        let loader = jvmti.get_class_loader(class)?;
        let is_jdk = loader.is_null() || is_of_platform(jni, jvmti, loader, &name);
        if !loader.is_null() {
            jni.delete_local_ref(loader);
        }
        let form_above = above.map(|above| self.get(above).form);
        let form = match &*name {
            "java/lang/String" => Form::String,
            "java/lang/Class" => Form::ClassObject,
            _ if is_array => match Kind::of_descriptor(&signature[1..]) {
                Kind::Reference => Form::References,
                kind => Form::Primitives(kind),
            },
            name if is_jdk && roots::is_box(name) => Form::Boxed,
            name if form_above == Some(Form::Opaque) || roots::is_opaque(name, is_jdk) => Form::Opaque,
            _ => Form::Object,
        };
        let mut fields = above.map_or(Vec::new(), |above| self.get(above).fields.to_vec());
        let mut statics = Vec::new();
        if !is_array {
            for &id in jvmti.get_class_fields(class)?.iter() {
                let modifiers = jvmti.get_field_modifiers(class, id)?;
                let (field, descriptor) = jvmti.get_field_name(class, id)?;
                let field = Mutf8::new(&field).to_str();
                let descriptor = Mutf8::new(&descriptor).to_str();
                let (is_static, is_final) = (modifiers & ACC_STATIC != 0, modifiers & ACC_FINAL != 0);
                let is_computed = is_jdk && !is_static && roots::is_computed(&name, &field, is_final);
                if is_computed || roots::is_internal(&name, &field) {
                    continue;
                }
                let slot = Slot {
                    id,
                    kind: Kind::of_descriptor(&descriptor),
                    is_final,
                    name: field.into(),
                    descriptor: descriptor.into(),
                    declaring: number,
                };
                match is_static {
                    true => statics.push(slot),
                    false => fields.push(slot),
                }
            }
        }
        let mirror = Global::new(jni, class).ok_or(JvmtiError::OUT_OF_MEMORY)?;
        let (fields, statics) = (fields.into(), statics.into());
        Ok(Shape { name: name.into(), is_jdk, form, above, fields, statics, mirror })
    }
}

/// Returns true if a loader is that of the JDK's own modules which the bootstrap loader does not load.
fn is_of_platform(jni: Jni, jvmti: Jvmti, loader: crate::ffi::jobject, class: &str) -> bool {
    if class.starts_with("java/") {
        return true;
    }
    let mirror = jni.get_object_class(loader);
    let is_platform = jvmti.get_class_signature(mirror).is_ok_and(|signature| {
        &*Mutf8::new(&signature).to_str() == "Ljdk/internal/loader/ClassLoaders$PlatformClassLoader;"
    });
    jni.delete_local_ref(mirror);
    is_platform
}
