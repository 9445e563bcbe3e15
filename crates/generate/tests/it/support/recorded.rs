//! The output of `tests/java/Recorder.java`, as the recording's reader would return it.

use reenact_base::Id;
use reenact_cases::{Case, Method};
use reenact_heap::{Classes, HeapGraph, Node, Value};
use reenact_recording::graph::{After, Capture, Outcome};
use reenact_recording::model::{InvocationHead, Marks, MethodNumber, ThreadNumber};
use reenact_testkit::{DumpReader, Program, dumped_value, run};

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
        let mut reader = DumpReader::default();
        let mut lines = text.lines();
        // Classes are printed when they are first seen, before the call whose objects have them.
        for line in text.lines().filter_map(|line| line.strip_prefix("class ")) {
            let words: Vec<&str> = line.split(' ').collect();
            reader.class(&words, &mut recording.classes);
        }
        while let Some(line) = lines.next() {
            if let Some(head) = line.strip_prefix("call ") {
                let id = recording.calls.len() as u64 + 1;
                recording.calls.push(call(id, head, &mut lines, &reader));
            }
        }
        recording
    }
}

fn call<'t>(
    id: u64,
    head: &str,
    lines: &mut impl Iterator<Item = &'t str>,
    reader: &DumpReader,
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
    let roots: Vec<Value> = words[4..].iter().map(|word| dumped_value(word)).collect();
    let mut before: Vec<Node> = Vec::new();
    let mut after: Vec<Node> = Vec::new();
    let mut outcome = None;
    for line in lines.by_ref() {
        let words: Vec<&str> = line.split(' ').collect();
        match words[0] {
            "node" => {
                let at: usize = words[1].parse().unwrap();
                let nodes = if outcome.is_none() { &mut before } else { &mut after };
                let node = reader.node(&words[2..]);
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
                    ["returned", result] => Outcome::Returned(Some(dumped_value(result))),
                    ["threw", thrown] => Outcome::Threw(dumped_value(thrown)),
                    _ => panic!("unknown line: {line}"),
                });
            }
            "end" => break,
            _ => panic!("unknown line: {line}"),
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
