//! Snapshots of static state, and restoring it in place, in JVMs that Reenact has started to run tests.
//!
//! The state is what static fields of the subject's classes reach, what a list of the JDK's own fields reaches (`roots`), and the locals
//! of the thread that asks. A snapshot keeps the objects themselves, in Java arrays of its own, and the content of each; so
//! an object is the same one when it is compared or restored later, and nothing is serialized. Restoring writes single cells: identity, and
//! whatever else refers to an object, stays as it is.
//!
//! - `shapes` knows the fields of classes, `objects` holds the objects, `table` the content;
//! - `take` walks from the roots, breadth first, so that every object has a shortest path;
//! - `compare` reads all cells again, `restore` writes some of them;
//! - `graphs` shows values, `watch` notes the code that reads and writes cells;
//! - `serve` answers requests of `wire::snapshot`, which come through `java.reenact.Control`.
//!
//! Objects that stand for something outside of the heap (threads, class loaders, files, sockets) are known by identity only.

mod compare;
mod graphs;
mod objects;
mod restore;
mod roots;
mod serve;
mod shapes;
mod table;
mod take;
mod watch;

pub use serve::{answer, load};
