//! Mocking points: the methods of a program whose outcome depends on more than what they are given.
//!
//! [`analyze`] finds them by static analysis, as "Record and Replay of Online Traffic for Microservices with
//! Automatic Mocking Point Identification" (ICSE-SEIP 2022) does in its sections 3 and 4, and says of each why:
//!
//! - **System state** (clock, chance, machine, files): what a source gives is followed through values, fields
//!   and calls; a method that contains a source, or reads a field that one reached, is a point if the value
//!   comes to a branch or a return of it.
//! - **Internal state**: the same with static fields and the fields of singleton beans as sources, but for
//!   those that nothing modifies once they are made.
//! - **External state** (databases, services, queues): who calls out is a point.
//!
//! What is a source, a bean or a call to the outside is told by [`Catalog`]s, which are data. A point that
//! cannot be intercepted or recorded is lifted to its nearest caller that can.
//!
//! The result is a function of the program and the catalogs alone: threads do not show. What cannot be read is a
//! finding, and the rest stands.
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

mod alone;
mod lower;
mod program;
mod summary;
mod uses;

mod cause;
mod effect;
mod solve;
mod work;

mod trace;
pub mod ways;

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
pub use point::{Analysis, Counts, Kind, Point, SourceSite, Write};
pub use ways::{Step, Way, Ways};
