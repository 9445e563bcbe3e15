//! Objects with the contents of another one, for code that copies them: `new Order(List.of(a, b))`.

use reenact_heap::logical::Order;
use reenact_heap::{LogicalForm, Node, NodeId, Value};

use super::trial::Scope;
use crate::facts::Facts;
use crate::logical::{self, Style};
use crate::plan::{Making, Member, Operand};
use crate::recipe::Filling;

/// An expression, and what has to be done to its object before it can be handed over.
pub(crate) struct Copyable {
    pub class: Box<str>,
    pub making: Making,
    pub then: Vec<Filling>,
}

/// Interfaces that `List.of` will do for.
fn takes_list(class: &str) -> bool {
    matches!(
        class,
        "java/util/List"
            | "java/util/Collection"
            | "java/lang/Iterable"
            | "java/util/SequencedCollection"
            | "java/lang/Object"
    )
}

/// Whether a variable of a type can hold something with the contents of an object.
pub(crate) fn can_be(facts: &Facts<'_>, scope: &Scope, node: NodeId, class: &str) -> bool {
    let is_here = |value: &Value| match value {
        Value::Reference(node) => !scope.is_impossible(*node) && !scope.is_late(*node),
        _ => true,
    };
    let is_map = match facts.node(node) {
        Some(Node::Array { elements, .. }) => {
            return elements.iter().all(is_here)
                && (facts.class_name(node) == Some(class) || takes_list(class) || is_reference_array(class));
        }
        Some(Node::Primitives(_)) => return facts.class_name(node) == Some(class),
        _ => match facts.form(node).as_deref() {
            Some(LogicalForm::Map { entries, .. }) => {
                if !entries.iter().all(|(key, value)| is_here(key) && is_here(value)) {
                    return false;
                }
                true
            }
            Some(
                LogicalForm::List { elements, .. }
                | LogicalForm::Set { elements, .. }
                | LogicalForm::Queue { elements, .. },
            ) => {
                if !elements.iter().all(is_here) {
                    return false;
                }
                false
            }
            _ => return false,
        },
    };
    let by_interface = match is_map {
        true => class == "java/util/Map",
        false => takes_list(class) || class == "java/util/Set" || is_reference_array(class),
    };
    by_interface || facts.is_instance(node, class) == Some(true)
}

fn is_reference_array(class: &str) -> bool {
    class.starts_with("[L") || class.starts_with("[[")
}

/// Something that a variable of a type can hold, with the contents of an object.
pub(crate) fn copyable(facts: &Facts<'_>, node: NodeId, class: &str, release: u8) -> Option<Copyable> {
    let plain = |class: &str, making| Some(Copyable { class: class.into(), making, then: Vec::new() });
    if let Some(array @ Node::Primitives(_)) = facts.node(node) {
        let Node::Primitives(elements) = array else { return None };
        let descriptor = facts.class_name(node)?;
        let making = crate::logical::as_one_text(elements).unwrap_or_else(|| Making::Array {
            descriptor: descriptor.into(),
            elements: (0..elements.len()).filter_map(|at| elements.get(at)).map(Operand::Value).collect(),
        });
        return plain(descriptor, making);
    }
    if let Some(entries) = facts.entries(node) {
        return map(facts, node, &entries, class, release);
    }
    let elements = facts.elements(node)?;
    let operands: Vec<Operand> = elements.iter().map(|element| Operand::Value(*element)).collect();
    if is_reference_array(class) {
        return plain(class, Making::Array { descriptor: class.into(), elements: operands });
    }
    let has_null = elements.contains(&Value::Null);
    let of = |interface: &str, spread: Vec<Operand>| {
        let descriptor = format!("([Ljava/lang/Object;)L{interface};");
        Making::Factory {
            method: Member::new(interface, "of", &descriptor),
            arguments: vec![Operand::Spread(spread)],
        }
    };
    let list = |operands: Vec<Operand>| match release >= 9 && !has_null {
        true => of("java/util/List", operands),
        false => Making::Factory {
            method: Member::new("java/util/Arrays", "asList", "([Ljava/lang/Object;)Ljava/util/List;"),
            arguments: vec![Operand::Spread(operands)],
        },
    };
    if takes_list(class) {
        return plain("java/util/List", list(operands));
    }
    if class == "java/util/Set" {
        let is_unordered = matches!(
            facts.form(node).as_deref(),
            Some(LogicalForm::Set { order: Order::None | Order::Sorted, .. })
        );
        if release >= 9 && !has_null && (is_unordered || elements.len() < 2) {
            return plain(class, of(class, operands));
        }
        let method = Member::new("java/util/LinkedHashSet", "<init>", "(Ljava/util/Collection;)V");
        let arguments = vec![Operand::Inline(Box::new(list(operands)))];
        return plain("java/util/LinkedHashSet", Making::Constructor { method, outer: None, arguments });
    }
    same(facts, node, release)
}

fn map(
    facts: &Facts<'_>,
    node: NodeId,
    entries: &[(Value, Value)],
    class: &str,
    release: u8,
) -> Option<Copyable> {
    if class != "java/util/Map" {
        return same(facts, node, release);
    }
    let has_null = entries.iter().any(|(key, value)| *key == Value::Null || *value == Value::Null);
    let is_ordered = matches!(
        facts.form(node).as_deref(),
        Some(LogicalForm::Map { order: Order::Insertion | Order::Access, .. })
    );
    // Map.of has overloads for up to ten entries.
    if release >= 9 && !has_null && entries.len() <= 10 && (!is_ordered || entries.len() < 2) {
        let arguments: Vec<Operand> =
            entries.iter().flat_map(|(key, value)| [*key, *value]).map(Operand::Value).collect();
        let descriptor = format!("({})Ljava/util/Map;", "Ljava/lang/Object;".repeat(arguments.len()));
        let method = Member::new("java/util/Map", "of", &descriptor);
        let making = Making::Factory { method, arguments };
        return Some(Copyable { class: "java/util/Map".into(), making, then: Vec::new() });
    }
    let method = Member::new("java/util/LinkedHashMap", "<init>", "()V");
    let put = Member::new(
        "java/util/LinkedHashMap",
        "put",
        "(Ljava/lang/Object;Ljava/lang/Object;)Ljava/lang/Object;",
    );
    let then = entries.iter().map(|(key, value)| Filling::Call {
        method: put.clone(),
        arguments: vec![Operand::Value(*key), Operand::Value(*value)],
        is_fluent: false,
    });
    Some(Copyable {
        class: "java/util/LinkedHashMap".into(),
        making: Making::Constructor { method, outer: None, arguments: Vec::new() },
        then: then.collect(),
    })
}

/// Another one of the same class.
fn same(facts: &Facts<'_>, node: NodeId, release: u8) -> Option<Copyable> {
    let shape = logical::shape(&facts.forms, node, Style::Compact, release).ok()?;
    let then = shape.then.into_iter().map(Filling::from);
    // A static method such as `Collections.addAll` names the object itself, which here is another one.
    let then: Vec<Filling> = then.collect();
    let is_about_itself = then.iter().any(|filling| filling.needs().contains(&node));
    let class = facts.class_name(node)?.into();
    (!is_about_itself).then_some(Copyable { class, making: shape.making, then })
}

impl From<logical::Filling> for Filling {
    fn from(filling: logical::Filling) -> Self {
        match filling {
            logical::Filling::Call { method, arguments } => {
                Filling::Call { method, arguments, is_fluent: false }
            }
            logical::Filling::CallStatic { method, arguments } => Filling::CallStatic { method, arguments },
        }
    }
}
