//! Terms as text.

use reenact_flow::paths::PathCache;
use reenact_testkit::Fixture;

use crate::support::Subject;

/// The result of each method's only path, as [`Terms::show`](reenact_flow::term::Terms::show) writes it.
#[test]
fn terms_are_shown_with_the_instructions_of_the_jvm() {
    let fixture = Fixture::parse(
        r#"
        //- zoo/A.java
        package zoo;
        class A {
            static int[] table;
            int age; A next; long[] longs;
            int sum(int p) { return p + age * 2; }
            long wide(int p, long q) { return (p - q) >>> 3; }
            double mixed(float p, double q) { return -(p / q) + 1.5; }
            int bytes(int p) { return (byte) p | (char) p; }
            long read(int p) { return next.longs[p] ^ longs.length; }
            int compare(int p) { return table[p] % 7; }
            Object made() { return new A(); }
            Object nothing() { return null; }
            static native int asked(int p);
            int opaque(int p) { return asked(p) & 15; }
            String text(int p, String q) { return "a" + p + q; }
            Class<?> type() { return A.class; }
        }
        "#,
    );
    let expected = [
        ("sum", "(iadd p0 (imul (getfield this zoo/A.age) 2))"),
        ("wide", "(lushr (lsub (i2l p0) p1) 3)"),
        ("mixed", "(dadd (dneg (ddiv (f2d p0) p1)) 1.5D)"),
        ("bytes", "(ior (i2b p0) (i2c p0))"),
        (
            "read",
            "(lxor (laload (getfield (getfield this zoo/A.next) zoo/A.longs) p0) \
             (i2l (arraylength (getfield this zoo/A.longs))))",
        ),
        ("compare", "(irem (iaload (getstatic zoo/A.table) p0) 7)"),
        ("made", "new0"),
        ("nothing", "null"),
        ("opaque", "(iand call0 15)"),
        ("text", "(concat \"a\" p0 p1)"),
        ("type", "(class zoo/A)"),
    ];
    for subject in Subject::all(&fixture) {
        let cache = PathCache::new(&subject.world);
        for (method, text) in expected {
            let paths = cache.get(subject.method("zoo/A", method));
            let [path] = &paths.paths[..] else { panic!("{method} has one path") };
            let shown = paths.terms.show(&subject.world, path.result.expect("a result")).to_string();
            assert_eq!(shown, text, "{method} on JDK {}", subject.release);
        }
    }
}
