//! Objects that refer to each other.

use super::support::check;

#[test]
fn cycles_and_trees() {
    let fixture = r#"
        //- zoo/Node.java
        package zoo;
        public class Node {
            private Node next; private int value;
            public Node(int value, Node next) { this.value = value; this.next = next; }
            public Node(int value) { this.value = value; }
            public void setNext(Node next) { this.next = next; }
        }
        //- zoo/Tight.java
        package zoo;
        public class Tight {
            private final Tight other;
            public Tight(Tight other) { this.other = other; }
        }
        //- zoo/Parent.java
        package zoo;
        import java.util.*;
        public class Parent {
            private final List<Child> children = new ArrayList<>();
            private String name;
            public Parent(String name) { this.name = name; }
            public void addChild(Child child) { children.add(child); }
            public List<Child> getChildren() { return Collections.unmodifiableList(children); }
        }
        //- zoo/Child.java
        package zoo;
        public class Child {
            private final Parent parent; private int age;
            public Child(Parent parent, int age) { this.parent = parent; this.age = age; }
        }
        //- zoo/Live.java
        package zoo;
        import java.util.*;
        public class Live {
            private final Map<String, Integer> counts = new TreeMap<>();
            public Map<String, Integer> getCounts() { return counts; }
        }
        //- zoo/Tree.java
        package zoo;
        import java.util.*;
        public class Tree {
            private Tree parent; private final List<Tree> kids = new LinkedList<>(); private final String name;
            public Tree(String name) { this.name = name; }
            public Tree add(Tree kid) { kids.add(kid); kid.parent = this; return this; }
        }
        //- zoo/Scene.java
        package zoo;
        import java.util.*;
        class Scene {
            private static Object list() { return new Node(1, new Node(2, null)); }
            private static Object ring() { Node a = new Node(1, null); Node b = new Node(2, a); a.setNext(b); return a; }
            private static Object self() { Node a = new Node(1); a.setNext(a); return a; }
            private static Object tight() throws Exception {
                Tight a = new Tight(null); Tight b = new Tight(a);
                java.lang.reflect.Field other = Tight.class.getDeclaredField("other");
                other.setAccessible(true);
                other.set(a, b);
                return a;
            }
            private static Object family() {
                Parent p = new Parent("p"); p.addChild(new Child(p, 1)); p.addChild(new Child(p, 2)); return p;
            }
            private static Object child() { Parent p = new Parent("p"); Child c = new Child(p, 1); p.addChild(c); return c; }
            private static Object live() { Live live = new Live(); live.getCounts().put("a", 1); live.getCounts().put("b", 2); return live; }
            private static Object both() { Live live = new Live(); live.getCounts().put("a", 1); return new Object[] {live, live.getCounts()}; }
            private static Object array() { Object[][] array = {new Object[1], {"x"}}; array[0][0] = array; return (Object) new Object[] {array}; }
            private static Object listOfItself() { List<Object> list = new ArrayList<>(); list.add(list); list.add(1); return list; }
            private static Object tree() { return new Tree("root").add(new Tree("a").add(new Tree("c"))).add(new Tree("b")); }
        }
    "#;
    check(
        fixture,
        "zoo.Scene",
        &[
            ("list", "new Node(1, new Node(2))"),
            ("ring", "node = new Node(1); node.setNext(new Node(2, node)); node"),
            ("self", "node = new Node(1); node.setNext(node); node"),
            ("tight", "null ! Tight: cycle"),
            (
                "family",
                r#"parent = new Parent("p"); parent.addChild(new Child(parent, 1)); parent.addChild(new Child(parent, 2)); parent"#,
            ),
            (
                "child",
                r#"parent = new Parent("p"); child = new Child(parent, 1); parent.addChild(child); child"#,
            ),
            (
                "live",
                r#"live = new Live(); counts = live.getCounts(); counts.put("a", Integer.valueOf(1)); counts.put("b", Integer.valueOf(2)); live"#,
            ),
            (
                "both",
                r#"live = new Live(); treeMap = live.getCounts(); treeMap.put("a", Integer.valueOf(1)); live, treeMap"#,
            ),
            (
                "array",
                r#"object = new Object[2][]; object[0] = new Object[] {object}; object[1] = new Object[] {"x"}; object"#,
            ),
            (
                "listOfItself",
                "arrayList = new ArrayList(); arrayList.add(arrayList); arrayList.add(Integer.valueOf(1)); arrayList",
            ),
            (
                "tree",
                r#"tree = new Tree("root"); parent = new Tree("a"); parent.add(new Tree("c")); tree.add(parent); tree.add(new Tree("b")); tree"#,
            ),
        ],
        &[],
    );
}

/// Objects that put each other into place: a child that enters its parent's list by itself, a parent that gives its children a
/// parent, and both.
#[test]
fn objects_that_do_something_for_each_other() {
    let fixture = r#"
        //- zoo/Self.java
        package zoo;
        import java.util.*;
        public class Self {
            private final Self parent; private final List<Self> kids = new ArrayList<>(); private final String name;
            public Self(Self parent, String name) {
                this.parent = parent; this.name = name;
                if (parent != null) parent.kids.add(this);
            }
        }
        //- zoo/Entry.java
        package zoo;
        import java.util.*;
        public class Entry {
            private final Registry registry; private final String key;
            public Entry(Registry registry, String key) { this.registry = registry; this.key = key; registry.register(this); }
            public String getKey() { return key; }
        }
        //- zoo/Registry.java
        package zoo;
        import java.util.*;
        public class Registry {
            private final Map<String, Entry> entries = new LinkedHashMap<>();
            void register(Entry entry) { entries.put(entry.getKey(), entry); }
        }
        //- zoo/Owner.java
        package zoo;
        public class Owner {
            private Pet pet;
            public void adopt(Pet pet) { this.pet = pet; pet.owner = this; }
        }
        //- zoo/Pet.java
        package zoo;
        public class Pet { Owner owner; private int age; public Pet(int age) { this.age = age; } }
        //- zoo/Filled.java
        package zoo;
        import java.util.*;
        public class Filled {
            private final List<String> items; private final Map<String, Integer> sizes;
            public Filled(String first, String second) {
                this.items = new ArrayList<>();
                this.items.add(first);
                this.items.add(second);
                this.sizes = new HashMap<>();
                this.sizes.put("first", first.length());
            }
            public void addItem(String item) { items.add(item); }
        }
        //- zoo/Counted.java
        package zoo;
        import java.util.*;
        public class Counted {
            private final List<String> items = new ArrayList<>(); private int count;
            public void add(String item) { items.add(item); count++; }
        }
        //- zoo/Scene.java
        package zoo;
        class Scene {
            private static Object self() { Self a = new Self(null, "a"); new Self(a, "b"); new Self(a, "c"); return a; }
            private static Object leaf() { Self a = new Self(null, "a"); new Self(a, "b"); return new Self(a, "c"); }
            private static Object registry() { Registry r = new Registry(); new Entry(r, "x"); new Entry(r, "y"); return r; }
            private static Object owner() { Owner o = new Owner(); o.adopt(new Pet(3)); return o; }
            private static Object pet() { Owner o = new Owner(); Pet pet = new Pet(3); o.adopt(pet); return pet; }
            private static Object filled() { Filled f = new Filled("a", "bb"); f.addItem("c"); return f; }
            private static Object counted() { Counted c = new Counted(); c.add("x"); c.add("y"); return c; }
        }
    "#;
    check(
        fixture,
        "zoo.Scene",
        &[
            ("self", r#"self = new Self(null, "a"); new Self(self, "b"); new Self(self, "c"); self"#),
            ("leaf", r#"parent = new Self(null, "a"); new Self(parent, "b"); new Self(parent, "c")"#),
            (
                "registry",
                r#"registry = new Registry(); new Entry(registry, "x"); new Entry(registry, "y"); registry"#,
            ),
            ("owner", "owner = new Owner(); owner.adopt(new Pet(3)); owner"),
            ("pet", "pet = new Pet(3); owner = new Owner(); owner.adopt(pet); pet"),
            ("filled", r#"filled = new Filled("a", "bb"); filled.addItem("c"); filled"#),
            ("counted", r#"counted = new Counted(); counted.add("x"); counted.add("y"); counted"#),
        ],
        &[],
    );
}
