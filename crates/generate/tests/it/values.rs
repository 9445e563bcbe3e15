//! Values of the JDK and objects that refer to each other, called, made into tests, compiled and run.

use crate::support::generate;
use reenact_generate::{Options, Refusal};
use reenact_testkit::{jdk, jdks};

const VALUES: &str = r#"
    //- v/Values.java
    package v;
    import java.math.*;
    import java.net.*;
    import java.time.*;
    import java.util.*;
    import java.util.concurrent.atomic.*;
    import java.util.regex.Pattern;
    public class Values {
        public enum Color { RED, GREEN, BLUE }
        public static LocalDate next(LocalDate day) { return day.plusDays(1); }
        public static Instant later(Instant i, Duration d) { return i.plus(d); }
        public static UUID same(UUID u) { return u; }
        public static URI resolve(URI u, String s) { return u.resolve(s); }
        public static String tag(Locale l) { return l.toLanguageTag(); }
        public static Pattern pattern(String s) { return Pattern.compile(s); }
        public static boolean matches(Pattern p, String s) { return p.matcher(s).matches(); }
        public static BigDecimal half(BigDecimal d) { return d.divide(BigDecimal.valueOf(2)); }
        public static BigInteger square(BigInteger i) { return i.multiply(i); }
        public static int count(AtomicInteger i) { return i.incrementAndGet(); }
        public static EnumSet<Color> others(EnumSet<Color> c) { return EnumSet.complementOf(c); }
        public static Map<Color, Integer> tally(List<Color> c) {
            Map<Color, Integer> m = new EnumMap<>(Color.class);
            for (Color x : c) m.merge(x, 1, Integer::sum);
            return m;
        }
        public static BitSet flip(BitSet b) { BitSet c = (BitSet) b.clone(); c.flip(0, 4); return c; }
        public static List<String> view(List<String> l) { return Collections.unmodifiableList(l); }
        public static List<String> nulls(List<String> l) { return new ArrayList<>(l); }
        public static Map.Entry<String, Integer> entry(String s) { return Map.entry(s, s.length()); }
        public static Map<String, List<Integer>> group(Map<String, List<Integer>> m) { return new TreeMap<>(m); }
        public static Optional<Integer> first(List<Integer> l) { return l.stream().findFirst(); }
        public static OptionalInt max(int[] a) { return Arrays.stream(a).max(); }
        public static StringBuilder twice(StringBuilder b) { return b.append(b); }
        public static byte[] bytes(String s) { return s.getBytes(java.nio.charset.StandardCharsets.UTF_8); }
        public static Class<?> type(Object o) { return o.getClass(); }
        public static Color color(String s) { return Color.valueOf(s); }
        public static int npe(String s) { return s.length(); }
        public static Object[] mixed() { return new Object[] {1, "a", null, 2L, 'c', new int[] {1}}; }
        public static List<Object> mixedList() { return List.of(1, "a", 2.5, List.of()); }
        public static Iterator<String> iterator(List<String> l) { return l.iterator(); }
        public static Iterator<String> streamed(List<String> l) { return l.stream().iterator(); }
        public static long sum(long[] a) { return Arrays.stream(a).sum(); }
        public static String join(Deque<String> d) { return String.join(",", d); }
        public static Date date(Date d) { return new Date(d.getTime() + 1); }
        public static void fill(Map<String, Integer> m) { m.put("b", 2); m.remove("a"); }
        public static void drain(Deque<String> d) { d.clear(); }
        public static int[][] grid(int n) { return new int[n][n]; }
        public static String shout(String s) { return s.toUpperCase(); }
        public static void nothing(String s) { }
    }
    //- Main.java
    import recorder.Recorder;
    import v.Values;
    import java.math.*;
    import java.net.*;
    import java.time.*;
    import java.util.*;
    import java.util.concurrent.atomic.*;
    import java.util.regex.Pattern;
    public class Main {
        public static void main(String[] args) throws Exception {
            Class<?> v = Values.class;
            Recorder.call(v, "next", LocalDate.of(2024, 2, 28));
            Recorder.call(v, "later", Instant.ofEpochSecond(5, 6), Duration.ofMillis(1500));
            Recorder.call(v, "same", new UUID(1, 2));
            Recorder.call(v, "resolve", URI.create("http://x.org/a/b"), "../c");
            Recorder.call(v, "tag", new Locale.Builder().setLanguage("sr").setScript("Latn").setRegion("RS").build());
            Recorder.call(v, "pattern", "a+b");
            Recorder.call(v, "matches", Pattern.compile("a+", Pattern.CASE_INSENSITIVE), "AAA");
            Recorder.call(v, "half", new BigDecimal("3.50"));
            Recorder.call(v, "square", new BigInteger("12345678901234567890"));
            Recorder.call(v, "count", new AtomicInteger(6));
            Recorder.call(v, "others", EnumSet.of(Values.Color.RED));
            Recorder.call(v, "tally", Arrays.asList(Values.Color.RED, Values.Color.BLUE, Values.Color.RED));
            BitSet bits = new BitSet();
            bits.set(2);
            Recorder.call(v, "flip", bits);
            Recorder.call(v, "view", new ArrayList<>(List.of("a")));
            Recorder.call(v, "nulls", Arrays.asList("a", null, "b"));
            Recorder.call(v, "entry", "abc");
            Map<String, List<Integer>> map = new LinkedHashMap<>();
            map.put("z", List.of(1));
            map.put("a", new ArrayList<>());
            Recorder.call(v, "group", map);
            Recorder.call(v, "first", List.of(7));
            Recorder.call(v, "max", new int[] {1, 9, 3});
            Recorder.call(v, "twice", new StringBuilder("ab"));
            Recorder.call(v, "bytes", "h\u00e9");
            Recorder.call(v, "type", "x");
            Recorder.call(v, "color", "GREEN");
            Recorder.call(v, "color", "PINK");
            Recorder.call(v, "npe", (Object) null);
            Recorder.call(v, "mixed");
            Recorder.call(v, "mixedList");
            Recorder.call(v, "iterator", List.of("a"));
            Recorder.call(v, "streamed", List.of("a"));
            long[] many = new long[40];
            Arrays.setAll(many, i -> i * 1_000_000_007L);
            Recorder.call(v, "sum", many);
            Recorder.call(v, "join", new ArrayDeque<>(List.of("a", "b")));
            Recorder.call(v, "date", new Date(1_000_000));
            Recorder.call(v, "fill", new HashMap<>(Map.of("a", 1)));
            Recorder.call(v, "drain", new ArrayDeque<>(List.of("a", "b")));
            Recorder.call(v, "grid", 2);
            Recorder.call(v, "shout", "line one\nline two\nline \"three\"\n");
            Recorder.call(v, "nothing", "x");
        }
    }
"#;

#[test]
fn jdk_values() {
    for jdk in jdks() {
        let generated = generate(&jdk, VALUES, Options::default());
        generated.passes();
        let refused: Vec<&str> = generated.refusals.iter().map(|(of, _)| &**of).collect();
        assert_eq!(refused, ["v/Values.streamed", "v/Values.nothing"]);
        assert!(
            matches!(&generated.refusals[0].1, Refusal::ResultNotObservable { .. }),
            "{:?}",
            generated.refusals[0].1
        );
        let why = &generated.refusals[1].1;
        assert_eq!(*why, Refusal::NothingObservable { has_hidden_change: false });
    }
}

/// Objects that know each other, that hide, that are one of a kind.
const OBJECTS: &str = r#"
    //- g/Node.java
    package g;
    import java.util.*;
    public class Node {
        private final String name;
        private Node next;
        private final List<Node> children = new ArrayList<>();
        public Node(String name) { this.name = name; }
        public String getName() { return name; }
        public Node getNext() { return next; }
        public void setNext(Node next) { this.next = next; }
        public void addChild(Node child) { children.add(child); }
        public int depth() { int d = 0; for (Node n : children) d = Math.max(d, n.depth()); return d + 1; }
        public boolean isRing() { Node n = next; while (n != null && n != this) n = n.next; return n == this; }
        public Node last() { Node n = this; while (n.next != null) n = n.next; return n; }
        public void rename(StringBuilder to) { to.append(name); }
        private int secret() { return 42; }
    }
    //- g/Shape.java
    package g;
    public abstract class Shape {
        public String label() { return "shape " + area(); }
        public abstract double area();
        public static Shape unit() { return new Square(1); }
        static class Square extends Shape {
            private final double side;
            Square(double side) { this.side = side; }
            public double area() { return side * side; }
            public String label() { return "square " + super.label(); }
        }
        public static final Shape EMPTY = new Square(0);
        public static Shape empty() { return EMPTY; }
        private static class Hidden extends Shape {
            private final String name;
            Hidden(String name) { this.name = name; }
            public double area() { return name.length(); }
        }
        public static Shape hidden(String name) { return new Hidden(name); }
        public Shape grown(double by) { return new Square(Math.sqrt(area()) + by); }
    }
    //- g/Outer.java
    package g;
    public class Outer {
        private final int base;
        public Outer(int base) { this.base = base; }
        public class Inner {
            private final int n;
            public Inner(int n) { this.n = n; }
            public int sum() { return base + n; }
        }
        public Inner inner(int n) { return new Inner(n); }
    }
    //- g/Order.java
    package g;
    public final class Order {
        private final String id;
        private final int lines;
        private final boolean express;
        private Order(Builder b) { id = b.id; lines = b.lines; express = b.express; }
        public static Builder builder() { return new Builder(); }
        public String summary() { return id + "/" + lines + (express ? "!" : ""); }
        public static final class Builder {
            private String id;
            private int lines;
            private boolean express;
            public Builder id(String id) { this.id = id; return this; }
            public Builder lines(int lines) { this.lines = lines; return this; }
            public Builder express(boolean express) { this.express = express; return this; }
            public Order build() { return new Order(this); }
        }
    }
    //- g/Failing.java
    package g;
    public class Failing {
        public int state;
        public static class Oops extends Exception {
            public Oops(String m) { super(m); }
            @Override public String getMessage() { return "oops: " + super.getMessage(); }
        }
        public void half(int n) throws Oops { state = n; throw new Oops("half"); }
        public void hidden() { throw new Quiet(); }
        private static class Quiet extends RuntimeException { Quiet() { super("quiet"); } }
    }
    //- Main.java
    import recorder.Recorder;
    import g.*;
    public class Main {
        public static void main(String[] args) throws Exception {
            Node a = new Node("a"), b = new Node("b"), c = new Node("c");
            a.addChild(b);
            b.addChild(c);
            Recorder.call(a, "depth");
            a.setNext(b);
            Recorder.call(a, "last");
            Recorder.call(a, "setNext", c);
            b.setNext(a);
            a.setNext(b);
            Recorder.call(new Node("lonely"), "isRing");
            Recorder.call(a, "isRing");
            Recorder.call(a, "rename", new StringBuilder("to "));
            Recorder.call(a, "secret");
            Recorder.call(Shape.unit(), "label");
            Recorder.call(Shape.unit(), "area");
            Recorder.call(Shape.unit(), "grown", 2.0);
            Recorder.call(Shape.class, "empty");
            Recorder.call(Shape.class, "hidden", "four");
            Recorder.call(Shape.hidden("four"), "area");
            Recorder.call(new Outer(5).inner(3), "sum");
            Recorder.call(new Outer(5), "inner", 4);
            Recorder.call(Order.builder().id("o-1").lines(3).express(true).build(), "summary");
            Recorder.call(new Failing(), "half", 3);
            Recorder.call(new Failing(), "hidden");
        }
    }
"#;

#[test]
fn objects_among_each_other() {
    for jdk in jdks() {
        let generated = generate(&jdk, OBJECTS, Options::default());
        generated.passes();
        let refused: Vec<String> =
            generated.refusals.iter().map(|(of, why)| format!("{of}: {why}")).collect();
        let unseen = |class: &str| {
            format!(
                "nothing of the result can be observed but that it is a {class}; add `equals`, a getter or a \
                 package-private field to its class"
            )
        };
        assert_eq!(
            refused,
            [
                "g/Node.secret: g.Node.secret is private; make it package-private to test it by itself",
                // Only the class of these could be seen, which callers of a `Shape` do not know.
                &format!("g/Shape.grown: {}", unseen("g.Shape")),
                &format!("g/Shape.empty: {}", unseen("g.Shape")),
                &format!("g/Shape.hidden: {}", unseen("g.Shape")),
                &format!("g/Outer.inner: {}", unseen("g.Outer$Inner")),
            ]
        );
    }
}

/// Names come from content: one more call renames no other test.
#[test]
fn names_are_stable() {
    let fewer = VALUES.replace(r#"Recorder.call(v, "half", new BigDecimal("3.50"));"#, "");
    let names = |fixture: &str| -> Vec<String> {
        let generated = generate(&jdk(), fixture, Options::default());
        let placed = generated.classes.iter().flat_map(|class| &class.tests);
        placed.map(|placed| placed.method.clone()).collect()
    };
    let (all, fewer) = (names(VALUES), names(&fewer));
    let gone: Vec<&String> = all.iter().filter(|name| !fewer.contains(name)).collect();
    assert_eq!(gone, ["half_returnsBigDecimal"]);
    assert_eq!(all.len(), fewer.len() + 1);
}
