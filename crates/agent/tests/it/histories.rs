//! Objects of chosen classes come with what was done to them from their birth on.

use crate::support::running::Running;
use crate::support::{Picture, Recorded, record, record_java};
use reenact_heap::{Value, words};
use reenact_recording::RecordingReader;
use reenact_recording::graph::Capture;
use reenact_recording::model::{Marks, MethodNumber};
use reenact_recording::notes::{Action, Event, History};
use reenact_testkit::host::Scratch;
use reenact_testkit::{Fixture, jdks};
use reenact_wire::AttachCode;

/// A history in one line, such as `new Habitat("59.3,18.1"); grow(42.0)`. Arguments that have histories of
/// their own are stars.
fn draw(history: &History, until: u64, picture: &Picture<'_>, reader: &RecordingReader<'_>) -> String {
    let method = |number: &MethodNumber| {
        let method = reader.method(*number).expect("the method is described");
        let class = reader.class(reader.class_of(method.class).expect("its class is described"));
        (words::simple_type_name(&class.name), method.name.to_string())
    };
    let event = |event: &Event| {
        let drawn: Vec<String> = event
            .arguments
            .iter()
            .map(|&argument| match argument {
                Value::Reference(node) if event.objects.iter().any(|object| object.node == node) => {
                    "*".to_owned()
                }
                _ => {
                    let drawn = picture.masked(&event.graph, &event.pseudonyms).draw(argument);
                    if drawn.len() > 40 { drawn.chars().take(16).chain(['…']).collect() } else { drawn }
                }
            })
            .collect();
        let arguments = drawn.join(", ");
        let marks: String = [
            (event.threw, " [threw]"),
            (event.assumed, " [assumed]"),
            (event.for_others, " [others]"),
            (event.parent.is_some(), " [inside]"),
            (event.marks.contains(Marks::TRUNCATED), " [truncated]"),
            (event.marks.contains(Marks::MASKED), " [masked]"),
        ]
        .iter()
        .filter(|(is, _)| *is)
        .map(|(_, word)| *word)
        .collect();
        let text = match &event.action {
            Action::Construct(number) => format!("new {}({arguments})", method(number).0),
            Action::Factory(number) => format!("{}.{}({arguments})", method(number).0, method(number).1),
            Action::Call(number) => format!("{}({arguments})", method(number).1),
            Action::FieldSet { field, .. } => format!("{field} = {arguments}"),
        };
        text + &marks
    };
    let mut events: Vec<String> = history.until(until).map(event).collect();
    let gaps = history.gaps;
    for (is, word) in [
        (history.id == 0, "unknown"),
        (gaps.lost, "lost"),
        (gaps.busy_before, "busy before"),
        (gaps.busy_after, "busy after"),
        (gaps.dangling, "dangling"),
    ] {
        if is {
            events.push(word.to_owned());
        }
    }
    events.join("; ")
}

/// The history of a root.
fn of_root(capture: &Capture, index: usize) -> Option<&History> {
    let Some(&Value::Reference(node)) = capture.roots.get(index) else { return None };
    capture.histories.iter().find(|history| history.node == Some(node))
}

/// The histories of first arguments at the entry of every call, in order.
fn histories(recorded: &Recorded) -> Vec<String> {
    let mut found = Vec::new();
    let reader = recorded.reader();
    recorded.each(|head, _, capture, picture| {
        let drawn = of_root(capture, 0).map(|history| draw(history, head.entered, picture, &reader));
        found.push(drawn.unwrap_or_else(|| "none".to_owned()));
    });
    found
}

/// Records a program on every JDK; the histories must be those that its comments `// history: …` tell, in order.
#[track_caller]
fn check_with(options: &str, source: &str) {
    let fixture = Fixture::parse(source);
    let expected: Vec<String> = fixture.expectations(&["history"]).into_iter().map(|e| e.text).collect();
    for jdk in jdks() {
        let program = fixture.compile_with(&jdk, &["-g"]);
        let java = program.java("p.Main").vm_option("-Xcheck:jni").vm_option("-Xverify:all");
        let options = format!("methods=p.Main#take,sample-backoff=1,{options}");
        let recorded = record_java(java, &options).ok();
        let said = format!("{}{}", recorded.ran.stdout, recorded.ran.stderr);
        assert!(!said.contains("WARNING") && !said.contains("FATAL"), "{said}");
        assert_eq!(recorded.ran.stdout, program.run("p.Main", &[]).ok());
        assert_eq!(histories(&recorded), expected, "JDK {}", jdk.version.full);
    }
}

#[track_caller]
fn check(source: &str) {
    check_with("history=p.model.**", source);
}

#[test]
fn constructors_and_calls_that_change_something() {
    check(
        r#"
        //- p/Main.java
        package p;
        import p.model.*;
        public class Main {
            static void take(Object object) { }
            public static void main(String[] args) {
                Habitat habitat = new Habitat("59.34743,18.07378");
                take(habitat);          // history: new Habitat("59.34743,18.07378")
                habitat.grow(42.0);
                habitat.getArea();
                habitat.describe();
                take(habitat);          // history: new Habitat("59.34743,18.07378"); grow(42.0)
                habitat.grow(0.0);
                habitat.growTwice(1.0);
                take(habitat);          // history: new Habitat("59.34743,18.07378"); grow(42.0); growTwice(1.0)
                take("nothing");        // history: none
                take(new Main());       // history: none
                Herd herd = new Herd(habitat, 2);
                herd.addAll(java.util.List.of("a", "b"));
                herd.names().size();
                herd.first();
                take(herd);             // history: new Herd(*, 2); addAll(["a", "b"])
                herd.names().add("c");
                take(herd);             // history: new Herd(*, 2); addAll(["a", "b"])
                herd.sort();
                herd.count();
                herd.mark(0);
                take(herd);             // history: new Herd(*, 2); addAll(["a", "b"]); sort(); mark(0)
            }
        }
        //- p/model/Habitat.java
        package p.model;
        public class Habitat {
            private final String place; private double area;
            public Habitat(String place) { this.place = place; grow(1.0); }
            public void grow(double more) { double area = this.area + more; this.area = area; }
            public void growTwice(double more) { grow(more); grow(more); }
            public double getArea() { return area; }
            public String describe() { return String.valueOf(area) + place; }
        }
        //- p/model/Herd.java
        package p.model;
        import java.util.*;
        public class Herd {
            private final Habitat habitat; private final List<String> names = new ArrayList<>();
            private final Map<String, Integer> index = new HashMap<>(); private final boolean[] marks;
            public Herd(Habitat habitat, int size) { this.habitat = habitat; marks = new boolean[size]; index.put("x", 1); }
            public void addAll(List<String> more) { names.addAll(more); }
            public List<String> names() { return names; }
            public String first() { return names.get(0); }
            public void sort() { names.sort(Comparator.reverseOrder()); }
            public int count() { return index.keySet().size() + index.values().size() + names.size(); }
            public void mark(int which) { marks[which] = true; }
        }
        "#,
    );
}

#[test]
fn nested_constructors_factories_and_exceptions() {
    check(
        r#"
        //- p/Main.java
        package p;
        import p.model.*;
        public class Main {
            static void take(Object object) { }
            public static void main(String[] args) {
                take(new Derived(1));           // history: new Derived(1)
                take(new Derived());            // history: new Derived()
                take(new Base(3) { });          // history: none
                take(Derived.of(4));            // history: Derived.of(4)
                take(Derived.twice(5));         // history: Derived.twice(5)
                take(Derived.shared());         // history: Derived.shared()
                take(Derived.shared());         // history: Derived.shared()
                Derived half = new Derived(6);
                try { half.fails(7, true); } catch (IllegalStateException expected) { }
                try { half.fails(8, false); } catch (IllegalStateException expected) { }
                take(half);                     // history: new Derived(6); fails(7, true) [threw]
                try { new Derived("bad"); } catch (IllegalStateException expected) { }
                try { new Derived((Object) null); } catch (NullPointerException expected) { }
                take(new Derived(9));           // history: new Derived(9)
                Base made = Base.make(true);
                made.set(2);
                take(made);                     // history: Base.make(true); set(2)
                take(new Derived.Inner(half));  // history: new Derived$Inner(*)
            }
        }
        //- p/model/Base.java
        package p.model;
        public class Base {
            protected int number;
            public Base(int number) { this.number = number; init(); }
            Base(Object text) { if (text.equals("bad")) throw new IllegalStateException(); }
            void init() { set(number + 1); }
            public void set(int number) { this.number = number; }
            public static Base make(boolean derived) { Base made = derived ? new Derived(1) : new Base(2); made.set(7); return made; }
        }
        //- p/model/Derived.java
        package p.model;
        public class Derived extends Base {
            private static Derived shared;
            private int more = 2;
            public Derived(int number) { super(number); set(9); more++; }
            public Derived() { this(17); set(10); }
            public Derived(Object text) { super(text); }
            @Override void init() { more = 5; }
            public static Derived of(int number) { return new Derived(number); }
            public static Derived twice(int number) { Derived made = of(number * 2); made.set(3); return made; }
            public static Derived shared() { if (shared == null) shared = new Derived(1); return shared; }
            public void fails(int number, boolean late) {
                if (late) this.number = number;
                throw new IllegalStateException();
            }
            public static class Inner { final Derived of; public Inner(Derived of) { this.of = of; } }
        }
        "#,
    );
}

/// Met with parsers whose callers set positions in public fields: the calls in between depend on them.
#[test]
fn fields_that_others_write() {
    check(
        r#"
        //- p/Main.java
        package p;
        import p.model.*;
        public class Main {
            static void take(Object object) { }
            public static void main(String[] args) throws Exception {
                Cursor cursor = new Cursor("a");
                cursor.line = 1;
                cursor.line = 2;
                take(cursor);           // history: new Cursor("a"); line = 2
                cursor.line += 3;
                cursor.advance();
                cursor.offset = 7L;
                cursor.ratio = 0.5;
                cursor.weight = 2f;
                cursor.mark = 'm';
                cursor.on = true;
                cursor.tiny = (byte) -1;
                cursor.name = args.length == 0 ? "n" : null;
                take(cursor);           // history: new Cursor("a"); line = 2; line = 5; advance(); offset = 7; ratio = 0.5; weight = 2.0; mark = 'm'; on = true; tiny = -1; name = "n"
                Cursor next = new Cursor("b", cursor);
                take(next);             // history: new Cursor("b", *)
                cursor.advance();
                Late late = new Late();
                late.line = 4;
                late.after = next;
                take(late);             // history: new Late(); line = 4; after = *
                take(Cursor.at(8));     // history: Cursor.at(8)
                Guide guide = new Guide();
                Cursor led = new Cursor("c");
                guide.lead(led);
                Elsewhere.write(led);
                led.token = "hunter2";
                take(led);              // history: new Cursor("c"); line = 6 [inside]; line = 9; token = <String masked> [masked]
                Cursor.class.getDeclaredField("line").setInt(led, 10);
                take(led);              // history: new Cursor("c"); line = 6 [inside]; line = 9; token = <String masked> [masked]
            }
        }
        class Elsewhere { static void write(Cursor cursor) { cursor.line = 9; } }
        //- p/model/Cursor.java
        package p.model;
        public class Cursor {
            public int line; public long offset; public double ratio; public float weight; public char mark;
            public boolean on; public byte tiny; public String name; public Cursor after; public String token;
            private final String text; private int steps;
            public Cursor(String text) { this.text = text; this.line = text.isEmpty() ? 1 : 0; }
            public Cursor(String text, Cursor before) { this(text); before.after = this; before.line++; }
            public void advance() { line = line > 0 ? line + 1 : 1; steps += line; }
            public static Cursor at(int line) { Cursor made = new Cursor("at"); made.line = line; return made; }
        }
        //- p/model/Late.java
        package p.model;
        public class Late extends Cursor { private int more; public Late() { super("late"); line = 3; } }
        //- p/model/Guide.java
        package p.model;
        public class Guide { private int led; public void lead(Cursor cursor) { cursor.line = 6; led++; } }
        "#,
    );
}

#[test]
fn calls_inside_of_other_objects_events_say_so() {
    check(
        r#"
        //- p/Main.java
        package p;
        import p.model.*;
        public class Main {
            static void take(Object object) { }
            public static void main(String[] args) {
                Order order = new Order("a");
                Shop shop = new Shop();
                shop.accept(order);
                take(order);            // history: new Order("a"); accepted(*) [inside]
                take(shop);             // history: new Shop(); accept(*)
                Clerk clerk = new Clerk();
                clerk.close(order);
                take(order);            // history: new Order("a"); accepted(*) [inside]; close()
                take(clerk);            // history: new Clerk()
                shop.run(order);        // history: new Order("a"); accepted(*) [inside]; close(); reopen(1)
                take(order);            // history: new Order("a"); accepted(*) [inside]; close(); reopen(1) [inside]
                Owner owner = new Owner();
                owner.grow(3);
                take(owner);            // history: new Owner(); grow(3)
            }
        }
        //- p/model/Order.java
        package p.model;
        public class Order {
            private final String name; private Shop shop; private int state;
            public Order(String name) { this.name = name; }
            public void accepted(Shop shop) { this.shop = shop; state = 1; }
            public void close() { state = 2; }
            public void reopen(int times) { state = 3 + times; }
        }
        //- p/model/Shop.java
        package p.model;
        import java.util.*;
        public class Shop {
            private final List<Order> orders = new ArrayList<>(); private int runs;
            public void accept(Order order) { order.accepted(this); orders.add(order); }
            public void run(Order order) {
                order.reopen(1);
                runs++;
                try { Class.forName("p.Main").getDeclaredMethod("take", Object.class).setAccessible(true); } catch (Exception e) { }
                p.Open.take(order);
            }
        }
        //- p/Open.java
        package p;
        public class Open { public static void take(Object object) { Main.take(object); } }
        //- p/model/Clerk.java
        package p.model;
        public class Clerk { int x = 1; public void close(Order order) { order.close(); } }
        //- p/model/Owner.java
        package p.model;
        public class Owner {
            private final Part part = new Part();
            public void grow(int by) { part.grow(by); }
            static class Part { int size; void grow(int by) { size += by; } }
        }
        "#,
    );
}

/// A call that changed other objects by what tests have no access to is an event, whatever became of its own object; and
/// it is written with them, though they do not refer to its object.
#[test]
fn calls_that_change_private_state_of_others_are_events() {
    let source = r#"
        //- p/Main.java
        package p;
        import p.model.*;
        public class Main {
            static void take(Object object) { }
            public static void main(String[] args) {
                Office office = new Office(7);
                Office.Letter letter = new Office.Letter("a");
                office.stamp(letter);
                office.read(letter);
                take(letter);
                letter.touch();
                for (int n = 0; n < 300; n++) office.stamp(new Office.Letter("b"));
                office.count();
                take(office);
            }
        }
        //- p/model/Office.java
        package p.model;
        public class Office {
            private final int number; private int counted;
            public Office(int number) { this.number = number; }
            public void stamp(Letter letter) { letter.stamp = number + letter.text.length(); }
            public int read(Letter letter) { letter.open = true; return letter.stamp; }
            public void count() { counted++; }
            public static class Letter {
                private final String text; private int stamp; public boolean open;
                public Letter(String text) { this.text = text; }
                public void touch() { stamp++; }
            }
        }
    "#;
    for jdk in jdks() {
        let program = Fixture::parse(source).compile_with(&jdk, &["-g"]);
        let recorded = record(&program, "p.Main", "methods=p.Main#take,history=p.model.**").ok();
        let reader = recorded.reader();
        let mut found = Vec::new();
        recorded.each(|head, _, capture, picture| {
            let histories = capture.histories.iter();
            found.push(histories.map(|it| draw(it, head.entered, picture, &reader)).collect::<Vec<_>>());
        });
        let letter = r#"new Office$Letter("a"); stamp = 8 [inside]; open = true"#;
        assert_eq!(found[0], [letter, "new Office(7); stamp(*) [others]"]);
        // There is a limit, which leaves room for what changes the object itself.
        let office = &found[1][0];
        assert_eq!(office.matches("stamp(*) [others]").count(), 50, "{office}");
        assert!(office.ends_with("; count()"), "{office}");
    }
}

#[test]
fn arguments_are_values_small_graphs_constants_and_other_objects() {
    check(
        r#"
        //- p/Main.java
        package p;
        import java.util.*;
        import p.model.*;
        public class Main {
            static void take(Object object) { }
            static class Size { final int x; Size(int x) { this.x = x; } }
            public static void main(String[] args) {
                Box box = new Box(true, (byte) 1, 'c', (short) 2, 3, 4L, 5f, 6.0, "seven", null);
                box.put(new Size(8));
                box.put(new int[] { 1, 2 });
                box.put(Map.of("k", List.of(box)));
                box.put(box);
                take(box);          // history: new Box(true, 1, 'c', 2, 3, 4, 5.0, 6.0, "seven", null); put(Main$Size{x=8}); put(Int([1, 2])); put({"k": [<Box opaque>]}); put(*)
                Box large = new Box();
                large.put(new ArrayList<>(Collections.nCopies(500, new Size(9))));
                List<Size> many = new ArrayList<>();
                for (int n = 0; n < 500; n++) many.add(new Size(n));
                large.put(many);
                large.put(1);
                take(large.count());// history: none
                take(large);        // history: new Box(); put([Main$Size{x=9},…); put([Main$Size{x=0},…) [assumed] [truncated]; put(1) [assumed]; count() [assumed]
                Box secret = new Box();
                secret.login("me", "hunter2");
                take(secret);       // history: new Box(); login("me", <String masked>) [masked]
                take(Box.EMPTY);    // history: new Box()
            }
        }
        //- p/model/Box.java
        package p.model;
        import java.util.*;
        public class Box {
            public static final Box EMPTY = new Box();
            private final List<Object> held = new ArrayList<>(); private String user, word;
            public Box() { }
            public Box(boolean a, byte b, char c, short d, int e, long f, float g, double h, String i, Object j) { held.add(i); }
            public void put(Object object) { held.add(object); }
            public Integer count() { return held.size(); }
            public void login(String user, String password) { this.user = user; this.word = password; }
        }
        "#,
    );
}

/// Arguments that are constants, and the state of other objects at that time.
#[test]
fn arguments_say_which_object_at_which_time_and_which_constant() {
    let source = r#"
        //- p/Main.java
        package p;
        import p.model.*;
        public class Main {
            static void take(Item item) { }
            public static void main(String[] args) {
                Item tea = new Item("tea");
                tea.price(3);
                Item cup = new Item("cup");
                cup.with(tea, Item.NONE);
                tea.price(4);
                tea = null;
                for (int n = 0; n < 20; n++) System.gc();
                take(cup);
            }
        }
        //- p/model/Item.java
        package p.model;
        public class Item {
            public static final Item NONE = new Item("none");
            final String name; int price; boolean has;
            public Item(String name) { this.name = name; }
            public void price(int price) { this.price = price; }
            public void with(Item other, Item none) { has = other != none; }
        }
    "#;
    for jdk in jdks() {
        let program = Fixture::parse(source).compile_with(&jdk, &["-g"]);
        let recorded = record(&program, "p.Main", "methods=p.Main#take,history=p.model.**").ok();
        let reader = recorded.reader();
        let mut calls = 0;
        recorded.each(|head, _, capture, picture| {
            calls += 1;
            let cup = of_root(capture, 0).expect("a history");
            assert_eq!(draw(cup, head.entered, picture, &reader), r#"new Item("cup"); with(*, *)"#);
            let with = &cup.events[1];
            let [tea, none] = &with.objects[..] else { panic!("{:?}", with.objects) };
            let of = |id| capture.histories.iter().find(|history| history.id == id).expect("its history");
            // The object is gone, and what it was is known.
            let tea_then = draw(of(tea.id), tea.time, picture, &reader);
            assert_eq!(tea_then, r#"new Item("tea"); price(3)"#);
            assert_eq!(draw(of(none.id), none.time, picture, &reader), r#"new Item("none")"#);
            let [name] = &with.statics[..] else { panic!("{:?}", with.statics) };
            assert_eq!((name.node, &*name.field), (none.node, "NONE"));
        });
        assert_eq!(calls, 1);
    }
}

#[test]
fn several_threads_make_one_history() {
    let source = r#"
        //- p/Main.java
        package p;
        import p.model.*;
        public class Main {
            static void take(Sum sum) { }
            static Thread thread(String name, Runnable task) throws Exception {
                if (Runtime.version().feature() < 21) return new Thread(task, name);
                Object builder = Thread.class.getMethod("ofVirtual").invoke(null);
                Class<?> type = Class.forName("java.lang.Thread$Builder");
                builder = type.getMethod("name", String.class).invoke(builder, name);
                return (Thread) type.getMethod("unstarted", Runnable.class).invoke(builder, task);
            }
            public static void main(String[] args) throws Exception {
                Sum sum = new Sum();
                Thread[] threads = new Thread[8];
                for (int t = 0; t < threads.length; t++) {
                    int number = t;
                    Runnable task = () -> { for (int n = 0; n < 20; n++) { sum.add(number); Thread.yield(); } };
                    threads[t] = t % 2 == 0 ? new Thread(task, "t" + t) : thread("t" + t, task);
                }
                for (Thread thread : threads) thread.start();
                for (Thread thread : threads) thread.join();
                take(sum);
            }
        }
        //- p/model/Sum.java
        package p.model;
        public class Sum { int count; long sum; public synchronized void add(int n) { count++; sum += n; } }
    "#;
    for jdk in jdks() {
        let program = Fixture::parse(source).compile_with(&jdk, &["-g"]);
        let recorded = record(&program, "p.Main", "methods=p.Main#take,history=p.model.**").ok();
        let reader = recorded.reader();
        recorded.each(|_, _, capture, _| {
            let sum = of_root(capture, 0).expect("a history");
            assert_eq!(sum.events.len(), 161, "{:?}", sum.gaps);
            assert!(sum.events.is_sorted_by(|one, other| one.entered < other.entered));
            for event in &sum.events[1..] {
                let &[Value::Int(number)] = &event.arguments[..] else { panic!("{:?}", event.arguments) };
                let thread = reader.thread(event.thread).expect("its thread is described");
                assert_eq!(*thread.name, *format!("t{number}"));
                assert!(event.entered < event.exited && event.parent.is_none());
            }
        });
    }
}

#[test]
fn an_object_that_is_older_than_the_recording_has_no_history_and_a_detached_one_no_probes() {
    let source = r#"
        //- p/Main.java
        package p;
        import java.util.*;
        import p.model.*;
        public class Main {
            static Sum old = new Sum(), young;
            static int take(Sum sum) { return sum.hashCode(); }
            public static void main(String[] args) {
                old.add(1);
                Scanner in = new Scanner(System.in);
                while (in.hasNextLine()) {
                    String line = in.nextLine();
                    if (line.equals("old")) { old.add(2); take(old); }
                    if (line.equals("young")) { young = new Sum(); young.add(3); take(young); }
                    if (line.equals("add")) { young.add(4); }
                    System.out.println(line);
                }
            }
        }
        //- p/model/Sum.java
        package p.model;
        public class Sum { int sum; public void add(int n) { sum += n; } @Override public int hashCode() { return sum; } }
    "#;
    for jdk in jdks() {
        let program = Fixture::parse(source).compile_with(&jdk, &["-g"]);
        let scratch = Scratch::new("reenact-histories").expect("a temporary directory");
        let directory = scratch.path().join("recording");
        let classes = program.classes().display().to_string();
        let mut running = Running::start(&jdk, ["-cp", &classes, "p.Main"]);
        assert_eq!(running.ask("hello"), "hello");
        let options = "methods=p.Main#take,sample-backoff=1,history=p.model.**";
        assert_eq!(running.attach(&directory, options), AttachCode::Good);
        assert_eq!(running.ask("old"), "old");
        assert_eq!(running.ask("young"), "young");
        assert_eq!(running.ask("add"), "add");
        assert_eq!(running.detach(), AttachCode::Good);
        assert_eq!(running.ask("add"), "add");
        let recorded = Recorded::of_directory(&directory);
        let statistics: Vec<_> = recorded.reader().statistics().copied().collect();
        assert_eq!(histories(&recorded), ["unknown", "new Sum(); add(3)"], "{statistics:?}");
        // Once more: what was known is forgotten, and objects made in between are unknown.
        let second = scratch.path().join("second");
        assert_eq!(running.attach(&second, options), AttachCode::Good);
        assert_eq!(running.ask("add"), "add");
        assert_eq!(running.ask("young"), "young");
        assert_eq!(running.detach(), AttachCode::Good);
        assert_eq!(running.end(), Some(0));
        let recorded = Recorded::of_directory(&second);
        let statistics: Vec<_> = recorded.reader().statistics().copied().collect();
        assert_eq!(histories(&recorded), ["new Sum(); add(3)"], "{statistics:?}");
    }
}

/// More objects, more events and more changes than there is room for: what is lost says so, and the rest is right.
#[test]
fn memory_and_events_are_bounded() {
    let source = r#"
        //- p/Main.java
        package p;
        import java.util.*;
        import p.model.*;
        public class Main {
            static void take(Object object) { }
            public static void main(String[] args) {
                Sum busy = new Sum(0);
                for (int n = 0; n < 199; n++) busy.add(1);
                take(busy);
                busy.add(1);
                take(busy);
                List<Sum> kept = new ArrayList<>();
                for (int n = 0; n < 20_000; n++) { Sum sum = new Sum(n); sum.add(n + 1); kept.add(sum); }
                take(kept.get(0));
                take(kept.get(19_999));
                for (int n = 0; n < 300_000; n++) { Sum sum = new Sum(n); sum.add(n + 1); }
            }
        }
        //- p/model/Sum.java
        package p.model;
        public class Sum { long sum; public Sum(int n) { sum = n; } public void add(int n) { sum += n; } }
    "#;
    for jdk in jdks() {
        let program = Fixture::parse(source).compile_with(&jdk, &["-g"]);
        let java = program.java("p.Main").vm_option("-Xmx64m");
        let options =
            "methods=p.Main#take,sample-backoff=1,history=p.model.**,history-memory=2m,memory=24m,log=info";
        let recorded = record_java(java, options).ok();
        let found = histories(&recorded);
        assert_eq!(found.len(), 4);
        assert!(
            found[0].starts_with("new Sum(0); add(1); add(1)") && !found[0].ends_with("lost"),
            "{}",
            found[0]
        );
        assert_eq!(found[1], "lost");
        assert_eq!(found[2], "new Sum(0); add(1) [assumed]");
        assert_eq!(found[3], "unknown", "{}", recorded.ran.stderr);
        let line = recorded.ran.stderr.lines().find(|line| line.contains("histories:")).unwrap_or_default();
        let unbegun: u64 = line.split_whitespace().find_map(|word| word.parse().ok()).unwrap_or(0);
        assert!(unbegun > 10_000 && !line.contains(" 0 were lost"), "{line}");
    }
}

/// A constructor whose superclass' constructor throws is not seen to end; what comes after it is not inside of it.
#[test]
fn a_constructor_that_never_ended_is_not_a_parent() {
    check(
        r#"
        //- p/Main.java
        package p;
        import p.model.*;
        public class Main {
            static void take(Object object) { }
            public static void main(String[] args) {
                for (int n = 0; n < 100; n++) {
                    try { new Bad(n); } catch (IllegalStateException expected) { }
                }
                Sum sum = new Sum();
                sum.add(1);
                take(sum);          // history: new Sum(); add(1)
            }
        }
        //- p/model/Bad.java
        package p.model;
        public class Bad extends Worse { public Bad(int n) { super(n); } }
        //- p/model/Worse.java
        package p.model;
        public class Worse { Worse(int n) { throw new IllegalStateException(); } }
        //- p/model/Sum.java
        package p.model;
        public class Sum { int sum; public void add(int n) { sum += n; } }
        "#,
    );
}

/// A method that is recorded and part of histories: at its entry it is not in the history, at its end it is.
#[test]
fn a_recorded_method_may_be_an_event() {
    let source = r#"
        //- p/Main.java
        package p;
        public class Main {
            int sum;
            public Main(int sum) { this.sum = sum; }
            public int take(int n) { sum += n; return sum; }
            public static void main(String[] args) {
                Main main = new Main(1);
                main.take(2);
                main.take(3);
            }
        }
    "#;
    for jdk in jdks() {
        let program = Fixture::parse(source).compile_with(&jdk, &["-g"]);
        let recorded =
            record(&program, "p.Main", "include=p.**,methods=p.Main#take,sample-backoff=1,history=p.**").ok();
        let reader = recorded.reader();
        let mut found = Vec::new();
        recorded.each(|head, method, capture, picture| {
            if *method.name != *"take" {
                return;
            }
            let history = of_root(capture, 0).expect("a history");
            let (before, after) = (head.entered, head.exited);
            found.push([before, after].map(|time| draw(history, time, picture, &reader)));
            for event in &history.events {
                let (Action::Construct(number) | Action::Call(number)) = event.action else { panic!() };
                assert!(reader.method(number).is_some());
            }
        });
        let expected = [
            ["new Main(1)", "new Main(1); take(2)"],
            ["new Main(1); take(2)", "new Main(1); take(2); take(3)"],
        ];
        assert_eq!(found, expected);
        // One method, one number.
        let takes = reader.methods().filter(|method| *method.name == *"take").count();
        assert_eq!(takes, 1);
    }
}
