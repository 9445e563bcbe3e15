//! Values as probes hand them over.

use reenact_recording::graph::Kind;

use crate::ffi::{Global, Jni, Local};
use crate::graph::Root;

/// A value of one of the five kinds that the JVM computes with.
#[derive(Clone, Copy)]
pub enum Value<'frame> {
    Int(i32),
    Long(i64),
    Float(f32),
    Double(f64),
    Reference(Local<'frame>),
}

/// How a call ended.
#[derive(Clone, Copy)]
pub enum Ended<'frame> {
    Returned(Option<Value<'frame>>),
    Threw(Local<'frame>),
}

impl Value<'_> {
    /// Returns the value as a root of a walk that ends before the native method returns; `kind` is its declared type.
    pub fn root(self, kind: Kind) -> Root {
        match self {
            Value::Reference(object) if object.is_null() => Root::Null,
            Value::Reference(object) => Root::Reference(object.raw()),
            Value::Long(value) => Root::Long(value),
            Value::Float(value) => Root::Float(value.to_bits()),
            Value::Double(value) => Root::Double(value.to_bits()),
            Value::Int(value) => match kind {
                Kind::Boolean => Root::Boolean(value != 0),
                Kind::Byte => Root::Byte(value as i8),
                Kind::Char => Root::Char(value as u16),
                Kind::Short => Root::Short(value as i16),
                _ => Root::Int(value),
            },
        }
    }
}

/// Receiver and arguments of a call. References are global ones: they must outlive the native calls of the probe,
/// and the method may give its own away.
#[derive(Default)]
pub struct Arguments {
    roots: Vec<Root>,
    /// The references among the roots.
    objects: Vec<Global>,
}

// SAFETY: the references among the roots are global ones, which are not bound to a thread.
unsafe impl Send for Arguments {}

impl Arguments {
    pub fn with_capacity(count: usize) -> Self {
        Arguments { roots: Vec::with_capacity(count), objects: Vec::new() }
    }

    /// Adds the next one; `kind` is its declared type. Without memory for a reference it counts as null.
    pub fn push(&mut self, jni: Jni, value: Value<'_>, kind: Kind) {
        let root = match value.root(kind) {
            Root::Reference(object) => match Global::new(jni, object) {
                Some(global) => {
                    self.objects.push(global);
                    Root::Reference(global.raw())
                }
                None => Root::Null,
            },
            root => root,
        };
        self.roots.push(root);
    }

    pub fn len(&self) -> usize {
        self.roots.len()
    }

    /// The roots, alive until [`release`](Self::release).
    pub fn roots(&self) -> &[Root] {
        &self.roots
    }

    /// Lets go of the objects.
    pub fn release(&mut self, jni: Jni) {
        self.roots.clear();
        self.objects.drain(..).for_each(|object| object.delete(jni));
    }
}
