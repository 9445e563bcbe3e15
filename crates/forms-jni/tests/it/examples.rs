//! The examples of "Towards Better Serialization".

use reenact_testkit::jdks;

use crate::support::{compile, drivers, output, targets};

const TARGETS: &[&str] =
    &["Carriers", "Foo", "LinkedList", "Point", "Range", "Records", "Refused", "ServerMonitor", "Versions"];

/// Point, Range, a list by its elements, ServerMonitor, the versions of C, and private open Foo: written in four encodings and
/// read back, with the same bytes; what the class itself refuses comes out as its own exception.
#[test]
fn examples_are_written_and_read() {
    for jdk in jdks() {
        let program = compile(&jdk, &(targets(TARGETS) + &drivers(&["Examples"])));
        let printed = output(&program, "Examples");
        let expected = include_str!("examples.txt");
        assert_eq!(printed, expected, "{}", jdk.version.full);
    }
}
