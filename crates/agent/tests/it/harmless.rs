//! The subject does what it would do without the agent.

use crate::support::{record, record_java};
use reenact_testkit::{Fixture, jdks, run};

/// A program whose objects cannot bear to be asked anything.
const TOUCHY: &str = r#"
    //- p/Main.java
    package p;
    import java.util.*;
    public class Main {
        static class Touchy extends AbstractList<Object> implements Comparable<Touchy>, Iterator<Object>, CharSequence {
            int[] numbers = { 1, 2, 3 }; Object self = this; String name = "touchy";
            static RuntimeException touched() { System.out.println("touched"); return new IllegalStateException("touched"); }
            @Override public int hashCode() { throw touched(); }
            @Override public boolean equals(Object other) { throw touched(); }
            @Override public String toString() { throw touched(); }
            @Override public int size() { throw touched(); }
            @Override public Object get(int index) { throw touched(); }
            @Override public Iterator<Object> iterator() { throw touched(); }
            @Override public int compareTo(Touchy other) { throw touched(); }
            @Override public boolean hasNext() { throw touched(); }
            @Override public Object next() { throw touched(); }
            @Override public int length() { throw touched(); }
            @Override public char charAt(int index) { throw touched(); }
            @Override public CharSequence subSequence(int from, int to) { throw touched(); }
            @Override public boolean isEmpty() { throw touched(); }
            @Override protected void finalize() { }
        }
        static class Initial { static { if (true) throw new IllegalStateException("initialised"); } int x; }
        public static int use(Touchy touchy, List<Object> list, Map<String, Object> map, Class<?> type) {
            touchy.numbers[0]++;
            list.add(map);
            return touchy.numbers[0];
        }
        public static void main(String[] args) throws Exception {
            Class<?> uninitialised = Class.forName("p.Main$Initial", false, Main.class.getClassLoader());
            for (int i = 0; i < 50; i++) {
                Touchy touchy = new Touchy();
                List<Object> list = new LinkedList<>(); list.add(touchy);
                // An access-ordered map changes when it is read.
                Map<String, Object> map = new LinkedHashMap<>(4, 0.75f, true);
                map.put("a", touchy); map.put("b", list); map.get("a");
                use(touchy, list, map, uninitialised);
                System.out.println(map.keySet() + " " + touchy.numbers[0]);
            }
        }
    }
"#;

#[test]
fn it_calls_no_java() {
    for jdk in jdks() {
        let program = Fixture::parse(TOUCHY).compile(&jdk);
        let plain = program.run("p.Main", &[]).ok();
        let java = program.java("p.Main").vm_option("-Xcheck:jni").vm_option("-Xverify:all");
        let recorded = record_java(java, "include=p.**,methods=p.Main#use,sample-backoff=1").ok();
        assert_eq!(recorded.ran.stdout, plain, "{}", recorded.ran.stderr);
        assert_eq!(recorded.calls_of("use").len(), 50);
        assert!(
            recorded.calls_of("use").iter().all(|call| call.contains("name=\"touchy\"")),
            "{:?}",
            recorded.calls_of("use")[0]
        );
    }
}

#[test]
fn the_jvm_has_nothing_to_complain_of() {
    for jdk in jdks() {
        let program = Fixture::parse(TOUCHY).compile(&jdk);
        let java = program.java("p.Main").vm_option("-Xcheck:jni").vm_option("-Xverify:all");
        let recorded = record_java(java, "include=p.**,all,sample-backoff=1").ok();
        let said = format!("{}{}", recorded.ran.stdout, recorded.ran.stderr);
        assert!(!said.contains("WARNING") && !said.contains("FATAL"), "{said}");
    }
}

/// The agent asks for identity hashes, and HotSpot takes these from a sequence of each thread by default, so that sets of objects
/// without a `hashCode` are in another order when recorded. `docs/recording.md` names the option of the JVM that prevents it.
#[test]
fn hashes_made_from_addresses_are_as_they_were() {
    for jdk in jdks() {
        let program = Fixture::parse(
            r#"
            //- p/Main.java
            package p;
            import java.util.*;
            public class Main {
                static class Node { final int id; Node(int id) { this.id = id; } }
                public static int weigh(Node node, int k) { int r = node.id * k; return r + 1; }
                public static void main(String[] args) {
                    Set<Node> nodes = new HashSet<>(); int sum = 0;
                    for (int i = 0; i < 8; i++) { Node n = new Node(i); sum += weigh(n, i); nodes.add(n); }
                    for (Node n : nodes) System.out.print(n.id + " ");
                    System.out.println(sum);
                }
            }
            "#,
        )
        .compile(&jdk);
        let java = || {
            let options = ["-XX:+UnlockExperimentalVMOptions", "-XX:hashCode=4"];
            options.into_iter().fold(program.java("p.Main"), |java, option| java.vm_option(option))
        };
        let plain = run(java()).ok();
        let recorded = record_java(java(), "include=p.**,all").ok();
        assert_eq!(recorded.ran.stdout, plain, "{}", recorded.ran.stderr);
        assert_eq!(recorded.calls_of("weigh").len(), 8);
    }
}

#[test]
fn overflowing_the_stack_is_as_it_was() {
    let source = r#"
        //- p/Main.java
        package p;
        public class Main {
            int depth;
            public int down(int level, Object[] more) {
                depth = level;
                return down(level + 1, more) + 1;
            }
            public static void main(String[] args) {
                for (int i = 0; i < 20; i++) {
                    try { new Main().down(0, args); System.out.println("came back"); }
                    catch (StackOverflowError expected) { System.out.println(expected.getClass()); }
                }
            }
        }
    "#;
    for jdk in jdks() {
        let program = Fixture::parse(source).compile(&jdk);
        let plain = program.run("p.Main", &[]).ok();
        for options in ["include=p.**", "include=p.**,sample-backoff=1"] {
            let recorded = record(&program, "p.Main", options).ok();
            assert_eq!(recorded.ran.stdout, plain, "{}", recorded.ran.stderr);
        }
    }
}

#[test]
fn running_out_of_heap_is_as_it_was() {
    let source = r#"
        //- p/Main.java
        package p;
        import java.util.*;
        public class Main {
            public int fill(List<byte[]> list) {
                int count = 0;
                while (true) { list.add(new byte[100_000]); count++; }
            }
            public static void main(String[] args) {
                for (int i = 0; i < 30; i++) {
                    List<byte[]> list = new ArrayList<>();
                    try { new Main().fill(list); } catch (OutOfMemoryError expected) { list = null; System.out.println("full"); }
                }
            }
        }
    "#;
    for jdk in jdks() {
        let program = Fixture::parse(source).compile(&jdk);
        let java = program.java("p.Main").vm_option("-Xmx32m");
        let recorded = record_java(java, "include=p.**,sample-backoff=1").ok();
        assert_eq!(recorded.ran.stdout, "full\n".repeat(30), "{}", recorded.ran.stderr);
    }
}

#[test]
fn a_wrong_option_stops_the_jvm_with_the_nearest_right_one() {
    for jdk in jdks() {
        let program = Fixture::parse(TOUCHY).compile(&jdk);
        let recorded = record(&program, "p.Main", "inclde=p.**");
        assert_eq!(recorded.ran.code, Some(1));
        assert!(recorded.ran.stderr.contains("did you mean `include`?"), "{}", recorded.ran.stderr);
        assert!(!recorded.ran.stdout.contains("["), "the program has not started");
        let recorded = record(&program, "p.Main", "include=p.**,encrypt=age1xyz");
        assert_eq!(recorded.ran.code, Some(1), "nothing is written in the clear that was to be encrypted");
    }
}

#[test]
fn a_directory_that_cannot_be_written_costs_the_recording_alone() {
    for jdk in jdks() {
        let program = Fixture::parse(TOUCHY).compile(&jdk);
        let plain = program.run("p.Main", &[]).ok();
        let option = crate::support::agent_option("/proc/nowhere".as_ref(), "include=p.**");
        let ran = run(program.java("p.Main").vm_option(option));
        assert_eq!((ran.stdout, ran.code), (plain, Some(0)));
        let lines: Vec<&str> = ran.stderr.lines().filter(|line| line.starts_with("reenact:")).collect();
        assert_eq!(lines.len(), 1, "{}", ran.stderr);
        assert!(
            lines[0].contains("/proc/nowhere") && lines[0].contains("without being recorded"),
            "{}",
            lines[0]
        );
    }
}
