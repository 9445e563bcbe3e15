//! Classes that extend those of the JDK, and JDK classes without a form of their own.

use super::support::check;

#[test]
fn exceptions_and_collections_of_the_subject() {
    let fixture = r#"
        //- zoo/Failure.java
        package zoo;
        public class Failure extends RuntimeException {
            private final int code;
            public Failure(String message, int code) { super(message); this.code = code; }
            public Failure(String message, Throwable cause) { super(message, cause); this.code = -1; }
        }
        //- zoo/Basket.java
        package zoo;
        import java.util.*;
        public class Basket extends ArrayList<String> {
            private int discount;
            public Basket(int discount) { this.discount = discount; }
        }
        //- zoo/Index.java
        package zoo;
        import java.util.*;
        public class Index extends LinkedHashMap<String, Integer> {
            private final String name;
            public Index(String name) { super(16); this.name = name; }
        }
        //- zoo/Row.java
        package zoo;
        import java.util.*;
        public class Row extends AbstractList<String> {
            private final String[] cells;
            public Row(String... cells) { this.cells = cells; }
            @Override public String get(int at) { return cells[at]; }
            @Override public int size() { return cells.length; }
        }
        //- zoo/Scene.java
        package zoo;
        import java.util.*;
        class Scene {
            private static Object failure() { return new Failure("broken", 7); }
            private static Object caused() { return new Failure("broken", new IllegalStateException("why")); }
            private static Object later() { Failure f = new Failure("broken", 7); f.initCause(new Failure("x", 1)); f.addSuppressed(new Failure("s", 2)); return f; }
            private static Object basket() { Basket b = new Basket(5); b.add("x"); b.add(null); return b; }
            private static Object index() { Index i = new Index("n"); i.put("b", 1); i.put("a", 2); return i; }
            private static Object row() { return new Row("a", "b"); }
            private static Object jdk() { return new Object[] {new java.awt0.Dummy(), new StringBuilder("x")}; }
        }
        //- java/awt0/Dummy.java
        package java.awt0;
        public class Dummy { }
    "#
    .replace("java/awt0", "zoo/awt")
    .replace("java.awt0", "zoo.awt");
    check(
        &fixture,
        "zoo.Scene",
        &[
            ("failure", r#"new Failure("broken", 7)"#),
            ("caused", r#"new Failure("broken", new IllegalStateException("why"))"#),
            (
                "later",
                r#"failure = new Failure("broken", 7); failure.initCause(new Failure("x", 1)); failure.addSuppressed(new Failure("s", 2)); failure"#,
            ),
            ("basket", r#"basket = new Basket(5); basket.add("x"); basket.add(null); basket"#),
            (
                "index",
                r#"index = new Index("n"); index.put("b", Integer.valueOf(1)); index.put("a", Integer.valueOf(2)); index"#,
            ),
            ("row", r#"new Row(new String[] {"a", "b"})"#),
            ("jdk", r#"new Dummy(), new StringBuilder("x")"#),
        ],
        &[],
    );
}
