//! Jars and runtime images hold what the JDK's own classes say they hold, byte for byte.

use std::fs;

use rayon::prelude::*;
use reenact_classfile::container::{Archive, Container, Options, SharedBytes};
use reenact_conformance::{corpus, crc32};
use reenact_jvm::{Jdk, open_jdk};
use reenact_testkit::{Fixture, jdks, run};

/// Java's answer: a line of name, length and checksum for each class file.
fn said_by_java(jdk: &Jdk, jars: &[&str]) -> Vec<String> {
    let source = format!("//- DigestAll.java\n{}", include_str!("../../java/DigestAll.java"));
    let program = Fixture::parse(&source).compile_with(jdk, &["--release", "17"]);
    let directory = tempfile::tempdir().unwrap();
    let out = directory.path().join("digests");
    run(jars.iter().fold(program.java("DigestAll").arg(&out), |java, jar| java.arg(jar))).ok();
    let mut lines: Vec<String> = fs::read_to_string(out).unwrap().lines().map(str::to_owned).collect();
    lines.sort();
    lines
}

/// The same lines as we would have them, names after a prefix of the container's own.
fn said_by_us(container: &dyn Container, prefix: &str) -> Vec<String> {
    let line = |index: usize| {
        let entry = &container.classes()[index];
        let bytes = container.read_class(index).unwrap_or_else(|error| panic!("{error}"));
        assert_eq!(bytes.len(), entry.size as usize, "declared size of {}", entry.name);
        let prefix = entry.module.as_deref().unwrap_or(prefix);
        format!("{prefix}/{}.class\t{}\t{:x}", entry.name, bytes.len(), crc32(&bytes))
    };
    (0..container.classes().len()).into_par_iter().map(line).collect()
}

/// Fails with the first differences only: all of them would be megabytes.
#[track_caller]
fn assert_same(ours: Vec<String>, theirs: Vec<String>) {
    let mut ours = ours;
    ours.sort();
    let differing = ours.iter().zip(&theirs).filter(|(one, other)| one != other).take(5).collect::<Vec<_>>();
    assert!(differing.is_empty(), "{differing:#?}");
    assert_eq!(ours.len(), theirs.len());
}

#[test]
fn runtime_images_hold_what_the_jdk_says() {
    for jdk in jdks() {
        let opened = open_jdk(&jdk, &Options::for_release(jdk.version.feature as u16)).unwrap();
        let ours: Vec<String> =
            opened.containers.iter().flat_map(|container| said_by_us(&**container, "")).collect();
        println!("JDK {}: {} class files", jdk.version.feature, ours.len());
        assert_same(ours, said_by_java(&jdk, &[]));
    }
}

#[test]
fn jars_hold_what_jar_file_says_on_each_release() {
    let jars: Vec<&str> = corpus().iter().filter_map(|jar| jar.to_str()).collect();
    for jdk in jdks() {
        let options = Options::for_release(jdk.version.feature as u16);
        let mut ours = Vec::new();
        for jar in corpus() {
            let bytes = SharedBytes::new(fs::read(jar).unwrap());
            let archive = Archive::open(&jar.display().to_string(), bytes, &options).unwrap();
            ours.extend(said_by_us(&archive, &jar.file_name().unwrap().to_string_lossy()));
        }
        println!("{} jars on JDK {}: {} class files", jars.len(), jdk.version.feature, ours.len());
        assert_same(ours, said_by_java(&jdk, &jars));
    }
}
