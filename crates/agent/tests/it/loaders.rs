//! Classes that come from elsewhere than the class path: loaders of the subject's own, and modules.

use std::collections::{BTreeMap, BTreeSet};

use crate::support::{record, record_java};
use reenact_testkit::jvm::Java;
use reenact_testkit::{Fixture, jdks, run};

/// `Main` loads `Work`, which is in a directory that its own loader does not see, by loaders that it makes.
fn hidden(main: &str) -> Fixture {
    Fixture::parse(&format!(
        r#"
        //- p/Main.java
        package p;
        import java.io.*;
        import java.nio.file.*;
        public class Main {{
            /** Defines what is in the package `hidden` itself, and asks for nothing else but `java.*`. */
            static class Narrow extends ClassLoader {{
                Narrow() {{ super(null); }}
                @Override protected Class<?> loadClass(String name, boolean resolve) throws ClassNotFoundException {{
                    Class<?> loaded = findLoadedClass(name);
                    if (loaded != null) return loaded;
                    if (name.startsWith("java.")) return super.loadClass(name, resolve);
                    if (!name.startsWith("hidden.")) throw new ClassNotFoundException(name);
                    try (InputStream in = Main.class.getResourceAsStream("/" + name.replace('.', '/') + ".class")) {{
                        byte[] bytes = in.readAllBytes();
                        return defineClass(name, bytes, 0, bytes.length);
                    }} catch (IOException impossible) {{ throw new ClassNotFoundException(name, impossible); }}
                }}
            }}
            static Object work(ClassLoader loader, String text) throws Exception {{
                Object work = loader.loadClass("hidden.Work").getConstructor().newInstance();
                return work.getClass().getMethod("twice", String.class).invoke(work, text);
            }}
            public static void main(String[] args) throws Exception {{ {main} }}
        }}
        //- hidden/Work.java
        package hidden;
        public class Work {{
            private Part part = new Part();
            public String twice(String text) {{
                try {{ part.times(text, -1); }} catch (IllegalArgumentException expected) {{ part.failures++; }}
                return part.times(text, 2);
            }}
        }}
        class Part {{
            int failures;
            String times(String text, int count) {{
                if (count < 0) throw new IllegalArgumentException(text);
                return text.repeat(count);
            }}
        }}
        "#
    ))
}

/// Loaders such as those of OSGi ask the bootstrap loader for `java.*` alone: what probes call must be there.
#[test]
fn a_loader_that_delegates_nothing_but_java() {
    for jdk in jdks() {
        let fixture = hidden("System.out.println(work(new Narrow(), \"ab\"));");
        let program = fixture.compile_with(&jdk, &["-g"]);
        let recorded = record(&program, "p.Main", "include=hidden.**,all,sample-backoff=1").ok();
        assert_eq!(recorded.ran.stdout, "abab\n");
        let expected = [
            "Work.<init>() -> Work{part=Part{failures=0}}",
            "Part.<init>() -> Part{failures=0}",
            "Work.twice(this=Work{part=Part{failures=0}}, text=\"ab\") -> \"abab\"; this.part.failures: 0 -> 1",
            "Part.times(this=Part{failures=0}, text=\"ab\", count=-1) throws IllegalArgumentException",
            "Part.times(this=Part{failures=1}, text=\"ab\", count=2) -> \"abab\"",
        ];
        assert_eq!(recorded.calls(), expected, "JDK {}", jdk.version.full);
    }
}

/// Two classes of one name are two classes, and so are their methods.
#[test]
fn a_class_that_two_loaders_define() {
    for jdk in jdks() {
        let fixture = hidden(
            "Narrow one = new Narrow(), other = new Narrow();
             System.out.println(work(one, \"a\") + \" \" + work(other, \"b\") + \" \" + work(one, \"c\"));",
        );
        let program = fixture.compile_with(&jdk, &["-g"]);
        let recorded = record(&program, "p.Main", "methods=hidden.Work#twice,sample-backoff=1").ok();
        assert_eq!(recorded.ran.stdout, "aa bb cc\n");
        let reader = recorded.reader();
        let mut by_loader: BTreeMap<u32, Vec<String>> = BTreeMap::new();
        let mut methods = BTreeSet::new();
        recorded.each(|head, method, capture, picture| {
            let class = reader.class(reader.class_of(method.class).expect("the class is described"));
            assert_eq!(&*class.name, "hidden/Work");
            // The receiver is of the class that declares the method, not of the other one.
            let described = picture.class_of(&capture.before, capture.roots[0]).expect("an object");
            assert_eq!(reader.class(described).loader, class.loader);
            let text = picture.of(&capture.before).draw(capture.roots[1]);
            by_loader.entry(class.loader).or_default().push(text);
            methods.insert(head.method);
        });
        assert_eq!(methods.len(), 2, "each class has its own method");
        let mut texts: Vec<Vec<String>> = by_loader.into_values().collect();
        texts.sort();
        assert_eq!(texts, [vec!["\"a\"", "\"c\""], vec!["\"b\""]]);
    }
}

/// Loaders come and go, and take their classes with them: nothing here keeps them alive.
#[test]
fn loaders_that_are_gone_are_unloaded() {
    let fixture = hidden(
        "for (int i = 0; i < 200; i++) work(new Narrow(), \"x\");
         java.lang.ref.WeakReference<ClassLoader> last = new java.lang.ref.WeakReference<>(new Narrow());
         work(last.get(), \"last\");
         for (int i = 0; i < 100 && last.get() != null; i++) System.gc();
         System.out.println(last.get() == null ? \"unloaded\" : \"kept\");",
    );
    for jdk in jdks() {
        let program = fixture.compile_with(&jdk, &["-g"]);
        assert_eq!(program.run("p.Main", &[]).ok(), "unloaded\n");
        let recorded = record(&program, "p.Main", "include=hidden.**,all,sample-backoff=1").ok();
        assert_eq!(recorded.ran.stdout, "unloaded\n");
        assert_eq!(recorded.calls_of("twice").len(), 201);
    }
}

/// A named module that exports one package and reads nothing but `java.base`.
#[test]
fn a_named_module() {
    let fixture = Fixture::parse(
        r#"
        //- module-info.java
        module shop { exports shop.api; }
        //- shop/api/Price.java
        package shop.api;
        public record Price(long cents) {
            public Price times(int count) { return shop.internal.Hidden.product(this, count); }
        }
        //- shop/internal/Hidden.java
        package shop.internal;
        import shop.api.Price;
        public class Hidden {
            public static Price product(Price price, int count) { return new Price(price.cents() * count); }
            public static void main(String[] args) {
                System.out.println(new Price(25).times(4));
                System.out.println(Hidden.class.getModule() + " " + Hidden.class.getModule().canRead(Hidden.class.getModule()));
            }
        }
        "#,
    );
    for jdk in jdks() {
        let program = fixture.compile_with(&jdk, &["-g"]);
        let java = || {
            let java = Java::main_class(&jdk, "--module=shop/shop.internal.Hidden");
            java.vm_option("-p").vm_option(program.classes().as_os_str())
        };
        let plain = run(java()).ok();
        let options = "methods=shop.api.Price#times;shop.internal.Hidden#product,sample-backoff=1";
        let recorded = record_java(java(), options).ok();
        assert_eq!(recorded.ran.stdout, plain);
        let expected = [
            "Price.times(this=Price{cents=25}, count=4) -> Price{cents=100}",
            "Hidden.product(price=Price{cents=25}, count=4) -> Price{cents=100}",
        ];
        assert_eq!(recorded.calls(), expected);
    }
}
