//! Heap graphs that Java code prints: the notation of `java/Dump.java`, read back.
//!
//! Each line is a class, a node, or a root: `class ID NAME SUPERCLASS FIELD:DESCRIPTOR…`, `node ID KIND …`,
//! `says VALUE TEXT`.

use std::collections::HashMap;

use reenact_base::Id;
use reenact_heap::{
    Class, ClassId, ClassKind, Classes, Field, HeapGraph, Node, NodeId, PrimitiveArray, Value,
};

/// The Java program that prints objects as raw fields, as the agent would see them.
pub const DUMP_JAVA: &str = include_str!("../java/Dump.java");

/// The output of one JVM.
pub struct Dump {
    pub classes: Classes,
    pub graph: HeapGraph,
    /// The values that were dumped on purpose, each with the rest of its line.
    pub roots: Vec<(NodeId, String)>,
    /// Lines of other kinds, as they are.
    pub remarks: Vec<String>,
}

impl Dump {
    pub fn parse(text: &str) -> Dump {
        let mut dump =
            Dump { classes: Classes::new(), graph: HeapGraph::new(), roots: Vec::new(), remarks: Vec::new() };
        let mut reader = DumpReader::default();
        for line in text.lines() {
            let (word, rest) = line.split_once(' ').expect("a word and more");
            let words: Vec<&str> = rest.split(' ').collect();
            match word {
                "class" => reader.class(&words, &mut dump.classes),
                "node" => {
                    let id = dump.graph.add(reader.node(&words[1..]));
                    assert_eq!(id, node_id(words[0]), "nodes come in order");
                }
                "says" => dump.roots.push((node_id(&words[0][1..]), words[1..].join(" "))),
                _ => dump.remarks.push(line.to_owned()),
            }
        }
        dump
    }
}

/// Reads the parts of lines, split at spaces.
#[derive(Default)]
pub struct DumpReader {
    ids: HashMap<String, ClassId>,
}

impl DumpReader {
    /// Adds a class, written as id, name, id of the superclass, and fields.
    pub fn class(&mut self, words: &[&str], classes: &mut Classes) {
        let field = |word: &&str| {
            let (name, descriptor) = word.split_once(':').expect("name and descriptor");
            Field { name: name.into(), descriptor: descriptor.into() }
        };
        let class = Class {
            name: words[1].into(),
            kind: if words[1].starts_with('[') { ClassKind::Array } else { ClassKind::Plain },
            superclass: self.ids.get(words[2]).copied(),
            interfaces: Vec::new(),
            fields: words[3..].iter().map(field).collect(),
        };
        assert!(self.ids.insert(words[0].to_owned(), classes.add(class)).is_none(), "twice: {words:?}");
    }

    /// Reads a node, without its id.
    pub fn node(&self, words: &[&str]) -> Node {
        let values = |words: &[&str]| words.iter().map(|word| dumped_value(word)).collect();
        match words[0] {
            "S" => Node::String(chars(words[1])),
            "C" => Node::ClassObject(words[1].into()),
            "A" => Node::Array { class: self.ids[words[1]], elements: values(&words[2..]) },
            "O" => Node::Object { class: self.ids[words[1]], fields: values(&words[2..]) },
            "P" => Node::Primitives(primitives(words[1], &words[2..])),
            _ => panic!("unknown node: {words:?}"),
        }
    }
}

/// Reads a value: a letter for its kind, and its digits.
pub fn dumped_value(word: &str) -> Value {
    let (kind, text) = word.split_at(1);
    match kind {
        "n" => Value::Null,
        "r" => Value::Reference(node_id(text)),
        "z" => Value::Boolean(text == "1"),
        "b" => Value::Byte(text.parse().unwrap()),
        "c" => Value::Char(text.parse().unwrap()),
        "s" => Value::Short(text.parse().unwrap()),
        "i" => Value::Int(text.parse().unwrap()),
        "j" => Value::Long(text.parse().unwrap()),
        "f" => Value::Float(text.parse().unwrap()),
        "d" => Value::Double(text.parse().unwrap()),
        _ => panic!("unknown value: {word}"),
    }
}

fn primitives(kind: &str, words: &[&str]) -> PrimitiveArray {
    fn all<T: std::str::FromStr<Err: std::fmt::Debug>>(words: &[&str]) -> Vec<T> {
        words.iter().map(|word| word[1..].parse().unwrap()).collect()
    }
    match kind {
        "Z" => PrimitiveArray::Boolean(words.iter().map(|word| *word == "z1").collect()),
        "B" => PrimitiveArray::Byte(all(words)),
        "C" => PrimitiveArray::Char(all(words)),
        "S" => PrimitiveArray::Short(all(words)),
        "I" => PrimitiveArray::Int(all(words)),
        "J" => PrimitiveArray::Long(all(words)),
        "F" => PrimitiveArray::Float(all(words)),
        "D" => PrimitiveArray::Double(all(words)),
        _ => panic!("unknown array: {kind}"),
    }
}

fn node_id(text: &str) -> NodeId {
    NodeId::from_index(text.parse().unwrap())
}

/// Reads four digits for each `char`, behind an x.
fn chars(text: &str) -> Vec<u16> {
    let digits = text.strip_prefix('x').unwrap().as_bytes().chunks(4);
    digits.map(|digits| u16::from_str_radix(std::str::from_utf8(digits).unwrap(), 16).unwrap()).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn classes_nodes_and_roots_are_read() {
        let dump = Dump::parse(
            "class 0 java/lang/Object -1\nclass 1 p/A 0 x:I next:Lp/A;\nclass 2 [Lp/A; 0\n\
             node 0 O 1 i7 r1\nnode 1 O 1 i-2 n\nnode 2 A 2 r0 n\nnode 3 S x00410042\nnode 4 P Z z1 z0\n\
             says r2 an array\nstatic p/A.only r1",
        );
        let class = |index| dump.classes.get(ClassId::from_index(index));
        assert_eq!((class(1).superclass, class(1).fields.len()), (Some(ClassId::from_index(0)), 2));
        assert_eq!(class(2).kind, ClassKind::Array);
        let (first, second) = (NodeId::from_index(0), NodeId::from_index(1));
        let fields = vec![Value::Int(7), Value::Reference(second)];
        assert_eq!(dump.graph.get(first), &Node::Object { class: ClassId::from_index(1), fields });
        let elements = vec![Value::Reference(first), Value::Null];
        assert_eq!(
            dump.graph.get(NodeId::from_index(2)),
            &Node::Array { class: ClassId::from_index(2), elements }
        );
        assert_eq!(dump.graph.get(NodeId::from_index(3)), &Node::String(vec![0x41, 0x42]));
        assert_eq!(
            dump.graph.get(NodeId::from_index(4)),
            &Node::Primitives(PrimitiveArray::Boolean(vec![true, false]))
        );
        assert_eq!(dump.roots, [(NodeId::from_index(2), "an array".to_owned())]);
        assert_eq!(dump.remarks, ["static p/A.only r1"]);
    }
}
