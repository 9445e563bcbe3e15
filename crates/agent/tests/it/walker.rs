//! Graphs are exactly what was there: objects of every kind, however many and however entangled, and a mark
//! where that cannot be.

use crate::support::{Picture, elements, record};
use reenact_heap::{Ending, Forms, LogicalForm, Node, Value};
use reenact_recording::graph::{Capture, Outcome};
use reenact_recording::model::Marks;
use reenact_testkit::{Fixture, jdks};

/// Records a program on every JDK; the calls must be those that its comments `// call: …` tell.
#[track_caller]
fn check(source: &str) {
    let fixture = Fixture::parse(source);
    let expected = crate::support::expected_calls(&fixture);
    for jdk in jdks() {
        let program = fixture.compile_with(&jdk, &["-g"]);
        let recorded = record(&program, "p.Main", "methods=p.Main#take,sample-backoff=1").ok();
        assert_eq!(recorded.ran.stdout, program.run("p.Main", &[]).ok());
        let mut calls = recorded.calls();
        calls.sort();
        assert_eq!(calls, expected, "JDK {}", jdk.version.full);
    }
}

#[test]
fn lambdas_of_every_kind_show_what_they_run_and_hold() {
    check(
        r#"
        //- p/Main.java
        package p;
        import java.io.Serializable;
        import java.util.*;
        import java.util.function.*;
        public class Main {
            static void take(Object lambda) { }
            static String join(String... parts) { return String.join(",", parts); }
            interface Wide { String of(long a, double b, Object c); }
            public static void main(String[] args) {
                int number = 5; long big = 1L << 40; double half = 0.5; boolean yes = true; char letter = 'x';
                byte small = 7; short middle = 300; float quarter = 0.25f;
                List<String> list = new ArrayList<>(List.of("a"));
                int[] numbers = { 1, 2 };
                take((Runnable) () -> { });                             // call: Main.take(lambda=Main::lambda$main$0{})
                take((IntSupplier) () -> number);                       // call: Main.take(lambda=Main::lambda$main$1{arg$1=5})
                take((Supplier<Object>) () -> big + half + letter + small + middle + quarter + (yes ? 1 : 0)); // call: Main.take(lambda=Main::lambda$main$2{arg$1=1099511627776, arg$2=0.5, arg$3='x', arg$4=7, arg$5=300, arg$6=0.25, arg$7=true})
                take((Supplier<Object>) () -> list.get(numbers[0]));    // call: Main.take(lambda=Main::lambda$main$3{arg$1=["a"], arg$2=Int([1, 2])})
                take((Wide) (a, b, c) -> a + " " + b + c + list);       // call: Main.take(lambda=Main::lambda$main$4{arg$1=["a"]})
                take((Function<String, Integer>) Integer::parseInt);    // call: Main.take(lambda=Integer::parseInt{})
                take((Function<String, Integer>) Integer::valueOf);     // call: Main.take(lambda=Integer::valueOf{})
                take((Supplier<Integer>) "abc"::length);                // call: Main.take(lambda=String::length{arg$1="abc"})
                take((Function<String, Integer>) String::length);       // call: Main.take(lambda=String::length{})
                take((ToIntFunction<List<String>>) List::size);         // call: Main.take(lambda=List::size{})
                take((Supplier<List<String>>) ArrayList::new);          // call: Main.take(lambda=ArrayList::<init>{})
                take((Function<Collection<String>, List<String>>) LinkedList::new); // call: Main.take(lambda=LinkedList::<init>{})
                take((IntFunction<int[]>) int[]::new);                  // call: Main.take(lambda=Main::lambda$main$5{})
                take((BinaryOperator<String>) Main::join);              // call: Main.take(lambda=Main::lambda$main$6{})
                take((Function<String, Integer> & Serializable) Integer::valueOf); // call: Main.take(lambda=Integer::valueOf{})
                Supplier<Object> inner = () -> number;
                take((Supplier<Object>) () -> inner.get());             // call: Main.take(lambda=Main::lambda$main$8{arg$1=Main::lambda$main$7{arg$1=5}})
                new Other().inside();
            }
        }
        class Other {
            final String name = "other";
            String own(int number) { return name + number; }
            void inside() {
                Main.take((Supplier<String>) () -> name);               // call: Main.take(lambda=Other::lambda$inside$0{arg$1=Other{name="other"}})
                Main.take((IntFunction<String>) this::own);             // call: Main.take(lambda=Other::own{arg$1=Other{name="other"}})
            }
        }
        "#,
    );
}

#[test]
fn proxies_enums_inner_classes_and_records() {
    check(
        r#"
        //- p/Main.java
        package p;
        import java.lang.reflect.*;
        import java.util.*;
        public class Main {
            int count = 3;
            static void take(Object object) { }
            interface Named { String name(); }
            record Handler(List<String> log) implements InvocationHandler {
                public Object invoke(Object proxy, Method method, Object[] args) { log.add(method.getName()); return "p"; }
            }
            enum Sign { PLUS { int of(int n) { return n; } }, MINUS { int of(int n) { return -n; } }; abstract int of(int n); }
            class Inner {
                int mine = count;
                class Innermost { int sum = mine + count; }
            }
            record Pair<A, B>(A first, B second) { static int made; Pair { made++; } }
            void local(int captured) {
                class Local { int twice() { return captured * 2 + count; } }
                take(new Local());                          // call: Main.take(object=Main$1Local{val$captured=21, this$0=Main{count=3}})
                take(new Object() { int own = captured; int sum() { return own + count; } }); // call: Main.take(object=Main$1{own=21, val$captured=21, this$0=Main{count=3}})
            }
            public static void main(String[] args) {
                Handler handler = new Handler(new ArrayList<>());
                Named proxy = (Named) Proxy.newProxyInstance(Main.class.getClassLoader(), new Class<?>[] { Named.class }, handler);
                proxy.name();
                take(proxy);                                // call: Main.take(object=Proxy…)
                take(Sign.PLUS);                            // call: Main.take(object=PLUS)
                take(new Object[] { Sign.MINUS, Thread.State.NEW, EnumSet.of(Sign.PLUS) }); // call: Main.take(object=[MINUS, NEW, [PLUS]])
                Main main = new Main();
                Main.Inner inner = main.new Inner();
                take(inner.new Innermost());                // call: Main.take(object=Main$Inner$Innermost{sum=6, this$1=Main$Inner{mine=3, this$0=Main{count=3}}})
                take(new Pair<>(1, new Pair<>("two", null))); // call: Main.take(object=Main$Pair{first=1, second=Main$Pair{first="two", second=null}})
                main.local(21);
            }
        }
        "#,
    );
}

#[test]
fn arrays_of_every_kind() {
    check(
        r#"
        //- p/Main.java
        package p;
        public class Main {
            static void take(Object array) { }
            public static void main(String[] args) {
                take(new boolean[] { true, false });                // call: Main.take(array=Boolean([true, false]))
                take(new byte[] { -128, 0, 127 });                  // call: Main.take(array=Byte([-128, 0, 127]))
                take(new char[] { 'a', '\uffff', 0 });              // call: Main.take(array=Char([97, 65535, 0]))
                take(new short[] { Short.MIN_VALUE, 1 });           // call: Main.take(array=Short([-32768, 1]))
                take(new int[] { Integer.MIN_VALUE, -1 });          // call: Main.take(array=Int([-2147483648, -1]))
                take(new long[] { Long.MIN_VALUE, Long.MAX_VALUE }); // call: Main.take(array=Long([-9223372036854775808, 9223372036854775807]))
                take(new float[] { 1f, -0f, Float.NaN });           // call: Main.take(array=Float([1065353216, 2147483648, 2143289344]))
                take(new double[] { -2.0, 0.0 });                   // call: Main.take(array=Double([13835058055282163712, 0]))
                take(new int[0]);                                   // call: Main.take(array=Int([]))
                take(new Object[0]);                                // call: Main.take(array=[])
                take(new String[] { "a", null, "" });               // call: Main.take(array=["a", null, ""])
                take(new int[][] { { 1 }, {}, null, { 2, 3 } });    // call: Main.take(array=[Int([1]), Int([]), null, Int([2, 3])])
                take(new int[2][0][3]);                             // call: Main.take(array=[[], []])
                take(new Object[][] { new String[] { "x" }, new Integer[] { 7 } }); // call: Main.take(array=[["x"], [7]])
                Object[] self = new Object[2]; self[1] = self;
                take(self);                                         // call: Main.take(array=[null, #0])
                take(new Class<?>[] { int.class, String.class, int[].class, Main[].class, void.class }); // call: Main.take(array=[int.class, String.class, int[].class, Main[].class, void.class])
            }
        }
        "#,
    );
}

#[test]
fn collections_that_hold_themselves() {
    check(
        r#"
        //- p/Main.java
        package p;
        import java.util.*;
        public class Main {
            static void take(Object object) { }
            public static void main(String[] args) {
                List<Object> list = new ArrayList<>(); list.add("x"); list.add(list);
                take(list);                                 // call: Main.take(object=["x", #0])
                Map<Object, Object> map = new IdentityHashMap<>(); map.put(map, map);
                take(map);                                  // call: Main.take(object={#0: #0})
                Deque<Object> deque = new ArrayDeque<>(); deque.add(deque); deque.add(List.of(deque));
                take(deque);                                // call: Main.take(object=[#0, [#0]])
                Map<String, Object> outer = new LinkedHashMap<>(), inner = new LinkedHashMap<>();
                outer.put("inner", inner); inner.put("outer", outer);
                take(outer);                                // call: Main.take(object={"inner": {"outer": #0}})
            }
        }
        "#,
    );
}

/// Strings char by char, in both of the JVM's codings, well-formed or not.
#[test]
fn strings_are_their_chars() {
    let source = r#"
        //- p/Main.java
        package p;
        public class Main {
            static void take(String... texts) { }
            public static void main(String[] args) {
                StringBuilder all = new StringBuilder();
                for (int c = 0; c < 0x10000; c++) all.append((char) c);
                StringBuilder latin1 = new StringBuilder();
                for (int c = 0; c < 0x100; c++) latin1.append((char) c);
                take("", "plain", "\u00e9\u0000\u00ff", "\u65e5\u672c", "\ud83d\ude00", "\ud800x", "x\udc00", "\udc00\ud800",
                    latin1.toString(), all.toString());
            }
        }
    "#;
    let latin1: Vec<u16> = (0..=0xff).collect();
    let all: Vec<u16> = (0..=0xffff).collect();
    let words = |text: &str| text.encode_utf16().collect::<Vec<u16>>();
    let expected = [
        vec![],
        words("plain"),
        words("\u{e9}\0\u{ff}"),
        words("日本"),
        words("😀"),
        vec![0xd800, 0x78],
        vec![0x78, 0xdc00],
        vec![0xdc00, 0xd800],
        latin1,
        all,
    ];
    for jdk in jdks() {
        // No value in here is a secret, but one of all characters could look like one.
        let options = "methods=p.Main#take,redact=false";
        let recorded = record(&Fixture::parse(source).compile_with(&jdk, &["-g"]), "p.Main", options).ok();
        let mut seen = 0;
        recorded.each(|head, _, capture, _| {
            assert_eq!(head.marks, Marks::default());
            let Value::Reference(array) = capture.roots[0] else { panic!("an array") };
            let Node::Array { elements, .. } = capture.before.get(array) else { panic!("an array") };
            let texts = elements.iter().map(|&element| match element {
                Value::Reference(node) => match capture.before.get(node) {
                    Node::String(chars) => chars.clone(),
                    other => panic!("{other:?}"),
                },
                other => panic!("{other:?}"),
            });
            assert!(texts.eq(expected.iter().cloned()), "JDK {}", jdk.version.full);
            seen += 1;
        });
        assert_eq!(seen, 1);
    }
}

/// A list of 100,000 links and a ring of 50,000 objects that know both neighbours.
const LONG: &str = r#"
    //- p/Main.java
    package p;
    import java.util.*;
    public class Main {
        static class Link { int number; Link next, previous; Object owner; }
        static int takeList(List<Integer> list) { list.set(99_999, -1); return list.size(); }
        static int takeRing(Link first) { first.previous.number = -1; return first.number; }
        public static void main(String[] args) {
            List<Integer> list = new LinkedList<>();
            for (int i = 0; i < 100_000; i++) list.add(i);
            System.out.println(takeList(list));
            Link first = new Link(), last = first;
            for (int i = 1; i < 50_000; i++) {
                Link link = new Link(); link.number = i; link.previous = last; link.owner = list;
                last.next = link; last = link;
            }
            last.next = first; first.previous = last;
            System.out.println(takeRing(first));
        }
    }
"#;

/// The walker does not recurse: depth costs nothing, and a thread's small stack is enough.
#[test]
fn long_lists_and_rings_are_walked_whole() {
    for jdk in jdks() {
        let program = Fixture::parse(LONG).compile_with(&jdk, &["-g"]);
        let options = "methods=p.Main#take*,max-objects=1000000,max-bytes=64m,memory=512m,redact=false";
        let recorded = record(&program, "p.Main", options).ok();
        assert_eq!(recorded.ran.stdout, "100000\n0\n");
        let mut names = Vec::new();
        recorded.each(|head, method, capture, picture| {
            assert_eq!(head.marks, Marks::default(), "{}", method.name);
            names.push(method.name.to_string());
            let numbers = if &*method.name == "takeList" { list } else { ring };
            let (before, after) = (numbers(capture, picture, false), numbers(capture, picture, true));
            assert!(before.iter().copied().eq(0..before.len() as i32));
            assert_eq!((after.len(), after.last()), (before.len(), Some(&-1)));
            assert_eq!(after[..after.len() - 1], before[..before.len() - 1]);
        });
        names.sort();
        assert_eq!(names, ["takeList", "takeRing"]);
    }
}

/// The elements of the list before or after the call.
fn list(capture: &Capture, picture: &Picture<'_>, is_after: bool) -> Vec<i32> {
    let (graph, roots) = match is_after {
        false => (&capture.before, &capture.roots),
        true => (&capture.after, &capture.roots_after),
    };
    let forms = Forms::new(picture.classes(), graph);
    let number = |value: Value| match value {
        Value::Reference(node) => match forms.of(node).map(|logical| logical.form) {
            Ok(LogicalForm::Boxed(Value::Int(number))) => number,
            other => panic!("{other:?}"),
        },
        other => panic!("{other:?}"),
    };
    let numbers: Vec<i32> = elements(&forms, roots[0]).into_iter().map(number).collect();
    assert_eq!(numbers.len(), 100_000);
    numbers
}

/// The numbers of the ring before or after the call; each link must know both neighbours.
fn ring(capture: &Capture, picture: &Picture<'_>, is_after: bool) -> Vec<i32> {
    let (graph, roots) = match is_after {
        false => (&capture.before, &capture.roots),
        true => (&capture.after, &capture.roots_after),
    };
    let field = |object: Value, name: &str| {
        let Value::Reference(node) = object else { panic!("{object:?}") };
        let Node::Object { class, fields } = graph.get(node) else { panic!("{object:?}") };
        let names = picture.classes().all_fields(*class);
        fields[names.iter().position(|(_, field)| &*field.name == name).expect("a field")]
    };
    let mut numbers = Vec::new();
    let mut link = roots[0];
    loop {
        let Value::Int(number) = field(link, "number") else { panic!("a number") };
        numbers.push(number);
        let next = field(link, "next");
        assert_eq!(field(next, "previous"), link, "link {number}");
        link = next;
        if link == roots[0] {
            assert_eq!(numbers.len(), 50_000);
            return numbers;
        }
    }
}

/// Graphs that the budgets cut are marked, in the head and at every place, and nothing else is missing.
#[test]
fn what_a_budget_cuts_is_marked_where_it_was_cut() {
    for jdk in jdks() {
        let program = Fixture::parse(LONG).compile_with(&jdk, &["-g"]);
        // The defaults, a few objects, a few bytes.
        for (limits, most) in [("", 100_000), (",max-objects=1000", 1000), (",max-bytes=20k", 20_000)] {
            let recorded = record(&program, "p.Main", &format!("methods=p.Main#take*{limits}")).ok();
            assert_eq!(recorded.ran.stdout, "100000\n0\n");
            let mut cut = 0;
            recorded.each(|head, method, capture, _| {
                assert!(head.marks.contains(Marks::TRUNCATED), "{} with `{limits}`", method.name);
                cut += 1;
                let is_end = |node: &Node| matches!(node, Node::End { ending: Ending::Budget, .. });
                let (ends, whole): (Vec<_>, Vec<_>) =
                    capture.before.iter().map(|(_, node)| node).partition(|node| is_end(node));
                assert!(!ends.is_empty() && !whole.is_empty(), "{} with `{limits}`", method.name);
                assert!(whole.len() <= most, "{} objects with `{limits}`", whole.len());
                // The decoder has seen that every reference leads to an object or to an end.
                assert!(matches!(capture.outcome, Outcome::Returned(Some(Value::Int(_)))));
            });
            assert_eq!(cut, 2, "`{limits}` on JDK {}: {}", jdk.version.full, recorded.ran.stderr);
        }
    }
}

#[test]
fn exceptions_are_told_with_message_and_cause_and_without_the_stack() {
    let source = r#"
        //- p/Main.java
        package p;
        public class Main {
            static class Own extends Exception {
                final int code;
                Own(String message, int code, Throwable cause) { super(message, cause); this.code = code; }
            }
            static void fails(int code) throws Own {
                try { Object nothing = null; nothing.hashCode(); }
                catch (NullPointerException cause) {
                    Own own = new Own("code " + code, code, new IllegalStateException("inner", null));
                    own.addSuppressed(new RuntimeException("beside"));
                    throw own;
                }
            }
            public static void main(String[] args) {
                for (int code = 1; code < 4; code++) try { fails(code); } catch (Own own) { System.out.println(own.getStackTrace().length > 0); }
            }
        }
    "#;
    for jdk in jdks() {
        let program = Fixture::parse(source).compile_with(&jdk, &["-g"]);
        let recorded = record(&program, "p.Main", "methods=p.Main#fails,sample-backoff=1").ok();
        assert_eq!(recorded.ran.stdout, "true\n".repeat(3));
        let mut codes = Vec::new();
        recorded.each(|_, _, capture, picture| {
            let Outcome::Threw(thrown) = capture.outcome else { panic!("{:?}", capture.outcome) };
            let forms = Forms::new(picture.classes(), &capture.after);
            let text = |value: Value| picture.of(&capture.after).draw(value);
            let throwable = |value: Value| match value {
                Value::Reference(node) => match forms.of(node).map(|logical| logical.form) {
                    Ok(LogicalForm::Throwable { message, cause, suppressed }) => {
                        (text(message), cause, suppressed)
                    }
                    other => panic!("{other:?}"),
                },
                other => panic!("{other:?}"),
            };
            // The form of an exception of the subject's own is that of any object: by its fields.
            let Value::Reference(node) = thrown else { panic!("{thrown:?}") };
            let Node::Object { class, fields } = capture.after.get(node) else { panic!("{thrown:?}") };
            assert_eq!(&*picture.classes().get(*class).name, "p/Main$Own");
            let names: Vec<&str> =
                picture.classes().all_fields(*class).iter().map(|(_, field)| &*field.name).collect();
            assert!(!names.contains(&"backtrace"), "{names:?}");
            let field = |name: &str| fields[names.iter().position(|found| *found == name).expect("a field")];
            let Value::Int(code) = field("code") else { panic!("a code") };
            codes.push(code);
            assert_eq!(text(field("detailMessage")), format!("\"code {code}\""));
            let (message, cause, _) = throwable(field("cause"));
            assert_eq!((&*message, cause), ("\"inner\"", Some(Value::Null)));
            let suppressed = elements(&forms, field("suppressedExceptions"));
            assert_eq!(throwable(suppressed[0]).0, "\"beside\"");
            // A backtrace holds arrays of the JVM's own; there is nothing of the kind, and little else.
            assert!(capture.after.len() < 24, "{} objects", capture.after.len());
        });
        assert_eq!(codes, [1, 2, 3]);
    }
}

/// Fields, arrays, class objects and parameters of classes that were not used yet.
#[test]
fn nothing_is_initialised_by_being_looked_at() {
    let source = r#"
        //- p/Main.java
        package p;
        import java.util.*;
        public class Main {
            static class Sleeping { static { System.out.println("awake"); } int x = 1; }
            static class Low extends Sleeping { static { System.out.println("awake too"); } }
            interface Loud { Object NOISE = System.out.printf("noise%n"); default void shout() { } }
            static class Holder { Sleeping sleeping; Low[] row = new Low[2]; Loud loud; }
            static int take(Holder holder, Class<?>[] types, Sleeping none, Loud nothing) { holder.row[0] = null; return types.length; }
            public static void main(String[] args) throws Exception {
                ClassLoader loader = Main.class.getClassLoader();
                Class<?>[] types = { Class.forName("p.Main$Sleeping", false, loader), Class.forName("p.Main$Low", false, loader),
                    Class.forName("p.Main$Loud", false, loader), Low[].class, Class.forName("p.Main$Never", false, loader) };
                System.out.println(take(new Holder(), types, null, null));
            }
        }
        class Unused { }
        //- p/Main$Never.java
        package p;
        class Main$Never { static { System.out.println("never"); } }
    "#;
    for jdk in jdks() {
        let program = Fixture::parse(source).compile_with(&jdk, &["-g"]);
        let recorded = record(&program, "p.Main", "include=p.**,all,sample-backoff=1").ok();
        assert_eq!(recorded.ran.stdout, "5\n", "JDK {}", jdk.version.full);
        let expected = "Main.take(holder=Main$Holder{sleeping=null, row=[null, null], loud=null}, \
                        types=[Main$Sleeping.class, Main$Low.class, Main$Loud.class, Main$Low[].class, Main$Never.class], \
                        none=null, nothing=null) -> 5";
        assert_eq!(recorded.calls_of("take"), [expected]);
    }
}
