//! Calls of lambdas that recorded calls are given, recorded inside of them.

use std::collections::BTreeMap;

use crate::support::record;
use reenact_testkit::{Fixture, jdks};

const WORK: &str = r#"
    //- p/Main.java
    package p;
    import java.util.function.*;
    public class Main {
        public static void main(String[] args) {
            int more = 3;
            IntUnaryOperator add = number -> number + more;
            add.applyAsInt(1);
            Work.twice(add, 5);
            new Work(add).held(6);
            try { Work.twice(number -> { throw new IllegalStateException(); }, 1); } catch (IllegalStateException expected) { }
            Work.many(add);
            Work.many(add);
            Work.own(7);
            Work.outer(number -> Work.ask(() -> number * 2));
            System.out.println(add.applyAsInt(2));
        }
    }
    //- p/Work.java
    package p;
    import java.util.function.*;
    public class Work {
        private final IntUnaryOperator function;
        Work(IntUnaryOperator function) { this.function = function; }
        public int held(int number) { int sum = function.applyAsInt(number); return sum + 1; }
        public static int twice(IntUnaryOperator function, int number) { int once = function.applyAsInt(number); return function.applyAsInt(once); }
        public static int many(IntUnaryOperator function) { int sum = 0; for (int n = 0; n < 1000; n++) sum += function.applyAsInt(n); return sum; }
        public static int own(int number) { IntUnaryOperator own = n -> n * number; return own.applyAsInt(2) + own.applyAsInt(3); }
        public static int outer(IntUnaryOperator function) { int sum = function.applyAsInt(4); return sum + 1; }
        public static int ask(IntSupplier supplier) { int got = supplier.getAsInt(); return got + 1; }
    }
"#;

/// The values that a lambda has captured come first. A call that does not reach a lambda, as `main` and the one that makes
/// its own, has none of its calls; what a lambda calls is inside of its call.
#[test]
fn calls_of_lambdas_are_recorded_inside_of_calls_that_reach_them() {
    for jdk in jdks() {
        let program = Fixture::parse(WORK).compile_with(&jdk, &["-g"]);
        let recorded = record(&program, "p.Main", "include=p.**").ok();
        assert_eq!(recorded.ran.stdout, program.run("p.Main", &[]).ok());
        let mut names: BTreeMap<u64, String> = BTreeMap::new();
        let mut calls: BTreeMap<u64, String> = BTreeMap::new();
        let mut parents: BTreeMap<u64, Option<u64>> = BTreeMap::new();
        recorded.each(|head, method, capture, picture| {
            let mut picture = picture.of(&capture.before);
            let given: Vec<String> = capture.roots.iter().map(|&root| picture.draw(root)).collect();
            names.insert(head.id, method.name.to_string());
            parents.insert(head.id, head.parent);
            if method.name.starts_with("lambda$") {
                calls.insert(head.id, format!("({})", given.join(", ")));
            }
        });
        let host = |id: &u64| parents[id].map_or("none", |parent| names[&parent].as_str());
        let (many, others): (Vec<_>, Vec<_>) = calls.iter().partition(|(id, _)| host(id) == "many");
        let others: Vec<String> = others.iter().map(|(id, given)| format!("{} {given}", host(id))).collect();
        let expected = ["twice (3, 5)", "twice (3, 8)", "held (3, 6)", "twice (1)", "outer (4)", "ask (4)"];
        assert_eq!(others, expected, "JDK {}", jdk.version.full);
        assert_eq!(many.len(), 32, "a call has so many calls of lambdas and no more, and a repeat none");
    }
}

/// A lambda of a class that is not included is not recorded, and with `--all` it is recorded as any method.
#[test]
fn lambdas_of_other_classes_are_left_alone() {
    let program = Fixture::parse(WORK).compile(&jdks()[0]);
    let count = |options: &str| {
        let mut bodies = 0;
        record(&program, "p.Main", options).ok().each(|_, method, _, _| {
            bodies += usize::from(method.name.starts_with("lambda$"));
        });
        bodies
    };
    assert_eq!(count("include=p.**,exclude=p.Main"), 0);
    assert_eq!(count("include=p.**,nested=false"), 0);
    assert!(count("include=p.**,all,exclude=p.Main") >= 2, "those of `own`");
}
