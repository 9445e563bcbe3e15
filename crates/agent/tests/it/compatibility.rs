//! Compatibility of the agent with collectors, other agents and the output of other compilers.

use std::fs;

use crate::support::jars::jar;
use crate::support::{Recorded, agent_option, record_java};
use reenact_classfile::assemble::{ClassBuilder, CodeBuilder, LocalKind};
use reenact_classfile::instruction::Opcode;
use reenact_classfile::{AccessFlags, Version};
use reenact_testkit::host::Scratch;
use reenact_testkit::{Fixture, jdks, run};

/// Objects that are made, changed and thrown away by four threads, while the collector is asked to work. What
/// each call sees and does follows from its arguments, so that a graph that the collector disturbed is seen.
const BUSY: &str = r#"
    //- p/Main.java
    package p;
    import java.util.*;
    public class Main {
        static class Link {
            int number; Link next; Object[] garbage; String name;
            Link(int number, Link next) {
                this.number = number; this.next = next; name = "link " + number;
                garbage = new Object[] { new byte[100], new ArrayList<>(List.of(number)), null };
            }
        }
        public static int grow(int count, Link head, List<Link> all) {
            int sum = 0;
            for (Link link = head; link != null; link = link.next) sum += link.number;
            for (int i = 0; i < count; i++) all.add(new Link(i, i == 0 ? head : all.get(all.size() - 1)));
            head.garbage[2] = "changed";
            return sum;
        }
        static long work(int seed) {
            long hash = seed;
            for (int round = 0; round < 150; round++) {
                Link head = null;
                for (int i = 1; i <= seed + round % 20; i++) head = new Link(i, head);
                List<Link> all = new LinkedList<>();
                hash = hash * 31 + grow(round % 7, head, all) + all.size();
                byte[][] garbage = new byte[50][];
                for (int i = 0; i < garbage.length; i++) garbage[i] = new byte[2_000];
                if (round % 50 == seed) System.gc();
            }
            return hash;
        }
        public static void main(String[] args) throws Exception {
            long[] hashes = new long[4];
            Thread[] threads = new Thread[hashes.length];
            for (int i = 0; i < threads.length; i++) {
                int seed = i + 1;
                threads[i] = new Thread(() -> hashes[seed - 1] = work(seed));
                threads[i].start();
            }
            for (Thread thread : threads) thread.join();
            System.out.println(Arrays.toString(hashes));
        }
    }
"#;

/// A call of `grow` as it must be told, given what is told of its arguments.
fn grown(links: usize, count: usize) -> String {
    let link = |number: usize, next: &str, name: &str| {
        format!(
            "Main$Link{{number={number}, next={next}, garbage=[byte[] of 100, [{number}], null], name={name}}}"
        )
    };
    let chain = (1..=links)
        .fold("null".to_owned(), |next, number| link(number, &next, &format!("\"link {number}\"")));
    let sum: usize = (1..=links).sum();
    let added: String = (0..count).map(|index| format!("; all[{index}]: added Main$Link")).collect();
    let changed = "; head.garbage[2]: null -> \"changed\"";
    format!("Main.grow(count={count}, head={chain}, all=[]) -> {sum}{changed}{added}")
}

#[track_caller]
fn check_collector(collector: &str) {
    for jdk in jdks() {
        let program = Fixture::parse(BUSY).compile_with(&jdk, &["-g"]);
        let java = || program.java("p.Main").vm_option(collector).vm_option("-Xmx96m");
        let plain = run(java()).ok();
        let recorded = record_java(java(), "include=p.**,all,sample-backoff=1,exclude=p.Main$Link").ok();
        assert_eq!(recorded.ran.stdout, plain, "{collector}");
        let reader = recorded.reader();
        let lost: u64 =
            reader.statistics().map(|figures| figures.sampled - figures.kept - figures.overload).sum();
        assert_eq!(lost, 0, "{collector}: {:?}", reader.statistics().collect::<Vec<_>>());
        let mut calls = recorded.calls_of("grow");
        let mut expected: Vec<String> =
            (1..=4).flat_map(|seed| (0..150).map(move |round| grown(seed + round % 20, round % 7))).collect();
        calls.sort();
        expected.sort();
        // On a busy machine the writer may not follow; what it drops is counted.
        let overload: u64 = reader.statistics().map(|figures| figures.overload).sum();
        let figures: Vec<_> = reader.statistics().collect();
        assert_eq!(calls.len() + overload as usize, expected.len(), "{collector}: {figures:?}");
        // One by one, because all of them are long.
        let mut rest = expected.iter();
        for call in &calls {
            assert!(rest.any(|expected| expected == call), "{collector} on JDK {}: {call}", jdk.version.full);
        }
    }
}

#[test]
fn the_g1_collector() {
    check_collector("-XX:+UseG1GC");
}

#[test]
fn the_parallel_collector() {
    check_collector("-XX:+UseParallelGC");
}

#[test]
fn the_serial_collector() {
    check_collector("-XX:+UseSerialGC");
}

#[test]
fn the_z_collector() {
    check_collector("-XX:+UseZGC");
}

/// JaCoCo changes the same classes, before us and behind us. Both do their work.
#[test]
fn beside_another_agent_in_either_order() {
    let source = r#"
        //- p/Main.java
        package p;
        public class Main {
            interface Shape { default int sides() { return 4; } double area(); }
            record Square(double side) implements Shape { public double area() { return side * side; } }
            enum Kind { SMALL { int limit() { return 1; } }, LARGE { int limit() { return 100; } }; abstract int limit(); }
            static int count;
            static String describe(Shape shape, Kind kind) {
                count++;
                if (shape.area() > kind.limit()) throw new IllegalStateException("too large");
                return shape.sides() + " " + kind;
            }
            public static void main(String[] args) {
                System.out.println(describe(new Square(3), Kind.LARGE));
                try { describe(new Square(3), Kind.SMALL); } catch (IllegalStateException e) { System.out.println(e); }
            }
        }
    "#;
    for jdk in jdks() {
        let program = Fixture::parse(source).compile_with(&jdk, &["-g"]);
        let plain = program.run("p.Main", &[]).ok();
        for is_first in [true, false] {
            let scratch = Scratch::new("reenact-jacoco").expect("a temporary directory");
            let (directory, coverage) = (scratch.path().join("r"), scratch.path().join("jacoco.exec"));
            let ours = agent_option(&directory, "include=p.**,all,sample-backoff=1");
            let theirs = format!(
                "-javaagent:{}=destfile={}",
                jar("org.jacoco.agent-runtime").display(),
                coverage.display()
            );
            let options = if is_first { [ours, theirs] } else { [theirs, ours] };
            let java =
                options.into_iter().fold(program.java("p.Main"), |java, option| java.vm_option(option));
            let ran = run(java.vm_option("-Xverify:all"));
            assert_eq!((&ran.stdout, ran.code), (&plain, Some(0)), "{}", ran.stderr);
            let recorded = Recorded::of_directory(&directory);
            assert!(recorded.reader().findings().is_empty());
            let square = "shape=Main$Square{side=3.0}";
            let expected = [
                format!("Main.describe({square}, kind=LARGE) -> \"4 LARGE\""),
                format!("Main.describe({square}, kind=SMALL) throws IllegalStateException"),
            ];
            assert_eq!(recorded.calls_of("describe"), expected, "first: {is_first}");
            assert_eq!(recorded.calls_of("area").len(), 2);
            assert_eq!(recorded.calls_of("sides").len(), 1);
            let covered = fs::read(&coverage).expect("JaCoCo has written what was covered");
            for class in ["p/Main", "p/Main$Square", "p/Main$Kind"] {
                let is_there = covered.windows(class.len()).any(|window| window == class.as_bytes());
                assert!(is_there, "{class} is not covered; first: {is_first}");
            }
        }
    }
}

/// Output of Kotlin's compiler: functions of files, default arguments, inline classes' names, its own collections.
#[test]
fn classes_of_kotlin() {
    let fixture = Fixture::parse(
        r#"
        //- p/Main.java
        package p;
        import java.util.*;
        import kotlin.Pair;
        import kotlin.collections.CollectionsKt;
        import kotlin.text.StringsKt;
        public class Main {
            public static void main(String[] args) {
                // call: StringsKt___StringsKt.reversed($this$reversed="abc") -> "cba"
                System.out.println(StringsKt.reversed("abc"));
                // call: StringsKt__StringsKt.substringBefore($this$substringBefore="key=value", delimiter="=", missingDelimiterValue="none") -> "key"
                System.out.println(StringsKt.substringBefore("key=value", "=", "none"));
                // call: CollectionsKt___CollectionsKt.zip($this$zip=["a", "b"], other=[1, 2]) -> [Pair{first="a", second=1}, Pair{first="b", second=2}]
                List<Pair<String, Integer>> pairs = CollectionsKt.zip(List.of("a", "b"), List.of(1, 2));
                System.out.println(pairs);
                // call: Pair.copy(this=Pair{first="a", second=1}, first="z", second=1) -> Pair{first="z", second=1}
                System.out.println(pairs.get(0).copy("z", 1));
                // call: StringsKt__StringNumberConversionsKt.toIntOrNull($this$toIntOrNull="12x") -> null
                System.out.println(StringsKt.toIntOrNull("12x"));
            }
        }
        "#,
    );
    let kotlin = jar("kotlin-stdlib");
    for jdk in jdks() {
        let program = fixture.compile_with(&jdk, &["-g", "-cp", &kotlin.display().to_string()]);
        let java = || program.java("p.Main").class_path([&kotlin]);
        let plain = run(java()).ok();
        let recorded =
            record_java(java().vm_option("-Xverify:all"), "include=kotlin.**,all,sample-backoff=1").ok();
        assert_eq!(recorded.ran.stdout, plain);
        let calls = recorded.calls();
        for expected in fixture.expectations(&["call"]) {
            assert!(calls.contains(&expected.text), "line {}: not among {calls:#?}", expected.line);
        }
    }
}

/// Code that Lombok adds to classes while they are compiled.
#[test]
fn classes_with_lombok() {
    let fixture = Fixture::parse(
        r#"
        //- p/Main.java
        package p;
        import java.util.*;
        import lombok.*;
        public class Main {
            public static void main(String[] args) {
                Customer customer = Customer.builder().name("Ann").age(7).tag("new").tag("good").build();
                customer.setAge(8);
                System.out.println(customer + " " + customer.equals(customer.withName("Bob")));
            }
        }
        @Data @Builder @AllArgsConstructor
        class Customer {
            @With private String name;
            private int age;
            @Singular private List<String> tags;
            // call: Customer.setAge(this=Customer{name="Ann", age=7, tags=view of ["new", "good"]}, age=8); this.age: 7 -> 8
            // call: Customer.withName(this=Customer{name="Ann", age=8, tags=view of ["new", "good"]}, name="Bob") -> Customer{name="Bob", age=8, tags=view of ["new", "good"]}
            // call: Customer.builder() -> Customer$CustomerBuilder{name=null, age=0, tags=null}
            // call: CustomerBuilder.name(this=Customer$CustomerBuilder{name=null, age=0, tags=null}, name="Ann") -> Customer$CustomerBuilder{name="Ann", age=0, tags=null}; this.name: null -> "Ann"
            // call: CustomerBuilder.tag(this=Customer$CustomerBuilder{name="Ann", age=7, tags=null}, tag="new") -> Customer$CustomerBuilder{name="Ann", age=7, tags=["new"]}; this.tags: null -> ArrayList of 1
            // call: CustomerBuilder.build(this=Customer$CustomerBuilder{name="Ann", age=7, tags=["new", "good"]}) -> Customer{name="Ann", age=7, tags=view of ["new", "good"]}
        }
        "#,
    );
    let lombok = jar("lombok").display().to_string();
    for jdk in jdks() {
        let options = ["-g", "-cp", &lombok, "-processorpath", &lombok];
        let program = fixture.compile_with(&jdk, &options);
        let plain = program.run("p.Main", &[]).ok();
        let recorded = record_java(program.java("p.Main"), "include=p.**,all,sample-backoff=1").ok();
        assert_eq!(recorded.ran.stdout, plain);
        let calls = recorded.calls();
        for expected in fixture.expectations(&["call"]) {
            assert!(calls.contains(&expected.text), "{}: not among {calls:#?}", expected.text);
        }
    }
}

/// Class files of Java 8, the oldest that today's compilers make.
#[test]
fn class_files_of_java_8() {
    let fixture = Fixture::parse(
        r#"
        //- p/Main.java
        package p;
        import java.util.function.*;
        public class Main {
            private int sum;
            private class Inner { private int twice(int number) { sum += number; return number * 2; } }
            int run(IntUnaryOperator operator, int from) {
                int result = 0;
                for (int i = from; i < 3; i++) result += operator.applyAsInt(i);
                return result;
            }
            public static void main(String[] args) {
                Main main = new Main();
                Inner inner = main.new Inner();
                System.out.println(main.run(inner::twice, 1) + "" + main.run(number -> number + args.length, 2));
            }
        }
        "#,
    );
    for jdk in jdks() {
        let program = fixture.compile_with(&jdk, &["-g", "--release", "8", "-Xlint:-options"]);
        let plain = program.run("p.Main", &[]).ok();
        let recorded = record_java(
            program.java("p.Main").vm_option("-Xverify:all"),
            "include=p.**,all,sample-backoff=1",
        )
        .ok();
        assert_eq!(recorded.ran.stdout, plain);
        let calls = recorded.calls();
        // A method reference to a private method of an inner class goes by a lambda, in Java 8.
        let inner = "Main$Inner{this$0=#0}";
        for expected in [
            &*format!(
                "Main.run(this=Main{{sum=0}}, operator=Main::lambda$main$0{{arg$1={inner}}}, from=1) -> 6; this.sum: 0 -> 3"
            ),
            "Inner.twice(this=Main$Inner{this$0=Main{sum=1}}, number=2) -> 4; this.this$0.sum: 1 -> 3",
            "Main.access$012(x0=Main{sum=1}, x1=2) -> 3; x0.sum: 1 -> 3",
            "Main.run(this=Main{sum=3}, operator=Main::lambda$main$1{arg$1=[]}, from=2) -> 2",
            "Main.lambda$main$1(args=[], number=2) -> 2",
        ] {
            assert!(calls.iter().any(|call| call == expected), "{expected}: not among {calls:#?}");
        }
    }
}

/// Class files as old as Java itself, which have no frames: made here, as compilers do not write them any more.
#[test]
fn class_files_from_before_java_5() {
    let fixture = Fixture::parse(
        r#"
        //- p/Main.java
        package p;
        public class Main {
            public static void main(String[] args) throws Exception {
                Class<?> old = Class.forName("Old");
                Object made = old.getConstructor(int.class).newInstance(5);
                Object first = old.getMethod("max", long.class, long.class).invoke(null, 3L, 4L);
                System.out.println(first + " " + old.getMethod("add", int.class).invoke(made, 37));
            }
        }
        "#,
    );
    for jdk in jdks() {
        let program = fixture.compile(&jdk);
        for (major, minor) in [(45, 3), (46, 0), (47, 0), (48, 0), (49, 0)] {
            let scratch = Scratch::new("reenact-old").expect("a temporary directory");
            fs::write(scratch.path().join("Old.class"), old(Version { major, minor }))
                .expect("it can be written");
            let java = || program.java("p.Main").class_path([scratch.path()]).vm_option("-Xverify:all");
            let plain = run(java()).ok();
            let recorded = record_java(java(), "include=Old,all,sample-backoff=1").ok();
            assert_eq!((&recorded.ran.stdout, &*plain), (&plain, "4 42\n"));
            let expected = [
                "Old.<init>(arg0=5) -> Old{sum=5}",
                "Old.max(arg0=3, arg1=4) -> 4",
                "Old.add(this=Old{sum=5}, arg0=37) -> 42; this.sum: 5 -> 42",
            ];
            assert_eq!(recorded.calls(), expected, "version {major}.{minor}");
        }
    }
}

/// `class Old { int sum; Old(int); int add(int); static long max(long, long); }`, with a branch.
fn old(version: Version) -> Vec<u8> {
    let public = AccessFlags::PUBLIC;
    let mut class = ClassBuilder::new("Old", public, version);
    class.field(AccessFlags::PRIVATE, "sum", "I");

    let mut code = CodeBuilder::new(class.pool());
    code.load(LocalKind::Reference, 0)
        .invoke(Opcode::INVOKESPECIAL, "java/lang/Object", "<init>", "()V")
        .load(LocalKind::Reference, 0)
        .load(LocalKind::Int, 1)
        .field(Opcode::PUTFIELD, "Old", "sum", "I")
        .op(Opcode::RETURN);
    let constructor = code.finish();
    class.method(public, "<init>", "(I)V", &constructor);

    let mut code = CodeBuilder::new(class.pool());
    code.load(LocalKind::Reference, 0)
        .load(LocalKind::Reference, 0)
        .field(Opcode::GETFIELD, "Old", "sum", "I")
        .load(LocalKind::Int, 1)
        .op(Opcode::IADD)
        .field(Opcode::PUTFIELD, "Old", "sum", "I")
        .load(LocalKind::Reference, 0)
        .field(Opcode::GETFIELD, "Old", "sum", "I")
        .op(Opcode::IRETURN);
    let add = code.finish();
    class.method(public, "add", "(I)I", &add);

    let mut code = CodeBuilder::new(class.pool());
    let first = code.label();
    code.load(LocalKind::Long, 0)
        .load(LocalKind::Long, 2)
        .op(Opcode::LCMP)
        .branch(Opcode::IFGE, first)
        .load(LocalKind::Long, 2)
        .op(Opcode::LRETURN);
    code.bind(first, &[], &[]).load(LocalKind::Long, 0).op(Opcode::LRETURN);
    let max = code.finish();
    class.method(public | AccessFlags::STATIC, "max", "(JJ)J", &max);
    class.finish().expect("a class file")
}
