//! Mocking points: the methods of a program whose outcome depends on state beside their arguments.
//!
//! [`analyze`] finds them by taint analysis, as "Record and Replay of Online Traffic for Microservices with
//! Automatic Mocking Point Identification" (ICSE-SEIP 2022) does in its sections 3 and 4, and proves each one with a
//! flow path:
//!
//! - **System state** (clock, randomness, machine, files): taint is propagated from sources through values, fields
//!   and calls; a method that contains a source, or reads a tainted field, is a point if taint reaches a branch or a
//!   return of it.
//! - **Internal state**: the same with static fields and the fields of singleton beans as sources, except those
//!   that nothing modifies after initialisation.
//! - **External state** (databases, services, queues): a method that calls out is a point.
//!
//! [`Catalog`]s, which are data, define sources, beans and outgoing calls. A point that cannot be intercepted or
//! recorded is lifted to its nearest caller that can.
//!
//! The result depends on the program and the catalogs alone, not on the number of threads. Code that cannot be read
//! is a finding, and the rest is analysed.
//!
//! ```
//! use reenact_mockpoints::{Catalog, Options, analyze};
//! use reenact_world::World;
//!
//! fn show(world: &World) {
//!     let analysis = analyze(world, &Catalog::embedded(), &Options::default());
//!     for point in &analysis.points {
//!         println!("{}: {} depends on {}", point.kind, point.name, point.source);
//!     }
//! }
//! ```

pub mod catalog;
pub mod point;

mod called;
mod scope;

mod skeleton;

mod direct;
mod lower;
mod program;
mod summary;
mod uses;

mod cause;
mod effect;
mod solve;
mod transfer;

pub mod flow_path;
mod proof;

mod beans;
mod xml;

mod external;
mod internal;
mod lift;
mod writes;

mod points;
mod reading;

mod analysis;

pub use analysis::{Options, analyze};
pub use catalog::{Catalog, CatalogError};
pub use flow_path::{FlowPath, FlowPaths, Step};
pub use point::{Analysis, Counts, Kind, Point, SourceSite, Write};
