//! What bytecode does, without its stack.
//!
//! - [`Body`] is one method's code as values, blocks and edges: the form that every engine reads.
//! - [`paths`] says of a small method, such as a constructor, a setter or a factory, exactly what it does
//!   on each way through it, in [`Term`](term::Term)s over its parameters.
//! - [`effects`] says of any method which fields it may read and write, with all that it may call.
//! - [`accessors`] finds the methods that give a field of their receiver.
//!
//! Everything here is a pure function of the [`World`](reenact_world::World). Malformed code is an error, and
//! limits bound all work; what they cut off is said.
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

pub mod paths;

pub mod accessors;
pub mod effects;

pub use body::{Body, BodyBuilder, FlowError};
