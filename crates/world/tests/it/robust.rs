//! Bad class paths: broken, missing, doubled and misplaced classes, and cycles. The rest stands.

use std::collections::BTreeMap;

use crate::support::{class, method, shorts, without_jdk};
use reenact_base::finding::{Finding, Severity};
use reenact_testkit::{ClassFiles, Fixture, jdk};
use reenact_world::{CallGraph, Roots, SelectError};

fn compiled(fixture: &str) -> BTreeMap<String, Vec<u8>> {
    Fixture::parse(fixture).compile(&jdk()).class_files()
}

fn shown(findings: &[Finding]) -> Vec<String> {
    findings.iter().map(|f| format!("{} {}: {}", f.code, f.subject, f.message)).collect()
}

/// Replaces all occurrences of a string in a class file by one of the same length.
fn patched(bytes: &[u8], from: &str, to: &str) -> Vec<u8> {
    assert_eq!(from.len(), to.len());
    let mut bytes = bytes.to_vec();
    let positions: Vec<_> =
        (0..bytes.len()).filter(|&position| bytes[position..].starts_with(from.as_bytes())).collect();
    assert!(!positions.is_empty(), "no {from}");
    positions
        .iter()
        .for_each(|&position| bytes[position..position + to.len()].copy_from_slice(to.as_bytes()));
    bytes
}

/// Protects that broken classes are reported with place, offset and reason, and that nothing else suffers.
#[test]
fn broken_classes_are_findings() {
    let mut classes = compiled(
        "
        //- p/Good.java
        package p;
        class Good { void m() { new Other(); } }
        //- p/Other.java
        package p;
        class Other { int f; }
        //- p/Cut.java
        package p;
        class Cut { }
        //- p/Flipped.java
        package p;
        class Flipped { }
        ",
    );
    classes.get_mut("p/Cut").unwrap().truncate(50);
    classes.get_mut("p/Flipped").unwrap()[0] = 0;
    classes.insert("p/Empty".into(), Vec::new());
    let mut jar = ClassFiles::new("lib/a.jar", classes);
    jar.add_unreadable_class("p/Gone", 7, "deflate data is corrupt");
    let (world, findings) = without_jdk([jar]);
    let names: Vec<_> = world.classes().map(|class| class.to_string()).collect();
    assert_eq!(names, ["p.Good", "p.Other"]);
    assert_eq!(method(&world, "p/Good", "m").sites().len(), 2);
    let shown = shown(&findings);
    assert_eq!(shown.len(), 4, "{shown:#?}");
    assert!(
        shown[0].starts_with("class-unreadable lib/a.jar!/p/Cut.class: ")
            && shown[0].ends_with(" at offset 50")
    );
    assert!(
        shown[1].starts_with("class-unreadable lib/a.jar!/p/Empty.class: ")
            && shown[1].ends_with(" at offset 0")
    );
    assert!(shown[2].contains("p/Flipped.class: the magic number is 0x00febabe"), "{}", shown[2]);
    assert_eq!(
        shown[3],
        "class-unreadable lib/a.jar!/p/Gone.class: deflate data is corrupt at offset 7 of the container"
    );
}

/// Protects that a class whose members cannot be read leaves no rows of its own behind.
#[test]
fn a_class_that_breaks_halfway_leaves_nothing() {
    let mut classes = compiled(
        "
        //- All.java
        class A { int first; void before() { } }
        class B { int second; int third; void broken(Object o) throws Exception { o.hashCode(); } @Deprecated void other() { } }
        class C { int fourth; void after() { hashCode(); } }
        ",
    );
    // The descriptor index of the last method, which comes after name and descriptor of all others.
    let bytes = classes.get_mut("B").unwrap();
    let position = {
        let file = reenact_classfile::ClassFile::parse(bytes).unwrap();
        let other = file.methods().last().unwrap();
        assert_eq!(other.name(file.pool()).unwrap(), "other");
        let pattern =
            [other.access_flags.0, other.name_index, other.descriptor_index].map(u16::to_be_bytes).concat();
        bytes.windows(6).rposition(|window| window == pattern).unwrap() + 4
    };
    bytes[position..position + 2].copy_from_slice(&[0xff, 0xff]);
    let (world, findings) = without_jdk([ClassFiles::new("app", classes)]);
    assert_eq!(findings.len(), 1);
    assert!(
        findings[0].message.starts_with("constant index 65535 is outside the pool of "),
        "{:?}",
        findings[0]
    );
    let members = |name: &str| {
        let class = class(&world, name);
        let fields = class.fields().map(|field| field.to_string());
        fields.chain(class.methods().map(|method| method.to_string())).collect::<Vec<_>>()
    };
    assert!(world.class("B").is_none());
    assert_eq!(members("A"), ["A#first", "A#<init>()", "A#before()"]);
    assert_eq!(members("C"), ["C#fourth", "C#<init>()", "C#after()"]);
    assert_eq!(method(&world, "C", "after").sites().len(), 1);
    assert!(method(&world, "C", "after").exceptions().len() == 0);
}

/// Protects that malformed code and attributes cost no more than themselves.
#[test]
fn broken_parts_are_left_out() {
    let mut classes = compiled(
        "
        //- C.java
        class C { void m() { hashCode(); toString(); } void n() { hashCode(); } }
        ",
    );
    let bytes = classes.get_mut("C").unwrap();
    let (pc, signature) = {
        let file = reenact_classfile::ClassFile::parse(bytes).unwrap();
        let code = |name: &str| {
            let method = file.methods().iter().find(|m| m.name(file.pool()).unwrap() == name).unwrap();
            method.code(file.pool()).unwrap().unwrap().offset
        };
        // aload_0, invokevirtual, pop, aload_0, then the second invokevirtual.
        (code("m") + 6, file.attributes().find(file.pool(), "SourceFile").unwrap().offset)
    };
    assert_eq!(bytes[pc], 0xb6);
    bytes[pc] = 0xcb;
    bytes[signature..signature + 2].copy_from_slice(&[0, 0]);
    let (world, findings) = without_jdk([ClassFiles::new("app", classes)]);
    let shown = shown(&findings);
    assert_eq!(shown.len(), 2, "{shown:#?}");
    assert!(
        shown[0].starts_with("class-part-unreadable app!/C.class: class attribute SourceFile is left out: ")
    );
    let code = format!(
        "class-part-unreadable app!/C.class: the rest of the code of m()V is left out: opcode has the undefined value 203 at offset {pc}"
    );
    assert_eq!(shown[1], code);
    assert_eq!(method(&world, "C", "m").sites().len(), 1, "what comes before the fault");
    assert_eq!(method(&world, "C", "n").sites().len(), 1);
    assert_eq!(class(&world, "C").source_file(), None);
}

/// Protects the order of the class path: the first class of a name holds, the others are reported.
#[test]
fn the_first_class_of_a_name_holds() {
    let first = compiled(
        "//- All.java\nclass A { int first; Runnable r = () -> one(); void one() { } }\nclass B { void b() { new A(); } }",
    );
    let second = compiled(
        "//- All.java\nclass A { long second; Runnable r = () -> two(); void two() { } }\nclass C { void c() { Runnable r = () -> c(); } }",
    );
    let (world, findings) =
        without_jdk([ClassFiles::new("first.jar", first), ClassFiles::new("second.jar", second)]);
    assert_eq!(shown(&findings), ["class-shadowed second.jar!/A.class: A is taken from first.jar"]);
    assert_eq!(findings[0].severity, Severity::Note);
    let names: Vec<_> = world.classes().map(|class| class.to_string()).collect();
    assert_eq!(names, ["A", "B", "C"]);
    assert!(class(&world, "A").field("first").is_some() && class(&world, "A").field("second").is_none());
    assert_eq!(world.lambdas().len(), 2, "the shadowed class's lambda does not count");
    let owner =
        |position| world.view(world.class_of_dynamic(world.lambdas().nth(position).unwrap().dynamic().id()));
    assert_eq!([owner(0).to_string(), owner(1).to_string()], ["A", "C"]);
    let graph = CallGraph::class_hierarchy(&world);
    assert_eq!(shorts(&world, graph.callers(&world, method(&world, "C", "c").id())), ["C.lambda$c"]);
}

/// Protects that a class under a wrong path is left out, as no class loader finds it there.
#[test]
fn misplaced_classes_are_reported() {
    let classes = compiled("package p; class A { }");
    let renamed = classes.into_iter().map(|(name, bytes)| (format!("classes/{name}"), bytes));
    let (world, findings) = without_jdk([ClassFiles::new("target", renamed)]);
    assert_eq!(world.classes().len(), 0);
    let expected = "class-misplaced target!/classes/p/A.class: holds the class p/A, which no class loader will look for there";
    assert_eq!(shown(&findings), [expected]);
    assert!(findings[0].help.is_some());
}

/// Protects against cycles in the hierarchy, which must neither hang nor overflow anything.
#[test]
fn cycles_are_cut() {
    let classes = compiled(
        "
        //- All.java
        class Xa { void m() { } }
        class Xb extends Xa { void m() { super.m(); } }
        class Xc extends Xb { void n() { m(); } }
        interface Ia { void i(); }
        interface Ib extends Ia { }
        interface Ic extends Ib { default void j() { i(); } }
        class Self { }
        class Impl implements Ic { public void i() { } }
        ",
    );
    let mut classes = classes;
    // Xa extends Xc, Ia extends Ic, Self extends Self.
    let cyclic = compiled(
        "//- All.java\nclass Xc { }\nclass Xa extends Xc { void m() { } }\ninterface Ic { }\ninterface Ia extends Ic { void i(); }\nclass Zelf { }\nclass Self extends Zelf { }",
    );
    for name in ["Xa", "Ia"] {
        classes.insert(name.into(), cyclic[name].clone());
    }
    classes.insert("Self".into(), patched(&cyclic["Self"], "Zelf", "Self"));
    let (world, findings) = without_jdk([ClassFiles::new("app", classes)]);
    let shown = shown(&findings);
    assert_eq!(shown.len(), 3, "{shown:#?}");
    assert!(shown.iter().all(|finding| finding.contains("is its own supertype by way of ")), "{shown:#?}");
    assert!(shown.contains(&"class-unloadable Self: is its own supertype by way of Self".to_owned()));
    for class in world.classes() {
        assert!(world.all_supertypes(class.id()).count() < 10, "{class}");
        assert!(!world.all_supertypes(class.id()).any(|above| above == class.id()), "{class}");
    }
    let graph = CallGraph::class_hierarchy(&world);
    let all = Roots::methods(world.method_ids());
    let rapid = CallGraph::rapid_type(&world, &all);
    for method in world.method_ids() {
        graph.callers(&world, method);
        rapid.callees(&world, method);
    }
    assert_eq!(shorts(&world, graph.callers(&world, method(&world, "Impl", "i").id())), ["Ic.j"]);
}

/// Protects the kinds of supertypes: an interface cannot be extended by a class, nor a class implemented.
#[test]
fn supertypes_of_the_wrong_kind_are_cut() {
    let mut classes = compiled(
        "
        //- All.java
        class Base { void m() { } }
        interface Face { }
        class Sub extends Base implements Face { }
        ",
    );
    let mut turned = compiled("//- All.java\ninterface Base { void m(); }\nclass Face { }");
    classes.append(&mut turned);
    let (world, findings) = without_jdk([ClassFiles::new("app", classes)]);
    let expected = [
        "class-unloadable Sub: extends Base, which is an interface",
        "class-unloadable Sub: implements Face, which is not an interface",
    ];
    assert_eq!(shown(&findings), expected);
    let sub = class(&world, "Sub");
    assert_eq!(world.all_supertypes(sub.id()).count(), 0);
    assert_eq!(sub.super_name().unwrap(), "Base", "the name is kept");
}

/// Protects classes whose superclass is missing: they stand, and say what they miss.
#[test]
fn a_missing_superclass_stays_a_name() {
    let mut classes = compiled(
        "
        //- All.java
        interface I { void i(); default void d() { } }
        class Top { }
        class Missing extends Top implements I { public void i() { } void inherited() { } }
        class Known extends Missing { void own() { inherited(); own(); i(); } }
        class Lower extends Known implements I { }
        ",
    );
    classes.remove("Missing").unwrap();
    let (world, findings) = without_jdk([ClassFiles::new("app", classes)]);
    assert_eq!(findings, []);
    let (known, lower) = (class(&world, "Known").id(), class(&world, "Lower").id());
    let missing = world.symbol("Missing").unwrap();
    assert_eq!(world.missing_supertype(lower), Some(missing));
    assert_eq!(world.class_of_symbol(missing), None);
    let phantoms: Vec<_> =
        world.missing_supertypes().map(|(name, users)| (world.text(name).to_string(), users.len())).collect();
    assert_eq!(phantoms, [("java/lang/Object".to_owned(), 2), ("Missing".to_owned(), 1)]);
    let i = method(&world, "I", "i").id();
    assert_eq!(world.select(lower, i), Err(SelectError::MissingClass(missing)), "Missing may implement it");
    let d = method(&world, "I", "d").id();
    assert_eq!(world.select(lower, d), Ok(d), "as if Missing declared nothing");
    assert!(world.is_subtype(lower, known));
}

/// Protects against whatever a class file may hold: bytes flipped at random give findings or strange
/// classes, but every question about them is answered.
#[test]
fn flipped_bytes_never_panic() {
    let fixture = r#"
        //- All.java
        import java.util.function.*;
        @interface Mark { String[] value() default {"a"}; Class<?> type() default int.class; }
        interface I { default int d(int i) { return i; } void a() throws Exception; }
        sealed interface S permits R, T { }
        record R(@Mark int x, String y) implements S { }
        final class T implements S, I { public void a() { } }
        enum E { ONE { void m() { } }, TWO; void m() { } }
        @Mark({"x", "y"}) abstract class C<X extends Number> extends Thread implements I {
            static Object s = new Object(); X field; int[][] array = new int[1][2];
            C(@Mark(type = String.class) int i) { super("" + i + s); }
            <Y> Y m(Function<X, Y> f, Object o) {
                Runnable r = () -> run(); r.run();
                Supplier<T> t = T::new;
                synchronized (this) { if (o instanceof I i) i.d(1); }
                switch (o.hashCode()) { case 1: return null; case 100: return f.apply(field); default: throw new Error(); }
            }
            class Inner { void n() { new Object() { int q = array.length; }; m(null, C.class); } }
        }
    "#;
    let originals: Vec<_> = compiled(fixture).into_iter().collect();
    let mut state = 42u64;
    let mut random = move |below: usize| {
        state = state.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
        (state >> 33) as usize % below
    };
    let mut read = 0;
    for _ in 0..2000 {
        let flipped = originals.iter().map(|(name, bytes)| {
            let mut bytes = bytes.clone();
            for _ in 0..random(3) {
                let position = random(bytes.len());
                bytes[position] =
                    if random(2) == 0 { random(256) as u8 } else { bytes[position] ^ 1 << random(8) };
            }
            (name.clone(), bytes)
        });
        let (world, _) = without_jdk([ClassFiles::new("flipped", flipped.collect::<Vec<_>>())]);
        read += world.classes().len();
        for class in world.classes() {
            let _ = (
                world.annotations(class.id()),
                class.nesting(),
                class.outer_name(),
                world.nest_host(class.id()),
            );
            let _ = format!(
                "{class} {:?} {:?}",
                class.simple_name(),
                class.permitted_subclasses().collect::<Vec<_>>()
            );
            for method in class.methods() {
                let _ = format!("{method:#} {:?}", world.overridden(method.id()));
                let id = method.id();
                let _ = (
                    world.annotations(id),
                    world.parameter_annotations(id),
                    world.parameter_names(id),
                    world.lines(id),
                );
            }
        }
        for graph in [
            CallGraph::class_hierarchy(&world),
            CallGraph::rapid_type(&world, &Roots::methods(world.method_ids())),
        ] {
            for method in world.method_ids() {
                let _ = (graph.callers(&world, method), graph.callees(&world, method));
            }
        }
    }
    assert!(read > 10_000, "most classes should survive a flipped byte, but {read} did");
}
