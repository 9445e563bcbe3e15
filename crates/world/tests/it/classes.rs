//! Properties of classes: nesting, records, sealed hierarchies, members, annotations.

use crate::support::Subject;
use reenact_testkit::{ClassFiles, Fixture};
use reenact_world::{AnnotationTarget, AnnotationValue, AnnotationView, Nesting};

/// Protects the kinds of nesting, and the flags that only `InnerClasses` knows.
#[test]
fn nesting() {
    let fixture = Fixture::parse(
        r#"
        //- p/Top.java
        package p;
        public class Top {
            private static class Member { protected interface Deep { } }
            protected class Inner { }
            Object field = new Object() { };
            static void method(int i) {
                class Local { }
                Runnable r = new Runnable() { public void run() { } };
            }
        }
        "#,
    );
    for subject in Subject::all(&fixture) {
        let facts = |name: &str| {
            let class = subject.class(name);
            let text = |text: Option<reenact_classfile::Mutf8<'_>>| {
                text.map(|text| text.to_string()).unwrap_or_default()
            };
            let enclosing = class.enclosing_method().map(|(name, descriptor)| format!("{name}{descriptor}"));
            (
                class.nesting(),
                text(class.simple_name()),
                text(class.outer_name()),
                enclosing.unwrap_or_default(),
            )
        };
        let expected = |nesting, simple: &str, outer: &str, method: &str| {
            (nesting, simple.to_owned(), outer.to_owned(), method.to_owned())
        };
        assert_eq!(facts("p/Top"), expected(Nesting::TopLevel, "Top", "", ""));
        assert_eq!(facts("p/Top$Member"), expected(Nesting::Member, "Member", "p/Top", ""));
        assert_eq!(facts("p/Top$Member$Deep"), expected(Nesting::Member, "Deep", "p/Top$Member", ""));
        assert_eq!(facts("p/Top$1"), expected(Nesting::Anonymous, "", "p/Top", ""));
        assert_eq!(facts("p/Top$1Local"), expected(Nesting::Local, "Local", "p/Top", "method(I)V"));
        assert_eq!(facts("p/Top$2"), expected(Nesting::Anonymous, "", "p/Top", "method(I)V"));
        let member = subject.class("p/Top$Member");
        assert!(member.declared_flags().is_private() && member.declared_flags().is_static());
        assert!(!member.access_flags().is_private(), "to the JVM it is package-private");
        assert!(subject.class("p/Top$Inner").declared_flags().is_protected());
        let members: Vec<_> = subject.class("p/Top").nest_members().map(|name| name.to_string()).collect();
        assert!(members.contains(&"p/Top$Member$Deep".to_owned()) && members.len() == 6, "{members:?}");
        assert_eq!(subject.findings, []);
    }
}

/// Protects records, sealed types and enums with bodies.
#[test]
fn records_sealed_types_and_enums() {
    let fixture = Fixture::parse(
        r#"
        //- All.java
        import java.util.*;
        sealed interface Shape permits Circle, Square { }
        record Circle(double radius, List<String> names) implements Shape { }
        final class Square implements Shape { }
        record Empty() { }
        enum Op {
            PLUS { int apply() { return 1; } },
            MINUS { int apply() { return 2; } };
            abstract int apply();
        }
        "#,
    );
    for subject in Subject::all(&fixture) {
        let shape = subject.class("Shape");
        assert!(shape.is_sealed() && shape.is_interface());
        let permitted: Vec<_> = shape.permitted_subclasses().map(|name| name.to_string()).collect();
        assert_eq!(permitted, ["Circle", "Square"]);
        let circle = subject.class("Circle");
        assert!(circle.is_record() && !circle.is_sealed());
        let components: Vec<_> = circle
            .record_components()
            .map(|c| format!("{} {} {:?}", c.name, c.descriptor, c.signature.map(|s| s.to_string())))
            .collect();
        let names = r#"names Ljava/util/List; Some("Ljava/util/List<Ljava/lang/String;>;")"#;
        assert_eq!(components, ["radius D None", names]);
        assert!(subject.class("Empty").is_record(), "a record without components is still one");
        let op = subject.class("Op");
        assert!(op.is_enum() && !op.is_instantiable());
        let bodies: Vec<_> =
            subject.world.subtypes(op.id()).iter().map(|&id| subject.world.view(id).to_string()).collect();
        assert_eq!(bodies, ["Op$1", "Op$2"]);
        assert!(!subject.world.view(subject.world.subtypes(op.id())[0]).is_enum(), "a constant's own class");
    }
}

/// Protects members: order, flags, signatures, exceptions, names of parameters.
#[test]
fn members() {
    let fixture = Fixture::parse(
        r#"
        //- C.java
        import java.util.*;
        abstract class C<T extends Number> implements Comparable<C<T>> {
            private static final int CONSTANT = 1;
            protected volatile List<T> list;
            C(long wide, String text) { }
            abstract T get() throws java.io.IOException, InterruptedException;
            static native void linked();
            public int compareTo(C<T> other) { return 0; }
            void many(double a, int[] b, long... c) { }
        }
        "#,
    );
    for subject in Subject::all(&fixture) {
        let class = subject.class("C");
        let methods: Vec<_> = class.methods().map(|method| format!("{method:#}")).collect();
        let expected = [
            "C#<init>(long,java.lang.String):void",
            "C#get():java.lang.Number",
            "C#linked():void",
            "C#compareTo(C):int",
            "C#many(double,int[],long[]):void",
            "C#compareTo(java.lang.Object):int",
        ];
        assert_eq!(methods, expected);
        let fields: Vec<_> = class.fields().map(|field| format!("{field:#}")).collect();
        assert_eq!(fields, ["C#CONSTANT:int", "C#list:java.util.List"]);
        assert_eq!(class.to_string(), "C");
        assert_eq!(
            class.signature().unwrap(),
            "<T:Ljava/lang/Number;>Ljava/lang/Object;Ljava/lang/Comparable<LC<TT;>;>;"
        );
        assert_eq!(class.field("list").unwrap().signature().unwrap(), "Ljava/util/List<TT;>;");
        let get = subject.method("C", "get");
        let exceptions: Vec<_> = get.exceptions().map(|name| name.to_string()).collect();
        assert_eq!(exceptions, ["java/io/IOException", "java/lang/InterruptedException"]);
        assert!(
            !get.has_code()
                && !subject.method("C", "linked").has_code()
                && subject.method("C", "many").has_code()
        );
        assert!(subject.method("C", "<init>").is_constructor());
        let names = |method: &str| -> Vec<String> {
            let names = subject.world.parameter_names(subject.method("C", method).id()).unwrap();
            names.iter().cloned().map(|name| name.unwrap_or("?".into())).collect()
        };
        assert_eq!(names("<init>"), ["wide", "text"], "two slots for a long");
        assert_eq!(names("many"), ["a", "b", "c"]);
        assert_eq!(names("get"), Vec::<String>::new());
        assert_eq!(class.source_file().unwrap(), "C.java");
        let release = class.version().release();
        assert_eq!(u32::from(release), subject.release);
    }
}

/// Protects parameter names where only `MethodParameters` has them.
#[test]
fn parameter_names_without_debug_information() {
    let fixture = Fixture::parse("interface I { void m(int count, String name); }");
    let jdk = reenact_testkit::jdk();
    for (options, expected) in
        [(&["-parameters", "-g:none"][..], ["count", "name"]), (&["-g:none"], ["?", "?"])]
    {
        let program = fixture.compile_with(&jdk, options);
        let (world, _) = crate::support::without_jdk([ClassFiles::new("app", program.class_files())]);
        let names = world.parameter_names(crate::support::method(&world, "I", "m").id()).unwrap();
        assert_eq!(
            names.iter().cloned().map(|name| name.unwrap_or("?".into())).collect::<Vec<_>>(),
            expected
        );
    }
}

const ANNOTATED: &str = r#"
    //- All.java
    import java.lang.annotation.*;
    @Retention(RetentionPolicy.RUNTIME) @interface Seen {
        String value() default "none"; int[] numbers() default {}; Class<?> type() default void.class;
        RetentionPolicy policy() default RetentionPolicy.CLASS; Hidden[] nested() default {};
        boolean b() default true; byte y() default 1; short s() default 2; char c() default 'c'; long l() default 3;
        float f() default 4; double d() default 5;
    }
    @interface Hidden { String name(); }
    @Seen(value = "caf\u00e9 \ud83d\ude00", numbers = {1, 2}, type = String[].class, policy = RetentionPolicy.SOURCE,
          nested = {@Hidden(name = "x")}, b = false, y = -1, s = -2, c = 'z', l = 1L << 40, f = 1.5f, d = -0.25)
    @Hidden(name = "class")
    class C {
        @Seen Object field;
        @Hidden(name = "m") void m(@Seen("p") int a, int b, @Hidden(name = "c") @Seen int c) { }
    }
    record R(@Seen("component") int x) { }
    class Plain { @Seen void m() { } }
"#;

/// Protects annotation values of every kind, read on demand.
#[test]
fn annotation_values() {
    for subject in Subject::all(&Fixture::parse(ANNOTATED)) {
        let world = &subject.world;
        let class = subject.class("C");
        let annotations = world.annotations(class.id()).unwrap();
        let shown: Vec<_> = annotations.iter().map(|a| (a.interface.as_str(), a.visible)).collect();
        assert_eq!(shown, [("Seen", true), ("Hidden", false)]);
        let hidden = |name: &str, visible| {
            let elements = vec![("name".to_owned(), AnnotationValue::String(name.to_owned()))];
            AnnotationView { interface: "Hidden".to_owned(), visible, elements }
        };
        assert_eq!(annotations[1], hidden("class", false));
        let value = |name: &str| annotations[0].element(name).unwrap().clone();
        use AnnotationValue as V;
        assert_eq!(value("value"), V::String("caf\u{e9} \u{1f600}".to_owned()));
        assert_eq!(value("numbers"), V::Array(vec![V::Int(1), V::Int(2)]));
        assert_eq!(value("type"), V::Class("[Ljava/lang/String;".to_owned()));
        let policy = |constant: &str| V::Enum {
            class: "java/lang/annotation/RetentionPolicy".to_owned(),
            constant: constant.to_owned(),
        };
        assert_eq!(value("policy"), policy("SOURCE"));
        assert_eq!(value("nested"), V::Array(vec![V::Annotation(hidden("x", true))]));
        assert_eq!(value("b"), V::Boolean(false));
        assert_eq!((value("y"), value("s"), value("c")), (V::Byte(-1), V::Short(-2), V::Char(b'z'.into())));
        assert_eq!((value("l"), value("f"), value("d")), (V::Long(1 << 40), V::Float(1.5), V::Double(-0.25)));

        let method = subject.method("C", "m");
        assert_eq!(world.annotations(method.id()).unwrap(), [hidden("m", false)]);
        let parameters = world.parameter_annotations(method.id()).unwrap();
        let shown: Vec<Vec<_>> =
            parameters.iter().map(|list| list.iter().map(|a| a.interface.as_str()).collect()).collect();
        assert_eq!(shown, [vec!["Seen"], vec![], vec!["Seen", "Hidden"]]);
        assert_eq!(world.annotations(class.field("field").unwrap().id()).unwrap().len(), 1);
        let component = AnnotationTarget::RecordComponent(subject.class("R").id(), 0);
        let component = world.annotations(component).unwrap();
        assert_eq!(component[0].element("value"), Some(&V::String("component".to_owned())));

        let default = |name: &str| world.annotation_default(subject.method("Seen", name).id()).unwrap();
        assert_eq!(default("value"), Some(V::String("none".to_owned())));
        assert_eq!(default("policy"), Some(policy("CLASS")));
        assert_eq!(world.annotation_default(method.id()).unwrap(), None);
    }
}

/// Protects the way back from an annotation to what it is on.
#[test]
fn annotated_things() {
    for subject in Subject::all(&Fixture::parse(ANNOTATED)) {
        let world = &subject.world;
        let classes: Vec<_> =
            world.annotated_classes("Seen").iter().map(|&id| world.view(id).to_string()).collect();
        assert_eq!(classes, ["C"]);
        let mut fields: Vec<_> =
            world.annotated_fields("Seen").iter().map(|&id| world.view(id).to_string()).collect();
        fields.sort();
        assert_eq!(fields, ["C#field", "R#x"]);
        assert_eq!(
            crate::support::shorts(world, world.annotated_methods("Seen").to_vec()),
            ["Plain.m", "R.x"]
        );
        assert_eq!(crate::support::shorts(world, world.annotated_methods("Hidden").to_vec()), ["C.m"]);
        let parameters = world.methods_with_annotated_parameters("Seen").to_vec();
        assert_eq!(crate::support::shorts(world, parameters), ["C.m", "R.<init>"]);
        assert!(
            world.annotated_classes("java/lang/FunctionalInterface").len() > 40,
            "the JDK's are there too"
        );
        assert_eq!(world.annotated_classes("No/Such"), []);
        let uses = subject.method("C", "m").parameter_annotation_uses();
        let uses: Vec<_> =
            uses.iter().map(|(p, used)| (*p, world.text(used.interface).to_string(), used.visible)).collect();
        let (seen, hidden) = ("Seen".to_owned(), "Hidden".to_owned());
        assert_eq!(uses, [(0, seen.clone(), true), (2, seen, true), (2, hidden, false)]);
    }
}

/// Protects the walk over the hierarchy, and `is_subtype` against it.
#[test]
fn hierarchy() {
    let fixture = Fixture::parse(
        r#"
        //- All.java
        interface I { }
        interface J extends I { }
        interface K { }
        class A implements K { }
        class B extends A implements J, K { }
        class C extends B implements I { }
        class D extends A { }
        "#,
    );
    for subject in Subject::all(&fixture) {
        let world = &subject.world;
        let names = |ids: &[reenact_world::ClassId]| -> Vec<String> {
            ids.iter().map(|&id| world.view(id).to_string()).collect()
        };
        let id = |name: &str| subject.class(name).id();
        let above = |name: &str| names(&world.all_supertypes(id(name)).collect::<Vec<_>>()).join(" ");
        assert_eq!(above("C"), "B A java.lang.Object K I J");
        assert_eq!(above("J"), "java.lang.Object I");
        assert_eq!(above("D"), "A java.lang.Object K");
        assert_eq!(names(world.subtypes(id("A"))), ["B", "C", "D"]);
        assert_eq!(names(world.subtypes(id("I"))), ["B", "C", "J"]);
        assert_eq!(names(world.direct_subtypes(id("I"))), ["C", "J"]);
        assert_eq!(names(world.direct_subtypes(id("A"))), ["B", "D"]);
        let own: Vec<_> = world.classes().filter(|class| !class.is_platform()).collect();
        for &class in &own {
            for &other in &own {
                let expected =
                    class.id() == other.id() || world.all_supertypes(class.id()).any(|id| id == other.id());
                assert_eq!(world.is_subtype(class.id(), other.id()), expected, "{class} {other}");
            }
            assert!(world.is_subtype(class.id(), id("java/lang/Object")));
        }
    }
}
