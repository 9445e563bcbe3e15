//! Snapshots of static state: what is asked of the agent in a JVM that runs tests, and what it answers.
//!
//! A snapshot is the content of all objects that static fields reach, and of the thread-locals of the thread that asks. It stays in that
//! JVM, with the objects themselves; here travel only the cells that differ from it, and values of some of them. A
//! [`Cell`] is a static field, an instance field or an array element. Requests and answers are opaque bytes to the driver, which
//! passes them on.

mod answer;
mod graph;
mod request;

pub use answer::{Access, Answer, Change, ClassState, Frame, Path, Place, Step, Summary, Taken};
pub use graph::{Graph, GraphClass, GraphNode, GraphValue};
pub use request::{Cell, CellSet, Request};

use crate::bytes::{Malformed, Reader};

/// Reads a count and as many things.
fn list<'a, T>(
    reader: &mut Reader<'a>,
    mut item: impl FnMut(&mut Reader<'a>) -> Result<T, Malformed>,
) -> Result<Vec<T>, Malformed> {
    let count = reader.count()?;
    let mut items = Vec::new();
    for _ in 0..count {
        items.push(item(reader)?);
    }
    Ok(items)
}

#[cfg(test)]
mod tests;
