//! Whether a class belongs to the program or to its tests.

use reenact_classfile::attribute::{Attribute, Attributes};
use reenact_classfile::{ClassFile, ConstantPool, ReadError};

/// The part of a project that a class was loaded from.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub enum Origin {
    /// The program, or not known.
    #[default]
    Program,
    /// A directory of compiled tests.
    Tests,
}

impl Origin {
    /// Returns the origin of what is in a directory or jar.
    pub fn of(location: &str) -> Origin {
        if is_test_directory(location) { Origin::Tests } else { Origin::Program }
    }
}

/// Returns true if build tools write compiled tests to a directory of this name: `target/test-classes` of Maven,
/// `build/classes/java/test` and other source sets for tests of Gradle, `out/test/module` of IntelliJ IDEA.
pub fn is_test_directory(location: &str) -> bool {
    let mut parts = location.trim_end_matches('/').rsplit('/');
    let (last, above, third) = (
        parts.next().unwrap_or_default(),
        parts.next().unwrap_or_default(),
        parts.next().unwrap_or_default(),
    );
    let is_maven = last == "test-classes";
    let is_gradle = third == "classes" && last != "main" && last.to_ascii_lowercase().contains("test");
    let is_idea = third == "out" && above == "test";
    is_maven || is_gradle || is_idea
}

/// Packages of annotations that test frameworks look for.
const ANNOTATIONS: [&[u8]; 3] = [b"Lorg/junit/", b"Lorg/testng/annotations/", b"Lnet/jqwik/api/"];

/// Returns true if a test framework runs a class: it extends JUnit 3's `TestCase`, or it or one of its methods has an
/// annotation of JUnit, TestNG or jqwik.
pub fn is_test_class(class: &ClassFile<'_>) -> Result<bool, ReadError> {
    if class.super_name()?.is_some_and(|above| above.as_bytes() == b"junit/framework/TestCase") {
        return Ok(true);
    }
    let pool = class.pool();
    Ok(has_test_annotation(&class.attributes(), pool)
        || class.methods().iter().any(|method| has_test_annotation(&method.attributes, pool)))
}

fn has_test_annotation(attributes: &Attributes<'_>, pool: &ConstantPool<'_>) -> bool {
    let Some(raw) = attributes.find(pool, "RuntimeVisibleAnnotations") else { return false };
    // An annotation that cannot be read is not a framework's.
    let Ok(Attribute::RuntimeVisibleAnnotations(annotations)) = raw.parse(pool) else { return false };
    annotations.iter().any(|annotation| {
        pool.utf8(annotation.type_index)
            .is_ok_and(|name| ANNOTATIONS.iter().any(|start| name.as_bytes().starts_with(start)))
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn directories_of_tests_are_known_by_their_names() {
        for (location, expected) in [
            ("/shop/target/test-classes", true),
            ("/shop/target/test-classes/", true),
            ("/shop/build/classes/java/test", true),
            ("/shop/build/classes/kotlin/integrationTest", true),
            ("/shop/build/classes/java/testFixtures/", true),
            ("/shop/out/test/core", true),
            ("/shop/target/classes", false),
            ("/shop/build/classes/java/main", false),
            ("/shop/test", false),
            ("/m2/shop-test.jar", false),
            ("", false),
        ] {
            assert_eq!(is_test_directory(location), expected, "{location}");
        }
    }
}
