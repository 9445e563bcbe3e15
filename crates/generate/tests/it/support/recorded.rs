//! The output of `tests/java/Recorder.java`, as the recording's reader would return it.

use std::collections::HashMap;

use reenact_base::Id;
use reenact_cases::{Case, Method};
use reenact_heap::{
    Class, ClassId, ClassKind, Classes, Field, HeapGraph, Node, NodeId, PrimitiveArray, Value,
};
use reenact_recording::graph::{After, Capture, Outcome};
use reenact_recording::model::{InvocationHead, Marks, MethodNumber, ThreadNumber};
use reenact_testkit::{Program, run};

/// The calls of a program.
pub struct Recording {
    pub classes: Classes,
    pub calls: Vec<(Method, Case)>,
}

impl Recording {
    /// Runs a program's `Main`.
    #[track_caller]
    pub fn of(program: &Program) -> Recording {
        let java = program.java("Main").vm_option("--add-opens=java.base/java.lang=ALL-UNNAMED");
        let text = run(java.vm_option("-XX:TieredStopAtLevel=1").vm_option("-XX:+UseSerialGC")).ok();
        let mut recording = Recording { classes: Classes::new(), calls: Vec::new() };
        let mut ids = HashMap::new();
        let mut lines = text.lines();
        // Classes are printed when they are first seen, before the call whose objects have them.
        for line in text.lines().filter_map(|line| line.strip_prefix("class ")) {
            let words: Vec<&str> = line.split(' ').collect();
            let class = class(&words, &ids);
            ids.insert(words[0].to_owned(), recording.classes.add(class));
        }
        while let Some(line) = lines.next() {
            if let Some(head) = line.strip_prefix("call ") {
                let id = recording.calls.len() as u64 + 1;
                recording.calls.push(call(id, head, &mut lines, &ids));
            }
        }
        recording
    }
}

fn call<'t>(
    id: u64,
    head: &str,
    lines: &mut impl Iterator<Item = &'t str>,
    ids: &HashMap<String, ClassId>,
) -> (Method, Case) {
    let words: Vec<&str> = head.split(' ').collect();
    let method = Method {
        class: words[0].into(),
        name: words[1].into(),
        descriptor: words[2].into(),
        is_static: false,
        parameter_names: Vec::new(),
        bytecode: 0,
    };
    let has_receiver = words[3] == "true";
    let roots: Vec<Value> = words[4..].iter().map(|word| value(word)).collect();
    let mut before: Vec<Node> = Vec::new();
    let mut after: Vec<Node> = Vec::new();
    let mut outcome = None;
    for line in lines.by_ref() {
        let words: Vec<&str> = line.split(' ').collect();
        match words[0] {
            "node" => {
                let at: usize = words[1].parse().unwrap();
                let nodes = if outcome.is_none() { &mut before } else { &mut after };
                let node = node(&words[2..], ids);
                if at < nodes.len() {
                    nodes[at] = node;
                } else {
                    assert_eq!(at, nodes.len(), "nodes come in order");
                    nodes.push(node);
                }
            }
            "after" => {
                after = before.clone();
                outcome = Some(match &words[1..] {
                    ["returned"] => Outcome::Returned(None),
                    ["returned", result] => Outcome::Returned(Some(value(result))),
                    ["threw", thrown] => Outcome::Threw(value(thrown)),
                    _ => panic!("what is `{line}`?"),
                });
            }
            "end" => break,
            _ => panic!("what is `{line}`?"),
        }
    }
    let marks = if has_receiver { Marks::HAS_RECEIVER } else { Marks::default() };
    let head = InvocationHead {
        id,
        method: MethodNumber::from_index(0),
        thread: ThreadNumber::from_index(0),
        parent: None,
        entered: id,
        exited: id,
        call: 1,
        marks,
        dropped_inside: 0,
    };
    let capture = Capture {
        before: graph(before),
        roots_after: roots.clone(),
        roots,
        outcome: outcome.expect("the call ended"),
        kind: After::Difference,
        after: graph(after),
        masked: Vec::new(),
        statics: Vec::new(),
        histories: Default::default(),
        identities: Vec::new(),
    };
    (method, Case { index: id as usize, head, capture, repeats: 0 })
}

fn graph(nodes: Vec<Node>) -> HeapGraph {
    let mut graph = HeapGraph::new();
    for node in nodes {
        graph.add(node);
    }
    graph
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
        "r" => Value::Reference(NodeId::from_index(text.parse().unwrap())),
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

/// Four digits for each `char`, behind an x.
fn chars(text: &str) -> Vec<u16> {
    let digits = text.strip_prefix('x').unwrap().as_bytes().chunks(4);
    digits.map(|digits| u16::from_str_radix(std::str::from_utf8(digits).unwrap(), 16).unwrap()).collect()
}
