//! Graphs made by hand, for unit tests.

use crate::{Class, ClassId, ClassKind, Classes, Field, HeapGraph, Node, Value};

/// Classes and objects that grow as a test needs them.
pub(crate) struct Builder {
    pub classes: Classes,
    pub graph: HeapGraph,
}

impl Builder {
    pub fn new() -> Self {
        Builder { classes: Classes::new(), graph: HeapGraph::new() }
    }

    /// A class without a superclass, with fields as `name:descriptor`. The same name gives the same class.
    pub fn class(&mut self, name: &str, fields: &[&str]) -> ClassId {
        if let Some((id, _)) = self.classes.iter().find(|(_, class)| &*class.name == name) {
            return id;
        }
        let field = |text: &&str| {
            let (name, descriptor) = text.split_once(':').unwrap();
            Field { name: name.into(), descriptor: descriptor.into() }
        };
        self.classes.add(Class {
            name: name.into(),
            kind: ClassKind::Plain,
            superclass: None,
            interfaces: Vec::new(),
            fields: fields.iter().map(field).collect(),
        })
    }

    pub fn object(&mut self, class: ClassId, fields: &[Value]) -> Value {
        Value::Reference(self.graph.add(Node::Object { class, fields: fields.to_vec() }))
    }

    pub fn string(&mut self, text: &str) -> Value {
        Value::Reference(self.graph.add(Node::String(text.encode_utf16().collect())))
    }

    pub fn boxed(&mut self, value: i32) -> Value {
        let class = self.class("java/lang/Integer", &["value:I"]);
        self.object(class, &[Value::Int(value)])
    }

    pub fn array(&mut self, elements: &[Value]) -> Value {
        let class = self.class("[Ljava/lang/Object;", &[]);
        Value::Reference(self.graph.add(Node::Array { class, elements: elements.to_vec() }))
    }

    pub fn array_list(&mut self, elements: &[Value]) -> Value {
        let array = self.array(elements);
        let class =
            self.class("java/util/ArrayList", &["modCount:I", "elementData:[Ljava/lang/Object;", "size:I"]);
        self.object(class, &[Value::Int(0), array, Value::Int(elements.len() as i32)])
    }

    /// A `HashMap` with its entries in buckets by turns.
    pub fn hash_map(&mut self, buckets: usize, entries: &[(Value, Value)]) -> Value {
        let node = self.class("java/util/HashMap$Node", &["key:L", "value:L", "next:L"]);
        let mut table = vec![Value::Null; buckets];
        for (at, (key, value)) in entries.iter().enumerate() {
            let bucket = at % buckets;
            table[bucket] = self.object(node, &[*key, *value, table[bucket]]);
        }
        let table = self.array(&table);
        let class = self.class("java/util/HashMap", &["table:L", "size:I"]);
        self.object(class, &[table, Value::Int(entries.len() as i32)])
    }
}
