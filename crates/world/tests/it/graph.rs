//! The call graph: class hierarchy and rapid type analysis, callers, readers and writers.

use crate::support::{Subject, shorts};
use reenact_testkit::{ClassFiles, Fixture};
use reenact_world::{CallGraph, Roots};

/// Compares, for each line with a comment `// cha: …` or `// rta: …`, the fixture's own methods that the
/// line may run. Rapid type analysis starts at `Main.main`.
#[track_caller]
fn check(fixture: &str) {
    let fixture = Fixture::parse(fixture);
    for subject in Subject::all(&fixture) {
        let world = &subject.world;
        let cha = CallGraph::class_hierarchy(world);
        reenact_testkit::check(subject.found_targets(&fixture, "cha", &cha), fixture.expectations(&["cha"]));
        let roots = Roots::main_methods(world);
        assert_eq!(shorts(world, roots.methods.clone()), ["Main.main"]);
        let rta = CallGraph::rapid_type(world, &roots);
        reenact_testkit::check(subject.found_targets(&fixture, "rta", &rta), fixture.expectations(&["rta"]));
        check_callers(&subject, &cha);
        check_callers(&subject, &rta);
    }
}

/// Callers must be callees read backwards.
fn check_callers(subject: &Subject, graph: &CallGraph) {
    let world = &subject.world;
    let mut callers = std::collections::BTreeMap::<_, Vec<_>>::new();
    for method in world.method_ids() {
        for callee in graph.callees(world, method) {
            if !world.view(callee).class().is_platform() {
                callers.entry(callee).or_default().push(method);
            }
        }
    }
    for method in subject.own_methods() {
        let expected = callers.remove(&method.id()).unwrap_or_default();
        assert_eq!(graph.callers(world, method.id()), expected, "callers of {method}");
    }
}

/// Protects dispatch by class hierarchy and its refinement by the classes that are instantiated.
#[test]
fn hierarchy_and_rapid_types() {
    check(
        r#"
        //- Main.java
        interface Shape { String name(); default String title() { return name(); } } // cha: Circle.name, Square.name, Unused.name // rta: Circle.name, Square.name
        class Circle implements Shape { public String name() { return "c"; } }
        class Square extends Circle { public String name() { return super.name(); } } // cha: Circle.<init>, Circle.name // rta: Circle.<init>, Circle.name
        class Unused implements Shape { public String name() { return "u"; } public String title() { return "t"; } }
        abstract class Abstract implements Shape { public String name() { return "never"; } }
        public class Main {
            public static void main(String[] args) {
                Shape s = args.length > 0 ? new Circle() : make(); // cha: Circle.<init>, Main.make // rta: Circle.<init>, Main.make
                s.name(); // cha: Circle.name, Square.name, Unused.name // rta: Circle.name, Square.name
                s.title(); // cha: Shape.title, Unused.title // rta: Shape.title
                ((Circle) s).name(); // cha: Circle.name, Square.name // rta: Circle.name, Square.name
            }
            static Shape make() { return new Square(); }
            static Shape notCalled() {
                return new Unused(); // cha: Unused.<init> // rta:
            }
        }
        "#,
    );
}

/// Protects function objects: calls of functional interfaces lead to lambdas and method references that
/// fit, and under rapid type analysis only to those that were made.
#[test]
fn function_objects() {
    check(
        r#"
        //- Main.java
        import java.util.function.*;
        interface Op { int apply(int i); default int twice(int i) { return apply(apply(i)); } }
        interface SubOp extends Op { }
        interface Other { int apply(int i); }
        class Adder implements Op { public int apply(int i) { return i; } }
        class Made { Made() { } Made(String s) { } int length() { return 0; } static int parse(String s) { return 1; } }
        public class Main {
            public static void main(String[] args) {
                Op op = i -> helper(i);
                SubOp sub = Main::triple;
                op.apply(1); // cha: Adder.apply, Main.lambda$main, Main.lambda$notCalled, Main.triple // rta: Main.lambda$main, Main.triple
                op.twice(2); // cha: Op.twice // rta: Op.twice
                sub.apply(3); // cha: Main.triple // rta: Main.triple
                Supplier<Made> maker = Made::new;
                maker.get(); // cha: Made.<init> // rta: Made.<init>
                Function<String, Made> from = Made::new;
                from.apply(""); // cha: Made.<init>, Made.parse // rta: Made.<init>
                ToIntFunction<Made> length = Made::length;
                length.applyAsInt(null); // cha: Made.length // rta: Made.length
            }
            static int helper(int i) { return i; }
            static int triple(int i) { return 3 * i; }
            static void notCalled(Other other) {
                Op never = i -> -i;
                Function<String, Integer> parse = Made::parse;
                other.apply(4); // cha: // rta:
            }
        }
        "#,
    );
}

/// Protects method references that are dispatched in turn, also where they go in a circle.
#[test]
fn dispatched_method_references() {
    check(
        r#"
        //- Main.java
        import java.util.function.*;
        interface Task { void run(); }
        class Real implements Task { public void run() { } }
        interface Callable { String call(); }
        class Shown { public String toString() { return "shown"; } String text() { return ""; } }
        class Hidden { public String toString() { return "hidden"; } }
        public class Main {
            public static void main(String[] args) {
                Task real = new Real();
                Task circle = real::run;
                circle.run(); // cha: Real.run // rta: Real.run
                Function<Object, String> text = Object::toString;
                Supplier<String> first = new Shown()::text;
                Supplier<String> second = first::get;
                Callable third = second::get;
                third.call(); // cha: Shown.text // rta: Shown.text
                text.apply(new Shown()); // cha: Hidden.toString, Shown.<init>, Shown.toString // rta: Shown.<init>, Shown.toString
            }
            static Object notCalled() { return new Hidden(); }
        }
        "#,
    );
}

/// Protects what runs without a call in sight: class initialisers, threads, string concatenation, and
/// a record's own methods.
#[test]
fn calls_that_nobody_wrote() {
    let fixture = Fixture::parse(
        r#"
        //- Main.java
        interface Defaults { Object A = Main.touch("Defaults"); default void d() { } }
        interface NoDefaults { Object B = Main.touch("NoDefaults"); }
        class Super { static Object c = Main.touch("Super"); }
        class Used extends Super implements Defaults, NoDefaults { static int f; }
        class Task extends Thread { @Override public void run() { Main.touch("run"); } }
        class Text { @Override public String toString() { return "text"; } @Override public int hashCode() { return 1; } }
        record Pair(Text left, Object right) { }
        class Never { static Object n = Main.touch("never"); static void m() { } }
        class OnlyNew { static Object o = Main.touch("new"); }
        class Finalized { @Override protected void finalize() { } }
        public class Main {
            public static void main(String[] args) {
                Used.f++;
                new Task().start();
                System.out.println("" + new Text());
                new Pair(null, null).hashCode();
                new Finalized();
                new OnlyNew();
            }
            static Object touch(String s) { return s; }
        }
        "#,
    );
    for subject in Subject::all(&fixture) {
        let world = &subject.world;
        let rta = CallGraph::rapid_type(world, &Roots::main_methods(world));
        let reached = |class: &str, name: &str| rta.is_reachable(subject.method(class, name).id());
        assert!(!reached("Used", "<init>"), "nothing makes one");
        assert!(reached("OnlyNew", "<clinit>"), "by making an object");
        assert!(reached("Super", "<clinit>"), "a superclass is initialised first");
        assert!(reached("Defaults", "<clinit>"), "so is an interface with default methods");
        assert!(!reached("NoDefaults", "<clinit>"), "but no other interface");
        assert!(!reached("Never", "<clinit>") && !reached("Never", "m"));
        assert!(reached("Task", "run"), "Thread.start0 is native");
        assert!(reached("Text", "toString"), "called by string concatenation");
        assert!(reached("Pair", "hashCode") && reached("Text", "hashCode"), "called by ObjectMethods");
        assert!(reached("Finalized", "finalize"), "called by the garbage collector");
        let made = |name: &str| rta.instantiated().contains(subject.class(name).id());
        assert!(made("Task") && made("Pair") && !made("Used") && made("java/lang/String"));
    }
}

/// Protects JVMS 6.5: a constructor is never inherited, though resolution finds one further up; and a
/// method that became static, or no longer is, cannot be called the other way.
#[test]
fn calls_that_do_not_link() {
    let older = Fixture::parse(
        r#"
        //- All.java
        class Top { Top(int i) { } }
        class Made extends Top { Made(int i) { super(i); } static void s() { } void i() { } }
        class Main { static void m() { new Made(1); Made.s(); ((Made) null).i(); } }
        "#,
    );
    let newer = Fixture::parse(
        r#"
        //- All.java
        class Top { Top(int i) { } }
        class Made extends Top { Made() { super(1); } void s() { } static void i() { } }
        "#,
    );
    let jdk = reenact_testkit::jdk();
    let mut classes = older.compile(&jdk).class_files();
    classes.insert("Made".into(), newer.compile(&jdk).class_bytes("Made"));
    let (world, _) = crate::support::with_java_base(&jdk, [ClassFiles::new("app", classes)]);
    let graph = CallGraph::class_hierarchy(&world);
    let method = crate::support::method(&world, "Main", "m");
    assert_eq!(shorts(&world, graph.callees(&world, method.id())), Vec::<String>::new());
}

/// Protects roots: an instance method is called on an object of its class, and others can be named.
#[test]
fn roots_of_a_library() {
    let fixture = Fixture::parse(
        r#"
        //- All.java
        interface Plugin { void go(); }
        class PluginA implements Plugin { public void go() { } }
        class PluginB implements Plugin { public void go() { } }
        class Entry { void enter(Plugin p) { p.go(); self(); } void self() { } }
        "#,
    );
    let subject = &Subject::all(&fixture)[0];
    let world = &subject.world;
    let enter = subject.method("Entry", "enter").id();
    let mut roots = Roots::methods([enter]);
    let graph = CallGraph::rapid_type(world, &roots);
    assert_eq!(shorts(world, graph.callees(world, enter)), ["Entry.self"]);
    roots.instantiated.push(subject.class("PluginB").id());
    let graph = CallGraph::rapid_type(world, &roots);
    assert_eq!(shorts(world, graph.callees(world, enter)), ["Entry.self", "PluginB.go"]);
    assert_eq!(graph.callers(world, subject.method("PluginA", "go").id()), []);
    let cha = CallGraph::class_hierarchy(world);
    assert_eq!(shorts(world, cha.callers(world, subject.method("PluginA", "go").id())), ["Entry.enter"]);
}

/// Protects who reads and writes a field, through whichever class it is named.
#[test]
fn readers_and_writers() {
    let fixture = Fixture::parse(
        r#"
        //- All.java
        class A { int f; static Object s; final int g; A() { g = 1; } int get() { return f; } void set(int v) { f = v; } }
        class B extends A { void both() { f++; s = s == null ? this : s; } static Object other() { return B.s; } }
        class Lambdas { java.util.function.IntSupplier of(A a) { return () -> a.f; } }
        "#,
    );
    for subject in Subject::all(&fixture) {
        let world = &subject.world;
        let field = |name: &str| subject.class("A").field(name).unwrap().id();
        let readers = |name: &str| shorts(world, world.readers(field(name)).to_vec());
        let writers = |name: &str| shorts(world, world.writers(field(name)).to_vec());
        assert_eq!(readers("f"), ["A.get", "B.both", "Lambdas.lambda$of"]);
        assert_eq!(writers("f"), ["A.set", "B.both"]);
        assert_eq!(readers("s"), ["B.both", "B.other"]);
        assert_eq!(writers("s"), ["B.both"]);
        assert_eq!((readers("g"), writers("g")), (vec![], vec!["A.<init>".to_owned()]));
    }
}

/// Protects a class path without its libraries: calls and lambdas of an interface that was not read still
/// find what implements it.
#[test]
fn interfaces_that_were_not_read() {
    let fixture = Fixture::parse(
        r#"
        //- All.java
        interface Missing { String go(String s); }
        abstract class Base implements Missing { }
        class Impl extends Base { public String go(String s) { return s; } }
        class Main {
            public static void main(String[] args) { call(args.length == 0 ? new Impl() : s -> Main.text(s)); }
            static void call(Missing m) { m.go(""); }
            static String text(String s) { return s; }
        }
        "#,
    );
    for subject in Subject::all(&fixture) {
        let mut classes = subject.program.class_files();
        classes.remove("Missing").unwrap();
        let (world, _) = crate::support::without_jdk([ClassFiles::new("app", classes)]);
        let call = crate::support::method(&world, "Main", "call").id();
        let main = crate::support::method(&world, "Main", "main").id();
        for graph in
            [CallGraph::class_hierarchy(&world), CallGraph::rapid_type(&world, &Roots::methods([main]))]
        {
            assert_eq!(shorts(&world, graph.callees(&world, call)), ["Impl.go", "Main.lambda$main"]);
        }
    }
}
