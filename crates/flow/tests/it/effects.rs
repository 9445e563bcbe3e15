//! The fields that methods may read and write, as comments beside them: `// reads: …` and `// writes: …`.

use std::collections::BTreeMap;

use crate::support::Subject;
use reenact_flow::accessors::{getters, wrapped_getters};
use reenact_flow::effects::{EffectLimits, Effects, Fields};
use reenact_flow::paths::PathCache;
use reenact_testkit::{Expectation, Fixture, check};
use reenact_world::{CallGraph, World};

fn shown(world: &World, fields: &Fields) -> String {
    let name = |field: &reenact_world::FieldId| {
        let view = world.view(*field);
        format!("{}.{}", view.class().name(), view.name())
    };
    match fields {
        Fields::Only { instance, statics } => {
            let mut names: Vec<String> = instance.iter().map(name).collect();
            names.extend(statics.iter().map(|field| format!("static {}", name(field))));
            names.sort();
            if names.is_empty() { "-".to_owned() } else { names.join(", ") }
        }
        Fields::Anything => "anything".to_owned(),
    }
}

#[test]
fn reads_and_writes() {
    let fixture = Fixture::parse(
        r#"
        //- A.java
        import java.util.*;
        import java.util.function.*;
        class A {
            int n; String s; static int count; List<Item> items = new ArrayList<>(); Map<Item, Integer> map = new HashMap<>(); int[] data;
            int get() { return n; } // reads: A.n // writes: -
            void set(int k) { n = k; count++; } // reads: static A.count // writes: A.n, static A.count
            void both() { set(get() + 1); } // reads: A.n, static A.count // writes: A.n, static A.count
            int even(int k) { return k == 0 ? n : odd(k - 1); } // reads: A.n, A.s // writes: -
            int odd(int k) { return k == 0 ? s.length() : even(k - 1); } // reads: A.n, A.s // writes: -
            int dispatched(Shape shape) { return shape.area(); } // reads: Circle.asked, Square.side // writes: Circle.asked
            void listed(Item item) { items.add(item); } // reads: A.items // writes: -
            Integer mapped(Item item) { return map.get(item); } // reads: A.map, Item.price, Square.side // writes: Item.seen
            String text(Item item) { return "item " + item; } // reads: Item.price // writes: -
            void run(Runnable r) { r.run(); } // reads: A.s, static A.count // writes: A.n, static A.count
            void lambda() { run(() -> set(s.length())); } // reads: A.s, static A.count // writes: A.n, static A.count
            void sorted() { Collections.sort(items); } // reads: A.items, Item.price, Square.side // writes: Item.seen
            void filled() { data[0] = data[1]; } // reads: A.data // writes: -
            int parsed(String text) { return Integer.parseInt(text.trim()); } // reads: - // writes: -
            Object reflected(java.lang.reflect.Method m) throws Exception { return m.invoke(this); } // reads: anything // writes: anything
            void far() { nothing(); } // reads: anything // writes: anything
            native void nothing();
            void unknown(Unread other) { other.call(); n = 1; } // reads: - // writes: A.n
        }
        interface Unread { void call(); }
        class Item implements Comparable<Item> {
            int price; boolean unused; int seen;
            public int hashCode() { return price; } // reads: Item.price // writes: -
            public int compareTo(Item other) { seen = 1; return price - other.price; }
            public String toString() { return "" + price; } // reads: Item.price // writes: -
        }
        interface Shape { int area(); }
        class Square implements Shape { int side; public int area() { return side * side; } public boolean equals(Object o) { return side == ((Square) o).side; } }
        class Circle implements Shape { int asked; public int area() { asked++; return 3; } }
        "#,
    );
    for subject in Subject::all(&fixture) {
        let world = &subject.world;
        let graph = CallGraph::class_hierarchy(world);
        let effects = Effects::of(world, &graph, subject.own_methods().map(|method| method.id()));
        let mut found: BTreeMap<u32, [String; 2]> = BTreeMap::new();
        for method in subject.own_methods().filter(|method| !method.access_flags().is_synthetic()) {
            let id = method.id();
            if let Some(line) = world.lines(id).unwrap().at(0) {
                let texts = [effects.may_read(id), effects.may_write(id)].map(|fields| shown(world, &fields));
                found.insert(line.into(), texts);
            }
        }
        let expected = fixture.expectations(&["reads", "writes"]);
        let actual: Vec<Expectation> = expected
            .iter()
            .map(|wanted| {
                let texts = found.get(&wanted.line).cloned().unwrap_or_default();
                Expectation { text: texts[usize::from(wanted.kind == "writes")].clone(), ..wanted.clone() }
            })
            .collect();
        check(actual, expected);

        let summary = |name| effects.summary(subject.method("A", name));
        assert!(summary("filled").reads_arrays && summary("filled").writes_arrays);
        assert!(!summary("set").writes_arrays && !summary("set").calls_platform);
        assert!(summary("unknown").outside.missing && !summary("set").outside.missing);
        assert!(summary("reflected").outside.reflection && summary("far").outside.native);
        assert!(summary("listed").calls_platform);
        let n = world.field(subject.class("A"), "n").unwrap();
        assert_eq!(effects.local_writes(subject.method("A", "unknown")), [n]);
        assert_eq!(effects.local_writes(subject.method("A", "both")), []);

        let few = Effects::with_limits(world, &graph, EffectLimits { methods: 2 });
        assert_eq!(few.may_read(subject.method("A", "both")), Fields::Anything);
        assert_ne!(few.may_read(subject.method("A", "get")), Fields::Anything);
    }
}

/// Protects that getters are found, inherited ones too, and that whatever does more is not one.
#[test]
fn accessors() {
    let fixture = Fixture::parse(
        r#"
        //- A.java
        import java.util.*;
        class Base { protected int id; int getId() { return id; } String label; String label() { return label; } }
        class A extends Base {
            String name; List<String> names; int[] data; int count; boolean open;
            String getName() { return name; }
            boolean isOpen() { return open; }
            boolean isClosed() { return !open; }
            String label() { return "A"; }
            String getNameOnce() { String n = name; name = null; return n; }
            String getOrDefault() { return name == null ? "" : name; }
            int next() { return ++count; }
            private int secret() { return count; }
            int at(int k) { return count; }
            List<String> getNames() { return Collections.unmodifiableList(names); }
            List<String> copy() { return new ArrayList<>(names); }
            List<String> copied() { return List.copyOf(names); }
            Optional<String> name() { return Optional.ofNullable(name); }
            int[] data() { return data.clone(); }
            Integer count() { return count; }
            String trimmed() { return name.trim(); }
        }
        record P(int x, List<String> list) { public List<String> list() { return List.copyOf(list); } }
        "#,
    );
    for subject in Subject::all(&fixture) {
        let world = &subject.world;
        let cache = PathCache::new(world);
        let plain = |class: &str| {
            let found = getters(world, subject.class(class), &cache);
            let names = found.iter().map(|(method, field)| {
                format!("{}={}", world.view(*method).name(), world.view(*field).name())
            });
            names.collect::<Vec<_>>()
        };
        let wrapped = |class: &str| {
            let found = wrapped_getters(world, subject.class(class), &cache);
            let names = found.iter().map(|(method, field, wrapper)| {
                format!("{}={wrapper:?} {}", world.view(*method).name(), world.view(*field).name())
            });
            names.collect::<Vec<_>>()
        };
        assert_eq!(plain("A"), ["getName=name", "isOpen=open", "getId=id"]);
        assert_eq!(
            wrapped("A"),
            [
                "getNames=Unmodifiable names",
                "copy=Copy names",
                "copied=Copy names",
                "name=Optional name",
                "data=Copy data",
                "count=Boxed count",
            ]
        );
        assert_eq!(plain("P"), ["x=x"]);
        assert_eq!(wrapped("P"), ["list=Copy list"]);
    }
}
