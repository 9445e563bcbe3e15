//! Classes in classes, records, builders, and what a test may see.

use super::support::check;

#[test]
fn nested_classes_records_builders_and_access() {
    let fixture = r#"
        //- zoo/Outer.java
        package zoo;
        public class Outer {
            private final int number;
            public Outer(int number) { this.number = number; }
            public class Inner {
                private final String name;
                public Inner(String name) { this.name = name; }
                int outerNumber() { return number; }
            }
            public class Unused {
                private final String name;
                public Unused(String name) { this.name = name; }
            }
            public static class Nested { int x; }
            private static class Hidden { int x = 1; }
            static Object hide() { return new Hidden(); }
            public Runnable task(String text) {
                return new Runnable() { @Override public void run() { System.out.println(text + number); } };
            }
        }
        //- zoo/Point.java
        package zoo;
        public record Point(int x, int y, String label) {
            public Point { if (label == null) throw new NullPointerException(); }
        }
        //- zoo/Car.java
        package zoo;
        import java.util.*;
        public final class Car {
            private final String make; private final int doors; private final List<String> extras; private final Integer year;
            private Car(Builder builder) {
                this.make = builder.make; this.doors = builder.doors; this.extras = List.copyOf(builder.extras); this.year = builder.year;
            }
            public static Builder builder() { return new Builder(); }
            public static final class Builder {
                private String make; private int doors = 4; private final List<String> extras = new ArrayList<>(); private Integer year;
                private Builder() { }
                public Builder make(String make) { this.make = make; return this; }
                public Builder doors(int doors) { this.doors = doors; return this; }
                public Builder extra(String extra) { this.extras.add(extra); return this; }
                public Builder year(Integer year) { this.year = year; return this; }
                public Car build() { return new Car(this); }
            }
        }
        //- zoo/Quiet.java
        package zoo;
        class Quiet { final int x; Quiet(int x) { this.x = x; } }
        //- zoo/Scene.java
        package zoo;
        import java.util.*;
        class Scene {
            private static Object inner() { return new Outer(7).new Inner("i"); }
            private static Object unused() { return new Outer(7).new Unused("u"); }
            private static Object nested() { Outer.Nested n = new Outer.Nested(); n.x = 3; return n; }
            private static Object privately() { return Outer.hide(); }
            private static Object anonymous() { return new Outer(1).task("t"); }
            private static Object point() { return new Point(1, 2, "p"); }
            private static Object car() { return Car.builder().make("m").doors(2).extra("a").extra("b").build(); }
            private static Object plainCar() { return Car.builder().make("m").year(1999).build(); }
            private static Object quiet() { return new Quiet(3); }
        }
    "#;
    check(
        fixture,
        "zoo.Scene",
        &[
            ("inner", r#"new Outer(7).new Outer.Inner("i")"#),
            // javac leaves out the field for the outer instance where it is not read; some outer is needed.
            ("unused", r#"new Outer(0).new Outer.Unused("u") || new Outer(7).new Outer.Unused("u")"#),
            ("nested", "outerNested = new Outer.Nested(); outerNested.x = 3; outerNested"),
            ("privately", "Outer.hide()"),
            ("anonymous", r#"new Outer(1).task("t")"#),
            ("point", r#"new Point(1, 2, "p")"#),
            ("car", r#"Car.builder().make("m").doors(2).extra("a").extra("b").build()"#),
            ("plainCar", r#"Car.builder().make("m").year(Integer.valueOf(1999)).build()"#),
            ("quiet", "new Quiet(3)"),
        ],
        &[],
    );
}
