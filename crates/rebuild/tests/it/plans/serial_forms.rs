//! Objects of classes that declare a serial form are made by their deserializers.

use super::support::check;

#[test]
fn deserializers_come_before_other_constructors_and_factories() {
    let fixture = r#"
        //- io/reenact/serial/Deserializer.java
        package io.reenact.serial;
        public @interface Deserializer { int version() default 1; boolean open() default false; }
        //- zoo/Range.java
        package zoo;
        import io.reenact.serial.Deserializer;
        public class Range {
            private final int lo, hi;
            Range(int lo, int hi) { if (lo > hi) throw new IllegalArgumentException(); this.lo = lo; this.hi = hi; }
            @Deserializer(version = 2)
            public static Range make(int lo, int hi) { return new Range(lo, hi); }
            @Deserializer(version = 1)
            public static Range upTo(int hi) { return new Range(0, hi); }
        }
        //- zoo/C.java
        package zoo;
        import io.reenact.serial.Deserializer;
        public class C {
            private final int a, b, c;
            @Deserializer(version = 3)
            public C(int a, int b, int c) { this.a = a; this.b = b; this.c = c; }
            @Deserializer(version = 2)
            public C(int a, int b) { this(a, b, 0); }
            public C(int a) { this(a, 0, 0); }
        }
        //- zoo/Scene.java
        package zoo;
        class Scene {
            private static Object range() { return new Range(1, 5); }
            private static Object fromZero() { return new Range(0, 5); }
            private static Object versions() { return new C(1); }
        }
    "#;
    check(
        fixture,
        "zoo.Scene",
        &[("range", "Range.make(1, 5)"), ("fromZero", "Range.make(0, 5)"), ("versions", "new C(1, 0, 0)")],
        &[],
    );
}
