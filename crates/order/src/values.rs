//! Values of parts of the state, as heap graphs.

use reenact_heap::isomorphism::{Grade, Options, Root, compare};
use reenact_heap::{
    Class, ClassId, ClassKind, Classes, Ending, Field, Forms, HeapGraph, LogicalForm, Node, NodeId,
    PrimitiveArray, Value, describe,
};
use reenact_wire::snapshot::{Graph, GraphNode, GraphValue, Path, Place};

/// Elements of a collection that are shown.
const MOST_SHOWN: usize = 4;

/// A value with its graph.
pub struct StateValue {
    pub classes: Classes,
    pub graph: HeapGraph,
    pub value: Value,
}

impl StateValue {
    /// Reads what the agent has sent, for a cell of this type. `None` if it is damaged.
    pub fn of(sent: &Graph, descriptor: &str) -> Option<StateValue> {
        let mut classes = Classes::new();
        let mut ids: Vec<ClassId> = Vec::new();
        for class in &sent.classes {
            let superclass = match class.superclass {
                Some(above) => Some(*ids.get(above as usize)?),
                None => None,
            };
            let kind = if class.name.starts_with('[') { ClassKind::Array } else { ClassKind::Plain };
            let field = |(name, descriptor): &(String, String)| Field {
                name: name.as_str().into(),
                descriptor: descriptor.as_str().into(),
            };
            let fields = class.fields.iter().map(field).collect();
            let name = class.name.as_str().into();
            ids.push(classes.add(Class { name, kind, superclass, interfaces: Vec::new(), fields }));
        }
        let mut graph = HeapGraph::new();
        for node in &sent.nodes {
            let node = read_node(sent, &classes, &ids, node)?;
            graph.add(node);
        }
        let value = read_value(sent, sent.root, descriptor)?;
        Some(StateValue { classes, graph, value })
    }

    /// Describes the value in a few words, with some elements of a collection.
    pub fn text(&self) -> String {
        let forms = Forms::new(&self.classes, &self.graph);
        let short = describe(&forms, self.value);
        let Value::Reference(node) = self.value else { return short };
        let Some(elements) = forms.elements(node) else { return short };
        if elements.is_empty() {
            return short;
        }
        let mut shown: Vec<String> =
            elements.iter().take(MOST_SHOWN).map(|value| describe(&forms, *value)).collect();
        if elements.len() > MOST_SHOWN {
            shown.push("…".to_owned());
        }
        format!("{short}: {}", shown.join(", "))
    }
}

/// A part of the state before and behind other tests, in words.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Compared {
    /// `?` if a value is damaged.
    pub clean: String,
    pub now: String,
    /// Elements that one has and the other lacks.
    pub difference: Option<String>,
    /// True if code cannot tell one from the other, but by identity.
    pub is_same: bool,
}

impl Compared {
    /// Compares what the agent has sent for the part at the end of a path.
    pub fn of(path: &Path, clean: &Graph, now: &Graph) -> Self {
        let descriptor = match path.steps.last().map(|step| &step.place) {
            Some(Place::Static { descriptor, .. } | Place::Field { descriptor, .. }) => descriptor.as_str(),
            _ => "L",
        };
        let text = |value: &Option<StateValue>| value.as_ref().map_or("?".to_owned(), StateValue::text);
        let (clean, now) = (StateValue::of(clean, descriptor), StateValue::of(now, descriptor));
        let both = clean.as_ref().zip(now.as_ref());
        Compared {
            clean: text(&clean),
            now: text(&now),
            difference: both.and_then(|(clean, now)| difference(clean, now)),
            is_same: both.is_some_and(|(clean, now)| is_same(clean, now) == Some(true)),
        }
    }
}

/// Tells what a value has that another one lacks, and the other way round: entries of maps, elements of collections, or the
/// first place that differs. `None` if nothing is known.
pub fn difference(clean: &StateValue, polluted: &StateValue) -> Option<String> {
    let (before, after) = (clean.contents(), polluted.contents());
    if let (Some(before), Some(after)) = (before, after) {
        let missing = |from: &[String], other: &[String]| -> Vec<String> {
            let mut other = other.to_vec();
            let is_left = |text: &&String| match other.iter().position(|known| known == *text) {
                Some(at) => {
                    other.swap_remove(at);
                    false
                }
                None => true,
            };
            from.iter().filter(is_left).cloned().collect()
        };
        let shown = |word: &str, texts: Vec<String>| {
            let more = texts.len().saturating_sub(MOST_SHOWN);
            let shown = texts.into_iter().take(MOST_SHOWN).collect::<Vec<_>>().join(", ");
            match (shown.is_empty(), more) {
                (true, _) => None,
                (false, 0) => Some(format!("{word} {shown}")),
                (false, more) => Some(format!("{word} {shown} and {more} more")),
            }
        };
        let parts = [shown("added", missing(&after, &before)), shown("removed", missing(&before, &after))];
        let parts: Vec<String> = parts.into_iter().flatten().collect();
        if !parts.is_empty() {
            return Some(parts.join("; "));
        }
    }
    let (left, right) =
        (Forms::new(&clean.classes, &clean.graph), Forms::new(&polluted.classes, &polluted.graph));
    let root = Root { name: "value", left: clean.value, right: polluted.value };
    compare(&left, &right, &[root], Options::default()).difference.map(|difference| difference.to_string())
}

/// Returns the text keys of a map, or the texts of a collection, that one value has and another one lacks.
pub fn added_texts(clean: &StateValue, polluted: &StateValue) -> Vec<String> {
    let before = clean.texts();
    polluted.texts().into_iter().filter(|text| !before.contains(text)).collect()
}

/// Returns the entries of texts that one map has and another one lacks or has with another value.
pub fn lost_entries(clean: &StateValue, polluted: &StateValue) -> Vec<(String, String)> {
    let after = polluted.text_entries();
    clean.text_entries().into_iter().filter(|entry| !after.contains(entry)).collect()
}

/// Returns true if two values are the same as far as code can tell: JDK collections by their content. `None` if parts of them were not
/// looked at.
pub fn is_same(one: &StateValue, other: &StateValue) -> Option<bool> {
    let (left, right) = (Forms::new(&one.classes, &one.graph), Forms::new(&other.classes, &other.graph));
    let root = Root { name: "value", left: one.value, right: other.value };
    match compare(&left, &right, &[root], Options::default()).grade {
        Grade::Exact | Grade::Sufficient => Some(true),
        Grade::Different => Some(false),
        _ => None,
    }
}

fn read_node(sent: &Graph, classes: &Classes, ids: &[ClassId], node: &GraphNode) -> Option<Node> {
    let class = |number: u32| ids.get(number as usize).copied();
    Some(match node {
        GraphNode::Object { class: number, fields } => {
            let id = class(*number)?;
            let descriptors: Vec<&str> =
                classes.all_fields(id).into_iter().map(|field| &*field.1.descriptor).collect();
            let values = fields.iter().zip(&descriptors);
            let fields: Option<Vec<Value>> =
                values.map(|(value, descriptor)| read_value(sent, *value, descriptor)).collect();
            Node::Object { class: id, fields: fields? }
        }
        GraphNode::Array { class: number, elements } => {
            let elements: Option<Vec<Value>> =
                elements.iter().map(|value| read_value(sent, *value, "L")).collect();
            Node::Array { class: class(*number)?, elements: elements? }
        }
        GraphNode::Primitives { class: number, bytes } => {
            Node::Primitives(primitives(&sent.classes.get(*number as usize)?.name, bytes)?)
        }
        GraphNode::String(chars) => Node::String(chars.clone()),
        GraphNode::ClassObject(name) => Node::ClassObject(name.as_str().into()),
        GraphNode::Opaque { class: number } => Node::End { class: class(*number)?, ending: Ending::Frontier },
        GraphNode::Cut { class: number } => Node::End { class: class(*number)?, ending: Ending::Budget },
    })
}

impl StateValue {
    /// Returns true if it is a map or a collection with content.
    pub fn has_content(&self) -> bool {
        self.contents().is_some_and(|contents| !contents.is_empty())
    }

    /// Returns the text keys of a map, or the texts of a collection.
    fn texts(&self) -> Vec<String> {
        let forms = Forms::new(&self.classes, &self.graph);
        let Value::Reference(node) = self.value else { return Vec::new() };
        let keys = match entries(&forms, node) {
            Some(entries) => entries.into_iter().map(|(key, _)| key).collect(),
            None => forms.elements(node).unwrap_or_default(),
        };
        keys.into_iter().filter_map(|key| self.text_of(key)).collect()
    }

    /// Returns the entries of a map whose keys and values are texts.
    fn text_entries(&self) -> Vec<(String, String)> {
        let forms = Forms::new(&self.classes, &self.graph);
        let Value::Reference(node) = self.value else { return Vec::new() };
        let entries = entries(&forms, node).unwrap_or_default().into_iter();
        entries.filter_map(|(key, value)| Some((self.text_of(key)?, self.text_of(value)?))).collect()
    }

    fn text_of(&self, value: Value) -> Option<String> {
        match value {
            Value::Reference(node) => match self.graph.try_get(node)? {
                Node::String(chars) => String::from_utf16(chars).ok(),
                _ => None,
            },
            _ => None,
        }
    }

    /// Describes the entries of a map or the elements of a collection.
    fn contents(&self) -> Option<Vec<String>> {
        let forms = Forms::new(&self.classes, &self.graph);
        let Value::Reference(node) = self.value else { return None };
        if let Some(entries) = entries(&forms, node) {
            let entry = |(key, value): &(Value, Value)| {
                format!("{} = {}", describe(&forms, *key), describe(&forms, *value))
            };
            return Some(entries.iter().map(entry).collect());
        }
        Some(forms.elements(node)?.iter().map(|value| describe(&forms, *value)).collect())
    }
}

/// Returns the entries of a map, or of one that a `Properties` or a wrapper holds.
fn entries(forms: &Forms<'_>, node: NodeId) -> Option<Vec<(Value, Value)>> {
    let mut node = node;
    for _ in 0..8 {
        match forms.of(node).ok()?.form {
            LogicalForm::Map { entries, .. } => return Some(entries),
            LogicalForm::View { of: Value::Reference(of), .. } => node = of,
            _ => return None,
        }
    }
    None
}

fn read_value(sent: &Graph, value: GraphValue, descriptor: &str) -> Option<Value> {
    Some(match (value, descriptor) {
        (GraphValue::Null, _) => Value::Null,
        (GraphValue::Node(node), _) => {
            let at = node as usize;
            if at >= sent.nodes.len() {
                return None;
            }
            Value::Reference(<NodeId as reenact_base::Id>::from_index(at))
        }
        (GraphValue::Bits(bits), "Z") => Value::Boolean(bits != 0),
        (GraphValue::Bits(bits), "B") => Value::Byte(bits as i8),
        (GraphValue::Bits(bits), "C") => Value::Char(bits as u16),
        (GraphValue::Bits(bits), "S") => Value::Short(bits as i16),
        (GraphValue::Bits(bits), "I") => Value::Int(bits as i32),
        (GraphValue::Bits(bits), "J") => Value::Long(bits as i64),
        (GraphValue::Bits(bits), "F") => Value::Float(bits as u32),
        (GraphValue::Bits(bits), "D") => Value::Double(bits),
        (GraphValue::Bits(_), _) => return None,
    })
}

/// Elements as the machine of the JVM holds them, which is this one.
fn primitives(class: &str, bytes: &[u8]) -> Option<PrimitiveArray> {
    fn elements<const N: usize, T>(bytes: &[u8], read: impl Fn([u8; N]) -> T) -> Vec<T> {
        bytes.as_chunks::<N>().0.iter().map(|chunk| read(*chunk)).collect()
    }
    Some(match class {
        "[Z" => PrimitiveArray::Boolean(bytes.iter().map(|byte| *byte != 0).collect()),
        "[B" => PrimitiveArray::Byte(bytes.iter().map(|byte| *byte as i8).collect()),
        "[C" => PrimitiveArray::Char(elements(bytes, u16::from_ne_bytes)),
        "[S" => PrimitiveArray::Short(elements(bytes, i16::from_ne_bytes)),
        "[I" => PrimitiveArray::Int(elements(bytes, i32::from_ne_bytes)),
        "[J" => PrimitiveArray::Long(elements(bytes, i64::from_ne_bytes)),
        "[F" => PrimitiveArray::Float(elements(bytes, u32::from_ne_bytes)),
        "[D" => PrimitiveArray::Double(elements(bytes, u64::from_ne_bytes)),
        _ => return None,
    })
}
