//! The values of cells with what they reach, for the other end to read.

use std::collections::HashMap;

use reenact_recording::graph::Kind;
use reenact_wire::snapshot::{Cell, Graph, GraphClass, GraphNode, GraphValue};

use super::shapes::{Form, Shape, ShapeNumber, Shapes};
use super::table::{Cells, HolderKind, LEFT_OUT, Now, Table};
use crate::ffi::{Jni, Jvmti, jobject};
use crate::graph::Frame;

/// Objects of one graph.
const MOST: usize = 2000;
/// Elements of one array, and `char`s of one string.
const LONGEST: i32 = 10_000;

impl Table {
    /// Returns the value of a cell in the snapshot and now. `None` if the JVM refuses.
    pub fn describe(&mut self, jni: Jni, jvmti: Jvmti, cell: Cell) -> Option<(Graph, Graph)> {
        let holder = *self.holders.get(cell.holder as usize)?;
        let cells = self.cells(&holder);
        let _frame = Frame::push(jni, 2 * MOST as u32 + 64).ok()?;
        let object = self.local(jni, cell.holder);
        let now = match &cells {
            Cells::Fields(slots) => self.read_field(jni, holder.kind, object, slots.get(cell.slot as usize)?),
            Cells::Elements => Now::Reference(jni.get_object_array_element(object, cell.slot as i32)),
            // The array is the value that changed.
            Cells::Primitives(_) => Now::Reference(object),
            Cells::None => return None,
        };
        let stored = match &cells {
            Cells::Primitives(_) => u64::from(cell.holder) + 1,
            _ => *self.values.get(holder.first + cell.slot as usize)?,
        };
        let is_reference = matches!(now, Now::Reference(_));
        let clean = Writer::new(jni, jvmti, self).clean(stored, is_reference)?;
        let now = Writer::new(jni, jvmti, self).live(now)?;
        Some((clean, now))
    }
}

struct Writer<'t> {
    jni: Jni,
    jvmti: Jvmti,
    table: &'t mut Table,
    graph: Graph,
    /// Numbers of classes in the graph.
    classes: HashMap<ShapeNumber, u32>,
    /// Nodes of holders, for the state of the snapshot.
    known: HashMap<u32, u32>,
    /// Holders of objects that never change, by identity hash: one for each object, of the several that it may have.
    leaves: HashMap<i32, Vec<u32>>,
    /// Objects in the order of their nodes, with their hashes: local references.
    objects: Vec<(jobject, i32)>,
    shapes: Vec<ShapeNumber>,
    /// Holders of nodes, for the state of the snapshot.
    holders: Vec<u32>,
}

impl<'t> Writer<'t> {
    fn new(jni: Jni, jvmti: Jvmti, table: &'t mut Table) -> Self {
        Writer {
            jni,
            jvmti,
            table,
            graph: Graph::default(),
            classes: HashMap::new(),
            known: HashMap::new(),
            leaves: HashMap::new(),
            objects: Vec::new(),
            shapes: Vec::new(),
            holders: Vec::new(),
        }
    }

    /// Writes a value of the snapshot.
    fn clean(mut self, stored: u64, is_reference: bool) -> Option<Graph> {
        self.graph.root = match is_reference {
            true => self.stored(stored),
            false => GraphValue::Bits(stored),
        };
        let mut next = 0;
        while let Some(&holder) = self.holders.get(next) {
            let node = self.stored_node(holder);
            self.graph.nodes.push(node);
            next += 1;
        }
        Some(self.graph)
    }

    fn stored(&mut self, stored: u64) -> GraphValue {
        let Some(number) = stored.checked_sub(1).filter(|_| stored != LEFT_OUT) else {
            return GraphValue::Null;
        };
        let number = self.first_holder(number as u32);
        let next = self.holders.len() as u32;
        let node = *self.known.entry(number).or_insert(next);
        if node == next {
            self.holders.push(number);
        }
        GraphValue::Node(node)
    }

    /// Returns the holder that stands for the object of a holder: the first one that was met.
    fn first_holder(&mut self, number: u32) -> u32 {
        let holder = self.table.holders[number as usize];
        if holder.kind != HolderKind::Object || !self.table.shape(&holder).form.is_leaf() {
            return number;
        }
        let (jni, table) = (self.jni, &*self.table);
        let object = table.local(jni, number);
        let hash = self.jvmti.get_object_hash_code(object).unwrap_or(0);
        let known = self.leaves.entry(hash).or_default();
        let is_same = |other: &&u32| {
            let other = table.local(jni, **other);
            let is_same = jni.is_same_object(other, object);
            jni.delete_local_ref(other);
            is_same
        };
        let first = known.iter().find(is_same).copied();
        jni.delete_local_ref(object);
        first.unwrap_or_else(|| {
            known.push(number);
            number
        })
    }

    fn stored_node(&mut self, number: u32) -> GraphNode {
        let holder = self.table.holders[number as usize];
        if self.graph.nodes.len() >= MOST {
            return GraphNode::Cut { class: self.class(holder.shape) };
        }
        match (holder.kind, self.table.cells(&holder)) {
            (HolderKind::Object, Cells::Fields(slots)) => {
                let values = &self.table.values[holder.first..holder.first + holder.length as usize];
                let values = values.to_vec();
                let class = self.class(holder.shape);
                let fields = slots.iter().zip(values).map(|(slot, value)| match slot.kind {
                    Kind::Reference => self.stored(value),
                    _ => GraphValue::Bits(value),
                });
                GraphNode::Object { class, fields: fields.collect() }
            }
            (HolderKind::Object, Cells::Elements) => {
                let length = holder.length.min(LONGEST as u32) as usize;
                let values = self.table.values[holder.first..holder.first + length].to_vec();
                let class = self.class(holder.shape);
                GraphNode::Array {
                    class,
                    elements: values.into_iter().map(|value| self.stored(value)).collect(),
                }
            }
            (HolderKind::Object, Cells::Primitives(kind)) => {
                let length = holder.length.min(LONGEST as u32) as usize * kind.width();
                let bytes = self.table.bytes[holder.first..holder.first + length].to_vec();
                GraphNode::Primitives { class: self.class(holder.shape), bytes }
            }
            _ => {
                // It never changes, so that it is the same now.
                let object = self.table.local(self.jni, number);
                let node = self.leaf(object, holder.shape);
                self.jni.delete_local_ref(object);
                node
            }
        }
    }

    /// Writes a value as it is now.
    fn live(mut self, root: Now) -> Option<Graph> {
        self.graph.root = self.now(root)?;
        let mut next = 0;
        while let Some(&(object, _)) = self.objects.get(next) {
            let node = self.live_node(object, self.shapes[next])?;
            self.graph.nodes.push(node);
            next += 1;
        }
        Some(self.graph)
    }

    fn now(&mut self, now: Now) -> Option<GraphValue> {
        let object = match now {
            Now::Bits(bits) => return Some(GraphValue::Bits(bits)),
            Now::Reference(object) if object.is_null() => return Some(GraphValue::Null),
            Now::Reference(object) => object,
        };
        let hash = self.jvmti.get_object_hash_code(object).ok()?;
        let known = self
            .objects
            .iter()
            .position(|(known, other)| *other == hash && self.jni.is_same_object(*known, object));
        if let Some(node) = known {
            self.jni.delete_local_ref(object);
            return Some(GraphValue::Node(node as u32));
        }
        let class = self.jni.get_object_class(object);
        let shape = self.table.shapes.of(self.jni, self.jvmti, class);
        self.jni.delete_local_ref(class);
        let node = self.objects.len() as u32;
        self.shapes.push(shape.ok()?);
        // Objects behind the budget are not kept: there is room for so many references.
        if self.objects.len() >= 2 * MOST {
            self.jni.delete_local_ref(object);
            self.objects.push((std::ptr::null_mut(), 0));
        } else {
            self.objects.push((object, hash));
        }
        Some(GraphValue::Node(node))
    }

    fn live_node(&mut self, object: jobject, shape: ShapeNumber) -> Option<GraphNode> {
        if self.graph.nodes.len() >= MOST || object.is_null() {
            return Some(GraphNode::Cut { class: self.class(shape) });
        }
        let (form, slots) = {
            let shape: &Shape = self.table.shapes.get(shape);
            (shape.form, shape.fields.clone())
        };
        Some(match form {
            Form::Object => {
                let class = self.class(shape);
                let mut fields = Vec::with_capacity(slots.len());
                for slot in slots.iter() {
                    let now = self.table.read_field(self.jni, HolderKind::Object, object, slot);
                    fields.push(self.now(now)?);
                }
                GraphNode::Object { class, fields }
            }
            Form::References => {
                let class = self.class(shape);
                let mut elements = Vec::new();
                for index in 0..self.jni.get_array_length(object).min(LONGEST) {
                    let element = self.jni.get_object_array_element(object, index);
                    elements.push(self.now(Now::Reference(element))?);
                }
                GraphNode::Array { class, elements }
            }
            Form::Primitives(kind) => {
                let length = self.jni.get_array_length(object).min(LONGEST) as usize;
                let mut bytes = vec![0; length * kind.width()];
                self.jni.get_array_region(kind, object, 0, &mut bytes);
                GraphNode::Primitives { class: self.class(shape), bytes }
            }
            _ => self.leaf(object, shape),
        })
    }

    /// An object that never changes, or is not looked into.
    fn leaf(&mut self, object: jobject, shape: ShapeNumber) -> GraphNode {
        let (form, slots) = {
            let shape = self.table.shapes.get(shape);
            (shape.form, shape.fields.clone())
        };
        match form {
            Form::String => {
                let mut chars = vec![0; self.jni.get_string_length(object).clamp(0, LONGEST) as usize];
                self.jni.get_string_region(object, 0, &mut chars);
                GraphNode::String(chars)
            }
            Form::ClassObject => {
                let signature = self.jvmti.get_class_signature(object);
                let signature = signature.map(|text| String::from_utf8_lossy(&text).into_owned());
                let signature = signature.unwrap_or_default();
                let name = signature.strip_prefix('L').and_then(|name| name.strip_suffix(';'));
                GraphNode::ClassObject(name.unwrap_or(&signature).to_owned())
            }
            Form::Boxed => {
                let class = self.class(shape);
                let read = |slot: &super::shapes::Slot| {
                    GraphValue::Bits(self.jni.get_primitive_field(slot.kind, object, slot.id))
                };
                GraphNode::Object { class, fields: slots.iter().map(read).collect() }
            }
            _ => GraphNode::Opaque { class: self.class(shape) },
        }
    }

    /// Returns the number of a class in the graph; the classes above it come first.
    fn class(&mut self, shape: ShapeNumber) -> u32 {
        if let Some(&number) = self.classes.get(&shape) {
            return number;
        }
        let above = self.table.shapes.get(shape).above;
        let superclass = above.map(|above| self.class(above));
        let class = graph_class(&self.table.shapes, shape, superclass);
        let number = self.graph.classes.len() as u32;
        self.graph.classes.push(class);
        self.classes.insert(shape, number);
        number
    }
}

fn graph_class(shapes: &Shapes, number: ShapeNumber, superclass: Option<u32>) -> GraphClass {
    let shape = shapes.get(number);
    let own = shape.fields.iter().filter(|slot| slot.declaring == number);
    let fields = own.map(|slot| ((*slot.name).to_owned(), (*slot.descriptor).to_owned())).collect();
    GraphClass { name: (*shape.name).to_owned(), superclass, fields }
}
