//! The class model against the JVM itself.

use std::sync::Arc;

use reenact_classfile::container::{Container, Options as ContainerOptions};
use reenact_conformance::{Comparison, ask_jvm, compare};
use reenact_jvm::open_jdk;
use reenact_testkit::jdks;
use reenact_world::{Depth, Options, World};

#[test]
fn the_jdks() {
    for jdk in jdks() {
        let start = std::time::Instant::now();
        let opened = open_jdk(&jdk, &ContainerOptions::for_release(jdk.version.feature as u16)).unwrap();
        let containers: Vec<Arc<dyn Container>> = opened.containers;
        let names: Vec<&str> = containers
            .iter()
            .flat_map(|container| container.classes())
            .map(|entry| &*entry.name)
            .filter(|name| !name.ends_with("module-info"))
            .collect();
        let (world, _findings) = World::build(&containers, Options::new(Depth::Members));
        println!("world {:?}", start.elapsed());
        let none: [&str; 0] = [];
        let text = match std::env::var("FACTS") {
            Ok(path) => std::fs::read_to_string(path).unwrap(),
            Err(_) => ask_jvm(&jdk, &none, names),
        };
        println!("jvm {:?}", start.elapsed());
        let comparison = compare(&text, &world);
        println!("compare {:?}", start.elapsed());
        report(&jdk.version.full, &comparison);
        if std::env::var("FACTS").is_ok() {
            return;
        }
    }
}

fn report(what: &str, comparison: &Comparison) {
    println!("{what}: {comparison}");
    for d in &comparison.differences {
        println!("{d}");
    }
    println!("{} differences", comparison.differences.len());
}
