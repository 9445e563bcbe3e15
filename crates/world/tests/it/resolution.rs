//! Resolution of references, and access control.

use crate::support::{Subject, with_java_base};
use reenact_testkit::{ClassFiles, Fixture};
use reenact_world::{Action, Handle, ResolveError, World};

/// Compares, for each line with a comment `// resolves: …`, the members that its references resolve to.
#[track_caller]
fn check(fixture: &str) {
    let fixture = Fixture::parse(fixture);
    for subject in Subject::all(&fixture) {
        let world = &subject.world;
        let found = subject.found(&fixture, "resolves", |method| {
            let effects = |site| world.effects(site).map(|effect| describe(world, effect));
            method.sites().iter().flat_map(|&site| effects(site).map(move |text| (site.pc(), text))).collect()
        });
        reenact_testkit::check(found, fixture.expectations(&["resolves"]));
    }
}

fn describe(world: &World, effect: Handle) -> String {
    match effect {
        Handle::Method(_, reference) => match world.resolved_method(reference) {
            Ok(method) => world.view(method).to_string(),
            Err(error) => error.to_string(),
        },
        Handle::Field(_, reference) => match world.resolved_field(reference) {
            Ok(field) => format!("{:#}", world.view(field)),
            Err(error) => error.to_string(),
        },
    }
}

/// Protects method resolution through superclasses, superinterfaces, arrays and `Object`.
#[test]
fn methods() {
    check(
        r#"
        //- Main.java
        import java.util.*;
        interface I { default void d() {} void a(); static void s() {} }
        interface J extends I { }
        abstract class A implements J { void own() {} }
        abstract class B extends A { void own(int i) {} }
        public class Main {
            static void calls(B b, J j, int[] ints, String[][] strings, ArrayList<String> list) {
                b.own(); // resolves: A#own()
                b.own(1); // resolves: B#own(int)
                b.d(); // resolves: I#d()
                b.a(); // resolves: I#a()
                j.d(); // resolves: I#d()
                I.s(); // resolves: I#s()
                j.hashCode(); // resolves: java.lang.Object#hashCode()
                b.hashCode(); // resolves: java.lang.Object#hashCode()
                ints.clone(); // resolves: java.lang.Object#clone()
                strings.clone(); // resolves: java.lang.Object#clone()
                strings.getClass(); // resolves: java.lang.Object#getClass()
                list.containsAll(list); // resolves: java.util.AbstractCollection#containsAll(java.util.Collection)
                list.stream(); // resolves: java.util.Collection#stream()
                new Main(); // resolves: Main#<init>()
            }
        }
        "#,
    );
}

/// Protects the choices that the specification leaves to the JVM: among superinterface methods that are
/// all abstract, the one that HotSpot's method handles reveal. For classes they reveal what reflection
/// would choose instead; there the conformance tests ask HotSpot itself.
#[test]
fn choices_are_those_of_hotspot() {
    let fixture = Fixture::parse(
        r#"
        //- Main.java
        import java.lang.invoke.*;
        import java.lang.reflect.*;
        public class Main {
            interface A { void m(); }
            interface B { void m(); }
            interface AB extends A, B { }
            interface BA extends B, A { }
            interface A1 extends A { void m(); }
            interface A1X extends A1 { }
            interface AA1 extends A, A1 { }
            interface BA1 extends B, A1 { }
            interface XA extends A { }
            interface BXA extends B, XA { }
            interface D extends A { default void d() { } }
            interface DB extends D, B { }
            interface BD extends B, D { }
            interface DA1X extends D, A1X { }
            public static void main(String[] args) throws Throwable {
                Field field = MethodHandles.Lookup.class.getDeclaredField("IMPL_LOOKUP");
                field.setAccessible(true);
                MethodHandles.Lookup lookup = (MethodHandles.Lookup) field.get(null);
                for (Class<?> c : Main.class.getDeclaredClasses()) {
                    MethodHandle handle = lookup.findVirtual(c, "m", MethodType.methodType(void.class));
                    Member resolved = lookup.revealDirect(handle).reflectAs(Member.class, lookup);
                    System.out.println(c.getName() + " " + resolved.getDeclaringClass().getName());
                }
            }
        }
        "#,
    );
    for subject in Subject::all(&fixture) {
        let world = &subject.world;
        let java =
            subject.program.java("Main").vm_option("--add-opens=java.base/java.lang.invoke=ALL-UNNAMED");
        let printed = reenact_testkit::run(java).ok();
        let name_and_type = world.name_and_type("m", "()V").unwrap();
        for line in printed.lines() {
            let (class, declaring) = line.split_once(' ').unwrap();
            let class = subject.class(class);
            let resolved = world.resolve_interface_method(class.id(), name_and_type);
            assert_eq!(world.view(resolved.unwrap()).class().binary_name(), declaring, "{class}");
        }
        assert_eq!(printed.lines().count(), 14);
    }
}

/// Protects JVMS 2.9.3: `MethodHandle` and `VarHandle` methods take any descriptor.
#[test]
fn signature_polymorphic_methods() {
    check(
        r#"
        //- Main.java
        import java.lang.invoke.*;
        public class Main {
            static void calls(MethodHandle m, VarHandle v) throws Throwable {
                int i = (int) m.invokeExact("a", 1); // resolves: java.lang.invoke.MethodHandle#invokeExact(java.lang.Object[])
                m.invoke(); // resolves: java.lang.invoke.MethodHandle#invoke(java.lang.Object[])
                m.invokeWithArguments("x"); // resolves: java.lang.invoke.MethodHandle#invokeWithArguments(java.lang.Object[])
                boolean b = v.compareAndSet(this_(), 1, 2); // resolves: Main#this_(), java.lang.invoke.VarHandle#compareAndSet(java.lang.Object[])
                v.setVolatile(3L); // resolves: java.lang.invoke.VarHandle#setVolatile(java.lang.Object[])
            }
            static Main this_() { return null; }
        }
        "#,
    );
}

/// Protects JVMS 5.4.3.2: the class, then its superinterfaces, then its superclass.
#[test]
fn fields() {
    check(
        r#"
        //- Main.java
        interface I { Object shared = new Object(); Object ofI = new Object(); }
        interface J extends I { }
        class A { Object shared = ""; Object own; static Object ofClass; }
        class B extends A implements J { Object own; }
        class C extends B { }
        class D implements J { }
        class E extends D { Object shared; }
        class F implements I { static Object ofI; }
        class G extends F { }
        public class Main {
            static void reads(B b, C c, E e, D d) {
                Object o;
                o = c.own; // resolves: B#own:java.lang.Object
                o = ((A) c).own; // resolves: A#own:java.lang.Object
                o = ((A) c).shared; // resolves: A#shared:java.lang.Object
                o = C.ofI; // resolves: I#ofI:java.lang.Object
                o = C.ofClass; // resolves: A#ofClass:java.lang.Object
                o = e.shared; // resolves: E#shared:java.lang.Object
                o = D.shared; // resolves: I#shared:java.lang.Object
                o = G.ofI; // resolves: F#ofI:java.lang.Object
            }
        }
        "#,
    );
}

/// Protects the order of field lookup where superinterface and superclass both have the field, which
/// javac calls ambiguous and the JVM does not.
#[test]
fn a_superinterface_comes_before_the_superclass() {
    let subject = &Subject::all(&Fixture::parse(
        r#"
        //- All.java
        interface I { Object f = ""; }
        interface J extends I { Object f = ""; }
        class A { Object f; }
        class B extends A implements I { }
        class C implements J, I { }
        class D extends A { }
        "#,
    ))[0];
    let world = &subject.world;
    let name_and_type = world.name_and_type("f", "Ljava/lang/Object;").unwrap();
    let resolves = |class| {
        world.view(world.resolve_field(subject.class(class).id(), name_and_type).unwrap()).to_string()
    };
    assert_eq!(["B", "C", "D"].map(resolves), ["I#f", "J#f", "A#f"]);
    let missing = world.name_and_type("f", "I");
    assert_eq!(missing, None, "no member has this name and descriptor");
    let other = world.name_and_type("<init>", "()V").unwrap();
    assert_eq!(world.resolve_field(subject.class("B").id(), other), Err(ResolveError::NoSuchMember));
}

/// Protects the four ways in which resolution fails: a member is gone, a class became an interface, an
/// interface a class, a class is not there.
#[test]
fn failures() {
    let older = Fixture::parse(
        r#"
        //- All.java
        class Gone { Gone() {} Gone(int i) {} static int f; static void m() {} void v() {} static Object n() { return null; } }
        class Turned { void m() {} }
        interface Back { void m(); }
        class Absent { static int f; void m() {} static class Inner {} }
        class Heir extends Absent { }
        class Calls {
            static void m(Turned t, Back b, Absent a, Heir h) {
                Gone.f = 1; // resolves: no such member
                Gone.m(); // resolves: no such member
                new Gone().v(); // resolves: Gone#<init>(), no such member
                Gone.n(); // resolves: no such member
                t.m(); // resolves: a class was expected and an interface found, or the other way round
                b.m(); // resolves: a class was expected and an interface found, or the other way round
                a.m(); // resolves: a class that was not read may declare the member
                Absent.f = 2; // resolves: a class that was not read may declare the member
                h.m(); // resolves: a class that was not read may declare the member
                h.hashCode(); // resolves: java.lang.Object#hashCode()
            }
        }
        "#,
    );
    let newer = Fixture::parse(
        r#"
        //- All.java
        class Gone { static long f; static int n() { return 0; } }
        interface Turned { void m(); }
        class Back { void m() {} }
        "#,
    );
    for jdk in reenact_testkit::jdks() {
        let program = older.compile_with(&jdk, &["-g"]);
        let mut classes = program.class_files();
        classes.append(&mut newer.compile(&jdk).class_files());
        classes.remove("Absent").unwrap();
        let (world, findings) = with_java_base(&jdk, [ClassFiles::new("app", classes)]);
        let subject = Subject { release: jdk.version.feature, program, world, findings };
        let world = &subject.world;
        let found = subject.found(&older, "resolves", |method| {
            let effects = |site| world.effects(site).map(|effect| describe(world, effect));
            method.sites().iter().flat_map(|&site| effects(site).map(move |text| (site.pc(), text))).collect()
        });
        reenact_testkit::check(found, older.expectations(&["resolves"]));

        let missing = world.symbol("Absent").unwrap();
        let heir = crate::support::class(world, "Heir");
        assert_eq!(heir.super_name().unwrap(), "Absent");
        assert!(heir.superclass().is_none(), "no class is invented for a missing one");
        assert_eq!(world.missing_supertype(heir.id()), Some(missing));
        assert_eq!(world.direct_subtypes_of_missing(missing), [heir.id()]);
    }
}

/// Protects JVMS 5.4.4: who may use what, nestmates and protected members of other packages included.
#[test]
fn access() {
    let fixture = Fixture::parse(
        r#"
        //- p/A.java
        package p;
        public class A {
            private int priv; int pack; protected int prot; public int pub; protected static int protStatic;
            private static class Nested { private int inner; }
            class Local { Object o = new Object() { private int anonymous; }; }
        }
        class Hidden { }
        //- p/Peer.java
        package p;
        public class Peer { }
        //- q/Sub.java
        package q;
        public class Sub extends p.A { }
        //- q/SubSub.java
        package q;
        public class SubSub extends Sub { }
        //- q/Stranger.java
        package q;
        public class Stranger { }
        "#,
    );
    for subject in Subject::all(&fixture) {
        let world = &subject.world;
        let id = |name: &str| subject.class(name).id();
        let field = |class: &str, name: &str| subject.class(class).field(name).unwrap().id();
        let may = |from: &str, class: &str, name: &str, named: &str| {
            world.can_access_field(id(from), field(class, name), id(named))
        };
        let a = "p/A";
        let row =
            |from: &str| ["priv", "pack", "prot", "pub", "protStatic"].map(|name| may(from, a, name, a));
        assert_eq!(row("p/A"), [true; 5]);
        assert_eq!(row("p/A$Nested"), [true; 5], "nestmates");
        assert_eq!(row("p/A$Local$1"), [true; 5], "an anonymous class two levels down is a nestmate");
        assert_eq!(row("p/Peer"), [false, true, true, true, true]);
        assert_eq!(row("q/Stranger"), [false, false, false, true, false]);
        // By a reference that names p.A, of which the subclass is a subtype: the verifier sees to the object.
        assert_eq!(row("q/Sub"), [false, false, true, true, true]);
        assert!(may("q/Sub", a, "prot", "q/SubSub"));
        assert!(may("p/A", "p/A$Nested", "inner", "p/A$Nested"));
        assert!(!may("p/Peer", "p/A$Nested", "inner", "p/A$Nested"));
        assert_eq!(world.nest_host(id("p/A$Local$1")), id("p/A"));
        assert_eq!(world.nest_host(id("p/Hidden")), id("p/Hidden"));

        assert!(world.can_access_class(id("p/Peer"), id("p/Hidden")));
        assert!(!world.can_access_class(id("q/Sub"), id("p/Hidden")));
        assert!(world.can_access_class(id("q/Sub"), id("java/util/ArrayList")));
        assert!(!world.can_access_class(id("q/Sub"), id("jdk/internal/misc/Unsafe")), "not exported to all");
        assert!(world.can_access_class(id("java/util/ArrayList"), id("jdk/internal/misc/Unsafe")));
    }
}

/// Protects a class that claims a host which does not own it: the JVM takes it for its own host.
#[test]
fn a_nest_takes_two() {
    let fixture = Fixture::parse(
        "
        //- Outer.java
        class Outer { private int f; static class Inner { } }
        //- Other.java
        class Other { }
        ",
    );
    let subject = &Subject::all(&fixture)[0];
    let mut classes = subject.program.class_files();
    let stranger = Fixture::parse("class Outer { }").compile(&reenact_testkit::jdk());
    classes.insert("Outer".to_owned(), stranger.class_bytes("Outer"));
    let (world, _) = crate::support::without_jdk([ClassFiles::new("app", classes)]);
    let inner = crate::support::class(&world, "Outer$Inner");
    assert_eq!(world.nest_host(inner.id()), inner.id());
    assert_eq!(subject.world.nest_host(subject.class("Outer$Inner").id()), subject.class("Outer").id());
}

/// Protects JVMS 6.5: a `super` call starts at the direct superclass, whichever superclass it names; a
/// call of an interface's method starts at the interface.
#[test]
fn super_calls_start_at_the_direct_superclass() {
    let fixture = Fixture::parse(
        r#"
        //- All.java
        class Grand { String m() { return "Grand"; } }
        class Middle extends Grand { }
        class Direct extends Middle { String m() { return "Direct"; } }
        class Child extends Middle { String m() { Object o = Direct.class; return super.m(); } }
        interface I { default String d() { return "I"; } }
        class Uses implements I { public String d() { return I.super.d(); } }
        "#,
    );
    let jdk = reenact_testkit::jdk();
    let mut classes = fixture.compile(&jdk).class_files();
    let child = classes.get_mut("Child").unwrap();
    let (from, to) = {
        let file = reenact_classfile::ClassFile::parse(child).unwrap();
        let index = |name: &str| {
            let is_class = |&index: &u16| file.pool().class_name(index).is_ok_and(|found| found == name);
            file.pool().indices().find(is_class).unwrap()
        };
        let header =
            |above| [file.access_flags().0, index("Child"), index(above)].map(u16::to_be_bytes).concat();
        (header("Middle"), header("Direct"))
    };
    let position = child.windows(6).position(|window| window == from).unwrap();
    child[position..position + 6].copy_from_slice(&to);

    let (world, findings) = with_java_base(&jdk, [ClassFiles::new("app", classes)]);
    assert_eq!(findings, []);
    assert_eq!(crate::support::class(&world, "Child").super_name().unwrap(), "Direct");
    let target = |class: &str, name: &str| {
        let method = crate::support::method(&world, class, name);
        let targets = method.sites().iter().filter_map(|site| match site.action() {
            Action::Call(kind, reference) => {
                let named = world.text(world.method_ref(reference).class).to_string();
                let target = world.direct_target(method.class().id(), kind, reference)?;
                Some(format!("{named}: {}", crate::support::short(world.view(target))))
            }
            _ => None,
        });
        targets.collect::<Vec<_>>()
    };
    assert_eq!(target("Child", "m"), ["Middle: Direct.m"]);
    assert_eq!(target("Uses", "d"), ["I: I.d"]);
}
