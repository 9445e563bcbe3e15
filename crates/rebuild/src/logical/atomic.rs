//! Atomics, adders and locks.

use reenact_heap::{Node, PrimitiveArray, Value};

use super::bytes::LARGEST_ARRAY;
use super::expression::{call, inline, int, new, node, null, value, values};
use super::{Filling, Shape, Target};
use crate::plan::{Making, Operand, Reason};

/// `new ReentrantLock()`, which no thread holds.
pub(super) fn lock(is_fair: bool) -> Shape {
    const CLASS: &str = "java/util/concurrent/locks/ReentrantLock";
    Shape::of(match is_fair {
        true => new(CLASS, "(Z)V", vec![value(Value::Boolean(true))]),
        false => new(CLASS, "()V", vec![]),
    })
}

pub(super) fn atomic(target: &Target<'_, '_>, held: Value) -> Option<Shape> {
    let class = target.class;
    let (parameter, is_initial) = match (class.rsplit('/').next()?, held) {
        ("AtomicInteger", Value::Int(held)) => ("I", held == 0),
        ("AtomicLong", Value::Long(held)) => ("J", held == 0),
        ("AtomicBoolean", Value::Boolean(held)) => ("Z", !held),
        ("AtomicReference", Value::Null | Value::Reference(_)) => ("Ljava/lang/Object;", held == Value::Null),
        _ => return None,
    };
    Some(if is_initial {
        Shape::of(new(class, "()V", vec![]))
    } else if target.is_compact() {
        Shape::of(new(class, &format!("({parameter})V"), vec![value(held)]))
    } else {
        Shape::of(new(class, "()V", vec![])).with([set(class, held)])
    })
}

pub(super) fn set(class: &str, held: Value) -> Filling {
    let parameter = match held {
        Value::Int(_) => "I",
        Value::Long(_) => "J",
        Value::Boolean(_) => "Z",
        _ => "Ljava/lang/Object;",
    };
    call(class, "set", &format!("({parameter})V"), vec![value(held)])
}

/// The constructor copies the array that it is given, so no other object can hold the one in the object.
pub(super) fn array(target: &Target<'_, '_>, array: Value) -> Result<Option<Shape>, Reason> {
    let class = target.class;
    let Some(array) = node(array) else { return Ok(None) };
    let (descriptor, elements) = match (class.rsplit('/').next(), target.forms.graph().try_get(array)) {
        (Some("AtomicIntegerArray"), Some(Node::Primitives(ints @ PrimitiveArray::Int(_)))) => {
            ("[I", all(ints))
        }
        (Some("AtomicLongArray"), Some(Node::Primitives(longs @ PrimitiveArray::Long(_)))) => {
            ("[J", all(longs))
        }
        (Some("AtomicReferenceArray"), Some(Node::Array { elements, .. })) => {
            return Ok(references(target, elements).map(|shape| shape.absorbing([array])));
        }
        _ => return Ok(None),
    };
    let is_empty = elements.iter().all(|element| matches!(element, Value::Int(0) | Value::Long(0)));
    if !is_empty && elements.len() > LARGEST_ARRAY {
        return Err(Reason::TooBig);
    }
    let made = match i32::try_from(elements.len()) {
        Ok(length) if is_empty => new(class, "(I)V", vec![int(length)]),
        _ => {
            let array = Making::Array { descriptor: descriptor.into(), elements: values(&elements) };
            new(class, &format!("({descriptor})V"), vec![inline(array)])
        }
    };
    Ok(Some(Shape::of(made).absorbing([array])))
}

fn all(array: &PrimitiveArray) -> Vec<Value> {
    (0..array.len()).filter_map(|at| array.get(at)).collect()
}

/// The array of an `AtomicReferenceArray<E>` is one of `E`, which is certain for texts only; other elements
/// are set one by one.
fn references(target: &Target<'_, '_>, elements: &[Value]) -> Option<Shape> {
    let class = target.class;
    let has_elements = elements.iter().any(|element| *element != Value::Null);
    let are_texts = elements.iter().all(|element| target.forms.text(*element).is_some());
    if has_elements && are_texts && target.is_compact() {
        let descriptor = "[Ljava/lang/String;".into();
        let array = Making::Array { descriptor, elements: values(elements) };
        return Some(Shape::of(new(class, "([Ljava/lang/Object;)V", vec![inline(array)])));
    }
    let length = i32::try_from(elements.len()).ok()?;
    let sets = (0..length).zip(elements).filter(|(_, element)| **element != Value::Null);
    let sets = sets
        .map(|(at, element)| call(class, "set", "(ILjava/lang/Object;)V", vec![int(at), value(*element)]));
    Some(Shape::of(new(class, "(I)V", vec![int(length)])).with(sets))
}

pub(super) fn pair(target: &Target<'_, '_>, reference: Value, mark: Value) -> Option<Shape> {
    let class = target.class;
    let descriptor = match mark {
        Value::Int(_) if class.ends_with("AtomicStampedReference") => "(Ljava/lang/Object;I)V",
        Value::Boolean(_) if class.ends_with("AtomicMarkableReference") => "(Ljava/lang/Object;Z)V",
        _ => return None,
    };
    let arguments = |reference: Operand| vec![reference, value(mark)];
    Some(match (target.is_compact(), reference) {
        (false, Value::Reference(_)) => {
            let set = call(class, "set", descriptor, arguments(value(reference)));
            Shape::of(new(class, descriptor, arguments(null()))).with([set])
        }
        _ => Shape::of(new(class, descriptor, arguments(value(reference)))),
    })
}

pub(super) fn adder(target: &Target<'_, '_>, sum: Value) -> Option<Shape> {
    let class = target.class;
    let descriptor = match (class.rsplit('/').next()?, sum) {
        ("LongAdder", Value::Long(_)) => "(J)V",
        // Adding a negative zero to the zero that an adder begins with is zero.
        ("DoubleAdder", Value::Double(bits)) if bits != (-0.0f64).to_bits() => "(D)V",
        _ => return None,
    };
    let empty = Shape::of(new(class, "()V", vec![]));
    Some(match sum {
        Value::Long(0) | Value::Double(0) => empty,
        _ => empty.with([call(class, "add", descriptor, vec![value(sum)])]),
    })
}
