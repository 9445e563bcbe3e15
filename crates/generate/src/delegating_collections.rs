//! Collections that delegate to another one: object-relational mappers and lazy loaders wrap the program's lists in them,
//! to notice changes.
//!
//! Such a class is recognised by its code: it is a collection or a map, and its `size` and its `iterator` (or `entrySet`)
//! call the collection in one of its fields. Its callers cannot tell the two apart: where the wrapper cannot be rebuilt,
//! tests use the collection that it delegates to.

use reenact_base::Memo;
use reenact_heap::{Classes, Forms, HeapGraph, Node, NodeId, Value};
use reenact_recording::graph::{Capture, Outcome};
use reenact_world::{Action, ClassId, FieldAccess, World};
use rustc_hash::{FxHashMap, FxHashSet};

/// The methods of a collection, and of a map, that are delegated.
const COLLECTION: [(&str, &str); 2] = [("size", "()I"), ("iterator", "()Ljava/util/Iterator;")];
const MAP: [(&str, &str); 2] = [("size", "()I"), ("entrySet", "()Ljava/util/Set;")];

/// Objects that are visited from one object.
const MOST_REACHED: usize = 10_000;

/// The classes of a program that are such collections.
pub struct DelegatingCollections<'w> {
    world: &'w World,
    /// By class, the field with the collection that it delegates to.
    known: Memo<Box<str>, Option<Box<str>>>,
}

impl<'w> DelegatingCollections<'w> {
    pub fn new(world: &'w World) -> Self {
        DelegatingCollections { world, known: Memo::default() }
    }

    /// Returns the JDK's collection that an object delegates to.
    fn inner(&self, forms: &Forms<'_>, node: NodeId) -> Option<NodeId> {
        let (classes, graph) = (forms.classes(), forms.graph());
        let Node::Object { class, fields } = graph.try_get(node)? else { return None };
        let field = self.field(&classes.try_get(*class)?.name)?;
        let named = classes.all_fields(*class);
        let at = named.iter().rposition(|(_, known)| *known.name == *field)?;
        let Value::Reference(inner) = *fields.get(at)? else { return None };
        let is_readable = forms.elements(inner).is_some();
        (inner != node && is_readable && matches!(graph.try_get(inner), Some(Node::Object { .. })))
            .then_some(inner)
    }

    /// The same for a wrapper that notices changes: it holds more objects than its elements.
    pub(crate) fn watched(&self, classes: &Classes, graph: &HeapGraph, node: NodeId) -> Option<NodeId> {
        let Node::Object { class, fields } = graph.try_get(node)? else { return None };
        // Most classes are not, and decoding forms takes time.
        self.field(&classes.try_get(*class)?.name)?;
        let inner = self.inner(&Forms::new(classes, graph), node)?;
        let is_keeper = |value: &Value| match value {
            Value::Reference(held) if *held != inner => {
                let class = match graph.try_get(*held) {
                    Some(Node::Object { class, .. } | Node::End { class, .. }) => classes.try_get(*class),
                    _ => None,
                };
                class.is_some_and(|class| !class.name.starts_with("java/"))
            }
            _ => false,
        };
        fields.iter().any(is_keeper).then_some(inner)
    }

    /// Returns a capture with plain collections in place of the wrappers because of which these objects cannot be
    /// rebuilt; `None` if there are none.
    pub fn unwrapped(&self, classes: &Classes, capture: &Capture, unbuilt: &[NodeId]) -> Option<Capture> {
        let unbuilt: FxHashSet<NodeId> = unbuilt.iter().copied().collect();
        let is_to_blame = |node: NodeId, inner: NodeId| {
            unbuilt.contains(&node) || reaches(&capture.before, node, inner, &unbuilt)
        };
        let before = self.replaceable(classes, &capture.before, &capture.roots, is_to_blame);
        if before.is_empty() {
            return None;
        }
        let class_of = |graph: &HeapGraph, node: NodeId| match graph.try_get(node) {
            Some(Node::Object { class, .. }) => Some(*class),
            _ => None,
        };
        let blamed: FxHashSet<_> =
            before.keys().filter_map(|node| class_of(&capture.before, *node)).collect();
        let is_blamed =
            |node: NodeId, _| class_of(&capture.after, node).is_some_and(|class| blamed.contains(&class));
        let after = self.replaceable(classes, &capture.after, &capture.roots_after, is_blamed);
        let outcome = match capture.outcome {
            Outcome::Returned(value) => Outcome::Returned(value.map(|value| moved(value, &after))),
            other => other,
        };
        Some(Capture {
            before: replaced(&capture.before, &before),
            after: replaced(&capture.after, &after),
            outcome,
            ..capture.clone()
        })
    }

    /// Returns the wrappers that can be replaced, with their collections: all their holders accept any collection of the
    /// kind. Receiver and arguments are not replaced.
    fn replaceable(
        &self,
        classes: &Classes,
        graph: &HeapGraph,
        roots: &[Value],
        is_wanted: impl Fn(NodeId, NodeId) -> bool,
    ) -> FxHashMap<NodeId, NodeId> {
        let forms = Forms::new(classes, graph);
        let mut found: FxHashMap<NodeId, NodeId> = graph
            .iter()
            .filter(|(node, _)| !roots.contains(&Value::Reference(*node)))
            .filter_map(|(node, _)| Some((node, self.inner(&forms, node)?)))
            .filter(|(node, inner)| is_wanted(*node, *inner))
            .collect();
        let own = found.clone();
        for (holder, node) in graph.iter() {
            let Node::Object { class, fields } = node else { continue };
            if classes.try_get(*class).is_none() || own.contains_key(&holder) {
                continue;
            }
            for ((_, field), value) in classes.all_fields(*class).iter().zip(fields) {
                if let Value::Reference(held) = value
                    && let Some(inner) = own.get(held)
                    && !self.takes(&field.descriptor, classes, graph, *inner)
                {
                    found.remove(held);
                }
            }
        }
        found
    }

    /// Whether a field of a type can hold an object.
    fn takes(&self, descriptor: &str, classes: &Classes, graph: &HeapGraph, node: NodeId) -> bool {
        let declared = descriptor.strip_prefix('L').and_then(|name| name.strip_suffix(';'));
        let declared = declared.and_then(|name| self.world.class_id(name));
        let Some(Node::Object { class, .. }) = graph.try_get(node) else { return false };
        let class = classes.try_get(*class).and_then(|class| self.world.class_id(&class.name));
        declared.zip(class).is_some_and(|(declared, class)| self.world.is_subtype(class, declared))
    }

    /// Returns the field with the collection that a class delegates to.
    fn field(&self, class: &str) -> Option<Box<str>> {
        self.known.get_or_insert_with(class.into(), |class| {
            self.world.class_id(class).and_then(|class| self.delegate(class))
        })
    }

    fn delegate(&self, class: ClassId) -> Option<Box<str>> {
        let world = self.world;
        if world.is_platform_class(class) {
            return None;
        }
        let is_below = |name: &str| world.class_id(name).is_some_and(|above| world.is_subtype(class, above));
        let wanted = match (is_below("java/util/Collection"), is_below("java/util/Map")) {
            (true, false) => COLLECTION,
            (false, true) => MAP,
            _ => return None,
        };
        let own = || {
            let lineage = std::iter::once(class).chain(world.superclasses(class));
            lineage.take_while(|class| !world.is_platform_class(*class)).map(|class| world.view(class))
        };
        let mut common: Option<Vec<Box<str>>> = None;
        for (name, descriptor) in wanted {
            let method = own().find_map(|view| view.method(name, descriptor))?;
            let asks = method.sites().iter().any(|site| match site.action() {
                Action::Call(_, target) => {
                    let target = world.method_ref(target);
                    let owner = world.class_of_symbol(target.class);
                    let called = world.name_and_type_of(target.name_and_type);
                    world.text(called.name) == *name
                        && owner.is_some_and(|owner| world.is_platform_class(owner))
                }
                _ => false,
            });
            if !asks {
                return None;
            }
            let read: Vec<Box<str>> = method
                .sites()
                .iter()
                .filter_map(|site| match site.action() {
                    Action::Field(FieldAccess::GetField, field) => {
                        let field = world.name_and_type_of(world.field_ref(field).name_and_type);
                        let is_object = world.text(field.descriptor).as_bytes().starts_with(b"L");
                        is_object.then(|| world.text(field.name).to_str().into())
                    }
                    _ => None,
                })
                .collect();
            common = Some(match common {
                None => read,
                Some(common) => common.into_iter().filter(|name| read.contains(name)).collect(),
            });
        }
        let mut common = common?;
        common.sort();
        common.dedup();
        let is_collection = |name: &str| {
            let field = own().find_map(|view| view.field(name));
            let descriptor = field.map(|field| field.descriptor().to_str().into_owned());
            let held = descriptor.as_deref().and_then(|name| name.strip_prefix('L')?.strip_suffix(';'));
            held.and_then(|name| world.class_id(name)).is_some_and(|held| {
                let is = |name: &str| world.class_id(name).is_some_and(|above| world.is_subtype(held, above));
                is("java/util/Collection") || is("java/util/Map")
            })
        };
        common.retain(|name| is_collection(name));
        (common.len() == 1).then(|| common.remove(0))
    }
}

fn moved(value: Value, replacements: &FxHashMap<NodeId, NodeId>) -> Value {
    match value {
        Value::Reference(node) => Value::Reference(replacements.get(&node).copied().unwrap_or(node)),
        other => other,
    }
}

/// Returns the graph with references replaced.
fn replaced(graph: &HeapGraph, replacements: &FxHashMap<NodeId, NodeId>) -> HeapGraph {
    let mut out = HeapGraph::new();
    let all = |values: &[Value]| values.iter().map(|value| moved(*value, replacements)).collect();
    for (_, node) in graph.iter() {
        out.add(match node {
            Node::Object { class, fields } => Node::Object { class: *class, fields: all(fields) },
            Node::Array { class, elements } => Node::Array { class: *class, elements: all(elements) },
            other => other.clone(),
        });
    }
    out
}

/// Whether an object reaches one of these other than through the collection that it delegates to.
fn reaches(graph: &HeapGraph, node: NodeId, inner: NodeId, wanted: &FxHashSet<NodeId>) -> bool {
    let mut seen = FxHashSet::from_iter([node, inner]);
    let mut open = vec![node];
    while let Some(next) = open.pop() {
        let held = match graph.try_get(next) {
            Some(Node::Object { fields: held, .. } | Node::Array { elements: held, .. }) => held.as_slice(),
            _ => &[],
        };
        for value in held {
            if let Value::Reference(held) = value
                && seen.len() < MOST_REACHED
                && seen.insert(*held)
            {
                if wanted.contains(held) {
                    return true;
                }
                open.push(*held);
            }
        }
    }
    false
}
