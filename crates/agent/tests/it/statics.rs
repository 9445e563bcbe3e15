//! Objects that static fields hold are known by those fields, before a call and after it.

use crate::support::{Recorded, record, record_java};
use reenact_heap::{NodeId, Value};
use reenact_recording::graph::{Capture, Outcome};
use reenact_testkit::{Fixture, jdks};

/// The static field that holds an object, such as `Name.TYPE`.
fn name(capture: &Capture, recorded: &Recorded, after: bool, node: NodeId) -> String {
    let reader = recorded.reader();
    let mut found = capture.statics.iter().filter(|name| name.after == after && name.node == node);
    let Some(name) = found.next() else { return "-".to_owned() };
    assert!(found.next().is_none(), "an object has one name");
    let class = reader.class(name.class).name.rsplit('/').next().unwrap_or_default().to_owned();
    format!("{class}.{}", name.field)
}

/// Calls of `Main.take`, each with the names of its argument before and after, and of its result.
fn names(recorded: &Recorded) -> Vec<String> {
    let mut names = Vec::new();
    recorded.each(|_, _, capture, _| {
        let Some(&Value::Reference(node)) = capture.roots.first() else { panic!("{:?}", capture.roots) };
        let (before, after) = (name(capture, recorded, false, node), name(capture, recorded, true, node));
        let result = match capture.outcome {
            Outcome::Returned(Some(Value::Reference(node))) => name(capture, recorded, true, node),
            _ => "-".to_owned(),
        };
        names.push(format!("{before} {after} {result}"));
    });
    names
}

/// Records a program on every JDK; the names must be those that its comments `// names: …` tell, in order.
#[track_caller]
fn check(source: &str) {
    let fixture = Fixture::parse(source);
    let expected: Vec<String> = fixture.expectations(&["names"]).into_iter().map(|e| e.text).collect();
    for jdk in jdks() {
        let program = fixture.compile_with(&jdk, &["-g"]);
        let java = program.java("p.Main").vm_option("-Xcheck:jni");
        let recorded = record_java(java, "methods=p.Main#take,sample-backoff=1").ok();
        let said = format!("{}{}", recorded.ran.stdout, recorded.ran.stderr);
        assert!(!said.contains("WARNING") && !said.contains("FATAL"), "{said}");
        assert_eq!(recorded.ran.stdout, program.run("p.Main", &[]).ok());
        assert_eq!(names(&recorded), expected, "JDK {}", jdk.version.full);
    }
}

#[test]
fn constants_singletons_and_enums() {
    check(
        r#"
        //- p/Main.java
        package p;
        import java.util.*;
        public class Main {
            static Object take(Object object) { return object; }
            public static void main(String[] args) {
                take(Name.TYPE);                        // names: Name.TYPE Name.TYPE Name.TYPE
                take(Name.of("Kids"));                  // names: Name.KIDS Name.KIDS Name.KIDS
                take(Name.of("Other"));                 // names: - - -
                take(new Name("Type"));                 // names: - - -
                take(Rgb.INSTANCE);                     // names: Rgb.INSTANCE Rgb.INSTANCE Rgb.INSTANCE
                take(Sign.MINUS);                       // names: Sign.MINUS Sign.MINUS Sign.MINUS
                take(Sign.PLUS);                        // names: Sign.PLUS Sign.PLUS Sign.PLUS
                take(Hidden.get());                     // names: Hidden.only Hidden.only Hidden.only
                take(Sub.own());                        // names: Base.SHARED Base.SHARED Base.SHARED
                take(Choice.get());                     // names: Choice.PUBLIC Choice.PUBLIC Choice.PUBLIC
                take("text");                           // names: - - -
                take(new ArrayList<>(List.of(Name.TYPE))); // names: - - -
            }
        }
        class Name {
            private static final Map<String, Name> ALL = new HashMap<>();
            public static final Name TYPE = new Name("Type");
            public static final Name KIDS = new Name("Kids");
            public static final Name ALSO_KIDS = KIDS;
            static { ALL.put("Type", TYPE); ALL.put("Kids", KIDS); ALL.put("Other", new Name("Other")); }
            final String text;
            Name(String text) { this.text = text; }
            static Name of(String text) { return ALL.get(text); }
        }
        abstract class Space { String kind = "space"; }
        final class Rgb extends Space { public static final Space INSTANCE = new Rgb(); private Rgb() { } }
        enum Sign { PLUS, MINUS { int of(int n) { return -n; } }; int of(int n) { return n; } }
        class Hidden {
            private static Hidden only;
            static Hidden get() { if (only == null) only = new Hidden(); return only; }
        }
        class Base { static final Base SHARED = new Sub(); int x = 1; }
        class Sub extends Base { static Base own() { return SHARED; } }
        class Choice {
            private static final Choice SECRET = new Choice();
            static final Choice PACKAGED = SECRET;
            protected static Choice changing = SECRET;
            public static Choice mutable = SECRET;
            public static final Choice PUBLIC = SECRET;
            static Choice get() { return SECRET; }
        }
        "#,
    );
}

#[test]
fn classes_around_and_above_and_fields_that_change() {
    check(
        r#"
        //- p/Main.java
        package p;
        import java.util.function.*;
        public class Main {
            static final Runnable TASK = () -> { };
            static final IntSupplier ANONYMOUS = new IntSupplier() { public int getAsInt() { return 1; } };
            static Object take(Object object) { Current.now = object; return new Object[] { object }; }
            public static void main(String[] args) throws Exception {
                take(Outer.FIRST);                      // names: Outer.FIRST Outer.FIRST -
                take(new Outer.Inner());                // names: - - -
                take(new Idle.Inner());                 // names: - - -
                take(Outer.Inner.Inmost.make());        // names: Outer.deep Outer.deep -
                take(TASK);                             // names: Main.TASK Main.TASK -
                take(ANONYMOUS);                        // names: Main.ANONYMOUS Main.ANONYMOUS -
                Current one = new Current(), two = new Current();
                take(one);                              // names: - Current.now -
                take(one);                              // names: Current.now Current.now -
                take(two);                              // names: - Current.now -
                take(one);                              // names: - Current.now -
            }
        }
        class Outer {
            static final Inner FIRST = new Inner();
            static Object deep;
            static class Inner {
                int x = 3;
                static class Inmost { int y = 4; static Inmost make() { Inmost made = new Inmost(); deep = made; return made; } }
            }
        }
        class Idle {
            static final Inner FIRST = new Inner();
            static { System.out.println("initialised"); }
            static class Inner { int x = 3; }
        }
        class Current { static Object now; int z = 5; }
        "#,
    );
}

/// Captures during a class initializer, and of classes whose initializer failed: nothing is initialised, and
/// nothing is claimed.
#[test]
fn a_class_that_is_not_initialised_names_nothing() {
    check(
        r#"
        //- p/Main.java
        package p;
        public class Main {
            static Object take(Object object) { return null; }
            public static void main(String[] args) {
                take(Early.SELF);                       // names: - - -
                                                        // names: Early.SELF Early.SELF -
                try { new Failing(); } catch (Throwable expected) { }
                take(Main.kept);                        // names: - - -
            }
            static Object kept;
        }
        class Early {
            static final Early SELF = new Early();
            static { Main.take(SELF); }
            int x = 1;
        }
        class Failing {
            static final Failing SELF = new Failing();
            static { Main.kept = SELF; if (true) throw new IllegalStateException(); }
            int x = 2;
        }
        "#,
    );
}

/// As many as PDFBox's `COSName` has, and more: the table is bounded, and what is in it is found.
/// A class that is loaded and not linked has no fields to ask for; the call is recorded all the same.
#[test]
fn a_class_around_that_is_not_linked_names_nothing() {
    check(
        r#"
        //- p/Main.java
        package p;
        public class Main {
            static Object take(Object object) { return object; }
            public static void main(String[] args) throws Exception {
                Class.forName("p.Outer", false, Main.class.getClassLoader());
                take(new Outer.Inner(4));                       // names: - - -
            }
        }
        //- p/Outer.java
        package p;
        public class Outer {
            static Object held;
            public static class Inner { final int v; Inner(int v) { this.v = v; } }
        }
        "#,
    );
}

#[test]
fn a_class_of_thousands_of_constants() {
    let fields: String =
        (0..900).map(|n| format!("public static final Name N{n} = new Name({n}); ")).collect();
    let source = format!(
        r#"
        //- p/Main.java
        package p;
        public class Main {{
            static int take(Name[] names) {{ return names.length; }}
            public static void main(String[] args) throws Exception {{
                Name[] all = new Name[900];
                for (int n = 0; n < 900; n++) all[n] = (Name) Name.class.getDeclaredField("N" + n).get(null);
                for (int round = 0; round < 3; round++) take(all);
            }}
        }}
        class Name {{ final int n; Name(int n) {{ this.n = n; }}
            {fields}
        }}
        "#
    );
    for jdk in jdks() {
        let program = Fixture::parse(&source).compile_with(&jdk, &["-g"]);
        let recorded = record(&program, "p.Main", "methods=p.Main#take,sample-backoff=1").ok();
        let mut calls = 0;
        recorded.each(|_, _, capture, picture| {
            calls += 1;
            assert_eq!(capture.statics.len(), 1800);
            for name in &capture.statics {
                let drawn = picture.of(&capture.before).draw(Value::Reference(name.node));
                assert_eq!(drawn, format!("Name{{n={}}}", &name.field[1..]));
            }
        });
        assert_eq!(calls, 3);
    }
}
