//! Java expressions, briefly.

use reenact_heap::{NodeId, Value};

use super::{Filling, Target};
use crate::plan::{Making, Member, Operand};

/// `new C(…)`.
pub(super) fn new(class: &str, descriptor: &str, arguments: Vec<Operand>) -> Making {
    Making::Constructor { method: Member::new(class, "<init>", descriptor), outer: None, arguments }
}

/// `C.name(…)`.
pub(super) fn factory(class: &str, name: &str, descriptor: &str, arguments: Vec<Operand>) -> Making {
    Making::Factory { method: Member::new(class, name, descriptor), arguments }
}

/// `on.name(…)`.
pub(super) fn result(
    on: Operand,
    class: &str,
    name: &str,
    descriptor: &str,
    arguments: Vec<Operand>,
) -> Making {
    Making::Result { on: Box::new(on), method: Member::new(class, name, descriptor), arguments }
}

/// The expression, and a call on what it gives: chains grow, they do not nest.
pub(super) fn chained(first: Making, member: Member, arguments: Vec<Operand>) -> Making {
    match first {
        Making::Chain { first, mut calls } => {
            calls.push((member, arguments));
            Making::Chain { first, calls }
        }
        first => Making::Chain { first: Box::new(first), calls: vec![(member, arguments)] },
    }
}

/// A static field.
pub(super) fn field(class: &str, name: &str, descriptor: &str) -> Operand {
    inline(Making::StaticField(Member::new(class, name, descriptor)))
}

/// A call of one of the object's own methods.
pub(super) fn call(class: &str, name: &str, descriptor: &str, arguments: Vec<Operand>) -> Filling {
    Filling::Call { method: Member::new(class, name, descriptor), arguments }
}

pub(super) fn inline(making: Making) -> Operand {
    Operand::Inline(Box::new(making))
}

pub(super) fn text(text: &str) -> Operand {
    inline(Making::String(text.encode_utf16().collect()))
}

pub(super) fn int(value: i32) -> Operand {
    Operand::Value(Value::Int(value))
}

pub(super) fn long(value: i64) -> Operand {
    Operand::Value(Value::Long(value))
}

pub(super) fn boolean(value: bool) -> Operand {
    Operand::Value(Value::Boolean(value))
}

/// A value of the graph: a primitive, null, or a reference for the planner to replace.
pub(super) fn value(value: Value) -> Operand {
    Operand::Value(value)
}

pub(super) fn values(values: &[Value]) -> Vec<Operand> {
    values.iter().copied().map(Operand::Value).collect()
}

pub(super) fn null() -> Operand {
    Operand::Value(Value::Null)
}

/// The object itself, where it is an argument.
pub(super) fn this(target: &Target<'_, '_>) -> Operand {
    Operand::Value(Value::Reference(target.node))
}

/// The node that a value refers to.
pub(super) fn node(value: Value) -> Option<NodeId> {
    match value {
        Value::Reference(node) => Some(node),
        _ => None,
    }
}

/// The descriptor of a method with some parameters of type `Object`.
pub(super) fn objects(count: usize, returns: &str) -> String {
    format!("({}){returns}", "Ljava/lang/Object;".repeat(count))
}

/// Visits an expression's operands, outer ones first. What a visitor puts in place is not visited again
/// unless it is written in place.
pub(super) fn each_operand(making: &mut Making, visit: &mut impl FnMut(&mut Operand)) {
    // The forms nest a few expressions, never many: the recursion is shallow.
    match making {
        Making::Constructor { outer, arguments, .. } => {
            outer.iter_mut().for_each(|outer| visit_operand(outer, visit));
            visit_all(arguments, visit);
        }
        Making::Factory { arguments, .. } => visit_all(arguments, visit),
        Making::Result { on, arguments, .. } => {
            visit_operand(on, visit);
            visit_all(arguments, visit);
        }
        Making::Chain { first, calls } => {
            each_operand(first, visit);
            calls.iter_mut().for_each(|(_, arguments)| visit_all(arguments, visit));
        }
        Making::Field { of, .. } => visit_operand(of, visit),
        Making::Array { elements, .. } => visit_all(elements, visit),
        _ => {}
    }
}

fn visit_all(operands: &mut [Operand], visit: &mut impl FnMut(&mut Operand)) {
    for operand in operands {
        visit_operand(operand, visit);
    }
}

pub(super) fn visit_operand(operand: &mut Operand, visit: &mut impl FnMut(&mut Operand)) {
    visit(operand);
    match operand {
        Operand::Inline(making) => each_operand(making, visit),
        Operand::Spread(operands) => visit_all(operands, visit),
        Operand::Value(_) | Operand::Object(_) => {}
    }
}
