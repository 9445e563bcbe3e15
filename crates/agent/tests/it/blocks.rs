//! Blocks of included code that have run.

use reenact_classfile::ClassFile;
use reenact_classfile::blocks;
use reenact_testkit::{Fixture, jdks};

use crate::support::record;

#[test]
fn blocks_of_included_classes_that_ran_are_recorded() {
    for jdk in jdks() {
        let program = Fixture::parse(
            r#"
            //- p/Main.java
            package p;
            public class Main {
                static int ready = 1;
                static int choose(int value) { if (value > 0) { return 1; } return 2; }
                static int never(int value) { while (value > 0) { value--; } return value; }
                public static void main(String[] args) {
                    int sum = choose(3) + q.Other.call();
                    for (int i = 0; i < 3; i++) { sum += i; }
                    System.out.println(sum);
                }
            }
            //- q/Other.java
            package q;
            public class Other { public static int call() { return 1; } }
            "#,
        )
        .compile(&jdk);
        let recorded = record(&program, "p.Main", "include=p.**,visibility=private,blocks=true").ok();
        let reader = recorded.reader();
        let classes: Vec<&str> = reader.blocks().keys().map(|class| &**class).collect();
        assert_eq!(classes, ["p/Main"], "JDK {}", jdk.version.full);
        let bytes = std::fs::read(program.classes().join("p/Main.class")).unwrap();
        let class = ClassFile::parse(&bytes).unwrap();
        let methods = blocks::of_class(&class).unwrap();
        let run = &reader.blocks()["p/Main"];
        assert_eq!((run.count, run.left_out), (blocks::count(&methods), 0));
        let run_of = |name: &str| -> Vec<bool> {
            let is_named = |method: &&blocks::MethodBlocks| {
                class.methods()[method.method].name(class.pool()).unwrap() == name
            };
            let method = methods.iter().find(is_named).unwrap();
            (method.first..).zip(&method.blocks).map(|(number, _)| run.contains(number)).collect()
        };
        // The entry, the jump that is taken, and the one that is not.
        assert_eq!(run_of("choose"), [true, false, true]);
        assert!(run_of("never").iter().all(|run| !run));
        assert!(run_of("main").iter().all(|run| *run));

        let without = record(&program, "p.Main", "include=p.**").ok();
        assert!(without.reader().blocks().is_empty());
    }
}
