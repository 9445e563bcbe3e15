//! Recordings may be cut, masked or made for another program: what can be said is said, and nothing panics.

use std::collections::BTreeSet;

use crate::support::Recorded;
use reenact_base::Id;
use reenact_generate::{Generator, Given, Options, Refusal};
use reenact_heap::{Ending, HeapGraph, Node, NodeId, Value};
use reenact_rebuild::Planner;
use reenact_recording::graph::{After, Capture, MaskedSlot, Outcome};
use reenact_testkit::jdk;

const SUBJECT: &str = r#"
    //- d/Basket.java
    package d;
    import java.util.*;
    public class Basket {
        private final List<String> names = new ArrayList<>();
        private final Map<String, Basket> inner = new HashMap<>();
        private int pin;
        public Basket(int pin) { this.pin = pin; }
        public void add(String name) { names.add(name); }
        public void put(String name, Basket basket) { inner.put(name, basket); }
        public List<String> getNames() { return Collections.unmodifiableList(names); }
        public List<String> sorted(List<String> more, int[] numbers) {
            List<String> all = new ArrayList<>(names);
            all.addAll(more);
            for (int n : numbers) all.add(String.valueOf(n + pin));
            return all;
        }
    }
    //- Main.java
    import recorder.Recorder;
    import d.Basket;
    import java.util.*;
    public class Main {
        public static void main(String[] args) throws Exception {
            Basket basket = new Basket(7);
            basket.add("a");
            basket.put("b", new Basket(8));
            Recorder.call(basket, "sorted", new ArrayList<>(List.of("x")), new int[] {1, 2});
            Recorder.call(basket, "add", "c");
        }
    }
"#;

fn graph(nodes: impl Iterator<Item = Node>) -> HeapGraph {
    let mut graph = HeapGraph::new();
    for node in nodes {
        graph.add(node);
    }
    graph
}

fn nodes(graph: &HeapGraph) -> Vec<Node> {
    graph.iter().map(|(_, node)| node.clone()).collect()
}

/// Variants of a capture, each damaged in one way.
fn damaged(capture: &Capture) -> Vec<Capture> {
    let mut all = Vec::new();
    let (before, after) = (nodes(&capture.before), nodes(&capture.after));
    for at in 0..before.len() {
        let cut = |nodes: &[Node]| graph(nodes.iter().take(at).cloned());
        all.push(Capture { before: cut(&before), ..capture.clone() });
        all.push(Capture { after: cut(&after), ..capture.clone() });
        for odd in [Node::String(vec![0xd800, 0]), Node::ClassObject("[".into())] {
            let replaced = |nodes: &[Node]| {
                graph(
                    nodes
                        .iter()
                        .enumerate()
                        .map(|(i, node)| if i == at { odd.clone() } else { node.clone() }),
                )
            };
            all.push(Capture { before: replaced(&before), after: replaced(&after), ..capture.clone() });
        }
        if let Node::Object { class, fields } = &before[at] {
            let fewer = Node::Object { class: *class, fields: fields.iter().skip(1).copied().collect() };
            let ring = Node::Object {
                class: *class,
                fields: vec![Value::Reference(NodeId::from_index(at)); fields.len()],
            };
            let end = Node::End { class: *class, ending: Ending::Budget };
            for odd in [fewer, ring, end] {
                let replaced = |nodes: &[Node]| {
                    graph(
                        nodes
                            .iter()
                            .enumerate()
                            .map(|(i, node)| if i == at { odd.clone() } else { node.clone() }),
                    )
                };
                all.push(Capture { before: replaced(&before), after: replaced(&after), ..capture.clone() });
                all.push(Capture { after: replaced(&after), ..capture.clone() });
            }
        }
    }
    all.push(Capture { roots: Vec::new(), ..capture.clone() });
    all.push(Capture {
        roots_after: Vec::new(),
        kind: After::Absent,
        after: HeapGraph::new(),
        ..capture.clone()
    });
    all.push(Capture { kind: After::Full, ..capture.clone() });
    all.push(Capture { outcome: Outcome::Threw(Value::Null), ..capture.clone() });
    all.push(Capture { outcome: Outcome::Threw(Value::Int(3)), ..capture.clone() });
    all.push(Capture { outcome: Outcome::Unfinished, ..capture.clone() });
    let far = Value::Reference(NodeId::from_index(1_000_000));
    all.push(Capture { outcome: Outcome::Returned(Some(far)), ..capture.clone() });
    all.push(Capture { outcome: Outcome::Returned(None), ..capture.clone() });
    all
}

#[test]
fn damaged_captures_are_refused_or_written() {
    let recorded = Recorded::of(&jdk(), SUBJECT);
    let world = recorded.world();
    let plans = Planner::new(world, reenact_rebuild::Options::new(17));
    let generator = Generator::new(world, plans, Options::default());
    let mut tests = Vec::new();
    for (method, case) in &recorded.recording.calls {
        for capture in damaged(&case.capture) {
            let mut case = case.clone();
            case.capture = capture;
            let given = Given {
                classes: &recorded.recording.classes,
                method,
                case: &case,
                needed: None,
                histories: &[],
                avoid: &Default::default(),
                collaborators: None,
                left_out: &BTreeSet::new(),
                memory: None,
            };
            tests.extend(generator.test(&given));
        }
    }
    assert!(!tests.is_empty());
    let (classes, _) = generator.suite(tests);
    assert_eq!(classes.len(), 1);
}

/// Masked values are not invented, unless the method does not read them.
#[test]
fn masked_values_are_not_made_up() {
    let recorded = Recorded::of(&jdk(), SUBJECT);
    let world = recorded.world();
    let plans = Planner::new(world, reenact_rebuild::Options::new(17));
    let generator = Generator::new(world, plans, Options::default());
    let (method, case) = &recorded.recording.calls[0];
    let mut case = case.clone();
    // The receiver's third field.
    case.capture.masked.push(MaskedSlot { after: false, node: Some(0), slot: 2 });
    let given = Given {
        classes: &recorded.recording.classes,
        method,
        case: &case,
        needed: None,
        histories: &[],
        avoid: &Default::default(),
        collaborators: None,
        left_out: &BTreeSet::new(),
        memory: None,
    };
    let refusal = generator.test(&given).unwrap_err();
    assert_eq!(refusal, Refusal::Masked("d.Basket#pin".to_owned()));
    assert_eq!(
        refusal.to_string(),
        "d.Basket#pin is masked by redaction; if it is not a secret, allow it in [redaction] of reenact.toml and record again"
    );
    let pin = world.class("d/Basket").unwrap().field("pin").unwrap().id();
    let needed = |field| field != pin;
    let given = Given { needed: Some(&needed), ..given };
    assert!(!matches!(generator.test(&given), Err(Refusal::Masked(_))));
}
