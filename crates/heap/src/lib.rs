//! Heap graphs: captured objects and their references, identity kept.
//!
//! A graph holds raw facts: each object with its class and every field of it and of its superclasses,
//! as the walker in the subject's JVM saw them. What a `HashMap` or an `Instant` means is decoded from
//! these facts afterwards, so that capturing never runs a line of Java.
//!
//! Aliasing and cycles are part of the graph. Where a capture ended (a budget, the frontier, a change
//! by another thread) there is a node that says so: truncation is never silent.
//!
//! On top of the facts: what objects of the JDK mean ([`logical`]), whether two graphs are the same
//! ([`isomorphism`]), and what a call changed ([`diff`]). All of them take graphs as they come from a
//! recording, damaged ones included: nothing panics, and nothing runs without bound.
//!
//! ```
//! use reenact_heap::{Class, ClassKind, Classes, Field, Forms, HeapGraph, LogicalForm, Node, Value};
//!
//! let mut classes = Classes::new();
//! let instant = classes.add(Class {
//!     name: "java/time/Instant".into(),
//!     kind: ClassKind::Plain,
//!     superclass: None,
//!     interfaces: vec![],
//!     fields: [("seconds", "J"), ("nanos", "I")]
//!         .map(|(name, descriptor)| Field { name: name.into(), descriptor: descriptor.into() })
//!         .to_vec(),
//! });
//! let mut graph = HeapGraph::new();
//! let node = graph.add(Node::Object { class: instant, fields: vec![Value::Long(7), Value::Int(5)] });
//! let logical = Forms::new(&classes, &graph).of(node).unwrap();
//! assert_eq!(logical.form, LogicalForm::Instant { seconds: 7, nanos: 5 });
//! ```

mod class;
mod graph;
mod value;

pub mod logical;

pub mod diff;
pub mod isomorphism;

mod describe;
mod parts;
mod path;
mod shape;
pub mod words;

#[cfg(test)]
mod testing;

pub use class::{Class, ClassId, ClassKind, Classes, Field};
pub use describe::describe;
pub use graph::{Ending, HeapGraph, Node, NodeId};
pub use logical::{Forms, Logical, LogicalForm, Raw};
pub use shape::{Shape, ShapeKind, count_objects, shape};
pub use value::{PrimitiveArray, Value};
