//! Objects in a recording, by class or by the invocation that they belong to.

use std::fmt;
use std::rc::Rc;

use reenact_base::Id;
use reenact_base::name::InternalName;
use reenact_cases::{Method, groups};
use reenact_heap::{Classes, Forms, HeapGraph, LogicalForm, Node, NodeId, Value};
use reenact_recording::RecordingReader;
use reenact_recording::graph::{Capture, Outcome};
use reenact_wire::ClassPattern;
use reenact_world::World;
use rustc_hash::FxHashSet;

use super::super::Error;
use crate::inspect;

/// Invocations that are searched for objects of a class.
const MOST_INVOCATIONS: usize = 2_000;

/// Objects of one class in one invocation.
const MOST_IN_ONE: usize = 50;

/// The objects that are wanted.
pub enum Wanted {
    Class(ClassPattern),
    Invocation(u64),
}

/// A recorded object.
#[derive(Clone)]
pub struct Found {
    /// The position of its invocation in the recording, and the number of the invocation.
    pub index: usize,
    pub id: u64,
    pub method: Rc<Method>,
    pub value: Value,
    /// Whether it is in the graph after the call.
    pub after: bool,
    /// The name of the parameter that it was, if it was one.
    pub name: Option<String>,
    /// Internal name of its class.
    pub class: Box<str>,
    /// Internal name of the package, and name of the class, that its method goes into.
    pub place: (String, String),
}

impl Wanted {
    pub fn parse(written: &str) -> Result<Self, inspect::Error> {
        Ok(match written.parse() {
            Ok(number) => Wanted::Invocation(number),
            Err(_) => Wanted::Class(written.parse()?),
        })
    }
}

impl fmt::Display for Wanted {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Wanted::Class(pattern) => write!(f, "{pattern}"),
            Wanted::Invocation(id) => write!(f, "invocation {id}"),
        }
    }
}

/// Visits every object that is wanted, with the capture that it is in.
pub fn each(
    wanted: &Wanted,
    world: &World,
    reader: &RecordingReader<'_>,
    mut visit: impl FnMut(Found, &Capture),
) -> Result<(), Error> {
    let ids: Vec<u64> = reader.invocations().map(|head| head.id).collect();
    let mut left = MOST_INVOCATIONS;
    for group in groups(reader) {
        let method = Rc::new(group.method.clone());
        for &index in &group.invocations {
            let Some(&id) = ids.get(index) else { continue };
            if matches!(wanted, Wanted::Invocation(only) if *only != id) || left == 0 {
                continue;
            }
            left -= 1;
            let Ok(capture) = reader.capture(index) else { continue };
            let found = |value, after, name, class: Box<str>, around: &str| {
                let place = place(world, around);
                Found { index, id, method: method.clone(), value, after, name, class, place }
            };
            match wanted {
                Wanted::Invocation(_) => {
                    for (value, after, name) in met(&method, &capture) {
                        let graph = if after { &capture.after } else { &capture.before };
                        if let Some(class) = class_of(reader.classes(), graph, value) {
                            visit(found(value, after, name, class, &method.class), &capture);
                        }
                    }
                }
                Wanted::Class(pattern) => {
                    let mut nodes = 0;
                    for (node, _) in capture.before.iter() {
                        let value = Value::Reference(node);
                        let Some(class) = class_of(reader.classes(), &capture.before, value) else {
                            continue;
                        };
                        let is_own =
                            world.class_id(&class).is_some_and(|class| !world.is_platform_class(class));
                        if is_own && pattern.matches(class.as_bytes()) && nodes < MOST_IN_ONE {
                            nodes += 1;
                            visit(found(value, false, None, class.clone(), &class), &capture);
                        }
                    }
                }
            }
        }
    }
    Ok(())
}

/// Returns receiver, arguments and result of a call, each with whether it is in the graph after it and its name.
fn met(method: &Method, capture: &Capture) -> Vec<(Value, bool, Option<String>)> {
    let receivers = usize::from(!method.is_static && !capture.roots.is_empty());
    let name = |at: usize| Some(method.parameter_names.get(at.checked_sub(receivers)?)?.to_string());
    let mut met: Vec<_> =
        capture.roots.iter().enumerate().map(|(at, value)| (*value, false, name(at))).collect();
    if let Outcome::Returned(Some(value)) = capture.outcome {
        met.push((value, true, Some("result".to_owned())));
    }
    met
}

/// Returns the class of an object that is not a string, a box or a constant: these need no method.
fn class_of(classes: &Classes, graph: &HeapGraph, value: Value) -> Option<Box<str>> {
    let Value::Reference(node) = value else { return None };
    match graph.try_get(node)? {
        Node::Object { class, .. } => {
            let class = classes.try_get(*class)?;
            let form = Forms::new(classes, graph).of(node).ok().map(|logical| logical.form);
            let is_plain = matches!(form, Some(LogicalForm::Boxed(_) | LogicalForm::Enum { .. }));
            (!is_plain).then(|| class.name.clone())
        }
        Node::Array { class, .. } => Some(classes.try_get(*class)?.name.clone()),
        _ => None,
    }
}

/// Returns the package and name of the class for the objects of a class, or of a call of one of its methods:
/// `OwnerObjects` beside `Owner`.
fn place(world: &World, class: &str) -> (String, String) {
    let mut around = class.to_owned();
    while let Some(outer) =
        world.class(&around).and_then(|class| class.outer_name().map(|name| name.to_str().into_owned()))
    {
        if outer.len() >= around.len() {
            break;
        }
        around = outer;
    }
    let (package, simple) = around.rsplit_once('/').unwrap_or(("", &around));
    (package.to_owned(), format!("{simple}Objects"))
}

/// Returns a field below an object whose value was masked: it reads as zero, and its value is not known.
pub fn masked(classes: &Classes, capture: &Capture, found: &Found) -> Option<String> {
    let is_in_graph = |after: bool| after == found.after || found.after;
    let masked: Vec<(usize, u32)> = capture
        .masked
        .iter()
        .filter(|slot| is_in_graph(slot.after))
        .filter_map(|slot| Some((slot.node? as usize, slot.slot)))
        .collect();
    let graph = if found.after { &capture.after } else { &capture.before };
    let Value::Reference(root) = found.value else { return None };
    let (mut open, mut seen) = (vec![root], FxHashSet::<NodeId>::default());
    while let Some(node) = open.pop() {
        if masked.is_empty() || !seen.insert(node) {
            continue;
        }
        let values = match graph.try_get(node)? {
            Node::Object { class, fields } => {
                if let Some((_, slot)) = masked.iter().find(|(masked, _)| *masked == node.index()) {
                    classes.try_get(*class)?;
                    let all = classes.all_fields(*class);
                    let (declaring, field) = all.get(*slot as usize)?;
                    let declaring = InternalName::new(&classes.get(*declaring).name).to_binary();
                    return Some(format!("{declaring}#{}", field.name));
                }
                fields
            }
            Node::Array { elements, .. } => elements,
            _ => continue,
        };
        open.extend(values.iter().filter_map(|value| match value {
            Value::Reference(node) => Some(*node),
            _ => None,
        }));
    }
    None
}
