//! The state that a repair has to reset, as `order explain` finds it.

use std::path::PathBuf;
use std::time::Duration;

use reenact_heap::{Classes, Node, NodeId, Value};
use reenact_java::model::Literal;
use reenact_order::explain::{Cause, Dependence, Part, explain};
use reenact_order::fix::{CleanValue, Diagnosis, PathStep, PollutedField};
use reenact_order::values::{StateValue, added_texts, lost_entries};
use reenact_order::{Kind, TestIndex};
use reenact_wire::snapshot::{Change, Place, Summary};

use super::super::project::TestSuite;
use super::super::state_jvm::AgentJvm;

/// The state that a test depends on.
#[derive(Clone, Debug, Default)]
pub struct Explained {
    /// Names of the parts; empty if they are not known.
    pub parts: Vec<String>,
    pub fields: Vec<PollutedField>,
    /// Why there are no parts.
    pub reason: String,
}

/// Explains a test behind its first set of polluters or state-setters, with changed classes in place of those of the suite. Nothing is
/// known if the agent cannot be used or state of the heap is not the cause.
pub fn explained(
    suite: &TestSuite,
    limit: Duration,
    diagnosis: &Diagnosis,
    changed: Vec<PathBuf>,
) -> Explained {
    let because = |reason: &str| Explained { reason: reason.to_owned(), ..Explained::default() };
    let own: Vec<TestIndex> = vec![diagnosis.test];
    let (kind, behind) = match (diagnosis.kind, diagnosis.sets.first()) {
        (Some(kind), Some(behind)) => (kind, behind),
        (Some(_), None) if diagnosis.is_self_polluting => (Kind::SelfPolluting, &own),
        _ => return because("no test is known that is the cause"),
    };
    let mut jvm = AgentJvm::new(suite, limit).with(changed, Vec::new());
    let dependence = Dependence { test: diagnosis.test, kind, behind: behind.clone() };
    match explain(&mut jvm, &dependence).map(|explanation| explanation.cause) {
        Ok(Cause::State(parts)) => Explained {
            parts: parts.iter().map(|part| part.path.to_string()).collect(),
            fields: parts.iter().filter_map(|part| field(part, kind)).collect(),
            reason: String::new(),
        },
        Ok(Cause::FailedInitializers(classes)) => {
            let classes: Vec<String> = classes.iter().map(|class| class.replace('/', ".")).collect();
            because(&format!("the initializer of {} failed in a test before", classes.join(", ")))
        }
        Ok(Cause::NotInHeap) => because("restoring static state does not change the outcome"),
        Ok(Cause::NotReproduced) => because("in a JVM with the agent the tests have another outcome"),
        Err(error) => because(&error.to_string()),
    }
}

/// Returns a static field as reports name it.
pub fn name(field: &PollutedField) -> String {
    format!("{}.{}", field.class.replace('/', "."), field.field)
}

fn field(part: &Part, kind: Kind) -> Option<PollutedField> {
    let (first, rest) = part.path.steps.split_first()?;
    let Place::Static { name, .. } = &first.place else { return None };
    let descriptor = match part.path.steps.last().map(|step| &step.place) {
        Some(Place::Static { descriptor, .. } | Place::Field { descriptor, .. }) => descriptor.as_str(),
        _ => "L",
    };
    let path = rest.iter().map(|step| match &step.place {
        Place::Static { name, .. } | Place::Field { name, .. } => name.clone(),
        Place::Index(index) => index.to_string(),
    });
    let mut clean = StateValue::of(&part.clean, descriptor);
    let mut polluted = StateValue::of(&part.polluted, descriptor);
    // A brittle test needs the state behind its state-setters.
    if kind == Kind::Brittle {
        std::mem::swap(&mut clean, &mut polluted);
    }
    let (added_keys, lost_entries) = match (&clean, &polluted) {
        (Some(clean), Some(polluted)) => (added_texts(clean, polluted), lost_entries(clean, polluted)),
        _ => Default::default(),
    };
    Some(PollutedField {
        class: first.holder.clone(),
        field: name.clone(),
        path: path.collect(),
        is_platform: first.is_jdk,
        clean: clean.as_ref().and_then(|clean| written(clean, clean.value)),
        held: clean.as_ref().and_then(held),
        has_content: clean.as_ref().is_some_and(StateValue::has_content),
        added_keys,
        lost_entries,
        cells: cells(part).unwrap_or_default(),
    })
}

/// Returns a value as code would write it: a literal, a class or an enum constant.
fn written(state: &StateValue, value: Value) -> Option<CleanValue> {
    Some(CleanValue::Literal(match value {
        Value::Null => Literal::Null,
        Value::Boolean(value) => Literal::Boolean(value),
        Value::Byte(value) => Literal::Byte(value),
        Value::Short(value) => Literal::Short(value),
        Value::Char(value) => Literal::Char(value),
        Value::Int(value) => Literal::Int(value),
        Value::Long(value) => Literal::Long(value),
        Value::Float(bits) => Literal::Float(bits),
        Value::Double(bits) => Literal::Double(bits),
        Value::Reference(node) => match state.graph.try_get(node)? {
            Node::String(chars) => Literal::String(chars.clone()),
            Node::ClassObject(name) => return Some(CleanValue::Class((**name).to_owned())),
            Node::Object { .. } => return enum_constant(state, node),
            _ => return None,
        },
    }))
}

fn enum_constant(state: &StateValue, node: NodeId) -> Option<CleanValue> {
    let Node::Object { class, .. } = state.graph.try_get(node)? else { return None };
    // A constant with a body has a class of its own.
    let mut declaring = *class;
    loop {
        let above = state.classes.get(declaring).superclass?;
        if &*state.classes.get(above).name == "java/lang/Enum" {
            break;
        }
        declaring = above;
    }
    let class = state.classes.get(declaring).name.to_string();
    match named(state, node, "name")? {
        Value::Reference(name) => match state.graph.try_get(name)? {
            Node::String(chars) => Some(CleanValue::Static { class, field: String::from_utf16(chars).ok()? }),
            _ => None,
        },
        _ => None,
    }
}

/// Returns the value of an object's field.
fn named(state: &StateValue, node: NodeId, name: &str) -> Option<Value> {
    let Node::Object { class, fields } = state.graph.try_get(node)? else { return None };
    let classes: &Classes = &state.classes;
    let at = classes.all_fields(*class).into_iter().position(|(_, field)| &*field.name == name)?;
    fields.get(at).copied()
}

/// Returns the value that a clean atomic variable has.
fn held(state: &StateValue) -> Option<CleanValue> {
    let Value::Reference(node) = state.value else { return None };
    let Node::Object { class, .. } = state.graph.try_get(node)? else { return None };
    let is_flag = match &*state.classes.get(*class).name {
        "java/util/concurrent/atomic/AtomicBoolean" => true,
        name if name.starts_with("java/util/concurrent/atomic/Atomic") => false,
        _ => return None,
    };
    match named(state, node, "value")? {
        Value::Int(value) if is_flag => Some(CleanValue::Literal(Literal::Boolean(value != 0))),
        value => written(state, value),
    }
}

/// Returns the cells of a part that differ with their clean values. `None` if one of them cannot be named or written in code.
fn cells(part: &Part) -> Option<Vec<(Vec<PathStep>, CleanValue)>> {
    part.changes.iter().map(|change| Some((steps(change)?, summarized(&change.clean)?))).collect()
}

fn steps(change: &Change) -> Option<Vec<PathStep>> {
    let below = change.path.steps.iter().skip(1);
    below
        .map(|step| match &step.place {
            // Fields of the JDK's classes are not for tests to assign.
            Place::Field { name, .. } => (!step.is_jdk).then(|| PathStep::Field(name.clone())),
            Place::Index(index) => Some(PathStep::Index(*index)),
            Place::Static { .. } => None,
        })
        .collect()
}

fn summarized(summary: &Summary) -> Option<CleanValue> {
    Some(CleanValue::Literal(match summary {
        Summary::Null => Literal::Null,
        Summary::Boolean(value) => Literal::Boolean(*value),
        Summary::Byte(value) => Literal::Byte(*value),
        Summary::Char(value) => Literal::Char(*value),
        Summary::Short(value) => Literal::Short(*value),
        Summary::Int(value) => Literal::Int(*value),
        Summary::Long(value) => Literal::Long(*value),
        Summary::Float(bits) => Literal::Float(*bits),
        Summary::Double(bits) => Literal::Double(*bits),
        Summary::Object { class, text: Some(text), .. } if class == "java/lang/String" => {
            Literal::string(text)
        }
        Summary::Object { .. } => return None,
    }))
}
