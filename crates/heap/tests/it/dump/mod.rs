//! Values made by Java code, as `tests/java/Dump.java` prints them: raw fields and what Java says.

use std::collections::{BTreeMap, HashMap};
use std::path::PathBuf;
use std::sync::{Arc, Mutex};

use reenact_base::Id;
use reenact_heap::{
    Class, ClassId, ClassKind, Classes, Field, HeapGraph, Node, NodeId, PrimitiveArray, Value,
};
use reenact_testkit::jvm::Jdk;
use reenact_testkit::{Fixture, run};

/// The output of one JVM.
pub struct Dump {
    pub classes: Classes,
    pub graph: HeapGraph,
    /// The values, each with its description by Java.
    pub said: Vec<(NodeId, String)>,
}

/// The values of a JDK, made and read once for all tests of this process.
pub fn values(jdk: &Jdk) -> Arc<Dump> {
    static MADE: Mutex<BTreeMap<PathBuf, Arc<Dump>>> = Mutex::new(BTreeMap::new());
    // A test that panicked while it made the values of one JDK left the others as they were.
    let mut made = MADE.lock().unwrap_or_else(|poisoned| poisoned.into_inner());
    made.entry(jdk.home.clone()).or_insert_with(|| Arc::new(make(jdk))).clone()
}

fn make(jdk: &Jdk) -> Dump {
    let sources = [
        ("Dump.java", include_str!("../../java/Dump.java")),
        ("Says.java", include_str!("../../java/Says.java")),
        ("Values.java", include_str!("../../java/Values.java")),
    ];
    let files: String = sources.iter().map(|(name, text)| format!("//- {name}\n{text}\n")).collect();
    let program = Fixture::parse(&files).compile_with(jdk, &["-nowarn", "-encoding", "UTF-8"]);
    let java = program.java("Values").vm_option("--add-opens=java.base/java.lang=ALL-UNNAMED");
    parse(&run(java.vm_option("-XX:TieredStopAtLevel=1").vm_option("-XX:+UseSerialGC")).ok())
}

fn parse(text: &str) -> Dump {
    let mut dump = Dump { classes: Classes::new(), graph: HeapGraph::new(), said: Vec::new() };
    let mut ids = HashMap::new();
    for line in text.lines() {
        let (word, rest) = line.split_once(' ').expect("a word and more");
        let words: Vec<&str> = rest.split(' ').collect();
        match word {
            "class" => {
                let class = class(&words, &ids);
                assert!(ids.insert(words[0].to_owned(), dump.classes.add(class)).is_none(), "{line}");
            }
            "node" => {
                let id = dump.graph.add(node(&words[1..], &ids));
                assert_eq!(id, node_id(words[0]), "nodes come in order");
            }
            "says" => dump.said.push((node_id(&words[0][1..]), words[1..].join(" "))),
            _ => panic!("what is `{line}`?"),
        }
    }
    dump
}

fn class(words: &[&str], ids: &HashMap<String, ClassId>) -> Class {
    let field = |word: &&str| {
        let (name, descriptor) = word.split_once(':').expect("name and descriptor");
        Field { name: name.into(), descriptor: descriptor.into() }
    };
    Class {
        name: words[1].into(),
        kind: if words[1].starts_with('[') { ClassKind::Array } else { ClassKind::Plain },
        superclass: ids.get(words[2]).copied(),
        interfaces: Vec::new(),
        fields: words[3..].iter().map(field).collect(),
    }
}

fn node(words: &[&str], ids: &HashMap<String, ClassId>) -> Node {
    let values = |words: &[&str]| words.iter().map(|word| value(word)).collect();
    match words[0] {
        "S" => Node::String(chars(words[1])),
        "C" => Node::ClassObject(words[1].into()),
        "A" => Node::Array { class: ids[words[1]], elements: values(&words[2..]) },
        "O" => Node::Object { class: ids[words[1]], fields: values(&words[2..]) },
        "P" => Node::Primitives(primitives(words[1], &words[2..])),
        _ => panic!("what is a node {words:?}?"),
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
        _ => panic!("what is an array of {kind}?"),
    }
}

fn value(word: &str) -> Value {
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
        _ => panic!("what is the value {word}?"),
    }
}

fn node_id(text: &str) -> NodeId {
    NodeId::from_index(text.parse().unwrap())
}

/// Four digits for each `char`, behind an x.
fn chars(text: &str) -> Vec<u16> {
    let digits = text.strip_prefix('x').unwrap().as_bytes().chunks(4);
    digits.map(|digits| u16::from_str_radix(std::str::from_utf8(digits).unwrap(), 16).unwrap()).collect()
}
