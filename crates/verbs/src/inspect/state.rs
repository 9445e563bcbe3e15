//! Decodes a heap graph into a table of objects: breadth first, within limits, without recursion.

mod form;

#[cfg(test)]
mod tests;

use std::collections::{HashMap, HashSet, VecDeque};

use reenact_base::Id;
use reenact_heap::{
    ClassId, ClassKind, Ending, Field, Forms, LogicalForm, Node, NodeId, PrimitiveArray, Raw,
};
use reenact_heap::{Value, words};

use reenact_report::inspect::{Detail, Object, ObjectKind, Part, Role, Slot, State};

use form::Content;

/// The text of a value that the redaction rules keep out.
const MASKED: &str = "(masked)";

/// Follows a text that stands for one that the redaction rules keep out.
const PSEUDONYM: &str = " (pseudonym)";

/// A graph to decode.
pub(super) struct Captured<'s, 'g> {
    pub forms: &'s Forms<'g>,
    /// Primitive values that read as zero because they were masked: object, or none for a root, and the
    /// number of the field or root.
    pub masked: &'s HashSet<(Option<u32>, u32)>,
    /// Texts that stand for others, which were masked.
    pub pseudonyms: &'s [NodeId],
    /// The difference between the number of an object and that of its node.
    pub offset: u32,
    pub detail: Detail,
}

/// Returns the objects that are reachable from roots.
pub(super) fn state(captured: &Captured, roots: &[(String, Value)]) -> State {
    let mut walk = Walk {
        captured,
        is_known: vec![false; captured.forms.graph().len()],
        queue: VecDeque::new(),
        depth: 0,
        objects: Vec::new(),
    };
    let mut parts = Vec::new();
    for (number, (name, value)) in roots.iter().enumerate() {
        let slot = match walk.is_masked(None, number) {
            true => Slot::Value(MASKED.to_owned()),
            false => walk.slot(*value),
        };
        parts.push(Part { role: Role::Root, name: words::printable(name), slot });
    }
    while let Some((node, depth)) = walk.queue.pop_front() {
        walk.depth = depth;
        let is_cut = depth > captured.detail.depth || walk.objects.len() >= captured.detail.objects;
        let object = walk.object(node, is_cut);
        walk.objects.push(object);
    }
    State { roots: parts, objects: walk.objects, captured: captured.forms.graph().len() }
}

/// Characters of a string.
fn chars(detail: Detail) -> usize {
    detail.width.saturating_mul(10)
}

struct Walk<'s, 'g> {
    captured: &'s Captured<'s, 'g>,
    is_known: Vec<bool>,
    queue: VecDeque<(NodeId, usize)>,
    depth: usize,
    objects: Vec<Object>,
}

impl<'g> Walk<'_, 'g> {
    /// An object with its parts; objects that these refer to are queued.
    fn object(&mut self, node: NodeId, is_cut: bool) -> Object {
        let id = self.id(node);
        let forms = self.captured.forms;
        let name = |class: ClassId| {
            forms.classes().try_get(class).map_or("?".to_owned(), |class| words::type_name(&class.name))
        };
        let mut object = Object {
            id,
            class: String::new(),
            text: String::new(),
            parts: Vec::new(),
            left_out: 0,
            is_cut,
            kind: ObjectKind::Fields,
        };
        match forms.graph().try_get(node) {
            Some(Node::Object { class, fields }) => {
                object.class = name(*class);
                self.fields_or_form(&mut object, node, *class, fields);
            }
            Some(Node::Array { class, elements }) => {
                object.kind = ObjectKind::Array;
                object.class = name(*class);
                object.text = format!("of {}", elements.len());
                for (at, value) in elements.iter().enumerate() {
                    self.part(&mut object, Role::Element, || at.to_string(), *value);
                }
            }
            Some(Node::Primitives(elements)) => {
                object.kind = ObjectKind::Array;
                object.class = element_type(elements).to_owned() + "[]";
                object.text = self.primitives(elements);
                if self.captured.pseudonyms.contains(&node) {
                    object.text += PSEUDONYM;
                }
            }
            Some(Node::End { class, ending }) => {
                object.class = name(*class);
                (object.kind, object.text) = match ending {
                    Ending::Frontier => (ObjectKind::Frontier, "(not looked into)".to_owned()),
                    Ending::Budget => (ObjectKind::Budget, "(cut off by the budget)".to_owned()),
                    Ending::Masked => (ObjectKind::Masked, MASKED.to_owned()),
                };
            }
            // These are shown in place and never get here.
            Some(Node::String(_) | Node::ClassObject(_)) | None => object.kind = ObjectKind::Damaged,
        }
        if object.kind == ObjectKind::Damaged {
            object.text = "(damaged)".to_owned();
        }
        // An object without parts cannot be cut.
        object.is_cut &= object.left_out > 0;
        object
    }

    fn fields_or_form(&mut self, object: &mut Object, node: NodeId, class: ClassId, fields: &[Value]) {
        let forms = self.captured.forms;
        match forms.of(node) {
            Ok(logical) => {
                object.kind = ObjectKind::Logical;
                let content = form::content(logical.form, chars(self.captured.detail));
                let own = logical.own.into_iter().map(|(_, field, value)| (&*field.name, value)).collect();
                self.content(object, content, own);
            }
            Err(raw @ (Raw::NoForm | Raw::Unreadable)) => {
                if raw == Raw::Unreadable {
                    object.kind = ObjectKind::Undecoded;
                }
                object.text = forms.classes().try_get(class).and_then(made_at_run_time).unwrap_or_default();
                let named = forms.classes().all_fields(class);
                let names = Names::of(forms, &named);
                for (at, ((declared, field), value)) in named.iter().zip(fields).enumerate() {
                    if self.has_room(object) {
                        let slot = match self.is_masked(Some(node), at) {
                            true => Slot::Value(MASKED.to_owned()),
                            false => self.slot(*value),
                        };
                        object.parts.push(Part {
                            role: Role::Field,
                            name: names.name(*declared, field),
                            slot,
                        });
                    }
                }
            }
            Err(Raw::Damaged | Raw::NotAnObject) => object.kind = ObjectKind::Damaged,
        }
    }

    /// Adds the parts of a form, and the fields that subclasses declare.
    fn content(&mut self, object: &mut Object, content: Content, own: Vec<(&'g str, Value)>) {
        object.text = content.text;
        if content.is_opaque {
            object.kind = ObjectKind::Frontier;
            return;
        }
        let role = if content.is_ordered { Role::Element } else { Role::Member };
        for (name, value) in content.named.into_iter().chain(own) {
            self.part(object, Role::Field, || words::printable(name), value);
        }
        for (at, value) in content.elements.into_iter().enumerate() {
            let name = || if role == Role::Element { at.to_string() } else { String::new() };
            self.part(object, role, name, value);
        }
        for (key, value) in content.entries {
            match self.inline(key).filter(|_| !object.is_cut && object.left_out == 0) {
                Some(key) => self.part(object, Role::Entry, || key, value),
                None if self.has_room(object) => {
                    for (role, name, value) in [(Role::Key, "key", key), (Role::Entry, "", value)] {
                        let (name, slot) = (name.to_owned(), self.slot(value));
                        object.parts.push(Part { role, name, slot });
                    }
                }
                None => {}
            }
        }
    }

    fn part(&mut self, object: &mut Object, role: Role, name: impl FnOnce() -> String, value: Value) {
        if self.has_room(object) {
            let (name, slot) = (name(), self.slot(value));
            object.parts.push(Part { role, name, slot });
        }
    }

    /// Returns whether one more part of an object fits, and counts it if not.
    fn has_room(&self, object: &mut Object) -> bool {
        let has_room = !object.is_cut && object.parts.len() < self.captured.detail.width;
        object.left_out += usize::from(!has_room);
        has_room
    }

    fn slot(&mut self, value: Value) -> Slot {
        if let Some(words) = self.inline(value) {
            return Slot::Value(words);
        }
        let Value::Reference(node) = value else { return Slot::Value("null".to_owned()) };
        let Some(known) = self.is_known.get_mut(node.index()) else {
            return Slot::Value("(damaged)".to_owned());
        };
        if !std::mem::replace(known, true) {
            self.queue.push_back((node, self.depth + 1));
        }
        Slot::Object(self.id(node))
    }

    /// The text of a value without identity.
    fn inline(&self, value: Value) -> Option<String> {
        let Value::Reference(node) = value else { return Some(words::primitive(value)) };
        let (forms, chars) = (self.captured.forms, chars(self.captured.detail));
        match forms.graph().try_get(node)? {
            Node::String(text) if self.captured.pseudonyms.contains(&node) => {
                Some(words::literal(text, chars) + PSEUDONYM)
            }
            Node::String(text) => Some(words::literal(text, chars)),
            Node::ClassObject(name) => Some(words::simple_type_name(name) + ".class"),
            Node::Object { class, .. } => {
                let logical = forms.of(node).ok().filter(|logical| logical.own.is_empty())?;
                let is_constant = matches!(logical.form, LogicalForm::Enum { .. });
                let class = if is_constant { logical.class } else { *class };
                form::value(&logical.form, chars, &forms.classes().try_get(class)?.name)
            }
            _ => None,
        }
    }

    fn primitives(&self, elements: &PrimitiveArray) -> String {
        let shown = self.captured.detail.width.min(elements.len());
        let list: Vec<String> = (0..shown).filter_map(|at| elements.get(at)).map(words::primitive).collect();
        let more = elements.len() - shown;
        let more = if more > 0 { format!(", … {more} more") } else { String::new() };
        format!("of {} {{{}{more}}}", elements.len(), list.join(", "))
    }

    fn is_masked(&self, node: Option<NodeId>, slot: usize) -> bool {
        let node = node.map(|node| node.index() as u32);
        !self.captured.masked.is_empty() && self.captured.masked.contains(&(node, slot as u32))
    }

    fn id(&self, node: NodeId) -> u32 {
        self.captured.offset.saturating_add(node.index() as u32 + 1)
    }
}

/// The names of an object's fields, with the class before those that two classes use.
struct Names<'s, 'g> {
    forms: &'s Forms<'g>,
    counts: HashMap<&'s str, usize>,
}

impl<'s, 'g> Names<'s, 'g> {
    fn of(forms: &'s Forms<'g>, all: &'s [(ClassId, &'g Field)]) -> Self {
        let mut counts = HashMap::new();
        all.iter().for_each(|(_, field)| *counts.entry(&*field.name).or_insert(0) += 1);
        Names { forms, counts }
    }

    fn name(&self, declared: ClassId, field: &Field) -> String {
        let is_shared = self.counts.get(&*field.name).is_some_and(|count| *count > 1);
        let name = words::printable(&field.name);
        match self.forms.classes().try_get(declared).filter(|_| is_shared) {
            Some(class) => format!("{}.{name}", words::simple_type_name(&class.name)),
            None => name,
        }
    }
}

fn made_at_run_time(class: &reenact_heap::Class) -> Option<String> {
    let interface = || class.interfaces.first().map_or("?".to_owned(), |name| words::simple_type_name(name));
    match &class.kind {
        ClassKind::Lambda { implementation: (owner, name, _), .. } => {
            let runs = format!("{}#{}", words::simple_type_name(owner), words::printable(name));
            Some(format!("(lambda for {}, runs {runs})", interface()))
        }
        ClassKind::Proxy => Some(format!("(proxy for {})", interface())),
        ClassKind::Generated => Some("(generated)".to_owned()),
        ClassKind::Plain | ClassKind::Array => None,
    }
}

fn element_type(elements: &PrimitiveArray) -> &'static str {
    match elements {
        PrimitiveArray::Boolean(_) => "boolean",
        PrimitiveArray::Byte(_) => "byte",
        PrimitiveArray::Char(_) => "char",
        PrimitiveArray::Short(_) => "short",
        PrimitiveArray::Int(_) => "int",
        PrimitiveArray::Long(_) => "long",
        PrimitiveArray::Float(_) => "float",
        PrimitiveArray::Double(_) => "double",
    }
}
