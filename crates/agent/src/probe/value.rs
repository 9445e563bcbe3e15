//! Values as probes hand them over.

use reenact_recording::graph::Kind;

use crate::ffi::{Jni, jobject};
use crate::graph::Root;

/// A value of one of the five kinds that the JVM computes with.
#[derive(Clone, Copy)]
pub enum Value {
    Int(i32),
    Long(i64),
    Float(f32),
    Double(f64),
    Reference(jobject),
}

/// How a call ended.
#[derive(Clone, Copy)]
pub enum Ended {
    Returned(Option<Value>),
    Threw(jobject),
}

impl Value {
    /// Returns the value as a root of a walk; `kind` is its declared type.
    pub fn root(self, kind: Kind) -> Root {
        match self {
            Value::Reference(object) if object.is_null() => Root::Null,
            Value::Reference(object) => Root::Reference(object),
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

    /// Hands the value to `keep` with a global reference in the place of the local one, as arguments outlive the
    /// native calls of the probe. `keep` returns false if it has no use for it.
    pub fn keep_globally(self, jni: Jni, keep: impl FnOnce(Value) -> bool) {
        let value = match self {
            Value::Reference(object) if !object.is_null() => Value::Reference(jni.new_global_ref(object)),
            _ => self,
        };
        if !keep(value)
            && let Value::Reference(object) = value
        {
            jni.delete_global_ref(object);
        }
    }
}
