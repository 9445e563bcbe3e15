//! The shapes that generated tests get wrong most often: each is called, made into a test, compiled and run.

use crate::support::generate;
use reenact_generate::Options;
use reenact_testkit::{jdk, jdks};

/// The alternatives that javac chooses among: overloads, boxes, variable arity, null.
const CHOICES: &str = r#"
    //- p/Calls.java
    package p;
    import java.util.*;
    public class Calls {
        public static String take(Object o) { return "object " + o; }
        public static String take(String s) { return "string " + s; }
        public static String take(Integer i) { return "Integer " + i; }
        public static String take(int i) { return "int " + i; }
        public static String take(long i) { return "long " + i; }
        public static String take(char c) { return "char " + c; }
        public static String take(byte b) { return "byte " + b; }
        public static String take(short b) { return "short " + b; }
        public static String take(double d) { return "double " + d; }
        public static String take(float d) { return "float " + d; }
        public static String all(String first, Object... rest) { return first + rest.length + Arrays.deepToString(rest); }
        public static int sum(int... numbers) { return Arrays.stream(numbers).sum(); }
        public static String two(CharSequence a, String b) { return "one" + a + b; }
        public static String two(String a, CharSequence b) { return "two" + a + b; }
        public static Integer boxed(Integer i) { return i; }
        public static Object wide(Object o) { return o; }
        public static Boolean flag(Boolean b) { return b; }
        public static byte small(byte b) { return b; }
        public static char letter(char c) { return c; }
        public static double number(double d) { return d; }
        public static float single(float f) { return f; }
        public static long large(long l) { return l; }
        public static double[] numbers(double[] d) { return d.clone(); }
        public static int[] sorted(int[] a) { int[] b = a.clone(); Arrays.sort(b); return b; }
        public static void sort(int[] a) { Arrays.sort(a); }
        public static String[][] words(String[][] w) { return new String[][] {w[0].clone(), null}; }
        public static void append(StringBuilder b, String s) { b.append(s); }
        public static boolean drop(List<Integer> list, Integer i) { return list.remove(i); }
    }
    //- Main.java
    import recorder.Recorder;
    import p.Calls;
    import java.util.*;
    public class Main {
        public static void main(String[] args) throws Exception {
            Class<?> c = Calls.class;
            Recorder.call(c, "take(Object)", 1);
            Recorder.call(c, "take(Object)", "x");
            Recorder.call(c, "take(Object)", (Object) null);
            Recorder.call(c, "take(String)", "x");
            Recorder.call(c, "take(String)", (Object) null);
            Recorder.call(c, "take(Integer)", 7);
            Recorder.call(c, "take(Integer)", (Object) null);
            Recorder.call(c, "take(int)", 7);
            Recorder.call(c, "take(long)", 7L);
            Recorder.call(c, "take(char)", 'x');
            Recorder.call(c, "take(byte)", (byte) 7);
            Recorder.call(c, "take(short)", (short) -7);
            Recorder.call(c, "take(double)", 0.5);
            Recorder.call(c, "take(float)", 0.5f);
            Recorder.call(c, "all", "a", new Object[0]);
            Recorder.call(c, "all", "a", new Object[] {1, "b", null});
            Recorder.call(c, "all", "a", new Object[] {null});
            Recorder.call(c, "all", "a", new String[] {"x", "y"});
            Recorder.call(c, "all", "a", new Object[] {new String[] {"x"}});
            Recorder.call(c, "sum", new int[] {1, 2, 3});
            Recorder.call(c, "two(CharSequence,String)", "a", "b");
            Recorder.call(c, "two(String,CharSequence)", "a", "b");
            Recorder.call(c, "boxed", 5);
            Recorder.call(c, "wide", 5L);
            Recorder.call(c, "wide", 'x');
            Recorder.call(c, "wide", true);
            Recorder.call(c, "flag", true);
            Recorder.call(c, "small", (byte) 5);
            Recorder.call(c, "letter", '\'');
            Recorder.call(c, "number", Double.NaN);
            Recorder.call(c, "number", -0.0);
            Recorder.call(c, "number", Double.NEGATIVE_INFINITY);
            Recorder.call(c, "single", 1e-45f);
            Recorder.call(c, "large", Long.MIN_VALUE);
            Recorder.call(c, "numbers", new double[] {1.5, Double.NaN, -0.0});
            Recorder.call(c, "sorted", new int[] {3, 1, 2});
            Recorder.call(c, "sort", new int[] {3, 1, 2});
            Recorder.call(c, "words", (Object) new String[][] {{"a", null}, {}});
            Recorder.call(c, "append", new StringBuilder("a"), "b");
            Recorder.call(c, "drop", new ArrayList<>(List.of(3, 1)), 1);
        }
    }
"#;

#[test]
fn overloads_boxes_and_arrays() {
    for jdk in jdks() {
        let generated = generate(&jdk, CHOICES, Options::default());
        generated.complete().passes();
    }
}

/// JUnit 4 has fewer overloads, and no comparison of fractions without a tolerance.
#[test]
fn overloads_in_junit_4() {
    let options = Options { junit: reenact_generate::Junit::Four, ..Options::default() };
    generate(&jdk(), CHOICES, options).complete().passes();
}

/// Generic classes, collections of everything, records, builders, inner classes, enums with bodies.
const CLASSES: &str = r#"
    //- q/Item.java
    package q;
    public class Item {
        final String name;
        int count;
        public Item(String name, int count) { this.name = name; this.count = count; }
        public String getName() { return name; }
    }
    //- q/Money.java
    package q;
    import java.math.BigDecimal;
    public record Money(BigDecimal amount, String currency) {
        public Money plus(Money other) { return new Money(amount.add(other.amount), currency); }
    }
    //- q/Box.java
    package q;
    import java.util.function.*;
    public class Box<T> {
        private T value;
        public Box(T value) { this.value = value; }
        public T get() { return value; }
        public void set(T value) { this.value = value; }
        public <R> Box<R> map(Function<? super T, ? extends R> f) { return new Box<>(f.apply(value)); }
        public static <E> Box<E> of(E e) { return new Box<>(e); }
    }
    //- q/Op.java
    package q;
    public enum Op {
        PLUS { int apply(int a, int b) { return a + b; } },
        MINUS { int apply(int a, int b) { return a - b; } };
        abstract int apply(int a, int b);
        public static int run(Op op, int a, int b) { return op.apply(a, b); }
    }
    //- q/Cart.java
    package q;
    import java.util.*;
    public class Cart {
        private final List<Item> items = new ArrayList<>();
        private final Map<String, List<Integer>> history = new LinkedHashMap<>();
        public void add(Item item) { items.add(item); }
        public List<Item> getItems() { return items; }
        public Map<String, List<Integer>> getHistory() { return history; }
        public void note(String key, int value) { history.computeIfAbsent(key, k -> new ArrayList<>()).add(value); }
        public int size() { return items.size(); }
        public Item first() { return items.get(0); }
        public Item copyOfFirst() { return new Item(items.get(0).name, items.get(0).count); }
        public List<String> names() { List<String> l = new ArrayList<>(); for (Item i : items) l.add(i.name); return l; }
        public Set<String> nameSet() { return new HashSet<>(names()); }
        public Map<String, Integer> counts() { Map<String, Integer> m = new TreeMap<>(); for (Item i : items) m.put(i.name, i.count); return m; }
        public Optional<Item> find(String name) { return items.stream().filter(i -> i.name.equals(name)).findFirst(); }
        public Optional<String> findName(String name) { return find(name).map(Item::getName); }
        public Item[] array() { return items.toArray(new Item[0]); }
        public static int total(Collection<? extends Item> items) { int n = 0; for (Item i : items) n += i.count; return n; }
        public static <T extends Comparable<T>> T max(List<T> list) { return Collections.max(list); }
        public static boolean same(Item a, Item b) { return a == b; }
        public String check(String name) throws java.io.IOException {
            if (name == null) throw new java.io.IOException("no name");
            return name;
        }
        public Object anything() { return new Object(); }
        public String described() { return "cart " + new Object(); }
        class Line { int n; Line(int n) { this.n = n; } int twice() { return 2 * n + items.size(); } }
        public Line line(int n) { return new Line(n); }
    }
    //- Main.java
    import recorder.Recorder;
    import q.*;
    import java.math.BigDecimal;
    import java.util.*;
    public class Main {
        public static void main(String[] args) throws Exception {
            Cart cart = new Cart();
            cart.add(new Item("tea", 2));
            cart.add(new Item("milk", 1));
            cart.note("a", 1);
            cart.note("a", 2);
            cart.note("b", 3);
            Recorder.call(cart, "size");
            Recorder.call(cart, "first");
            Recorder.call(cart, "copyOfFirst");
            Recorder.call(cart, "names");
            Recorder.call(cart, "nameSet");
            Recorder.call(cart, "counts");
            Recorder.call(cart, "find", "tea");
            Recorder.call(cart, "find", "coffee");
            Recorder.call(cart, "findName", "tea");
            Recorder.call(cart, "array");
            Recorder.call(cart, "add", new Item("salt", 9));
            Recorder.call(cart, "note", "c", 4);
            Recorder.call(cart, "getHistory");
            Recorder.call(cart, "check", (Object) null);
            Recorder.call(cart, "check", "x");
            Recorder.call(cart, "anything");
            Recorder.call(Cart.class, "total", List.of(new Item("a", 1), new Item("b", 2)));
            Recorder.call(Cart.class, "max", new ArrayList<>(List.of("x", "z", "y")));
            Recorder.call(Cart.class, "max", Arrays.asList(3, 1, 2));
            Item item = new Item("a", 1);
            Recorder.call(Cart.class, "same", item, item);
            Recorder.call(Cart.class, "same", item, new Item("a", 1));
            Recorder.call(new Money(new BigDecimal("1.50"), "EUR"), "plus", new Money(new BigDecimal("2"), "EUR"));
            Recorder.call(new Box<>("x"), "get");
            Recorder.call(new Box<>(List.of(1, 2)), "get");
            Recorder.call(new Box<>("x"), "set", "y");
            Recorder.call(Box.class, "of", 3);
            Recorder.call(Op.class, "run", Op.MINUS, 5, 3);
        }
    }
"#;

#[test]
fn classes_and_collections() {
    for jdk in jdks() {
        let generated = generate(&jdk, CLASSES, Options::default());
        generated.passes();
        // A plain object says nothing but that it exists.
        let refused: Vec<&str> = generated.refusals.iter().map(|(of, _)| &**of).collect();
        assert_eq!(refused, ["q/Cart.anything"]);
        // An error of javac in a shared method is an error of all tests that call it.
        let cart = generated.classes.iter().find(|class| class.name == "q.CartRecordedTest").unwrap();
        let line = |part: &str| cart.text.lines().position(|line| line.contains(part)).unwrap() + 1;
        let names = |line| cart.tests_at(line).iter().map(|placed| &*placed.method).collect::<Vec<_>>();
        assert_eq!(names(line("assertEquals(2, cart.size())")), ["size_returns2"]);
        assert_eq!(names(line("private static Cart createCart2()") + 1).len(), 3);
        assert!(names(1).is_empty());
    }
}

/// Members that are visible, of classes that cannot be named.
const HIDDEN: &str = r#"
    //- r/Rule.java
    package r;
    public abstract class Rule {
        public abstract boolean allows(String text);
        abstract String label();
        public static Rule either(String first, String second) { return new Or(first, second); }
        private static final class Or extends Rule {
            final String first;
            final String second;
            private final String label;
            Or(String first, String second) { this.first = first; this.second = second; label = first.trim(); }
            @Override public boolean allows(String text) { return text.equals(first) || text.equals(second); }
            @Override String label() { return label; }
            String last() { return second; }
        }
    }
    //- Main.java
    import recorder.Recorder;
    import r.Rule;
    public class Main {
        public static void main(String[] args) throws Exception {
            Recorder.call(Rule.class, "either", "a", "b");
            Recorder.call(Rule.either("a", "b"), "allows", "a");
        }
    }
"#;

/// A field or getter of a private class cannot be used to observe its objects; those of its supertype can.
#[test]
fn members_of_hidden_classes() {
    let generated = generate(&jdks()[0], HIDDEN, Options::default());
    generated.passes();
    let text = &generated.classes[0].text;
    assert!(text.contains("assertEquals(\"a\", Rule.either(\"a\", \"b\").label())"), "{text}");
    assert!(!text.contains(".first") && !text.contains(".last()"), "{text}");
}

/// Nothing recorded leaves its literal, and nothing that differs in the next JVM is asserted.
const HOSTILE: &str = r#"
    //- h/Echo.java
    package h;
    public class Echo {
        private String text;
        public Echo(String text) { this.text = text; }
        public String get() { return text; }
        public String fail(String s) { throw new IllegalStateException(s); }
        public String identity() { return "it is " + super.toString(); }
        public String mail() { return "me@abc.de"; }
    }
    //- Main.java
    import recorder.Recorder;
    import h.Echo;
    public class Main {
        public static void main(String[] args) throws Exception {
            String[] texts = {"\"); System.exit(1); //", "*/ }", "\\u000a", "\u202e\u0000\n\r\t'\\", "\ud800", "${x}"};
            for (String text : texts) {
                Recorder.call(new Echo(text), "get");
                Recorder.call(new Echo(""), "fail", text);
            }
            Recorder.call(new Echo(""), "identity");
            Recorder.call(new Echo(""), "mail");
        }
    }
"#;

#[test]
fn hostile_texts_stay_texts() {
    let generated = generate(&jdk(), HOSTILE, Options::default());
    generated.passes();
    let refused: Vec<String> = generated.refusals.iter().map(|(of, why)| format!("{of}: {why}")).collect();
    assert_eq!(
        refused,
        ["h/Echo.identity: the outcome holds an object's identity hash, which differs in every JVM"]
    );
    assert!(generated.text().contains("mail_returnsText()") || generated.text().contains("me@abc.de"));
}
