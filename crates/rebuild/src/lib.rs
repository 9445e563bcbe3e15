//! Plans that rebuild recorded objects through the subject's own constructors and methods.
//!
//! A [`Planner`] knows a program. Given a heap graph and a package to write code in, it finds for every object
//! the cheapest actions that lead to the recorded state (PRODJ's structure-based serialization): constructors,
//! factories, builders, setters, assignments, adding methods; constants by identity; and for objects of the JDK
//! what a colleague would write ([`logical`]). The effect of each path of a method on fields comes from the
//! bytecode ([`reenact_flow::paths`]), so that copies, null checks, defaults and computed fields are seen through
//! and not guessed at. Objects that cannot be explained so are made as they were made in the recorded run, if their history was recorded
//! ([`history`], PRODJ's trace-based serialization); both mix to any depth.
//!
//! Guarantees:
//! - identity: one object of the graph is one object of the plan, cycles and shared parts included;
//! - honesty: what cannot be rebuilt is listed with a reason ([`plan::Plan::unbuilt`]), what was relaxed or is
//!   not proved with its fields ([`plan::Plan::relaxed`], [`plan::Plan::unproved`]);
//! - the same graph and program give the same plan; damaged graphs give reasons, not panics; nothing recurses
//!   along references.
//!
//! It never sees a recording, reads nothing and runs nothing. A caller that runs a plan and finds it wrong asks again
//! with the action to avoid ([`Request::avoid`]).
//!
//! ```
//! # use reenact_heap::{Classes, HeapGraph, Value};
//! # use reenact_world::World;
//! use reenact_rebuild::{Options, Request, Planner, notation};
//!
//! # fn show(world: &World, classes: &Classes, graph: &HeapGraph, roots: &[Value]) {
//! let planner = Planner::new(world, Options::new(17));
//! let avoid = Default::default();
//! let plan = planner.plan(&Request {
//!     classes,
//!     graph,
//!     roots,
//!     names: &["monkey"],
//!     viewpoint: "zoo",
//!     statics: &[],
//!     needed: None,
//!     collaborators: &[],
//!     avoid: &avoid,
//!     histories: &[],
//!     memory: None,
//! });
//! println!("{}", notation::line(&plan)); // new Monkey(6, Color.BLUE, new Habitat("north"))
//! # }
//! ```

mod adapter;
mod collaborator;
mod memory;
mod planner;
mod request;

pub mod costs;
pub mod history;
pub mod notation;
pub mod plan;

pub mod logical;

// Observed objects, wanted values, accessible names.
mod facts;
mod recipe;
mod viewpoint;
mod want;

// Actions of the program.
mod actions;
mod changers;
mod effect;
mod program_index;

// One object, then all of them.
mod choose;
mod solve;

mod assemble;

// Recorded histories, for objects that the code alone does not explain.
mod histories;

pub use adapter::{Adapter, AdapterError};
pub use collaborator::{CallOutcome, Collaborator, CollaboratorCall};
pub use memory::Memory;
pub use planner::Planner;
pub use request::{ActionKey, Limits, Options, Request};
pub use viewpoint::{Viewpoint, bridges};
