//! The effects of bytecode, without its operand stack.
//!
//! - [`Body`] is one method's code as values, blocks and edges: the form that every engine reads.
//! - [`term`] is the arena of the values that a method computes.
//! - [`exec`] executes a method symbolically, one instruction at a time; a driver decides what is open.
//! - [`paths`] enumerates the paths of a small method, such as a constructor, a setter or a factory, each with
//!   exactly what it does, in [`Term`](term::Term)s over its parameters.
//! - [`effects`] lists the fields that any method may read and write, with all that it may call.
//! - [`accessors`] finds the methods that return a field of their receiver.
//!
//! Everything here is a pure function of the [`World`](reenact_world::World), and all of it can be shared by
//! threads. Malformed code is an error, and limits bound all work; what they cut off is reported.
//!
//! ```
//! use reenact_flow::paths::PathCache;
//! use reenact_world::World;
//!
//! fn show(world: &World) -> Option<()> {
//!     let constructor = world.class("shop/Price")?.methods_named("<init>").next()?;
//!     let cache = PathCache::new(world);
//!     for path in &cache.get(constructor.id()).paths {
//!         println!("if {:?}: {:?}", path.conditions, path.stores);
//!     }
//!     Some(())
//! }
//! ```

pub mod body;
pub mod term;

pub mod exec;
pub mod paths;

pub mod accessors;
pub mod effects;

pub use body::{Body, BodyBuilder, FlowError};
