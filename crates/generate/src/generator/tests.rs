use super::*;
use crate::observe::ObservedValue;
use reenact_heap::{Class, ClassKind};

/// A capture of a call with this outcome.
fn capture(outcome: Outcome) -> Capture {
    Capture {
        before: HeapGraph::new(),
        roots: Vec::new(),
        outcome,
        kind: After::Absent,
        after: HeapGraph::new(),
        roots_after: Vec::new(),
        masked: Vec::new(),
        statics: Vec::new(),
        histories: Vec::new(),
        identities: Vec::new(),
    }
}

/// Observations of values: of the result, or of a root with the changed part as a word.
fn seen(values: &[(Option<usize>, Option<&str>)]) -> Seen {
    let observation = |(root, word): &(Option<usize>, Option<&str>)| Observation {
        subject: root.map_or(ObservedValue::Result, ObservedValue::Root),
        path: Vec::new(),
        expect: Expect::NotNull,
        word: word.map(str::to_owned),
    };
    Seen { observations: values.iter().map(observation).collect(), ..Seen::default() }
}

#[test]
fn a_test_is_telling_if_an_empty_method_would_fail_it() {
    let effect = [(Some(0), None)];
    let rows = [
        (Outcome::Returned(Some(Value::Int(7))), seen(&[]), true),
        (Outcome::Returned(Some(Value::Int(0))), seen(&[]), false),
        (Outcome::Returned(Some(Value::Null)), seen(&[]), false),
        (Outcome::Returned(Some(Value::Boolean(true))), seen(&[]), true),
        (Outcome::Returned(Some(Value::Double((-0.0_f64).to_bits()))), seen(&[]), true),
        (Outcome::Returned(Some(Value::Int(0))), seen(&effect), true),
        (Outcome::Returned(None), seen(&effect), true),
        (Outcome::Returned(None), Seen { is_unchanged: true, ..seen(&effect) }, false),
        (Outcome::Returned(None), seen(&[]), false),
        (Outcome::Threw(Value::Null), seen(&[]), true),
        (Outcome::Unfinished, seen(&effect), false),
    ];
    for (outcome, seen, expected) in rows {
        assert_eq!(is_telling(&capture(outcome), &seen), expected, "{outcome:?}");
    }
}

#[test]
fn changes_are_named_by_the_part_or_by_the_root() {
    let names = ["cart".to_owned(), "item".to_owned()];
    let observed =
        seen(&[(Some(0), Some("total")), (Some(1), None), (None, Some("result")), (Some(9), None)]);
    assert_eq!(changed(&observed, &names), ["total", "item"]);
    assert!(changed(&Seen { is_unchanged: true, ..observed }, &names).is_empty());
}

#[test]
fn nothing_is_known_of_an_object_that_a_stand_in_replaces() {
    let mut classes = Classes::new();
    let class = classes.add(Class {
        name: "a/Service".into(),
        superclass: None,
        interfaces: Vec::new(),
        fields: Vec::new(),
        kind: ClassKind::Plain,
    });
    let mut graph = HeapGraph::new();
    let node = graph.add(Node::Object { class, fields: Vec::new() });
    let text = graph.add(Node::String(vec![1]));
    let objects = [node, text, NodeId::from_index(9)].map(|node| reenact_rebuild::Collaborator {
        node,
        given_as: Vec::new(),
        calls: Vec::new(),
    });
    let collaborators = Collaborators { graph: HeapGraph::new(), objects: objects.to_vec() };
    let blinded = blind(&graph, &collaborators);
    assert_eq!(blinded.try_get(node), Some(&Node::End { class, ending: Ending::Frontier }));
    assert_eq!(blinded.try_get(text), graph.try_get(text));
    assert_eq!(class_of(&classes, &graph, Value::Reference(node)), Some("a/Service"));
    assert_eq!(class_of(&classes, &graph, Value::Reference(text)), None);
    assert_eq!(class_of(&classes, &graph, Value::Null), None);
}
