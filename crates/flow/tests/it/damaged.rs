//! Damaged bytecode: an error or a body, never a panic.

use std::sync::Arc;

use reenact_classfile::container::Container;
use reenact_flow::paths::{Limits, Paths};
use reenact_flow::{Body, FlowError};
use reenact_testkit::{ClassFiles, Fixture, jdk};
use reenact_world::{Depth, Options, World};

const SOURCE: &str = r#"
    //- A.java
    import java.util.*;
    class A {
        int n; String s; long[] numbers = new long[2];
        A(int n, String s) { this.n = n; this.s = s == null ? "x" + n : s.trim(); }
        int all(int k, long l, double d, Object o) {
            try {
                switch (k) { case 1: n += 2; case 900: n -= (int) l; break; default: numbers[k] = l << 3; }
                for (int i = 0; i < 3; i++) { n ^= i; if (o instanceof String t && t.length() > i) return i; }
                synchronized (this) { s = new StringBuilder().append(d).append(s).toString(); }
                Runnable r = () -> s = "" + k; r.run();
            } catch (IllegalStateException | ArithmeticException e) {
                n = d > 2.5 ? 1 : 0;
            } finally {
                n++;
            }
            return n % k;
        }
    }
"#;

/// Protects against panics, and endless work, on whatever one changed byte makes of the code.
#[test]
fn flipped_bytes() {
    let classes = Fixture::parse(SOURCE).compile(&jdk()).class_files();
    let intact = &classes["A"];
    let (mut bodies, mut errors) = (0, 0);
    for position in (8..intact.len()).step_by(1) {
        for change in [0x01, 0x80, 0xff, 0x55] {
            let mut bytes = intact.clone();
            bytes[position] ^= change;
            let classes: Arc<dyn Container> = Arc::new(ClassFiles::new("app", [("A".to_owned(), bytes)]));
            let (world, _) = World::build(&[classes], Options { depth: Depth::Code, platform: 0 });
            for method in world.method_ids() {
                match Body::of(&world, method) {
                    Ok(_) => {
                        bodies += 1;
                        Paths::of(&world, method, &Limits::default());
                    }
                    Err(error) => {
                        errors += 1;
                        assert!(!error.to_string().is_empty());
                    }
                }
            }
        }
    }
    println!("{bodies} bodies, {errors} errors");
    assert!(bodies > 1000 && errors > 1000, "{bodies} bodies, {errors} errors");
}

/// Protects that a method without code, and a program without its code, are errors that say so.
#[test]
fn errors_say_what_is_wrong() {
    let fixture =
        Fixture::parse("//- A.java\nabstract class A { abstract void m(); native void n(); void c() { } }\n");
    let classes = ClassFiles::new("app", fixture.compile(&jdk()).class_files());
    let containers: [Arc<dyn Container>; 1] = [Arc::new(classes)];
    let error = |depth, name: &str| -> FlowError {
        let (world, _) = World::build(&containers, Options { depth, platform: 0 });
        let method = world.class("A").unwrap().methods_named(name).next().unwrap().id();
        Body::of(&world, method).err().unwrap()
    };
    assert_eq!(
        error(Depth::Code, "m").to_string(),
        "A#m(): the method is abstract or native and has no code"
    );
    assert_eq!(
        error(Depth::Members, "c").to_string(),
        "A#c(): the program was read without its code; read it with Depth::Code"
    );
}
