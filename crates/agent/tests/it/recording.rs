//! Recorded calls are the calls that happened.

use crate::support::record;
use reenact_heap::Node;
use reenact_recording::model::Marks;
use reenact_testkit::{Fixture, jdk, jdks};

/// Records a program on every JDK; every invocation must be told by a comment `// call: …` of the
/// fixture, and every comment must be an invocation.
#[track_caller]
fn check(source: &str, options: &str) {
    let fixture = Fixture::parse(source);
    let expected = crate::support::expected_calls(&fixture);
    for jdk in jdks() {
        let recorded = record(&fixture.compile_with(&jdk, &["-g"]), "p.Main", options).ok();
        let mut calls = recorded.calls();
        calls.sort();
        assert_eq!(calls, expected, "JDK {}", jdk.version.full);
    }
}

#[test]
fn receiver_arguments_result_and_what_changed() {
    check(
        r#"
        //- p/Main.java
        package p;
        import java.util.*;
        public class Main {
            public static void main(String[] args) {
                Cart cart = new Cart("ann");
                cart.add(new Item("tea", 3), 2);
                cart.add(new Item("milk", 1), 1);
                cart.total();
                try { cart.add(null, 7); } catch (NullPointerException expected) { }
                Cart.merge(cart, cart);
            }
        }
        //- p/Item.java
        package p;
        public record Item(String name, int price) {}
        //- p/Cart.java
        package p;
        import java.util.*;
        public class Cart {
            final String owner;
            final List<Item> items = new ArrayList<>();
            int count;
            Cart(String owner) { this.owner = owner; }
            // call: Cart.add(this=Cart{owner="ann", items=[], count=0}, item=Item{name="tea", price=3}, times=2) -> true; this.items[0]: added Item; this.count: 0 -> 2
            // call: Cart.add(this=Cart{owner="ann", items=[Item{name="tea", price=3}], count=2}, item=Item{name="milk", price=1}, times=1) -> true; this.items[1]: added Item; this.count: 2 -> 3
            // call: Cart.add(this=Cart{owner="ann", items=[Item{name="tea", price=3}, Item{name="milk", price=1}], count=3}, item=null, times=7) throws NullPointerException; this.count: 3 -> 10
            public boolean add(Item item, int times) {
                count += times;
                if (item.name().isEmpty()) return false;
                return items.add(item);
            }
            // call: Cart.total(this=Cart{owner="ann", items=[Item{name="tea", price=3}, Item{name="milk", price=1}], count=3}) -> 4
            public long total() {
                long sum = 0;
                for (Item item : items) sum += item.price();
                return sum;
            }
            // call: Cart.merge(one=Cart{owner="ann", items=[Item{name="tea", price=3}, Item{name="milk", price=1}], count=10}, other=#0); one.count: 10 -> 20
            public static void merge(Cart one, Cart other) {
                one.count += other.count;
                assert one.count >= 0;
            }
        }
        "#,
        "include=p.Cart",
    );
}

#[test]
fn one_identity_space_for_receiver_arguments_and_result() {
    check(
        r#"
        //- p/Main.java
        package p;
        public class Main {
            Main other; int[] numbers = { 1 };
            public static void main(String[] args) {
                Main a = new Main(), b = new Main();
                a.other = b; b.other = a; b.numbers = a.numbers;
                a.swap(b, a.numbers);
            }
            // call: Main.swap(this=Main{other=Main{other=#0, numbers=Int([1])}, numbers=Int([1])}, with=#1, same=Int([1])) -> Main{other=#0, numbers=Int([1])}; this.other: Main -> another Main; with.other: Main -> another Main
            public Main swap(Main with, int[] same) {
                Main mine = other;
                other = this;
                with.other = mine;
                return with;
            }
        }
        "#,
        "methods=p.Main#swap",
    );
}

#[test]
fn superclass_fields_hidden_fields_and_constructors() {
    check(
        r#"
        //- p/Main.java
        package p;
        public class Main {
            public static void main(String[] args) { new Low("x", 7L); try { new Low(null, 0); } catch (IllegalArgumentException e) { } }
        }
        class High {
            private final Object value; protected boolean flag;
            // call: High.<init>(value="x") -> Low{value="x", flag=true, value=0, scale=0.0}
            // call: High.<init>(value=null) throws IllegalArgumentException
            High(Object value) { if (value == null) throw new IllegalArgumentException("none"); this.value = value; flag = true; }
        }
        class Low extends High {
            private final long value; double scale;
            // A handler may not cover the call of the superclass' constructor, so this end is not seen.
            // call: Low.<init>(name=null, value=0) …
            // call: Low.<init>(name="x", value=7) -> Low{value="x", flag=true, value=7, scale=0.5}
            Low(String name, long value) { super(name); this.value = value; scale = 0.5; }
        }
        "#,
        "include=p.High:p.Low,all",
    );
}

/// Verifying a parser's tests recorded a gigabyte of calls that the calls under test made.
#[test]
fn calls_inside_of_calls_may_be_left_out() {
    check(
        r#"
        //- p/Main.java
        package p;
        public class Main {
            public static void main(String[] args) {
                Steps.outer(2);
                Steps.inner(5);
            }
        }
        //- p/Steps.java
        package p;
        public class Steps {
            // call: Steps.outer(times=2) -> 3
            public static int outer(int times) {
                int sum = 0;
                for (int i = 0; i < times; i++) sum += inner(i);
                return sum;
            }
            // call: Steps.inner(number=5) -> 6
            public static int inner(int number) {
                int next = number + 1;
                return next;
            }
        }
        "#,
        "include=p.Steps,nested=false",
    );
}

#[test]
fn graphs_whose_roots_reach_too_much_are_cut_early() {
    let program = Fixture::parse(
        r#"
        //- p/Main.java
        package p;
        public class Main {
            Main next;
            byte[] bytes;
            int first() { return 1; }
            int second() { return 2; }
            int third() { return 3; }
            static Main chain(int length) {
                Main last = null;
                for (int i = 0; i < length; i++) { Main made = new Main(); made.next = last; last = made; }
                return last;
            }
            public static void main(String[] args) {
                Main large = chain(3000);
                large.first();
                chain(3).second();
                large.second();
                large.bytes = new byte[1 << 20];
                large.third();
            }
        }
        "#,
    )
    .compile(&jdk());
    let counts = |options: &str| {
        let mut counts = Vec::new();
        record(&program, "p.Main", options).ok().each(|head, method, capture, _| {
            let whole = capture.before.iter().filter(|(_, node)| !matches!(node, Node::End { .. })).count();
            counts.push((method.name.to_string(), whole, head.marks.contains(Marks::TRUNCATED)));
        });
        counts
    };
    let methods = "methods=p.Main#first:p.Main#second:p.Main#third,max-objects=2000";
    let row = |name: &str, objects: usize, is_truncated: bool| (name.to_owned(), objects, is_truncated);
    let expected = [
        row("first", 2000, true),
        row("second", 3, false),
        row("second", 1000, true),
        row("third", 999, true),
    ];
    assert_eq!(counts(methods), expected, "the long array is an end as well");
    let every_call = counts(&format!("{methods},sample-backoff=1"));
    assert_eq!(every_call[2], row("second", 2000, true), "every call is asked for, whatever it costs");
}
