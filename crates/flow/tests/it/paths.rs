//! The effects of small methods, as comments beside them: `// paths: …`, in the language of `support::show`.

use std::collections::BTreeMap;

use crate::support::{Subject, show};
use reenact_flow::body::Kind;
use reenact_flow::paths::PathCache;
use reenact_flow::term::{Term, Terms};
use reenact_testkit::{Expectation, Fixture, check};

/// Compares the paths of every method that begins on a line with a `// paths:` comment.
#[track_caller]
fn check_paths(source: &str) {
    check_compiled(source, &["-g"]);
}

#[track_caller]
fn check_compiled(source: &str, options: &[&str]) {
    let fixture = Fixture::parse(source);
    for subject in Subject::compiled(&fixture, options) {
        let world = &subject.world;
        let cache = PathCache::new(world);
        let mut found: BTreeMap<(String, u32), String> = BTreeMap::new();
        for method in subject.own_methods().filter(|method| method.has_code()) {
            if method.access_flags().is_synthetic() {
                continue;
            }
            let file = method.class().source_file().unwrap().to_string();
            if let Some(line) = world.lines(method.id()).unwrap().at(0) {
                found.insert((file, line.into()), show::paths(world, &cache.get(method.id())));
            }
        }
        let expected = fixture.expectations(&["paths"]);
        let actual: Vec<Expectation> = expected
            .iter()
            .map(|wanted| {
                let text = found.get(&(wanted.file.clone(), wanted.line)).cloned().unwrap_or_default();
                Expectation { text, ..wanted.clone() }
            })
            .collect();
        println!("JDK {}", subject.release);
        check(actual, expected);
    }
}

#[test]
fn constructors_and_setters() {
    check_paths(
        r#"
        //- A.java
        import java.util.*;
        class A {
            int id; String name; List<String> items; boolean open = true; long at; int[] array; A next;
            A() { } // paths: this.open = 1
            A(int id, String name) { this.id = id; this.name = name; } // paths: this.open = 1; this.id = p0; this.name = p1
            A(int id) { this(id, "none"); } // paths: this.open = 1; this.id = p0; this.name = "none"
            A(String name) { if (name == null) throw new NullPointerException("name"); this.name = name; } // paths: if p0 != null; this.open = 1; this.name = p0
            A(long at) { this.at = at * 1000 + 1; } // paths: this.open = 1; this.at = ((p0 * 1000L) + 1L)
            A(List<String> items) { this.items = new ArrayList<>(items); } // paths: #0 = ArrayList; this.open = 1; @0 = #0.ArrayList::<init>(p0); this.items = #0
            A(Set<String> items) { this.items = Collections.unmodifiableList(new ArrayList<>(items)); } // paths: #0 = ArrayList; this.open = 1; @0 = #0.ArrayList::<init>(p0); @1 = Collections.unmodifiableList(#0); this.items = @1
            A(int[] array) { this.array = array.clone(); } // paths: if p0 != null; this.open = 1; @0 = p0.[I::clone(); this.array = @0
            A(A other) { this.id = other.id; this.name = other.name; } // paths: if p0 != null; this.open = 1; this.id = p0.id; this.name = p0.name
            A(String name, int id) { this.name = name != null ? name : "default"; this.id = id; } // paths: if p0 != null; this.open = 1; this.name = p0; this.id = p1 | if p0 == null; this.open = 1; this.name = "default"; this.id = p1
            A(Integer id) { this.id = id; } // paths: if p0 != null; this.open = 1; @0 = p0.Integer::intValue(); this.id = @0
            A(A a, A b) { this.name = Objects.requireNonNull(a.name, "a"); this.next = Objects.requireNonNull(b); } // paths: if p0 != null && p0.name != null && p1 != null; this.open = 1; this.name = p0.name; this.next = p1
            A(Object o) { this.name = Objects.requireNonNullElse((String) o, "x"); } // paths: if p0 != null; this.open = 1; this.name = p0 | if p0 == null; this.open = 1; this.name = "x"
            A(byte b) { init(b); at = id; } // paths: this.open = 1; this.id = p0; this.at = J(p0)
            private void init(int id) { this.id = id; } // paths: this.id = p0
            void setName(String name) { this.name = name; } // paths: this.name = p0
            A withName(String name) { this.name = name; return this; } // paths: this.name = p0; return this
            void rename(String name, int id) { this.name = name.trim(); this.id = id; at++; } // paths: if p0 != null; @0 = p0.String::trim(); this.name = @0; this.id = p1; this.at = (this.at + 1L)
            void toggle() { open = !open; } // paths: if this.open == 0; this.open = 1 | if this.open != 0; this.open = 0
            boolean isOpen() { return open; } // paths: return this.open
            String getName() { return next.name; } // paths: if this.next != null; return this.next.name
            List<String> items() { return List.copyOf(items); } // paths: @0 = List.copyOf(this.items); return @0
            int twice() { id = 1; id = id + 1; return id; } // paths: this.id = 1; this.id = 2; return 2
            void clear() { next.next = null; id = next.id; } // paths: if this.next != null; this.next.next = null; this.id = ?
        }
        "#,
    );
}

#[test]
fn inheritance() {
    check_paths(
        r#"
        //- A.java
        import java.util.*;
        class A {
            protected final int id;
            A(int id) { this.id = id; hook(); } // paths: this.id = p0; this.name = "A"
            String name;
            void hook() { name = "A"; } // paths: this.name = "A"
        }
        class B extends A {
            final String label;
            int size = 3;
            B(int id, String label) { super(id + 1); this.label = label; } // paths: this.id = (p0 + 1); this.size = 9; this.size = 3; this.label = p1
            @Override void hook() { size = 9; } // paths: this.size = 9
        }
        abstract class C { int c; C(int c) { this.c = c; } abstract int m(); int n() { return m(); } } // paths: @0 = this.C::m(); return @0
        class Failure extends RuntimeException {
            final int code;
            Failure(int code, String message) { super(message); this.code = code; } // paths: this.cause = this; this.stackTrace = Throwable.UNASSIGNED_STACK; this.suppressedExceptions = Throwable.SUPPRESSED_SENTINEL; this.detailMessage = p1; this.code = p0
        }
        class Names extends AbstractList<String> {
            private final String[] names;
            Names(String... names) { this.names = names; } // paths: this.modCount = 0; this.names = p0
            public int size() { return names.length; } // paths: if this.names != null; return this.names.length
            public String get(int index) { return names[index]; } // paths: if this.names != null; return this.names[p0]
        }
        class Worker extends Thread {
            int n = 4;
            Worker(String name) { super(name); n++; } // paths: @0 = this.Thread::<init>(p0); this.n = 4; this.n = 5
        }
        "#,
    );
}

#[test]
fn records_enums_and_builders() {
    check_paths(
        r#"
        //- A.java
        import java.util.*;
        record Point(int x, int y) { }
        record Range(int low, int high) {
            Range { if (low > high) throw new IllegalArgumentException(low + " > " + high); } // paths: if p0 <= p1; this.low = p0; this.high = p1
        }
        record Team(String name, List<String> members) {
            Team { members = List.copyOf(members); } // paths: @0 = List.copyOf(p1); this.name = p0; this.members = @0
        }
        enum Color {
            RED("r"), BLUE("b");
            final String code;
            Color(String code) { this.code = code; } // paths: this.name = p0; this.ordinal = p1; this.code = p2
            static Color of(boolean red) { return red ? RED : BLUE; } // paths: if p0 != 0; return Color.RED | if p0 == 0; return Color.BLUE
        }
        class Pizza {
            final int size; final List<String> toppings;
            private Pizza(Builder b) { size = b.size; toppings = b.toppings; } // paths: if p0 != null; this.size = p0.size; this.toppings = p0.toppings
            static class Builder {
                private int size = 12; private final List<String> toppings = new ArrayList<>();
                Builder size(int size) { this.size = size; return this; } // paths: this.size = p0; return this
                Builder topping(String t) { toppings.add(t); return this; } // paths: if this.toppings != null; @0 = this.toppings.List::add(p0); return this
                Pizza build() { return new Pizza(this); } // paths: #0 = Pizza; #0.size = this.size; #0.toppings = this.toppings; return #0
            }
            static Pizza small() { return new Builder().size(8).topping("salt").build(); } // paths: #0 = Builder; #1 = ArrayList; #2 = Pizza; #0.size = 12; @0 = #1.ArrayList::<init>(); #0.toppings = #1; #0.size = 8; @1 = #1.List::add("salt"); #2.size = 8; #2.toppings = #1; return #2
        }
        class Cached {
            private static Cached instance; private static final Map<String, Cached> ALL = new HashMap<>();
            static Cached get() { if (instance == null) instance = new Cached(); return instance; } // paths: if Cached.instance == null; #0 = Cached; Cached.instance = #0; return #0 | if Cached.instance != null; return Cached.instance
            static Cached of(String k) { Cached c = ALL.get(k); if (c == null) { c = new Cached(); ALL.put(k, c); } return c; } // paths: if @0 == null; #0 = Cached; @0 = Cached.ALL.Map::get(p0); @1 = Cached.ALL.Map::put(p0, #0); return #0 | if @0 != null; @0 = Cached.ALL.Map::get(p0); return @0
        }
        "#,
    );
}

#[test]
fn control_flow() {
    check_paths(
        r#"
        //- A.java
        import java.util.*;
        import java.util.function.*;
        class A {
            int n; long l; Object lock = new Object(); String s; List<String> list = new ArrayList<>(); Supplier<String> f;
            void loop(int k) { for (int i = 0; i < k; i++) n += i; } // paths: if 0 >= p0 | ...
            int unrolled() { int sum = 0; for (int i = 0; i < 4; i++) sum += i; return sum; } // paths: return 6
            void varargs(String... names) { for (String name : names) list.add(name); } // paths: if p0 != null && 0 >= p0.length | ...
            void two() { add("a", "b"); } // paths: if this.list != null; #0 = [Ljava/lang/String;(2); #0[0] = "a"; #0[1] = "b"; @0 = this.list.List::add("a"); @1 = this.list.List::add("b")
            private void add(String... names) { for (String name : names) list.add(name); }
            void calls(int k) { loop(k); n = k; } // paths: @0 = this.A::loop(p0); this.n = p0
            int choose(int k) { switch (k) { case 1: return 10; case 5: return 50; default: return 0; } } // paths: if p0 == 1; return 10 | if p0 != 1 && p0 == 5; return 50 | if p0 != 1 && p0 != 5; return 0
            int known() { return choose(5); } // paths: return 50
            void locked(int k) { synchronized (lock) { n = k; } } // paths: if this.lock != null; this.n = p0
            void cleaned(int k) { try { n = k; } finally { l = 1; } } // paths: this.n = p0; this.l = 1L
            void closed(Runnable r) { try { r.run(); } finally { l = 1; } } // paths: if p0 != null; @0 = p0.Runnable::run(); this.l = 1L
            int parsed(String t) { try { return Integer.parseInt(t); } catch (NumberFormatException e) { return -1; } } // paths: @0 = Integer.parseInt(p0); return @0 | ...
            int uses(String t) { return parsed(t); } // paths: @0 = this.A::parsed(p0); return @0
            int own(int k) { try { if (k > 3) throw new IllegalStateException(); return k; } catch (IllegalStateException e) { return 3; } } // paths: if p0 > 3; #0 = IllegalStateException; #0.cause = #0; #0.stackTrace = Throwable.UNASSIGNED_STACK; #0.suppressedExceptions = Throwable.SUPPRESSED_SENTINEL; return 3 | if p0 <= 3; return p0
            void concat(int k, String t, char c, boolean b) { s = "k=" + k + t + c + b; } // paths: this.s = <"k=" + p0 + p1 + C(p2) + Z(p3)>
            void constant() { String t = "a"; s = t + 1 + 'x' + true + null + 2L; } // paths: this.s = "a1xtruenull2"
            void built(int k) { StringBuilder b = new StringBuilder("<"); b.append(k).append('>'); s = b.toString(); } // paths: #0 = StringBuilder; this.s = <"<" + p0 + ">">
            StringBuilder revealed(int k) { StringBuilder b = new StringBuilder(); b.append(k); return b.reverse(); } // paths: #0 = StringBuilder; @0 = #0.StringBuilder::<init>(); @1 = #0.StringBuilder::append(p0); @2 = #0.StringBuilder::reverse(); return @2
            void lambda(String t) { f = () -> t + n; } // paths: this.f = lambda{this, p0}
            void reference(String t) { f = t::trim; } // paths: if p0 != null; this.f = trim{p0}
            Integer boxed(int k) { return k; } // paths: @0 = Integer.valueOf(p0); return @0
            int divided(int a, int b) { return a / b; } // paths: if p1 != 0; return (p0 / p1)
            boolean longer(long a, long b) { return a < b; } // paths: if p0 < p1; return 1 | if p0 >= p1; return 0
            int nan(double a) { return a > 1.5 ? 1 : 0; } // paths: if (p0 <=> 1.5d) > 0; return 1 | if (p0 <=> 1.5d) <= 0; return 0
            int contradiction(Object o) { if (o == null) { if (o != null) return 1; return 2; } return o == null ? 3 : 4; } // paths: if p0 == null; return 2 | if p0 != null; return 4
            int ranges(int k) { if (k > 5) { if (k < 4) return 1; return 2; } if (k > 9) return 3; return 4; } // paths: if p0 > 5; return 2 | if p0 <= 5; return 4
            int tested(Object o) { return o instanceof String t ? t.length() : 0; } // paths: if (p0 is String) != 0; @0 = p0.String::length(); return @0 | if (p0 is String) == 0; return 0
            int[] made(int k) { int[] a = new int[3]; a[1] = k; a[2] = a[1] + a[0]; return a; } // paths: #0 = [I(3); #0[1] = p0; #0[2] = p0; return #0
            int grid() { int[][] g = new int[2][3]; return g[0].length; } // paths: #0 = [[I(2); return ?
            void asserted(int k) { assert k > 0; n = k; } // paths: this.n = p0
        }
        "#,
    );
}

/// A value that a call that is not entered may change is unknown afterwards; one that it cannot reach is known.
#[test]
fn after_calls() {
    check_paths(
        r#"
        //- A.java
        import java.util.*;
        class A {
            int n; final int fixed = 3; A next; static int count;
            native void unknown();
            static native void other(Object o);
            A() { n = 1; other(this); n = n + 1; } // paths: this.fixed = 3; this.n = 1; @0 = A.other(this); this.n = ?
            A(int k) { n = k; other("x"); next = null; n = n + 1; } // paths: this.fixed = 3; this.n = p0; @0 = A.other("x"); this.next = null; this.n = (p0 + 1)
            int written() { n = 5; unknown(); return n; } // paths: this.n = 5; @0 = this.A::unknown(); return ?
            int read() { int before = n; unknown(); return n - before; } // paths: @0 = this.A::unknown(); return ?
            int unread() { unknown(); return n; } // paths: @0 = this.A::unknown(); return this.n
            static int fresh() { A a = new A(7); int before = a.n; a.unknown(); return before + a.fixed; } // paths: #0 = A; #0.fixed = 3; #0.n = 7; @0 = A.other("x"); #0.next = null; #0.n = 8; @1 = #0.A::unknown(); return 11
            static int aliased(A a, A b) { a.n = 1; b.n = 2; return a.n; } // paths: if p0 != null && p1 != null; p0.n = 1; p1.n = 2; return ?
            static int apart(A a) { A b = new A(7); a.n = 1; b.n = 2; return a.n; } // paths: if p0 != null; #0 = A; #0.fixed = 3; #0.n = 7; @0 = A.other("x"); #0.next = null; #0.n = 8; p0.n = 1; #0.n = 2; return 1
            static int counted() { count = 4; int now = count; other(null); return now + count; } // paths: A.count = 4; @0 = A.other(null); return (4 + A.count)
        }
        "#,
    );
}

/// Strings as javac put them together before Java 9.
#[test]
fn old_concatenation() {
    check_compiled(
        r#"
        //- A.java
        class A {
            String s;
            void concat(int k, String t, char c) { s = "k=" + k + t + c; } // paths: #0 = StringBuilder; this.s = <"k=" + p0 + p1 + C(p2)>
            void more(String t) { s += t; } // paths: #0 = StringBuilder; this.s = <this.s + p0>
        }
        "#,
        &["-g", "-XDstringConcat=inline"],
    );
}

/// The forms of `dup` that javac writes, with narrow and wide values.
#[test]
fn stack_shuffles() {
    check_paths(
        r#"
        //- A.java
        class A {
            int n; long l; int[] a; long[] w; static long s;
            int post() { return n++; } // paths: this.n = (this.n + 1); return this.n
            int pre() { return ++n; } // paths: this.n = (this.n + 1); return (this.n + 1)
            long wide() { return l++; } // paths: this.l = (this.l + 1L); return this.l
            long chain(long k) { return l = s = k; } // paths: A.s = p0; this.l = p0; return p0
            int element(int i) { return a[i]++; } // paths: if this.a != null; this.a[p0] = (this.a[p0] + 1); return this.a[p0]
            long wideElement(int i, long k) { return w[i] = k; } // paths: if this.w != null; this.w[p0] = p1; return p1
            long sum(int i, long k) { return w[i] += k; } // paths: if this.w != null; this.w[p0] = (this.w[p0] + p1); return (this.w[p0] + p1)
            static int swapped(int i, int k) { int t = i; i = k; k = t; return i * 10 + k; } // paths: return ((p1 * 10) + p0)
        }
        "#,
    );
}

/// Protects the answer to when a field's value is from: before or after the calls of a path.
#[test]
fn what_is_handed_over() {
    let fixture = Fixture::parse(
        r#"
        //- A.java
        class A {
            A next; Object o;
            static native void take(Object o);
            void nothing(A a) { next = a; take("x"); }
            void itself(A a) { take(this); }
            void stored(A a) { a.o = this; take(a); }
            void captured(A a) { Runnable r = () -> o = a; take(r); }
        }
        "#,
    );
    for subject in Subject::all(&fixture) {
        let cache = PathCache::new(&subject.world);
        let handed = |name: &str| {
            let paths = cache.get(subject.method("A", name));
            let [path] = &paths.paths[..] else { panic!("{name} has one path") };
            let mut terms = paths.terms.clone();
            let parameter = terms.add(Kind::Reference, Term::Parameter(0));
            [Terms::receiver(), parameter].map(|term| path.is_handed_over(&terms, term))
        };
        assert_eq!(handed("nothing"), [false, false]);
        assert_eq!(handed("itself"), [true, false]);
        assert_eq!(handed("stored"), [true, true]);
        assert_eq!(handed("captured"), [true, true]);
    }
}
