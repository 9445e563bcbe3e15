//! `jvm/serial` as a jar: for Java 8, without dependencies.

use reenact_testkit::{Fixture, jdk};

use crate::support::serial;

/// All classes are of Java 8 and refer to nothing but `java.base` of Java 8 and to each other: `--release 8` has no other classes, and
/// each constant that names a class is looked at.
#[test]
fn classes_are_for_java_8_and_need_nothing() {
    let program =
        Fixture::parse(&serial()).compile_with(&jdk(), &["--release", "8", "-Xlint:-options", "-Werror"]);
    let classes = program.class_files();
    assert!(
        classes.contains_key("io/reenact/serial/Forms")
            && classes.contains_key("io/reenact/serial/Serializer")
    );
    for (name, bytes) in &classes {
        assert!(name.starts_with("io/reenact/serial/"), "{name}");
        assert_eq!(bytes[4..8], [0, 0, 0, 52], "{name} is not of Java 8");
        for used in class_names(bytes) {
            let used = used.trim_start_matches('[').trim_start_matches('L');
            let is_known =
                used.starts_with("java/") || used.starts_with("io/reenact/serial/") || used.len() <= 1;
            assert!(is_known, "{name} uses {used}");
        }
    }
}

/// The names of class constants (JVMS 4.4).
fn class_names(bytes: &[u8]) -> Vec<String> {
    let u2 = |at: usize| usize::from(bytes[at]) << 8 | usize::from(bytes[at + 1]);
    let count = u2(8);
    let (mut texts, mut classes) = (vec![String::new(); count], Vec::new());
    let (mut at, mut index) = (10, 1);
    while index < count {
        let (size, slots) = match bytes[at] {
            1 => {
                let length = u2(at + 1);
                texts[index] = String::from_utf8_lossy(&bytes[at + 3..at + 3 + length]).into_owned();
                (3 + length, 1)
            }
            7 => {
                classes.push(u2(at + 1));
                (3, 1)
            }
            5 | 6 => (9, 2),
            8 | 16 => (3, 1),
            15 => (4, 1),
            _ => (5, 1),
        };
        at += size;
        index += slots;
    }
    classes.into_iter().map(|class| texts[class].clone()).collect()
}
