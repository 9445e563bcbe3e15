//! Which method runs: what the world says, against what the JVM does.
//!
//! In each fixture, static methods named `via…` make one dispatched call each, on their one parameter;
//! the methods that are called answer with the name of their own class. `Main` makes an object of every
//! class, prints for every `via` method and every object that it takes what answered, and the world
//! must have selected the same.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;

use crate::support::with_java_base;
use reenact_base::name::InternalName;
use reenact_testkit::{ClassFiles, Fixture, Program, jdks};
use reenact_world::{Action, CallGraph, MethodRefId, MethodView, SelectError, World};

const MAIN: &str = r#"
    //- Main.java
    import java.lang.reflect.*;
    import java.util.*;
    public class Main {
        public static void main(String[] names) throws Exception {
            List<Object> receivers = new ArrayList<>();
            List<Method> vias = new ArrayList<>();
            for (String name : names) {
                Class<?> c = Class.forName(name);
                for (Method m : c.getDeclaredMethods()) {
                    if (m.getName().startsWith("via")) vias.add(m);
                }
                if (c.isInterface() || Modifier.isAbstract(c.getModifiers())) continue;
                for (Constructor<?> constructor : c.getDeclaredConstructors()) {
                    if (constructor.getParameterCount() != 0) continue;
                    constructor.setAccessible(true);
                    receivers.add(constructor.newInstance());
                }
            }
            for (Method via : vias) {
                via.setAccessible(true);
                for (Object receiver : receivers) {
                    if (!via.getParameterTypes()[0].isInstance(receiver)) continue;
                    Object answer;
                    try {
                        answer = via.invoke(null, receiver);
                    } catch (InvocationTargetException e) {
                        answer = e.getCause().getClass().getName();
                    }
                    String name = via.getDeclaringClass().getName() + "." + via.getName();
                    System.out.println(name + " " + receiver.getClass().getName() + " " + answer);
                }
            }
        }
    }
"#;

/// Compares what the JVM runs with what the world selects.
#[track_caller]
fn check(fixture: &str) {
    check_mixed(fixture, "", &[]);
}

/// As [`check`], with some classes replaced by those of a second fixture after all was compiled, as when
/// a library is newer than what was built against it.
#[track_caller]
fn check_mixed(fixture: &str, newer: &str, replaced: &[&str]) {
    for jdk in jdks() {
        let program = Fixture::parse(fixture).compile(&jdk);
        let mut classes = program.class_files();
        classes.append(&mut Fixture::parse(MAIN).compile(&jdk).class_files());
        for name in replaced {
            let bytes = Fixture::parse(newer).compile(&jdk).class_bytes(name);
            classes.insert((*name).to_owned(), bytes).expect("a class to replace");
        }
        let (world, findings) = with_java_base(&jdk, [ClassFiles::new("app", classes.clone())]);
        assert_eq!(findings, []);
        let (mut printed, mut selected) = (run(&program, &classes), selected(&world));
        if jdk.version.feature < 25 {
            // HotSpot 17 meets a conflict of default methods with AbstractMethodError if the call is an
            // `invokeinterface`; JVMS 6.5 and HotSpot 25 have its superclass.
            (printed, selected) =
                (printed.into_iter().map(coarse).collect(), selected.into_iter().map(coarse).collect());
        }
        assert!(!printed.is_empty());
        let wrong: Vec<_> = printed.symmetric_difference(&selected).collect();
        let version = &jdk.version.feature;
        assert!(
            wrong.is_empty(),
            "JDK {version}: the JVM and the world differ in {wrong:#?}\nof {printed:#?}"
        );
        check_dispatch_sets(&world);
    }
}

fn coarse(line: String) -> String {
    line.replace("java.lang.AbstractMethodError", "java.lang.IncompatibleClassChangeError")
}

fn run(program: &Program, classes: &BTreeMap<String, Vec<u8>>) -> BTreeSet<String> {
    let directory = tempfile::tempdir().unwrap();
    for (name, bytes) in classes {
        let path = directory.path().join(format!("{name}.class"));
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(path, bytes).unwrap();
    }
    let names: Vec<String> = classes
        .keys()
        .filter(|name| *name != "Main")
        .map(|name| InternalName::new(name).to_binary().into_string())
        .collect();
    let names: Vec<&str> = names.iter().map(String::as_str).collect();
    let printed = program.with_classes(directory.path()).run("Main", &names).ok();
    printed.lines().map(str::to_owned).collect()
}

/// Predicts the output of `Main` from the world.
fn selected(world: &World) -> BTreeSet<String> {
    let mut lines = BTreeSet::new();
    for via in vias(world) {
        let resolved = world.resolved_method(dispatched_call(via)).unwrap();
        let parameter = via.parsed_descriptor().unwrap().parameters().next().unwrap();
        let parameter = world.class(&parameter.class_name().unwrap().to_str()).unwrap();
        for receiver in world.classes().filter(|class| class.is_instantiable() && !class.is_platform()) {
            let is_made = receiver.method("<init>", "()V").is_some() && receiver.name() != "Main";
            if !is_made || !world.is_subtype(receiver.id(), parameter.id()) {
                continue;
            }
            let answer = match world.select(receiver.id(), resolved) {
                Ok(method) => world.view(method).class().binary_name(),
                Err(SelectError::Abstract) => "java.lang.AbstractMethodError".to_owned(),
                Err(SelectError::Conflict) => "java.lang.IncompatibleClassChangeError".to_owned(),
                Err(error) => format!("{error:?}"),
            };
            lines.insert(format!("{}.{} {receiver} {answer}", via.class(), via.name()));
        }
    }
    lines
}

fn vias(world: &World) -> impl Iterator<Item = MethodView<'_>> {
    let own = world.classes().filter(|class| !class.is_platform());
    own.flat_map(|class| class.methods()).filter(|method| method.name().as_bytes().starts_with(b"via"))
}

/// The one dispatched call of a method.
fn dispatched_call(via: MethodView<'_>) -> MethodRefId {
    let calls = via.sites().iter().filter_map(|site| match site.action() {
        Action::Call(kind, reference) if kind.is_dispatched() => Some(reference),
        _ => None,
    });
    let calls: Vec<_> = calls.collect();
    assert_eq!(calls.len(), 1, "{via}");
    calls[0]
}

/// The dispatch set of each call must be what selection gives, receiver by receiver.
fn check_dispatch_sets(world: &World) {
    let graph = CallGraph::class_hierarchy(world);
    for via in vias(world) {
        let reference = dispatched_call(via);
        let resolved = world.resolved_method(reference).unwrap();
        let named = world.class_of_symbol(world.method_ref(reference).class).unwrap();
        let receivers = world.classes().filter(|c| c.is_instantiable() && world.is_subtype(c.id(), named));
        let expected: BTreeSet<_> = receivers.filter_map(|c| world.select(c.id(), resolved).ok()).collect();
        let found: BTreeSet<_> = graph.dispatched(reference).iter().copied().collect();
        assert_eq!(found, expected, "{via}");
    }
}

/// Protects JVMS 5.4.5: a package-private method is overridden within its package only, unless a
/// method in between passes the overriding on (the transitive case).
#[test]
fn package_private_methods_across_packages() {
    check(
        r#"
        //- p/A.java
        package p;
        public class A {
            String m() { return "p.A"; }
            public static String viaA(A a) { return a.m(); }
        }
        //- q/B.java
        package q;
        // Another package: does not override p.A.m.
        public class B extends p.A {
            String m() { return "q.B"; }
            public static String viaB(B b) { return b.m(); }
        }
        //- p/C.java
        package p;
        // Overrides p.A.m and, being public, can be overridden from anywhere.
        public class C extends q.B {
            public String m() { return "p.C"; }
            public static String viaC(C c) { return c.m(); }
        }
        //- q/D.java
        package q;
        // Overrides p.C.m and so, by way of it, p.A.m; and q.B.m, being in its package.
        public class D extends p.C { public String m() { return "q.D"; } }
        //- r/E.java
        package r;
        // Overrides p.A.m by way of p.C.m, and q.B.m by way of q.D.m.
        public class E extends q.D { public String m() { return "r.E"; } }
        //- r/F.java
        package r;
        // Overrides nothing: m is package-private in two other packages.
        public class F extends q.B {
            public String m() { return "r.F"; }
            public static String viaF(F f) { return f.m(); }
        }
        //- r/G.java
        package r;
        public class G extends F { public String m() { return "r.G"; } }
        //- p/H.java
        package p;
        // Back in the first package: overrides p.A.m directly, and r.F.m, but not q.B.m.
        public class H extends r.F { public String m() { return "p.H"; } }
        //- q/I.java
        package q;
        // Overrides q.B.m directly, and p.A.m by way of p.H.m.
        public class I extends p.H { public String m() { return "q.I"; } }
        //- q/J.java
        package q;
        // Declares nothing: has q.B.m in its own package, p.A.m in the other.
        public class J extends B {}
        "#,
    );
}

/// Protects the same with protected methods, static and private methods of the same name that take no
/// part, and an interface that asks for what is package-private above.
#[test]
fn other_access_in_between() {
    check(
        r#"
        //- p/A.java
        package p;
        public class A {
            protected Object m() { return "p.A"; }
            Object n() { return "p.A"; }
            public static Object viaA(A a) { return a.m(); }
            public static Object viaAn(A a) { return a.n(); }
        }
        //- p/I.java
        package p;
        public interface I {
            Object n();
            static Object viaI(I i) { return i.n(); }
        }
        //- q/B.java
        package q;
        public class B extends p.A {
            protected Object m() { return "q.B"; }
            private Object n() { return "q.B"; }
            public static Object viaBn(B b) { return b.n(); }
        }
        //- q/C.java
        package q;
        public class C extends B {
            public Object m() { return "q.C"; }
            static Object n() { return "q.C"; }
        }
        //- q/D.java
        package q;
        public class D extends p.A implements p.I { public Object n() { return "q.D"; } }
        //- p/E.java
        package p;
        public class E extends q.D { public Object n() { return "p.E"; } }
        "#,
    );
}

/// Protects JVMS 5.4.3.3 and 5.4.6: among superinterface methods the most specific counts; a class's
/// own or inherited method wins over any default; an abstract class may take a body away again.
#[test]
fn default_methods() {
    check(
        r#"
        //- All.java
        interface Top {
            default String m() { return "Top"; }
            static String viaTop(Top t) { return t.m(); }
        }
        interface Left extends Top { default String m() { return "Left"; } }
        interface Right extends Top {}
        interface Again extends Top { String m(); }
        interface Both extends Left, Right { static String viaBoth(Both b) { return b.m(); } }
        class Diamond implements Left, Right {}
        class Other implements Right, Left {}
        class Plain implements Right {}
        class Three implements Top, Both {}
        abstract class Reabstracted implements Left {
            public abstract String m();
            static String viaReabstracted(Reabstracted r) { return r.m(); }
        }
        class Concrete extends Reabstracted { public String m() { return "Concrete"; } }
        class Base { public String m() { return "Base"; } static String viaBase(Base b) { return b.m(); } }
        class ClassWins extends Base implements Both {}
        class Below extends ClassWins implements Top {}
        class Implements implements Again { public String m() { return "Implements"; } }
        class MoreSpecificBelow extends Plain implements Left {}
        "#,
    );
}

/// Protects what no compiler lets through: a library adds a second default method, takes one back, or
/// makes a method private or static that overrode another.
#[test]
fn classes_that_were_not_compiled_together() {
    check_mixed(
        r#"
        //- All.java
        interface I { default String m() { return "I"; } static String viaI(I i) { return i.m(); } }
        interface J { }
        class Conflict implements I, J { static String viaConflict(Conflict c) { return c.m(); } }
        class Heir extends Conflict { }
        class Settled extends Conflict { public String m() { return "Settled"; } }
        interface K { default String k() { return "K"; } static String viaK(K k) { return k.k(); } }
        class Lost implements K { static String viaLost(Lost l) { return l.k(); } }
        class Parent { public String p() { return "Parent"; } static String viaParent(Parent p) { return p.p(); } }
        class Private extends Parent { public String p() { return "Private"; } }
        class BelowPrivate extends Private { public String p() { return "BelowPrivate"; } }
        class Static extends Parent { public String p() { return "Static"; } }
        class BelowStatic extends Static { }
        "#,
        r#"
        //- All.java
        interface J { default String m() { return "J"; } }
        interface K { String k(); static String viaK(K k) { return k.k(); } }
        class Parent { }
        class Private extends Parent { private String p() { return "Private"; } }
        class Static extends Parent { public static String p() { return "Static"; } }
        "#,
        &["J", "K", "Private", "Static"],
    );
}

/// Protects covariant returns: the bridge overrides, and leads to the method with the other descriptor.
#[test]
fn bridges_are_what_is_selected() {
    let fixture = r#"
        //- All.java
        class A {
            Object m() { return "A"; }
            static Object viaA(A a) { return a.m(); }
        }
        class B extends A {
            String m() { return "B"; }
            static Object viaB(B b) { return b.m(); }
        }
        class C<T extends Comparable<T>> { Object m(T t) { return "C"; } static Object viaC(C<String> c) { return c.m(null); } }
        class D extends C<String> { Object m(String s) { return "D"; } }
    "#;
    check(fixture);
    for subject in crate::support::Subject::all(&Fixture::parse(fixture)) {
        let world = &subject.world;
        let resolved = world.resolved_method(dispatched_call(subject.method("A", "viaA"))).unwrap();
        let selected = world.view(world.select(subject.class("B").id(), resolved).unwrap());
        assert!(selected.access_flags().is_bridge(), "{selected:#?} should be the bridge");
        assert_eq!(format!("{selected:#}"), "B#m():java.lang.Object");
        let graph = CallGraph::class_hierarchy(world);
        let callees = graph
            .callees(world, selected.id())
            .iter()
            .map(|&m| format!("{:#}", world.view(m)))
            .collect::<Vec<_>>();
        assert_eq!(callees, ["B#m():java.lang.String"]);
    }
}

/// Protects methods of `java.lang.Object` called through interfaces and on classes that inherit them.
#[test]
fn object_methods_through_interfaces() {
    check(
        r#"
        //- All.java
        interface I { static Object viaI(I i) { return i.toString(); } }
        interface Redeclares { String toString(); static Object viaRedeclares(Redeclares r) { return r.toString(); } }
        class A implements I, Redeclares { public String toString() { return "A"; } }
        class B extends A { public String toString() { return "B"; } }
        class C extends B { }
        class Any { static Object viaObject(A o) { Object any = o; return any.toString(); } }
        "#,
    );
}

/// Protects private methods of nestmates and of interfaces, which are called by `invokevirtual` and
/// `invokeinterface` since JDK 11 and yet never overridden.
#[test]
fn private_methods_are_not_dispatched() {
    check(
        r#"
        //- Outer.java
        public class Outer {
            private String m() { return "Outer"; }
            static class Inner extends Outer {
                private String m() { return "Outer$Inner"; }
                static String viaInner(Inner i) { return i.m(); }
            }
            static class Lower extends Inner { public String m() { return "Outer$Lower"; } }
            static String viaOuter(Outer o) { return o.m(); }
        }
        interface I {
            private String m() { return "I"; }
            static String viaI(I i) { return i.m(); }
        }
        class Impl implements I { public String m() { return "Impl"; } }
        "#,
    );
}

/// Protects the rules of packages in random combinations: trees of classes in three
/// packages, with and without a method of each access.
#[test]
fn hierarchies_made_at_random() {
    for seed in 1..=3 {
        check(&random_hierarchy(seed, 60));
    }
}

/// A tree of classes. Only combinations that javac takes: nothing overrides with weaker access.
fn random_hierarchy(seed: u64, count: usize) -> String {
    let mut state = seed;
    let mut random = |below: usize| {
        // Knuth's MMIX generator; the low bits are not random enough.
        state = state.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
        (state >> 33) as usize % below
    };
    let mut text = String::new();
    // Of each class: its name, and the weakest access that a method below it may have.
    let mut classes: Vec<(String, usize)> = Vec::new();
    for number in 0..count {
        let package = ["p", "q", "r"][random(3)];
        // Mostly deep chains: overriding by way of others takes several classes.
        let superclass = (number > 0 && random(20) != 0).then(|| number - 1 - random(number.min(3)));
        let (above, weakest) =
            superclass.map_or(("Object", 0), |index| (&*classes[index].0, classes[index].1));
        let name = format!("{package}.C{number}");
        let access = [0, 0, 0, 1, 2][random(5)].max(weakest);
        let declares = random(3) != 0;
        let body = match declares {
            true => {
                let access = ["", "protected", "public"][access];
                format!(
                    "{access} String m() {{ return \"{name}\"; }} static String via(C{number} c) {{ return c.m(); }}"
                )
            }
            false => String::new(),
        };
        text += &format!(
            "//- {package}/C{number}.java\npackage {package};\npublic class C{number} extends {above} {{ {body} }}\n"
        );
        classes.push((name, if declares { access } else { weakest }));
    }
    text
}
