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

/// The copy of the object that a followed write leaves on the stack comes before the code that counts a block at the same instruction.
#[test]
fn blocks_that_begin_with_a_followed_write_leave_room_on_the_stack() {
    for jdk in jdks() {
        let program = Fixture::parse(
            r#"
            //- p/Main.java
            package p;
            public class Main {
                private String text;
                private int small;
                private long large;
                private double real;
                private void put(Object value) { text = value != null ? value.toString() : null; }
                private void putSmall(int value) { small = value > 1 ? value : 0; }
                private void putLarge(long value) { large = value > 1 ? value : 0; }
                private void putReal(double value) { real = value > 1 ? value : 0; }
                public String set(Object value) {
                    put(value);
                    putSmall(3);
                    putLarge(4);
                    putReal(5);
                    return text + small + large + real;
                }
                public static void main(String[] args) { System.out.println(new Main().set("x")); }
            }
            "#,
        )
        .compile(&jdk);
        let options = "include=p.**,history=p.**,blocks=true";
        let recorded = record(&program, "p.Main", options).ok();
        assert_eq!(recorded.ran.stdout.trim(), "x345.0", "JDK {}", jdk.version.full);
        assert!(!recorded.reader().blocks().is_empty());
    }
}
