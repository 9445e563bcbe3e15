//! Sameness against the JVM: values that the same Java code made are the same in every run and on every
//! JDK, whatever their buckets, caches, salts and identity hashes.

use std::collections::BTreeMap;

use reenact_heap::isomorphism::{Grade, Options, Root, compare};
use reenact_heap::{Forms, LogicalForm, Node, NodeId, Value};

/// Values in the order in which they were made, but for those that only newer JDKs can make.
fn common(dump: &reenact_testkit::Dump) -> Vec<NodeId> {
    let is_new = |node: &NodeId| match dump.graph.get(*node) {
        Node::Object { class, .. } => {
            let name = &dump.classes.get(*class).name;
            name.contains("Sequenced") || name.contains("ReverseOrder")
        }
        _ => false,
    };
    dump.roots.iter().map(|(node, _)| *node).filter(|node| !is_new(node)).collect()
}

#[test]
fn the_same_code_makes_the_same_values_in_every_jvm() {
    let jdks = reenact_testkit::jdks();
    let first = crate::dump::values(&jdks[0]);
    let left = Forms::new(&first.classes, &first.graph);
    for jdk in &jdks {
        let other = crate::dump::values(jdk);
        let right = Forms::new(&other.classes, &other.graph);
        let (ours, theirs) = (common(&first), common(&other));
        assert_eq!(ours.len(), theirs.len());
        let mut grades: BTreeMap<String, usize> = BTreeMap::new();
        for (one, two) in ours.iter().zip(&theirs) {
            let root = Root { name: "value", left: Value::Reference(*one), right: Value::Reference(*two) };
            // Raw fields of the JDK's own classes are those of one JDK.
            if left.of(*one).is_err() && jdk.version.feature != jdks[0].version.feature {
                continue;
            }
            let comparison = compare(&left, &right, &[root], Options::default());
            let Node::Object { class, .. } = first.graph.get(*one) else { panic!("no object") };
            let name = &first.classes.get(*class).name;
            let expected = match left.of(*one).map(|logical| logical.form) {
                Ok(LogicalForm::Opaque) => Grade::Sufficient,
                _ => Grade::Exact,
            };
            assert_eq!(comparison.grade, expected, "{name}: {comparison:?}");
            *grades.entry(format!("{:?}", comparison.grade)).or_default() += 1;
        }
        println!("JDK {} and {}: {grades:?}", jdks[0].version.feature, jdk.version.feature);
    }
}

/// Neighbours in the list of values are different unless Java says the same of both.
#[test]
fn different_values_are_told_apart() {
    let dump = crate::dump::values(&reenact_testkit::jdk());
    let forms = Forms::new(&dump.classes, &dump.graph);
    let mut different = 0;
    for pair in dump.roots.windows(2) {
        let [(one, says), (two, says_of_two)] = pair else { unreachable!("windows of two") };
        let root = Root { name: "value", left: Value::Reference(*one), right: Value::Reference(*two) };
        let comparison = compare(&forms, &forms, &[root], Options::default());
        let is_collection = ["List", "Set", "Map", "Queue", "View"].iter().any(|kind| says.starts_with(kind));
        if says != says_of_two && !is_collection {
            assert_ne!(comparison.grade, Grade::Exact, "{says}\n{says_of_two}");
        }
        different += usize::from(comparison.grade == Grade::Different);
    }
    assert!(different > dump.roots.len() / 2, "only {different} of {}", dump.roots.len());
}
