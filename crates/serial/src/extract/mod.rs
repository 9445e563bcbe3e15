//! From recorded objects to data in serial form.
//!
//! The serializer that a class declares is evaluated on the recorded fields, without running it: its code is followed branch by
//! branch, each decided by what was recorded ([`follow`]). A JDK object is what its logical value says. A class that declares no form
//! is taken by its fields, and marked: that is its inferred form.
//!
//! The result is a tree. An object that is referred to more than once is copied, and counted; a cycle is refused.

mod follow;
mod infer;
mod platform;

use std::collections::BTreeMap;
use std::sync::Arc;

use reenact_base::name::InternalName;
use reenact_flow::exec::Code;
use reenact_flow::paths::PathCache;
use reenact_heap::{
    self as heap, ClassKind, Classes, Ending, Forms, HeapGraph, LogicalForm, Node, NodeId, Raw,
};
use reenact_world::{ClassId, World};
use rustc_hash::{FxHashMap, FxHashSet};

use crate::form::{FormReader, Refusal, Serializer, VersionForm};
use crate::limits::{Budget, Exceeded, Limits};
use crate::types::{Primitive, Type};
use crate::value::{Maker, Object, Shape, Value};
use follow::Seen;
pub use infer::{Inferred, infer, inferred_shape};

/// The reason why an object has no data.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("{path}: {reason}")]
pub struct ExtractError {
    /// `$` for the object itself, `$.items[3]` for a part.
    pub path: String,
    pub reason: String,
}

/// Facts about an extraction that its reader should know.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Notes {
    /// Objects that are referred to more than once, and were copied.
    pub shared: usize,
    /// Classes that were taken by their fields, by binary name, with the reason.
    pub inferred: BTreeMap<String, String>,
}

/// Extracts objects of one graph.
pub struct Extractor<'e, 'w> {
    reader: &'e FormReader<'w>,
    paths: &'e PathCache<'w>,
    code: &'e Code<'w>,
    classes: &'e Classes,
    graph: &'e HeapGraph,
    forms: Forms<'e>,
    limits: Limits,
    shapes: FxHashMap<(ClassId, i32), Arc<Shape>>,
}

/// One extraction.
struct Extraction<'x, 'e, 'w> {
    extractor: &'x mut Extractor<'e, 'w>,
    budget: Budget,
    notes: Notes,
    seen: FxHashSet<NodeId>,
    /// Objects around the current one, with the number of steps to them.
    above: Vec<(NodeId, usize)>,
    path: Vec<String>,
}

type Result<T, E = ExtractError> = std::result::Result<T, E>;

impl<'e, 'w> Extractor<'e, 'w> {
    pub fn new(
        reader: &'e FormReader<'w>,
        paths: &'e PathCache<'w>,
        code: &'e Code<'w>,
        (classes, graph): (&'e Classes, &'e HeapGraph),
        limits: &Limits,
    ) -> Self {
        let forms = Forms::new(classes, graph);
        let limits = *limits;
        Extractor { reader, paths, code, classes, graph, forms, limits, shapes: FxHashMap::default() }
    }

    /// The data of a recorded value.
    pub fn extract(&mut self, root: heap::Value) -> Result<(Value, Notes)> {
        let budget = Budget::new(&self.limits);
        let mut extraction = Extraction {
            extractor: self,
            budget,
            notes: Notes::default(),
            seen: FxHashSet::default(),
            above: Vec::new(),
            path: Vec::new(),
        };
        let value = extraction.value(root)?;
        Ok((value, extraction.notes))
    }

    fn world(&self) -> &'w World {
        self.reader.world()
    }

    fn shape(&mut self, class: ClassId, form: &VersionForm) -> Arc<Shape> {
        let world = self.world();
        let made = || declared_shape(world, class, form);
        self.shapes.entry((class, form.version)).or_insert_with(|| Arc::new(made())).clone()
    }
}

/// The shape of one version of a declared form.
pub fn declared_shape(world: &World, class: ClassId, form: &VersionForm) -> Shape {
    let maker = match form.deserializer {
        Some(reader) if reader.is_constructor => Maker::Constructor,
        Some(reader) => Maker::Factory((&*world.view(reader.method).name().to_str()).into()),
        None => Maker::Unknown,
    };
    let components = form.components.iter();
    Shape {
        class: world.view(class).binary_name().into(),
        version: form.version,
        components: components
            .map(|component| {
                let declared = Type::parse(&component.descriptor).unwrap_or_else(Type::object);
                (component.name.as_str().into(), declared)
            })
            .collect(),
        maker,
        is_inferred: false,
    }
}

impl<'e> Extraction<'_, 'e, '_> {
    fn error<T>(&self, reason: impl Into<String>) -> Result<T> {
        Err(ExtractError { path: self.shown_path(self.path.len()), reason: reason.into() })
    }

    fn shown_path(&self, steps: usize) -> String {
        std::iter::once("$").chain(self.path[..steps].iter().map(String::as_str)).collect()
    }

    fn within(&self, exceeded: Result<(), Exceeded>) -> Result<()> {
        exceeded.or_else(|exceeded| self.error(exceeded.to_string().replace("document", "data")))
    }

    fn value(&mut self, value: heap::Value) -> Result<Value> {
        let counted = self.budget.value();
        self.within(counted)?;
        Ok(match value {
            heap::Value::Null => Value::Null,
            heap::Value::Boolean(value) => Value::Boolean(value),
            heap::Value::Byte(value) => Value::Byte(value),
            heap::Value::Char(value) => Value::Char(value),
            heap::Value::Short(value) => Value::Short(value),
            heap::Value::Int(value) => Value::Int(value),
            heap::Value::Long(value) => Value::Long(value),
            heap::Value::Float(bits) => Value::Float(bits),
            heap::Value::Double(bits) => Value::Double(bits),
            heap::Value::Reference(node) => self.node(node)?,
        })
    }

    fn node(&mut self, node: NodeId) -> Result<Value> {
        let graph = self.extractor.graph;
        if let Some((_, steps)) = self.above.iter().find(|(above, _)| *above == node) {
            let back = self.shown_path(*steps);
            return self.error(format!(
                "the object refers back to {back}: data has no cycles; leave the reference out of the serial form"
            ));
        }
        let is_object = !matches!(graph.try_get(node), Some(Node::String(_)));
        if !self.seen.insert(node) && is_object && !self.is_value(node) {
            self.notes.shared += 1;
        }
        let entered = self.budget.enter();
        self.within(entered)?;
        self.above.push((node, self.path.len()));
        let value = match graph.try_get(node) {
            None => self.error("the recording is damaged here"),
            Some(Node::String(text)) => Ok(Value::Text(text.clone())),
            Some(Node::Primitives(elements)) => {
                let values = (0..elements.len()).filter_map(|at| elements.get(at));
                let elements: Result<Vec<Value>> = values.map(|value| self.value(value)).collect();
                let element = primitive_of(graph.get(node));
                elements.map(|elements| Value::Array { element, elements })
            }
            Some(Node::Array { class, elements }) => self.array(*class, elements),
            Some(Node::ClassObject(name)) => self.error(format!("the class object of {name} is not data")),
            Some(Node::End { ending, .. }) => self.error(match ending {
                Ending::Masked => "the value was masked when it was recorded",
                Ending::Budget => "the object was not captured: the graph's budget was used up",
                Ending::Frontier => "the object was not captured: the recorded method does not look into it",
            }),
            Some(Node::Object { class, .. }) => self.object(node, *class),
        };
        self.above.pop();
        self.budget.leave();
        value
    }

    /// Whether an object is a value of the JDK, which it does not matter to copy.
    fn is_value(&self, node: NodeId) -> bool {
        self.extractor.forms.of(node).is_ok_and(|logical| {
            logical.form.is_immutable()
                || matches!(logical.form, LogicalForm::Boxed(_) | LogicalForm::Enum { .. })
        })
    }

    fn array(&mut self, class: heap::ClassId, elements: &[heap::Value]) -> Result<Value> {
        let name = self.extractor.classes.try_get(class).map_or("", |class| &*class.name);
        let element = match Type::parse(name) {
            Some(Type::Array(element)) => *element,
            _ => return self.error("the recording is damaged here"),
        };
        let mut values = Vec::with_capacity(elements.len());
        for (at, value) in elements.iter().enumerate() {
            values.push(self.step(format!("[{at}]"), *value)?);
        }
        Ok(Value::Array { element, elements: values })
    }

    fn step(&mut self, step: String, value: heap::Value) -> Result<Value> {
        self.path.push(step);
        let value = self.value(value)?;
        self.path.pop();
        Ok(value)
    }

    fn object(&mut self, node: NodeId, class: heap::ClassId) -> Result<Value> {
        let extractor = &*self.extractor;
        let Some(recorded) = extractor.classes.try_get(class) else {
            return self.error("the recording is damaged here");
        };
        let name = InternalName::new(&*recorded.name).to_binary();
        match recorded.kind {
            ClassKind::Lambda { .. } => {
                return self.error("a lambda has no serial form: its code is not data");
            }
            ClassKind::Proxy => return self.error("a proxy has no serial form: its handler is not data"),
            ClassKind::Generated => {
                return self.error(format!("a subclass of {name} made at run time has no serial form"));
            }
            ClassKind::Plain | ClassKind::Array => {}
        }
        let known = extractor.world().class(&recorded.name);
        match extractor.forms.of(node) {
            Ok(logical) => {
                if let LogicalForm::Boxed(value) = logical.form {
                    return self.value(value);
                }
                if let LogicalForm::Enum { class, name } = logical.form {
                    let class = InternalName::new(&*class).to_binary().into_string();
                    return Ok(Value::Enum { class: class.into(), constant: name.into() });
                }
                // A subclass of a JDK type has state of its own, which its form does not have.
                if extractor.classes.try_get(logical.class).is_some_and(|own| own.name == recorded.name) {
                    return self.platform(&logical.form, name.as_str());
                }
            }
            Err(Raw::Damaged) => return self.error("the recording is damaged here"),
            Err(_) => {}
        }
        let Some(view) = known else {
            return self.error(format!("the class {name} is not on the class path"));
        };
        if view.is_platform() {
            return self.error(format!("the JDK type {name} has no serial form"));
        }
        let why = match extractor.reader.form(view.id()) {
            Ok(form) => match form.written().filter(|written| !form.has_problem(written.version)) {
                Some(written) => {
                    let written = written.clone();
                    match self.declared(node, view.id(), &written)? {
                        Some(value) => return Ok(value),
                        None => "its serializer cannot be evaluated on recorded fields".to_owned(),
                    }
                }
                None => "no version of its form can be written".to_owned(),
            },
            Err(refusal @ Refusal::Inner(_)) => {
                return self.error(format!("{name} {}", refusal.message(extractor.world())));
            }
            Err(refusal) => refusal.message(extractor.world()),
        };
        self.notes.inferred.entry(name.to_string()).or_insert(why);
        self.inferred(node, view.id())
    }

    /// An object by the serializer that its class declares; `None` if that cannot be evaluated.
    fn declared(&mut self, node: NodeId, class: ClassId, form: &VersionForm) -> Result<Option<Value>> {
        let Some(serializer) = &form.serializer else { return Ok(None) };
        let evaluated = {
            let extractor = &*self.extractor;
            let follower = follow::Follower {
                world: extractor.world(),
                code: extractor.code,
                paths: extractor.paths,
                forms: &extractor.forms,
                node,
            };
            match serializer {
                Serializer::Single { method, .. } => follower.result(*method).map(|seen| vec![seen]),
                Serializer::Carrier { method, carrier, accessors, .. } => {
                    follower.carried(*method, *carrier, accessors)
                }
                Serializer::Record { accessors, .. } | Serializer::Accessors { accessors, .. } => {
                    accessors.iter().map(|accessor| follower.accessor(*accessor)).collect()
                }
            }
        };
        let Some(seen) = evaluated else { return Ok(None) };
        let shape = self.extractor.shape(class, form);
        let mut components = Vec::new();
        for ((name, declared), seen) in shape.components.iter().zip(seen) {
            self.path.push(format!(".{name}"));
            components.push(self.seen(seen, declared)?);
            self.path.pop();
        }
        Ok(Some(Value::Object(Box::new(Object { shape, components }))))
    }

    /// A value that a serializer was seen to give.
    fn seen(&mut self, seen: Seen, declared: &Type) -> Result<Value> {
        let value = match seen {
            Seen::Text(text) => Value::Text(text),
            Seen::Value(value) => self.value(value)?,
            Seen::Array { element, elements } => {
                let mut values = Vec::new();
                for (at, one) in elements.into_iter().enumerate() {
                    self.path.push(format!("[{at}]"));
                    values.push(self.seen(one, &element)?);
                    self.path.pop();
                }
                Value::Array { element, elements: values }
            }
        };
        // The JVM computes with ints where the source has smaller types.
        Ok(match (declared, value) {
            (Type::Primitive(Primitive::Boolean), Value::Int(number)) => Value::Boolean(number != 0),
            (Type::Primitive(Primitive::Byte), Value::Int(number)) => Value::Byte(number as i8),
            (Type::Primitive(Primitive::Char), Value::Int(number)) => Value::Char(number as u16),
            (Type::Primitive(Primitive::Short), Value::Int(number)) => Value::Short(number as i16),
            (_, value) => value,
        })
    }
}

fn primitive_of(node: &Node) -> Type {
    use reenact_heap::PrimitiveArray as P;
    let Node::Primitives(elements) = node else { return Type::object() };
    Type::Primitive(match elements {
        P::Boolean(_) => Primitive::Boolean,
        P::Byte(_) => Primitive::Byte,
        P::Char(_) => Primitive::Char,
        P::Short(_) => Primitive::Short,
        P::Int(_) => Primitive::Int,
        P::Long(_) => Primitive::Long,
        P::Float(_) => Primitive::Float,
        P::Double(_) => Primitive::Double,
    })
}
