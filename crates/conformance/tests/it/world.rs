//! The class model against the JVM itself, on all classes of the JDKs and of big jars.

use std::collections::BTreeMap;
use std::io::Read;
use std::path::Path;
use std::sync::{Arc, Mutex, PoisonError};

use reenact_classfile::container::{Container, Options as ContainerOptions};
use reenact_conformance::{Comparison, Model, Scope, Side, ask_jvm, compare, corpus};
use reenact_jvm::{ClassPath, Jdk, open_jdk};
use reenact_testkit::{Fixture, jdk, jdks};
use reenact_world::{Depth, Options, World};

/// Prefixes of the names of the compared jars: big ones, by the makers of different
/// languages and libraries, and some from before Java 5. The rest of the corpus is beside them on the class
/// path.
const BIG: [&[&str]; 7] = [
    &["kotlin-compiler-"],
    &["scala-"],
    &["hibernate-core-"],
    &["spring-"],
    &["groovy-4"],
    &["clojure-"],
    &["xalan-", "xerces-1", "log4j-1.2", "antlr-", "cglib-nodep-", "oro-", "commons-logging-"],
];

/// A JVM here takes all cores, and a gigabyte or two.
static ONE_AT_A_TIME: Mutex<()> = Mutex::new(());

#[test]
fn the_jdks_are_what_their_jvms_say() {
    let _turn = ONE_AT_A_TIME.lock().unwrap_or_else(PoisonError::into_inner);
    let mut differences = Vec::new();
    for jdk in jdks() {
        let containers = platform(&jdk);
        let (world, _) = World::build(&containers, Options::new(Depth::Members));
        let names = names(&containers, &world);
        let what = format!("JDK {}", jdk.version.feature);
        println!("{what}: {} classes", names.len());

        let facts = ask_jvm(&jdk, &[] as &[&Path], &names);
        let comparison = compare(&Model::new(&world, &names), facts);
        differences.extend(report(&what, &comparison));
        for kind in ["loaded", "linked"] {
            assert_eq!(comparison.classes_without(kind), 0, "{what}: every class finds what it needs");
        }
        assert!(names.len() > 20_000 && comparison.total() > 150 * names.len(), "{what}: few facts");
    }
    check(&differences);
}

#[test]
fn big_jars_are_what_the_jvm_says() {
    let _turn = ONE_AT_A_TIME.lock().unwrap_or_else(PoisonError::into_inner);
    let jdk = jdk();
    let mut containers = platform(&jdk);
    containers.extend(corpus().iter().collect::<ClassPath>().open(&options(&jdk)).containers);
    let (world, _) = World::build(&containers, Options::new(Depth::Members));
    let mut differences = Vec::new();
    for prefixes in BIG {
        let is_asked = |container: &&Arc<dyn Container>| {
            let name = Path::new(container.location()).file_name().unwrap_or_default();
            prefixes.iter().any(|prefix| name.to_string_lossy().starts_with(prefix))
        };
        let asked: Vec<Arc<dyn Container>> = containers.iter().filter(is_asked).cloned().collect();
        let names = names(&asked, &world);
        let what = format!("{prefixes:?}");
        println!("{what}: {} classes of {} jars", names.len(), asked.len());

        let facts = ask_jvm(&jdk, corpus(), &names);
        let comparison = compare(&Model::new(&world, &names), facts);
        differences.extend(report(&what, &comparison));
        let without = comparison.classes_without("loaded") + comparison.classes_without("linked");
        assert!(without * 5 < names.len(), "{what}: {without} classes lack others");
        assert!(names.len() > 2_000 && comparison.total() > 100 * names.len(), "{what}: few facts");
    }
    check(&differences);
}

/// JFR rewrites event classes as it loads them, and HotSpot lets no other class link to its writer.
fn is_of_the_flight_recorder(world: &World, name: &str) -> bool {
    let event = world.class_id("jdk/internal/event/Event");
    let is_event = |class| event.is_some_and(|event| world.is_subtype(class, event));
    name == "jdk/jfr/internal/event/EventWriter" || world.class_id(name).is_some_and(is_event)
}

/// Prints what was compared, and gives the differences.
#[track_caller]
fn report(what: &str, comparison: &Comparison) -> Vec<String> {
    println!("{what}: {comparison}");
    let single = comparison.left_out.iter().filter(|(left_out, _)| left_out.scope == Scope::Fact);
    let single: usize = single.map(|(_, count)| count).sum();
    assert!(single * 100 < comparison.total(), "{what}: {single} single facts left out");
    let mut differences: Vec<String> =
        comparison.differences.iter().map(|difference| format!("{what}: {difference}")).collect();
    differences.sort();
    differences
}

#[track_caller]
fn check(differences: &[String]) {
    let first = &differences[..differences.len().min(50)];
    assert!(first.is_empty(), "{} differences, such as\n{}", differences.len(), first.join("\n"));
}

fn platform(jdk: &Jdk) -> Vec<Arc<dyn Container>> {
    open_jdk(jdk, &options(jdk)).expect("the JDK's own classes can be opened").containers
}

fn options(jdk: &Jdk) -> ContainerOptions {
    ContainerOptions::for_release(jdk.version.feature as u16)
}

/// The names of the classes in some containers, without those of the flight recorder.
fn names<'c>(containers: &'c [Arc<dyn Container>], world: &World) -> Vec<&'c str> {
    let entries = containers.iter().flat_map(|container| container.classes());
    let mut names: Vec<&str> = entries.map(|entry| &*entry.name).collect();
    names.retain(|name| !name.ends_with("module-info") && !is_of_the_flight_recorder(world, name));
    names.sort_unstable();
    names.dedup();
    names
}

/// A bit of everything that there are facts about.
const FIXTURE: &str = r#"
    //- p/Shape.java
    package p;
    import java.lang.annotation.*;
    @Mark public sealed interface Shape<T extends Comparable<T>> permits Circle, Square {
        int SIDES = 0;
        T area();
        default String label() { return "shape"; }
        static int count() { return 2; }
        @Retention(RetentionPolicy.RUNTIME) @interface Other {}
    }
    //- p/Mark.java
    package p;
    import java.lang.annotation.*;
    @Retention(RetentionPolicy.RUNTIME) public @interface Mark {}
    //- p/Circle.java
    package p;
    public record Circle(@Mark Integer radius) implements Shape<Integer> {
        @Mark public Circle {}
        @Mark public Integer area() { return 3 * scaled(radius); }
        private static Integer scaled(@Mark Integer x) { return x; }
    }
    //- p/Square.java
    package p;
    public final class Square extends Base implements Shape<Integer> {
        @Mark @Deprecated protected Integer side;
        public Integer area() { return side; }
        public String label() { return Shape.super.label() + super.toString(); }
        Runnable local(int x) throws Exception {
            class Local {}
            return new Runnable() { public void run() { new Local(); } };
        }
    }
    //- p/Base.java
    package p;
    abstract class Base {
        static int created;
        Base() { created++; }
        void hidden() {}
        protected static class Inner { private int value; }
    }
"#;

/// The control: a fact that is not so does not get through, whatever it is about.
#[test]
fn an_altered_fact_is_found() {
    let jdk = jdk();
    let program = Fixture::parse(FIXTURE).compile(&jdk);
    let class_path = [program.classes()];
    let own = class_path.iter().collect::<ClassPath>().open(&options(&jdk)).containers;
    let containers: Vec<Arc<dyn Container>> = platform(&jdk).into_iter().chain(own.clone()).collect();
    let (world, _) = World::build(&containers, Options::new(Depth::Members));
    let names = names(&own, &world);
    let mut said = String::new();
    ask_jvm(&jdk, &class_path, &names).read_to_string(&mut said).expect("facts");
    let model = Model::new(&world, &names);
    check(&report("the fixture", &compare(&model, said.as_bytes())));

    let mut altered: BTreeMap<&str, usize> = BTreeMap::new();
    for block in said.split("!class\t").skip(1) {
        let lines: Vec<&str> = block.lines().collect();
        for (index, &right) in lines.iter().enumerate().skip(1) {
            // Some facts are given twice, and without `loads` there are no others.
            let times = lines.iter().filter(|line| **line == right).count();
            if right.starts_with('!') || right.starts_with("loads") || times > 1 {
                continue;
            }
            let wrong = format!("{right}x");
            let mut lines = lines.clone();
            lines[index] = &wrong;
            let found = compare(&model, format!("!class\t{}\n", lines.join("\n")).as_bytes()).differences;
            let mut found: Vec<(&str, Side)> = found.iter().map(|found| (&*found.fact, found.only)).collect();
            found.sort_unstable();
            assert_eq!(found, [(right, Side::World), (&*wrong, Side::Jvm)]);
            *altered.entry(right.split('\t').next().unwrap_or_default()).or_default() += 1;
        }
    }
    println!("altered one at a time, and found: {altered:?}");
    assert!(altered.len() > 30, "only {:?}", altered.keys());
}
