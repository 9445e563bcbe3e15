//! Immutable collections of Java 9 and later, as tests for an older release can make them.
//!
//! The JDK that a program runs on may be newer than the release that its classes and tests are compiled for: a caller's
//! `Map.of` is then in the recorded graph, and no test can write it. Such a collection is replaced in the graph by one with the
//! same elements that Java 8 has, so that the test makes that one, and the state that is compared has one as well.

use reenact_base::Id;
use reenact_heap::logical::{ListKind, MapKind, SetKind};
use reenact_heap::{
    Class, ClassId, ClassKind, Classes, Field, Forms, HeapGraph, LogicalForm, Node, NodeId, Value,
};
use reenact_recording::graph::Capture;
use reenact_recording::notes::StaticName;
use rustc_hash::FxHashSet;

/// The first release with `List.of`, `Set.of`, `Map.of` and `Map.entry`.
const FACTORIES: u8 = 9;

const OBJECTS: &str = "[Ljava/lang/Object;";

/// The classes of a recording with such collections, and those that replace them.
pub struct OlderCollections {
    classes: Classes,
    replacements: Replacements,
}

/// The classes that replace others.
struct Replacements {
    empty_list: ClassId,
    empty_set: ClassId,
    empty_map: ClassId,
    singleton_list: ClassId,
    singleton_set: ClassId,
    singleton_map: ClassId,
    array_list: ClassId,
    hash_set: ClassId,
    hash_map: ClassId,
    hash_node: ClassId,
    entry: ClassId,
    objects: ClassId,
    nodes: ClassId,
}

impl OlderCollections {
    /// `None` if tests of the release can make all collections of these classes.
    pub fn of(recorded: &Classes, release: u8) -> Option<Self> {
        if release >= FACTORIES || !recorded.iter().any(|(_, class)| is_newer(&class.name)) {
            return None;
        }
        let mut classes = recorded.clone();
        let replacements = Replacements::in_classes(&mut classes);
        Some(OlderCollections { classes, replacements })
    }

    /// Returns the recorded classes and those of the replacements.
    pub fn classes(&self) -> &Classes {
        &self.classes
    }

    /// Returns a capture with collections that Java 8 has; `None` if it has no others.
    pub fn replaced(&self, capture: &Capture) -> Option<Capture> {
        let mut replaced = capture.clone();
        let [before, after] =
            [&capture.before, &capture.after].map(|graph| self.newer(graph, &capture.statics));
        let mut is_changed = !before.is_empty() || !after.is_empty();
        // An object may have the same id in both graphs, so a new one must have an id that is free in both.
        pad(&mut replaced.before, capture.after.len());
        pad(&mut replaced.after, capture.before.len());
        for id in (0..replaced.before.len()).map(NodeId::from_index) {
            let found = |forms: &[(NodeId, LogicalForm)]| {
                forms.iter().find(|(node, _)| *node == id).map(|(_, form)| form.clone())
            };
            if let Some(form) = found(&before) {
                self.replace(&mut replaced.before, id, form);
            }
            if let Some(form) = found(&after) {
                self.replace(&mut replaced.after, id, form);
            }
            let length = replaced.before.len().max(replaced.after.len());
            pad(&mut replaced.before, length);
            pad(&mut replaced.after, length);
        }
        for event in replaced.histories.iter_mut().flat_map(|history| &mut history.events) {
            let newer = self.newer(&event.graph, &event.statics);
            is_changed |= !newer.is_empty();
            for (id, form) in newer {
                self.replace(&mut event.graph, id, form);
            }
        }
        is_changed.then_some(replaced)
    }

    /// Returns the collections to replace. What a constant of the program holds is there as it is.
    fn newer(&self, graph: &HeapGraph, statics: &[StaticName]) -> Vec<(NodeId, LogicalForm)> {
        let is_of_jdk =
            |class: ClassId| self.classes.try_get(class).is_some_and(|class| class.name.starts_with("java/"));
        let constants = statics.iter().filter(|constant| !is_of_jdk(constant.class));
        let constant = reachable(graph, constants.map(|constant| constant.node));
        let forms = Forms::new(&self.classes, graph);
        let newer = graph.iter().filter(|(id, node)| {
            let class = match node {
                Node::Object { class, .. } => self.classes.try_get(*class),
                _ => None,
            };
            class.is_some_and(|class| is_newer(&class.name)) && !constant.contains(id)
        });
        newer.filter_map(|(id, _)| Some((id, forms.of(id).ok()?.form))).collect()
    }

    fn replace(&self, graph: &mut HeapGraph, id: NodeId, form: LogicalForm) {
        let made = &self.replacements;
        let node = match form {
            LogicalForm::List { kind: ListKind::Immutable | ListKind::ImmutableWithNulls, elements } => {
                match elements[..] {
                    [] => self.object(made.empty_list, &[]),
                    [only] => self.object(made.singleton_list, &[("element", only)]),
                    _ => {
                        let size = count(elements.len());
                        let elements = graph.add(Node::Array { class: made.objects, elements });
                        let elements = ("elementData", Value::Reference(elements));
                        self.object(made.array_list, &[elements, ("size", size)])
                    }
                }
            }
            LogicalForm::Set { kind: SetKind::Immutable, elements, .. } => match elements[..] {
                [] => self.object(made.empty_set, &[]),
                [only] => self.object(made.singleton_set, &[("element", only)]),
                _ => {
                    let entries: Vec<_> = elements.iter().map(|element| (*element, Value::Null)).collect();
                    let map = self.hash_map(graph, &entries);
                    let map = Value::Reference(graph.add(map));
                    self.object(made.hash_set, &[("map", map)])
                }
            },
            LogicalForm::Map { kind: MapKind::Immutable, entries, .. } => match entries[..] {
                [] => self.object(made.empty_map, &[]),
                [(key, value)] => self.object(made.singleton_map, &[("k", key), ("v", value)]),
                _ => self.hash_map(graph, &entries),
            },
            LogicalForm::Entry { key, value } => self.object(made.entry, &[("key", key), ("value", value)]),
            _ => return,
        };
        graph.set(id, node);
    }

    /// Returns a map with a bucket for each entry.
    fn hash_map(&self, graph: &mut HeapGraph, entries: &[(Value, Value)]) -> Node {
        let made = &self.replacements;
        let buckets = entries.iter().map(|&(key, value)| {
            let node = self.object(made.hash_node, &[("key", key), ("value", value)]);
            Value::Reference(graph.add(node))
        });
        let elements = buckets.collect();
        let table = Value::Reference(graph.add(Node::Array { class: made.nodes, elements }));
        self.object(made.hash_map, &[("table", table), ("size", count(entries.len()))])
    }

    /// Returns an object of which these fields are set.
    fn object(&self, class: ClassId, set: &[(&str, Value)]) -> Node {
        let value = |(_, field): (ClassId, &Field)| {
            let set = set.iter().find(|(name, _)| *name == &*field.name);
            set.map_or_else(|| zero(&field.descriptor), |(_, value)| *value)
        };
        Node::Object { class, fields: self.classes.all_fields(class).into_iter().map(value).collect() }
    }
}

impl Replacements {
    /// Adds the classes that were not recorded, with the fields that matter.
    fn in_classes(classes: &mut Classes) -> Self {
        let mut class = |name: &str, fields: &[(&str, &str)]| {
            let known = classes.iter().find(|(_, class)| &*class.name == name).map(|(id, _)| id);
            let field = |(name, descriptor): &(&str, &str)| Field {
                name: (*name).into(),
                descriptor: (*descriptor).into(),
            };
            known.unwrap_or_else(|| {
                classes.add(Class {
                    name: name.into(),
                    kind: if name.starts_with('[') { ClassKind::Array } else { ClassKind::Plain },
                    superclass: None,
                    interfaces: Vec::new(),
                    fields: fields.iter().map(field).collect(),
                })
            })
        };
        const OBJECT: &str = "Ljava/lang/Object;";
        let element = [("element", OBJECT)];
        let node = [("key", OBJECT), ("value", OBJECT), ("next", "Ljava/util/HashMap$Node;")];
        let table = [("table", "[Ljava/util/HashMap$Node;"), ("size", "I")];
        Replacements {
            empty_list: class("java/util/Collections$EmptyList", &[]),
            empty_set: class("java/util/Collections$EmptySet", &[]),
            empty_map: class("java/util/Collections$EmptyMap", &[]),
            singleton_list: class("java/util/Collections$SingletonList", &element),
            singleton_set: class("java/util/Collections$SingletonSet", &element),
            singleton_map: class("java/util/Collections$SingletonMap", &[("k", OBJECT), ("v", OBJECT)]),
            array_list: class("java/util/ArrayList", &[("elementData", OBJECTS), ("size", "I")]),
            hash_set: class("java/util/HashSet", &[("map", "Ljava/util/HashMap;")]),
            hash_map: class("java/util/HashMap", &table),
            hash_node: class("java/util/HashMap$Node", &node),
            entry: class("java/util/AbstractMap$SimpleImmutableEntry", &node[..2]),
            objects: class(OBJECTS, &[]),
            nodes: class("[Ljava/util/HashMap$Node;", &[]),
        }
    }
}

/// Whether a class is one of those behind the factories.
fn is_newer(class: &str) -> bool {
    class.starts_with("java/util/ImmutableCollections$") || class == "java/util/KeyValueHolder"
}

fn count(length: usize) -> Value {
    Value::Int(i32::try_from(length).unwrap_or(i32::MAX))
}

/// Returns the value of a field before it is set.
fn zero(descriptor: &str) -> Value {
    match descriptor {
        "Z" => Value::Boolean(false),
        "B" => Value::Byte(0),
        "C" => Value::Char(0),
        "S" => Value::Short(0),
        "I" => Value::Int(0),
        "J" => Value::Long(0),
        "F" => Value::Float(0),
        "D" => Value::Double(0),
        _ => Value::Null,
    }
}

fn pad(graph: &mut HeapGraph, length: usize) {
    while graph.len() < length {
        graph.add(Node::ClassObject("java/lang/Object".into()));
    }
}

fn reachable(graph: &HeapGraph, from: impl Iterator<Item = NodeId>) -> FxHashSet<NodeId> {
    let mut open: Vec<NodeId> = from.collect();
    let mut seen: FxHashSet<NodeId> = open.iter().copied().collect();
    while let Some(node) = open.pop() {
        let held = match graph.try_get(node) {
            Some(Node::Object { fields: held, .. } | Node::Array { elements: held, .. }) => held.as_slice(),
            _ => &[],
        };
        for value in held {
            if let Value::Reference(held) = value
                && seen.insert(*held)
            {
                open.push(*held);
            }
        }
    }
    seen
}
