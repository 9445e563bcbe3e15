//! Documents read by other libraries.

use reenact_testkit::build::maven::{Coordinates, artifacts};
use reenact_testkit::{jdk, run};

use crate::support::{compile_with, drivers, java};

/// JSON and CBOR by Jackson, XML by the JDK's parser: the same values as the object has. Documents that Jackson writes are read.
#[test]
fn jackson_and_the_xml_parser_of_the_jdk_read_documents() {
    let library = |group: &str, artifact: &str| Coordinates::new(group, artifact, "2.17.2");
    let jars = artifacts(&[
        library("com.fasterxml.jackson.core", "jackson-databind"),
        library("com.fasterxml.jackson.dataformat", "jackson-dataformat-cbor"),
    ])
    .expect("Maven fetches Jackson");
    let program = compile_with(&jdk(), &drivers(&["Values", "Peers"]), &jars);
    let launch = jars.iter().fold(java(&program, "generated.Peers"), |java, jar| java.class_path([jar]));
    assert_eq!(run(launch).ok(), "300 documents\n");
}
