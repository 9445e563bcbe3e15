//! A class path becomes a program.
//!
//! [`World::build`] reads the class files of a JDK and a class path into compact tables and answers
//! questions about them: names, members, annotations, the class hierarchy, what references resolve to,
//! which method a call runs, callers and callees, readers and writers of fields.
//!
//! - **Deterministic**: the same class path gives the same program, ids included, on any number of
//!   threads.
//! - **By the book**: resolution, selection, overriding and access follow chapter 5 of the JVM
//!   Specification; where it leaves a choice, HotSpot's is taken.
//! - **Robust**: a class that cannot be read is a finding; a supertype that was not read stays a
//!   name. No class is ever invented.
//!
//! ```
//! # use std::sync::Arc;
//! use reenact_classfile::container::Container;
//! use reenact_world::{CallGraph, Depth, Options, World};
//!
//! # fn show(jdk: Arc<dyn Container>, application: Arc<dyn Container>) -> Option<()> {
//! let (world, findings) = World::build(&[jdk, application], Options::new(Depth::Code));
//! findings.iter().for_each(|finding| eprintln!("{}: {}", finding.subject, finding.message));
//!
//! let list = world.class("java/util/List")?;
//! println!("{list} has {} subtypes", world.subtypes(list.id()).len());
//!
//! let graph = CallGraph::class_hierarchy(&world);
//! for caller in graph.callers(&world, list.method("size", "()I")?.id()) {
//!     println!("called by {}", world.view(caller));
//! }
//! # Some(())
//! # }
//! ```

mod annotation;
mod code;
mod display;
mod distinct;
mod dynamic;
mod graph;
mod hierarchy;
mod ids;
mod index;
mod lines;
mod parameters;
mod resolve;
mod tables;
mod uses;
mod view;
mod world;

pub use annotation::{AnnotationTarget, AnnotationValue, AnnotationView};
pub use code::{Action, CallKind, DynamicKind, FieldAccess, Handle, Site};
pub use display::binary_name;
pub use dynamic::{DynamicView, LambdaView};
pub use graph::{CallGraph, Roots, Targets};
pub use ids::*;
pub use lines::{LineTable, Lines};
pub use resolve::{ResolveError, SelectError};
pub use tables::{AnnotationUse, FieldRef, MethodRef, NameAndType, OwnerKind};
pub use view::{ClassView, FieldView, Item, MethodView, Nesting, RecordComponent};
pub use world::{ClassError, Depth, Options, World};
