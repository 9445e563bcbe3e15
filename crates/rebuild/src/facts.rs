//! The observed objects of one graph, in terms of the program's classes and fields.

use std::sync::Arc;

use reenact_base::{Id, Memo};
use reenact_heap::{ClassKind, Forms, LogicalForm, Node, NodeId, PrimitiveArray, Value};
use reenact_world::{ClassId, FieldId, World};
use rustc_hash::FxHashMap;

use crate::memory::Memory;
use crate::plan::{Member, Reason};
use crate::request::Request;

/// One request's graph with the program around it.
pub(crate) struct Facts<'r> {
    pub world: &'r World,
    pub request: &'r Request<'r>,
    pub forms: Forms<'r>,
    layouts: Memo<reenact_heap::ClassId, Result<Arc<Layout>, Reason>>,
    decoded: Memo<NodeId, Option<Arc<LogicalForm>>>,
    statics: FxHashMap<NodeId, &'r Member>,
    /// How many objects static fields hold, of those that the memory is about.
    pub own_statics: usize,
    instances: Memo<Box<str>, Arc<[NodeId]>>,
}

/// Objects of the graph that are offered as arguments, besides the roots.
pub(crate) const MOST_OFFERED: usize = 64;

/// Where the values of a recorded object are among the fields of the program's class.
#[derive(Debug)]
pub(crate) struct Layout {
    pub class: ClassId,
    /// For each value of the object its field; `None` for fields of the JDK that this JDK does not have.
    pub fields: Vec<Option<FieldId>>,
}

impl<'r> Facts<'r> {
    pub fn new(world: &'r World, request: &'r Request<'r>) -> Self {
        let mut statics = FxHashMap::default();
        for (node, member) in request.statics {
            statics.entry(*node).or_insert(member);
        }
        let own = request.memory.map_or(0, Memory::own);
        let own_statics = statics.keys().filter(|node| node.index() < own).count();
        Facts {
            world,
            request,
            forms: Forms::new(request.classes, request.graph),
            layouts: Memo::default(),
            decoded: Memo::default(),
            statics,
            own_statics,
            instances: Memo::default(),
        }
    }

    pub fn node(&self, node: NodeId) -> Option<&'r Node> {
        self.request.graph.try_get(node)
    }

    /// Whether a number is that of an object of the graph, and not of a helper that a plan adds.
    pub fn is_observed(&self, node: NodeId) -> bool {
        node.index() < self.request.graph.len()
    }

    /// Returns the roots and the first objects of the graph that are instances of a class. Arguments are chosen among them for
    /// every path of every method that is tried.
    pub fn instances(&self, class: &str) -> Arc<[NodeId]> {
        self.instances.get_or_insert_with(class.into(), |class| {
            let roots = self.request.roots.iter().filter_map(|root| match root {
                Value::Reference(node) => Some(*node),
                _ => None,
            });
            let first = self.request.graph.iter().take(MOST_OFFERED).map(|(node, _)| node);
            roots.chain(first).filter(|node| self.is_instance(*node, class) == Some(true)).collect()
        })
    }

    /// The static field that holds an object.
    pub fn static_of(&self, node: NodeId) -> Option<&'r Member> {
        self.statics.get(&node).copied()
    }

    /// The recorded class of an object.
    pub fn recorded_class(&self, node: NodeId) -> Option<&'r reenact_heap::Class> {
        match self.node(node)? {
            Node::Object { class, .. } | Node::Array { class, .. } | Node::End { class, .. } => {
                self.request.classes.try_get(*class)
            }
            _ => None,
        }
    }

    /// Internal name of an object's class, or an array's descriptor.
    pub fn class_name(&self, node: NodeId) -> Option<&'r str> {
        Some(match self.node(node)? {
            Node::String(_) => "java/lang/String",
            Node::ClassObject(_) => "java/lang/Class",
            Node::Primitives(elements) => array_descriptor(elements),
            _ => &self.recorded_class(node)?.name,
        })
    }

    /// The program's class of an object, if it is an object of a class that the program has.
    pub fn class(&self, node: NodeId) -> Option<ClassId> {
        self.world.class_id(self.class_name(node)?)
    }

    pub fn kind(&self, node: NodeId) -> Option<&'r ClassKind> {
        self.recorded_class(node).map(|class| &class.kind)
    }

    /// How the recorded fields of a class lie among those of the program.
    pub fn layout(&self, class: reenact_heap::ClassId) -> Result<Arc<Layout>, Reason> {
        self.layouts.get_or_insert_with(class, |&class| self.lay_out(class).map(Arc::new))
    }

    fn lay_out(&self, class: reenact_heap::ClassId) -> Result<Layout, Reason> {
        let classes = self.request.classes;
        let name = &classes.try_get(class).ok_or(Reason::NotCaptured)?.name;
        let own = self.world.class_id(name).ok_or(Reason::ClassMissing)?;
        let mut fields = Vec::new();
        for declaring in classes.lineage(class) {
            let recorded = classes.get(declaring);
            let known = self.world.class(&recorded.name).ok_or(Reason::ClassMissing)?;
            for field in &recorded.fields {
                let same = known.field(&field.name).filter(|same| same.descriptor() == *field.descriptor);
                if same.is_none() && !known.is_platform() {
                    return Err(Reason::OtherVersion);
                }
                fields.push(same.map(|same| same.id()));
            }
            let instance = known.fields().filter(|field| !field.access_flags().is_static()).count();
            if instance != recorded.fields.len() && !known.is_platform() {
                return Err(Reason::OtherVersion);
            }
        }
        Ok(Layout { class: own, fields })
    }

    /// The values of an object with their fields.
    pub fn fields(&self, node: NodeId) -> Result<(Arc<Layout>, &'r [Value]), Reason> {
        match self.node(node) {
            Some(Node::Object { class, fields }) => {
                let layout = self.layout(*class)?;
                // A damaged graph may have an object with other fields than its class.
                match layout.fields.len() == fields.len() {
                    true => Ok((layout, fields)),
                    false => Err(Reason::NotCaptured),
                }
            }
            _ => Err(Reason::NotCaptured),
        }
    }

    /// The value of a field of an object.
    pub fn field(&self, node: NodeId, field: FieldId) -> Option<Value> {
        let (layout, values) = self.fields(node).ok()?;
        let at = layout.fields.iter().position(|known| *known == Some(field))?;
        values.get(at).copied()
    }

    /// The logical form of an object of the JDK, if it has one.
    pub fn form(&self, node: NodeId) -> Option<Arc<LogicalForm>> {
        self.decoded
            .get_or_insert_with(node, |&node| self.forms.of(node).ok().map(|logical| Arc::new(logical.form)))
    }

    pub fn text(&self, node: NodeId) -> Option<&'r [u16]> {
        match self.node(node)? {
            Node::String(text) => Some(text),
            _ => None,
        }
    }

    /// The primitive in a box.
    pub fn boxed(&self, node: NodeId) -> Option<Value> {
        match *self.form(node)? {
            LogicalForm::Boxed(value) => Some(value),
            _ => None,
        }
    }

    /// Whether identity does not count: strings and boxes.
    pub fn is_text_or_box(&self, node: NodeId) -> bool {
        self.text(node).is_some() || self.boxed(node).is_some()
    }

    /// Whether a reader takes it in at a glance: a primitive, null, a text, a constant, a date.
    pub fn is_plain(&self, value: Value) -> bool {
        let Value::Reference(node) = value else { return true };
        self.is_text_or_box(node)
            || self.form(node).is_some_and(|form| match &*form {
                LogicalForm::Enum { .. } => true,
                LogicalForm::List { .. } | LogicalForm::Set { .. } | LogicalForm::Map { .. } => false,
                form => form.is_immutable(),
            })
    }

    /// The enum and the name of its constant.
    pub fn constant(&self, node: NodeId) -> Option<(Box<str>, String)> {
        match &*self.form(node)? {
            LogicalForm::Enum { class, name } => Some((class.clone(), name.clone())),
            _ => None,
        }
    }

    /// The elements of an array or of a collection that is not a view, in order.
    pub fn elements(&self, node: NodeId) -> Option<Vec<Value>> {
        match self.node(node)? {
            Node::Array { elements, .. } => Some(elements.clone()),
            Node::Primitives(elements) => {
                Some((0..elements.len()).filter_map(|at| elements.get(at)).collect())
            }
            _ => match &*self.form(node)? {
                LogicalForm::List { elements, .. }
                | LogicalForm::Set { elements, .. }
                | LogicalForm::Queue { elements, .. } => Some(elements.clone()),
                _ => None,
            },
        }
    }

    /// The entries of a map that is not a view, in order.
    pub fn entries(&self, node: NodeId) -> Option<Vec<(Value, Value)>> {
        match &*self.form(node)? {
            LogicalForm::Map { entries, .. } => Some(entries.clone()),
            _ => None,
        }
    }

    /// The length of an array.
    pub fn length(&self, node: NodeId) -> Option<usize> {
        match self.node(node)? {
            Node::Array { elements, .. } => Some(elements.len()),
            Node::Primitives(elements) => Some(elements.len()),
            _ => None,
        }
    }

    /// Whether an object has a type, by internal name or descriptor; `None` if that is not known.
    pub fn is_instance(&self, node: NodeId, of: &str) -> Option<bool> {
        if of == "java/lang/Object" {
            return Some(true);
        }
        let name = self.class_name(node)?;
        if let Some(ClassKind::Lambda { .. } | ClassKind::Proxy | ClassKind::Generated) = self.kind(node) {
            let interfaces = &self.recorded_class(node)?.interfaces;
            let is_one = |interface: &str| is_subtype(self.world, interface, of) == Some(true);
            let is_generated = matches!(self.kind(node), Some(ClassKind::Generated));
            return Some(
                interfaces.iter().any(|interface| is_one(interface)) || is_generated && is_one(name),
            );
        }
        is_subtype(self.world, name, of)
    }
}

/// Whether one type is the same as another or below it, by internal names or array descriptors. `None` if
/// a class that was not read may decide it.
pub(crate) fn is_subtype(world: &World, name: &str, of: &str) -> Option<bool> {
    if name == of || of == "java/lang/Object" {
        return Some(true);
    }
    match (name.strip_prefix('['), of.strip_prefix('[')) {
        (Some(component), Some(of)) => match (reference(component), reference(of)) {
            (Some(component), Some(of)) => is_subtype(world, component, of),
            _ => Some(component == of),
        },
        (Some(_), None) => Some(matches!(of, "java/lang/Cloneable" | "java/io/Serializable")),
        (None, Some(_)) => Some(false),
        (None, None) => {
            let (class, other) = (world.class_id(name)?, world.class_id(of)?);
            match world.is_subtype(class, other) {
                true => Some(true),
                false => world.missing_supertype(class).is_none().then_some(false),
            }
        }
    }
}

/// The internal name, or for an array the descriptor, of a reference type's descriptor.
pub(crate) fn reference(descriptor: &str) -> Option<&str> {
    match descriptor.strip_prefix('L') {
        Some(rest) => rest.strip_suffix(';'),
        None => descriptor.starts_with('[').then_some(descriptor),
    }
}

pub(crate) fn array_descriptor(elements: &PrimitiveArray) -> &'static str {
    match elements {
        PrimitiveArray::Boolean(_) => "[Z",
        PrimitiveArray::Byte(_) => "[B",
        PrimitiveArray::Char(_) => "[C",
        PrimitiveArray::Short(_) => "[S",
        PrimitiveArray::Int(_) => "[I",
        PrimitiveArray::Long(_) => "[J",
        PrimitiveArray::Float(_) => "[F",
        PrimitiveArray::Double(_) => "[D",
    }
}
