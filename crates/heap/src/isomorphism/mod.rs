//! Whether two graphs are the same: rebuilt and recorded, one run and another.
//!
//! Two graphs are the same if their objects can be paired, each with one other, such that the roots are
//! pairs, and what pairs hold are pairs: aliasing and cycles included. The subject's own objects count
//! by their raw fields, objects of the JDK by their logical forms. So two `HashMap`s are the same that
//! have the same entries, whatever their buckets.
//!
//! Where a capture ended, nothing is claimed: see [`Grade`].

mod fingerprint;
mod grouping;
mod search;

#[cfg(test)]
mod tests;

use crate::class::Class;
use crate::graph::NodeId;
use crate::logical::Forms;
use crate::value::Value;

/// A place where both graphs begin: a receiver, an argument, a result.
#[derive(Clone, Copy, Debug)]
pub struct Root<'n> {
    /// For paths, such as `order`.
    pub name: &'n str,
    pub left: Value,
    pub right: Value,
}

/// Which fields of the subject's classes a method can read: by the internal name of the class that
/// declares the field, and the field's name.
pub type Reads<'a> = &'a dyn Fn(&str, &str) -> bool;

/// Whether objects of a class take the place of others.
pub type StandIns<'a> = &'a dyn Fn(&Class) -> bool;

/// The rules by which graphs are the same.
#[derive(Clone, Copy)]
pub struct Options<'a> {
    pub identity: Identity,
    /// If given, graphs that differ only in other fields are [`Grade::Sufficient`].
    pub reads: Option<Reads<'a>>,
    /// Objects on the right that stand in for those on the left: nothing is claimed of either.
    pub stand_ins: Option<StandIns<'a>>,
    /// How often a wrong guess about which elements of two sets belong together may be taken back.
    pub guesses: usize,
}

impl Default for Options<'_> {
    fn default() -> Self {
        Options { identity: Identity::ExceptStringsAndBoxes, reads: None, stand_ins: None, guesses: 100_000 }
    }
}

/// Whose identity matters.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Identity {
    /// Every object's.
    All,
    /// JVMs intern strings and cache boxes: two of them may be one object though the program does not share it, and
    /// another JVM may have two.
    ExceptStringsAndBoxes,
    /// Not that of the JDK's immutable values either: numbers, dates, UUIDs, URIs, locales, empty `List.of`.
    /// The JDK caches many of them, and their authors ask not to rely on it.
    ExceptValues,
}

/// How much of two graphs is the same.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Grade {
    /// All of it.
    Exact,
    /// All that the method can read. Other fields differ, or both captures stopped at the frontier
    /// that the method does not look beyond.
    Sufficient,
    /// Something that the method can read is different.
    Different,
    /// Not known: a capture was cut off by its budget or masked, a graph is damaged, or it would take too
    /// many guesses. As far as could be seen, there is no difference.
    Undecided,
}

/// The result of a comparison.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Comparison {
    pub grade: Grade,
    /// The first difference, or for [`Grade::Sufficient`] the first that does not matter.
    pub difference: Option<Difference>,
    /// Why it is [`Grade::Undecided`].
    pub reason: Option<Undecided>,
    /// Pairs of objects that were compared.
    pub compared: usize,
    /// Where comparing ended because a capture had.
    pub ends: Ends,
}

/// Something that is not the same in both graphs.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Difference {
    /// Such as `order.lines[2].quantity`.
    pub path: String,
    /// Objects of the left graph on the way from the root to the difference, in this order.
    pub holders: Vec<NodeId>,
    pub left: String,
    pub right: String,
}

impl std::fmt::Display for Difference {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{}: {} -> {}", self.path, self.left, self.right)
    }
}

/// Why nothing can be said.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Undecided {
    /// A capture was cut off or masked at this path.
    CutOff { path: String },
    /// A reference leads nowhere, or an object has not the fields of its class, at this path.
    Damaged { path: String },
    /// More guesses than [`Options::guesses`] about the elements at this path.
    TooManyGuesses { path: String },
}

/// How many places were met where a capture ended.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct Ends {
    pub frontier: usize,
    pub budget: usize,
    pub masked: usize,
}

/// Compares two graphs from their roots on.
///
/// ```
/// use reenact_heap::isomorphism::{Grade, Options, Root, compare};
/// use reenact_heap::{Classes, Forms, HeapGraph, Node, Value};
///
/// let (classes, mut graph) = (Classes::new(), HeapGraph::new());
/// let one = Value::Reference(graph.add(Node::String(vec![97])));
/// let two = Value::Reference(graph.add(Node::String(vec![98])));
/// let forms = Forms::new(&classes, &graph);
/// let compare = |right| compare(&forms, &forms, &[Root { name: "text", left: one, right }], Options::default());
/// assert_eq!(compare(one).grade, Grade::Exact);
/// assert_eq!(compare(two).difference.unwrap().to_string(), r#"text: "a" -> "b""#);
/// ```
pub fn compare(left: &Forms<'_>, right: &Forms<'_>, roots: &[Root<'_>], options: Options<'_>) -> Comparison {
    let all = search::run(left, right, roots, options, None);
    match options.reads {
        Some(reads) if all.grade != Grade::Exact => {
            let read = search::run(left, right, roots, options, Some(reads));
            let is_same = matches!(read.grade, Grade::Exact | Grade::Sufficient);
            // The undecided parts are behind fields that are not read.
            if is_same {
                return Comparison { grade: Grade::Sufficient, difference: all.difference, ..read };
            }
            read
        }
        _ => all,
    }
}
