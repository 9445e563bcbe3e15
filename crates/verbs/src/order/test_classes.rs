//! The classes in which JUnit may find tests, by their class files.

use std::collections::BTreeSet;
use std::path::PathBuf;

use reenact_build::TestSelection;
use reenact_classfile::ClassFile;
use reenact_classfile::attribute::{Attribute, ElementValue};
use reenact_classfile::container::{Container, Options};
use reenact_jvm::class_path::{Problem, open_target};

/// Test classes in the order in which they are run.
#[derive(Debug, Default)]
pub struct TestClasses {
    /// Binary names.
    pub names: Vec<String>,
    /// Classes that demand an order of their tests.
    pub ordered: Vec<OrderedClass>,
    /// The number of classes that were looked at.
    pub seen: usize,
}

/// A class that demands an order of its tests.
#[derive(Debug)]
pub struct OrderedClass {
    /// Its binary name.
    pub name: String,
    /// The annotation.
    pub annotation: &'static str,
    /// The class file without the demand.
    pub bytes: Vec<u8>,
}

/// Annotations that demand an order, by their descriptors.
const ORDERS: [(&str, &str); 4] = [
    ("Lorg/junit/jupiter/api/TestMethodOrder;", "@TestMethodOrder"),
    ("Lorg/junit/jupiter/api/TestClassOrder;", "@TestClassOrder"),
    ("Lorg/junit/FixMethodOrder;", "@FixMethodOrder"),
    ("Lorg/junit/runner/OrderWith;", "@OrderWith"),
];

/// The facts that annotations state about a class.
#[derive(Debug, Default)]
struct Facts {
    is_nested_test: bool,
    is_enclosed: bool,
    /// The annotation, and the class file without it.
    order: Option<(&'static str, Vec<u8>)>,
}

/// Lists the classes of directories and jars that a selection contains, and the test classes nested in them.
pub fn list(places: &[PathBuf], selection: &TestSelection, release: u16) -> Result<TestClasses, Problem> {
    let mut found = TestClasses::default();
    let mut names: Vec<(String, Facts)> = Vec::new();
    for place in places.iter().filter(|place| place.exists()) {
        let opened = open_target(place, &Options::for_release(release))?;
        // The containers after the first are libraries of an archive.
        let Some(container) = opened.containers.first() else { continue };
        for (at, class) in container.classes().iter().enumerate() {
            found.seen += 1;
            names.push((class.name.replace('/', "."), facts(&**container, at)));
        }
    }
    names.sort_by(|one, other| one.0.cmp(&other.0));
    names.dedup_by(|one, other| one.0 == other.0);
    let mut run: BTreeSet<&str> = BTreeSet::new();
    let mut enclosing: BTreeSet<&str> = BTreeSet::new();
    // A class comes before those nested in it.
    for (name, facts) in &names {
        let outer = name.rfind('$').map(|at| &name[..at]).filter(|outer| run.contains(outer));
        // A nested class is run by the one around it, whatever patterns say about its name.
        let is_run = match outer {
            Some(outer) => facts.is_nested_test || enclosing.contains(outer),
            None => selection.contains(name),
        };
        if is_run {
            run.insert(name);
            if facts.is_enclosed {
                enclosing.insert(name);
            }
        }
    }
    found.names = run.into_iter().map(str::to_owned).collect();
    // Demands are inherited, so classes that are not run count too.
    for (name, facts) in names {
        found.ordered.extend(facts.order.map(|(annotation, bytes)| OrderedClass { name, annotation, bytes }));
    }
    if selection.is_reversed {
        found.names.reverse();
    }
    Ok(found)
}

/// A class file that cannot be read has no facts; the JVM reports it.
fn facts(container: &dyn Container, at: usize) -> Facts {
    let mut facts = Facts::default();
    let Ok(bytes) = container.read_class(at) else { return facts };
    let Ok(class) = ClassFile::parse(&bytes) else { return facts };
    let pool = class.pool();
    let raw = class.attributes().find(pool, "RuntimeVisibleAnnotations");
    let Some(Ok(Attribute::RuntimeVisibleAnnotations(annotations))) = raw.map(|raw| raw.parse(pool)) else {
        return facts;
    };
    for annotation in annotations {
        let name = pool.utf8(annotation.type_index).map(|name| name.to_string()).unwrap_or_default();
        match &*name {
            "Lorg/junit/jupiter/api/Nested;" => facts.is_nested_test = true,
            "Lorg/junit/runner/RunWith;" => {
                let runner = annotation.elements.iter().find_map(|(_, value)| match value {
                    ElementValue::Class { class_info_index } => pool.utf8(*class_info_index).ok(),
                    _ => None,
                });
                let runner = runner.map(|runner| runner.to_string()).unwrap_or_default();
                facts.is_enclosed =
                    runner.ends_with("/Enclosed;") || runner.ends_with("/HierarchicalContextRunner;");
            }
            _ => {}
        }
        if let Some((descriptor, annotation)) = ORDERS.iter().find(|(descriptor, _)| *descriptor == name) {
            let rest = facts.order.map_or_else(|| bytes.to_vec(), |(_, bytes)| bytes);
            facts.order = Some((annotation, without_annotation(rest, descriptor)));
        }
    }
    facts
}

/// Returns a class file whose annotations of a type are of a type that does not exist, which reflection passes over. The name keeps its
/// length, so that nothing else moves.
fn without_annotation(mut bytes: Vec<u8>, descriptor: &str) -> Vec<u8> {
    let mut constant = vec![1];
    constant.extend((descriptor.len() as u16).to_be_bytes());
    constant.extend(descriptor.as_bytes());
    let found: Vec<usize> = bytes
        .windows(constant.len())
        .enumerate()
        .filter(|(_, part)| **part == *constant)
        .map(|(at, _)| at)
        .collect();
    for at in found {
        // The last character before the semicolon.
        bytes[at + constant.len() - 2] = b'_';
    }
    bytes
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_name_of_the_annotation_is_another_of_the_same_length() {
        let text = "Lorg/junit/FixMethodOrder;";
        let class = [&[9, 1, 0, 26][..], text.as_bytes(), &[7]].concat();
        let patched = without_annotation(class.clone(), text);
        assert_eq!(patched.len(), class.len());
        assert_eq!(&patched[4..30], b"Lorg/junit/FixMethodOrde_;");
        assert_eq!(
            without_annotation(b"Lorg/junit/FixMethodOrder;".to_vec(), text),
            text.as_bytes(),
            "not a constant"
        );
    }
}
