//! Constructors that compute fields from their arguments.

use super::support::check;

#[test]
fn null_checks_defaults_and_normalisation() {
    let fixture = r#"
        //- zoo/Checked.java
        package zoo;
        import java.util.*;
        public class Checked {
            private final String name; private final List<String> tags; private final int size;
            public Checked(String name, List<String> tags, int size) {
                this.name = Objects.requireNonNull(name, "name");
                this.tags = tags == null ? Collections.emptyList() : Collections.unmodifiableList(new ArrayList<>(tags));
                if (size < 0) throw new IllegalArgumentException("size");
                this.size = size;
            }
        }
        //- zoo/Defaults.java
        package zoo;
        public class Defaults {
            private final String mode; private final int limit;
            public Defaults(String mode, int limit) {
                this.mode = mode != null ? mode : "fast";
                this.limit = limit > 0 ? limit : 100;
            }
        }
        //- zoo/Name.java
        package zoo;
        public class Name {
            private final String text; private final int hash; private final int length;
            public Name(String text) {
                this.text = text.trim().toLowerCase();
                this.hash = this.text.hashCode();
                this.length = text.length();
            }
        }
        //- zoo/Prefixed.java
        package zoo;
        public class Prefixed {
            private final String key; private final int next; private final long wide;
            public Prefixed(String key, int number, int wide) { this.key = "k-" + key + "!"; this.next = number + 1; this.wide = wide; }
        }
        //- zoo/Boxes.java
        package zoo;
        import java.util.Optional;
        public class Boxes {
            private final Integer boxed; private final int plain; private final Optional<String> maybe;
            public Boxes(int boxed, Integer plain, String maybe) {
                this.boxed = boxed; this.plain = plain; this.maybe = Optional.ofNullable(maybe);
            }
        }
        //- zoo/Arrays2.java
        package zoo;
        public class Arrays2 {
            private final int[] numbers; private final String[] names; private final byte[] copy;
            public Arrays2(int[] numbers, byte[] copy, String... names) {
                this.numbers = numbers.clone(); this.names = names;
                this.copy = java.util.Arrays.copyOf(copy, copy.length);
            }
        }
        //- zoo/Scene.java
        package zoo;
        import java.util.*;
        class Scene {
            private static Object checked() { return new Checked("n", List.of("a"), 3); }
            private static Object untagged() { return new Checked("n", null, 0); }
            private static Object defaults() { return new Defaults(null, 0); }
            private static Object given() { return new Defaults("slow", 7); }
            private static Object name() { return new Name("text"); }
            private static Object prefixed() { return new Prefixed("x", 5, 9); }
            private static Object boxes() { return new Boxes(1, 2, "m"); }
            private static Object noBox() { return new Boxes(1, 2, null); }
            private static Object arrays() { return new Arrays2(new int[] {1, 2}, new byte[] {3}, "a", "b"); }
        }
    "#;
    check(
        fixture,
        "zoo.Scene",
        &[
            ("checked", r#"new Checked("n", List.of("a"), 3)"#),
            ("untagged", r#"new Checked("n", null, 0)"#),
            ("defaults", r#"new Defaults("fast", 100)"#),
            ("given", r#"new Defaults("slow", 7)"#),
            ("name", r#"new Name("text")"#),
            ("prefixed", r#"new Prefixed("x", 5, 9)"#),
            ("boxes", r#"new Boxes(1, 2, "m")"#),
            ("noBox", "new Boxes(1, 2, null)"),
            ("arrays", r#"new Arrays2(new int[] {1, 2}, new byte[] {3}, new String[] {"a", "b"})"#),
        ],
        &[],
    );
}
