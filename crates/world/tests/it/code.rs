//! Code of methods: sites, lambdas, `invokedynamic`.

use crate::support::Subject;
use crate::support::assemble::Assembly;
use reenact_testkit::{ClassFiles, Fixture};
use reenact_world::{Action, DynamicKind, Handle, LambdaView, World};

fn member(world: &World, handle: Handle) -> String {
    let name = |class, id| {
        let pair = world.name_and_type_of(id);
        format!("{}.{}{}", world.text(class), world.text(pair.name), world.text(pair.descriptor))
    };
    match handle {
        Handle::Method(kind, id) => {
            let reference = world.method_ref(id);
            format!("{kind:?} {}", name(reference.class, reference.name_and_type))
        }
        Handle::Field(access, id) => {
            let reference = world.field_ref(id);
            format!("{access:?} {}", name(reference.class, reference.name_and_type))
        }
    }
}

fn describe(world: &World, action: Action) -> String {
    match action {
        Action::Call(kind, reference) => member(world, Handle::Method(kind, reference)),
        Action::Field(access, reference) => member(world, Handle::Field(access, reference)),
        Action::Dynamic(dynamic) | Action::DynamicConstant(dynamic) => {
            format!("{:?}", world.view(dynamic).kind())
        }
        Action::New(name) => format!("new {}", world.text(name)),
        Action::NewArray(name) => format!("new {}[]", world.text(name)),
        Action::NewMultiArray(name) => format!("new {}", world.text(name)),
        Action::CheckCast(name) => format!("cast {}", world.text(name)),
        Action::InstanceOf(name) => format!("test {}", world.text(name)),
        Action::ClassConstant(name) => format!("class {}", world.text(name)),
    }
}

/// Protects that every instruction of interest becomes a site, in code order.
#[test]
fn sites_in_the_order_of_the_code() {
    let fixture = Fixture::parse(
        r#"
        //- C.java
        class C {
            static Object s; int i;
            Object m(Object o) {
                i = i + 1;
                s = s;
                Object[] a = new String[3];
                int[][] b = new int[2][2];
                if (o instanceof Runnable) ((Runnable) o).run();
                Class<?> c = C.class;
                new C().m(null);
                n();
                return super.toString();
            }
            static void n() { }
        }
        "#,
    );
    for subject in Subject::all(&fixture) {
        let method = subject.method("C", "m");
        let sites: Vec<_> =
            method.sites().iter().map(|site| describe(&subject.world, site.action())).collect();
        let expected = [
            "GetField C.iI",
            "PutField C.iI",
            "GetStatic C.sLjava/lang/Object;",
            "PutStatic C.sLjava/lang/Object;",
            "new java/lang/String[]",
            "new [[I",
            "test java/lang/Runnable",
            "cast java/lang/Runnable",
            "Interface java/lang/Runnable.run()V",
            "class C",
            "new C",
            "Special C.<init>()V",
            "Virtual C.m(Ljava/lang/Object;)Ljava/lang/Object;",
            "Static C.n()V",
            "Special java/lang/Object.toString()Ljava/lang/String;",
        ];
        assert_eq!(sites, expected);
        assert!(method.sites().is_sorted_by_key(|site| site.pc()));
    }
}

fn lambda(world: &World, lambda: LambdaView<'_>) -> String {
    let pair = world.name_and_type_of(lambda.method());
    let mut text = format!(
        "{}.{}{} = {}",
        world.text(lambda.interface()),
        world.text(pair.name),
        world.text(pair.descriptor),
        member(world, lambda.implementation())
    );
    if lambda.is_serializable() {
        text += " serializable";
    }
    for &marker in lambda.markers() {
        text += &format!(" & {}", world.text(marker));
    }
    for &bridge in lambda.bridges() {
        text += &format!(" bridge {}", world.text(world.name_and_type_of(bridge).descriptor));
    }
    text
}

/// Protects lambda expressions and all kinds of method references: interface, method, implementation.
#[test]
fn lambdas() {
    let fixture = Fixture::parse(
        r#"
        //- C.java
        import java.io.Serializable;
        import java.util.function.*;
        interface Mark { }
        interface Text<T extends CharSequence> { int of(T t); }
        interface OfString { int of(String s); }
        interface StringText extends OfString, Text<String> { }
        class C {
            int field;
            void m(C other, String captured) {
                Runnable a = () -> System.out.println(); // lambda: java/lang/Runnable.run()V = Static C.lambda
                Runnable b = () -> System.out.println(field + captured); // lambda: java/lang/Runnable.run()V = Special C.lambda
                Function<String, Integer> c = Integer::valueOf; // lambda: java/util/function/Function.apply(Ljava/lang/Object;)Ljava/lang/Object; = Static java/lang/Integer.valueOf(Ljava/lang/String;)Ljava/lang/Integer;
                Function<Object, String> d = Object::toString; // lambda: java/util/function/Function.apply(Ljava/lang/Object;)Ljava/lang/Object; = Virtual java/lang/Object.toString()Ljava/lang/String;
                Function<CharSequence, Integer> e = CharSequence::length; // lambda: java/util/function/Function.apply(Ljava/lang/Object;)Ljava/lang/Object; = Interface java/lang/CharSequence.length()I
                Supplier<String> f = captured::trim; // lambda: java/util/function/Supplier.get()Ljava/lang/Object; = Virtual java/lang/String.trim()Ljava/lang/String;
                Supplier<C> g = C::new; // lambda: java/util/function/Supplier.get()Ljava/lang/Object; = New C.<init>()V
                IntFunction<int[]> h = int[]::new; // lambda: java/util/function/IntFunction.apply(I)Ljava/lang/Object; = Static C.lambda
                Object i = (Runnable & Serializable & Mark) () -> { }; // lambda: java/lang/Runnable.run()V = Static C.lambda serializable & Mark
                StringText j = String::length; // lambda: StringText.of(Ljava/lang/CharSequence;)I = Virtual java/lang/String.length()I bridge (Ljava/lang/String;)I
                Supplier<String> k = super::toString; // lambda: java/util/function/Supplier.get()Ljava/lang/Object; = Special C.lambda
            }
        }
        "#,
    );
    for subject in Subject::all(&fixture) {
        let world = &subject.world;
        let found = subject.found(&fixture, "lambda", |method| {
            if method.name().as_bytes().starts_with(b"$") {
                // `$deserializeLambda$` makes the serializable one again, on the line of the class.
                return Vec::new();
            }
            let lambdas = method.sites().iter().filter_map(|site| match site.action() {
                Action::Dynamic(dynamic) => Some((site.pc(), world.view(dynamic).lambda()?)),
                _ => None,
            });
            // The names of javac's own methods differ between versions: `lambda$m$0`, `lambda$super$…`.
            let short = |text: String| match text.split_once(".lambda$") {
                Some((start, rest)) => {
                    let end = rest.find(" serializable").map_or("", |at| &rest[at..]);
                    format!("{start}.lambda{end}")
                }
                None => text,
            };
            lambdas.map(|(pc, view)| (pc, short(lambda(world, view)))).collect()
        });
        // A captured `this` makes the method an instance method, which is private: called by
        // `invokespecial` up to class files of JDK 10, by `invokevirtual` in nests.
        let found = found.into_iter().map(|mut found| {
            found.text = found.text.replace("Virtual C.lambda", "Special C.lambda");
            found
        });
        reenact_testkit::check(found, fixture.expectations(&["lambda"]));
    }
}

/// Protects what runs besides lambdas: string concatenation, record methods, and their implied calls.
#[test]
fn bootstrap_methods_of_the_jdk() {
    let fixture = Fixture::parse(
        r#"
        //- All.java
        record R(int i, Named n, String s) { }
        interface Named { }
        class C { String m(Named n, int i, String s, Integer boxed) { return "" + n + i + s + boxed; } }
        "#,
    );
    for subject in Subject::all(&fixture) {
        let world = &subject.world;
        let dynamic = |class: &str, name: &str| {
            let method = subject.method(class, name);
            let found = method.sites().iter().find_map(|site| match site.action() {
                Action::Dynamic(dynamic) => Some(world.view(dynamic)),
                _ => None,
            });
            let found = found.expect("an invokedynamic");
            let handles: Vec<_> = found.handles().iter().map(|&handle| member(world, handle)).collect();
            (found.kind(), handles)
        };
        let (kind, handles) = dynamic("C", "m");
        assert_eq!(kind, DynamicKind::StringConcat);
        assert_eq!(handles, ["Virtual java/lang/Integer.toString()Ljava/lang/String;"]);
        let (kind, handles) = dynamic("R", "hashCode");
        assert_eq!(kind, DynamicKind::ObjectMethods);
        let expected = [
            "GetField R.iI",
            "GetField R.nLNamed;",
            "GetField R.sLjava/lang/String;",
            "Virtual Named.hashCode()I",
            "Virtual java/lang/String.hashCode()I",
        ];
        assert_eq!(handles, expected);
        let components: Vec<_> = subject
            .class("R")
            .fields()
            .map(|field| crate::support::shorts(world, world.readers(field.id()).to_vec()))
            .collect();
        let readers = |accessor: &str| {
            vec!["R.equals".into(), "R.hashCode".into(), accessor.to_owned(), "R.toString".into()]
        };
        assert_eq!(components, ["R.i", "R.n", "R.s"].map(readers), "read by method handles too");
    }
}

/// Protects switches over patterns: a JDK that has them tests types in a bootstrap method.
#[test]
fn switches_over_patterns() {
    let fixture = Fixture::parse(
        r#"
        //- C.java
        class C {
            sealed interface S { }
            record A(int x) implements S { }
            record B(String y) implements S { }
            static Object m(S s) {
                return switch (s) { // tests: C$A, C$B
                    case A a -> a;
                    case B b -> b.y();
                };
            }
        }
        "#,
    );
    for subject in Subject::since(21, &fixture) {
        let world = &subject.world;
        let found = subject.found(&fixture, "tests", |method| {
            let tests = method.sites().iter().filter_map(|site| match site.action() {
                Action::InstanceOf(name) => Some((site.pc(), world.text(name).to_string())),
                _ => None,
            });
            tests.collect()
        });
        reenact_testkit::check(found, fixture.expectations(&["tests"]));
    }
}

/// Protects `lines`: the sites of a method can be shown in the source.
#[test]
fn lines() {
    let fixture = Fixture::parse(
        "class C {\n    void m() {\n        n();\n\n        n(); n();\n    }\n    void n() { }\n}",
    );
    for subject in Subject::all(&fixture) {
        let method = subject.method("C", "m");
        let lines = subject.world.lines(method.id()).unwrap();
        let at: Vec<_> = method.sites().iter().map(|site| lines.at(site.pc()).unwrap()).collect();
        assert_eq!(at, [3, 5, 5]);
    }
}

/// Protects what only other compilers write: bootstrap methods of their own, dynamic constants, also as
/// arguments of each other, and method handles as constants. Their handles count for the site.
#[test]
fn bootstrap_methods_of_others() {
    let mut class = Assembly::default();
    let reads = class.handle(2, "D", "f", "Ljava/lang/Object;");
    let writes = class.handle(4, "D", "f", "Ljava/lang/Object;");
    let calls = class.handle(5, "D", "called", "()V");
    let (boot, nested) = (class.handle(6, "E", "boot", "()V"), class.handle(6, "E", "nested", "()V"));
    let inner_bootstrap = class.bootstrap(nested, &[writes]);
    let inner = class.dynamic(inner_bootstrap);
    let outer = class.bootstrap(boot, &[reads, inner, inner]);
    let (constant, call) = (class.dynamic(outer), class.invoke_dynamic(outer));
    class.load(constant);
    class.load(calls);
    class.invoke(call);
    let (world, findings) =
        crate::support::without_jdk([ClassFiles::new("app", [("D".to_owned(), class.finish())])]);
    assert_eq!(findings, []);
    let method = crate::support::method(&world, "D", "m");
    let sites: Vec<_> = method.sites().iter().map(|site| describe(&world, site.action())).collect();
    assert_eq!(sites, ["Other", "Handle", "Other"]);
    let effects = |index: usize| -> Vec<String> {
        world.effects(method.sites()[index]).map(|handle| member(&world, handle)).collect()
    };
    let by_bootstrap = [
        "Static E.boot()V",
        "GetStatic D.fLjava/lang/Object;",
        "Static E.nested()V",
        "PutStatic D.fLjava/lang/Object;",
    ];
    assert_eq!(effects(0), by_bootstrap);
    assert_eq!(effects(1), ["Virtual D.called()V"]);
    assert_eq!(effects(2), by_bootstrap);
    let field = crate::support::class(&world, "D").field("f").unwrap().id();
    assert_eq!((world.readers(field), world.writers(field)), (&[method.id()][..], &[method.id()][..]));
}

/// Protects against constants that need themselves: JVMS 5.4.3.6 lets them fail, and so must we end.
#[test]
fn dynamic_constants_in_a_circle() {
    let mut class = Assembly::default();
    let boot = class.handle(6, "E", "boot", "()V");
    let constant = class.dynamic(0);
    assert_eq!(class.bootstrap(boot, &[constant, constant]), 0);
    class.load(constant);
    let (world, findings) =
        crate::support::without_jdk([ClassFiles::new("app", [("D".to_owned(), class.finish())])]);
    assert_eq!(findings, []);
    let site = crate::support::method(&world, "D", "m").sites()[0];
    assert_eq!(world.effects(site).count(), 1);
}
