use super::*;
use proptest::prelude::*;

const SOURCE: &str = r#"
    package com.acme.shop; // class Wrong {
    import java.util.*;
    /** Not class This { void m(int wrong) } */
    @Entity(name = "order {") public final class Order<K extends Comparable<K>, V> implements Map.Entry<K, V> {
        private final Map<String, List<Integer>> lines = new HashMap<>() {{ put("a(int b) {", null); }};
        static final int[] SIZES = {1, 2}, OTHERS = f(3);
        char brace = '{', quote = '\'';
        String block = """
            void inBlock(int wrong) { "" \""" }
            """;

        public Order(final @Nullable String customer, int... sizes) { this.customer = customer; }
        @Override public <T extends List<? super V>> T add(K key, V[] values, T more, Map.Entry<K, V> entry)
                throws IOException {
            class Local { void local(int wrong) {} }
            Runnable r = new Runnable() { public void run(int wrong) {} };
            if (a(b)) { c(d); } else { }
            return null;
        }
        abstract long total(long cents[], @Size(max = 3) double rate);
        void same(int first) {}
        void same(long second) {}
        int record(int value) { return value; }
        enum Status { OPEN(1) { int code(int inner) { return 0; } }, CLOSED(2); Status(int code) {} int of(Status this, int x) { return x; } }
        record Point(int x, int y) { Point { check(x, y); } static Point of(int both) { return null; } }
        interface Visitor<R> { R visit(java.util.Date date, R before); }
        @interface Marked { String value() default "x"; }
    }
"#;

fn names(class: &str, method: &str, descriptor: &str) -> Option<String> {
    parameter_names(&declarations(SOURCE), class, method, descriptor).map(|names| names.join(", "))
}

#[test]
fn parameters_are_found_by_descriptor() {
    const ORDER: &str = "com/acme/shop/Order";
    let check = |class: &str, method: &str, descriptor: &str, expected: &str| {
        assert_eq!(
            names(class, method, descriptor).as_deref(),
            Some(expected),
            "{class} {method}{descriptor}"
        );
    };
    check(ORDER, "<init>", "(Ljava/lang/String;[I)V", "customer, sizes");
    let add =
        "(Ljava/lang/Comparable;[Ljava/lang/Object;Ljava/util/List;Ljava/util/Map$Entry;)Ljava/util/List;";
    check(ORDER, "add", add, "key, values, more, entry");
    check(ORDER, "total", "([JD)J", "cents, rate");
    check(ORDER, "same", "(I)V", "first");
    check(ORDER, "same", "(J)V", "second");
    check(ORDER, "record", "(I)I", "value");
    check("com/acme/shop/Order$Status", "<init>", "(I)V", "code");
    check("com/acme/shop/Order$Status", "of", "(I)I", "x");
    check("com/acme/shop/Order$Point", "<init>", "(II)V", "x, y");
    check("com/acme/shop/Order$Point", "of", "(I)Lcom/acme/shop/Order$Point;", "both");
    check(
        "com/acme/shop/Order$Visitor",
        "visit",
        "(Ljava/util/Date;Ljava/lang/Object;)Ljava/lang/Object;",
        "date, before",
    );
    check("com/acme/shop/Order$Marked", "value", "()Ljava/lang/String;", "");
}

/// Better none than a wrong one.
#[test]
fn what_is_not_declared_has_no_names() {
    const ORDER: &str = "com/acme/shop/Order";
    assert_eq!(names(ORDER, "same", "(D)V"), None);
    assert_eq!(names(ORDER, "same", "(II)V"), None);
    assert_eq!(names(ORDER, "add", "(I[Ljava/lang/Object;Ljava/util/List;Ljava/util/Map$Entry;)V"), None);
    for class in ["Local", "Wrong", "This", "Order$Local"] {
        assert!(!declarations(SOURCE).iter().any(|declared| declared.class.ends_with(class)), "{class}");
    }
    let wrong =
        |declared: &Declaration| declared.parameters.iter().any(|parameter| parameter.name == "wrong");
    assert!(!declarations(SOURCE).iter().any(wrong));
    assert_eq!(parameter_names(&declarations(SOURCE), ORDER, "same", "I)"), None);
}

/// A source without an end takes no more than its length: classes in classes have all names around them in theirs.
#[test]
fn nesting_without_end_takes_no_time() {
    let deep = "class A<T> { void m(T t) { } ".repeat(100_000);
    let found = declarations(&deep);
    assert_eq!(found.len(), DEEPEST);
    assert_eq!(found[DEEPEST - 1].class, vec!["A"; DEEPEST].join("$"));
    let wide = format!("class A<{}> {{ {} }}", "T, ".repeat(100_000), "void m(T t) { } ".repeat(100_000));
    assert_eq!(declarations(&wide).len(), 100_000);
    for part in ["(", "@a(", "<", "public <> ", "{", "}", "\"", "/*", "class ", "a.", "[]", "void m(a..."] {
        declarations(&format!("class A {{ {}", part.repeat(100_000)));
    }
}

proptest! {
    /// Sources come from anywhere.
    #[test]
    fn any_text_has_some_declarations(text in "\\PC{0,80}|([{}()<>\\[\\]@.,;='\"\\\\/* \n]|class |record |a |int ){0,60}") {
        let _ = declarations(&text);
    }

    #[test]
    fn a_source_that_was_cut_or_changed_is_read_as_far_as_it_goes(at in 0..SOURCE.len(), instead in "\\PC{0,3}") {
        let _ = declarations(&SOURCE[..at]);
        let _ = declarations(&format!("{}{instead}{}", &SOURCE[..at], &SOURCE[(at + 2).min(SOURCE.len())..]));
    }

    #[test]
    fn any_descriptor_fits_or_does_not(descriptor in "\\PC{0,20}|[(\\[LIJ;/a)V]{0,20}") {
        let _ = parameter_names(&declarations(SOURCE), "com/acme/shop/Order", "same", &descriptor);
    }
}
