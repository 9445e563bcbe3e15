//! The examples of the paper, and the acceptance samples of its tool.

use super::support::check;

/// Listings 3 to 5 of the paper. What it needs a recorded trace for, follows from the code here: an area of
/// nothing grows to 2.0 by growing 2.0.
#[test]
fn the_monkey_of_the_paper() {
    let fixture = r#"
        //- zoo/Monkey.java
        package zoo;
        public class Monkey {
            private int age;
            public Color eyeColor;
            public Habitat habitat;
            public Monkey(int age) { this.age = age; }
            public Monkey(int age, Color eyeColor, Habitat habitat) {
                this(age);
                this.eyeColor = eyeColor;
                this.habitat = habitat;
            }
            public void setEyeColor(Color eyeColor) { this.eyeColor = eyeColor; }
            public String eatBanana(int dozens) {
                int quantity = dozens * 12;
                return "Eating " + quantity + " bananas";
            }
        }
        //- zoo/Color.java
        package zoo;
        public enum Color { RED, GREEN, BLUE; }
        //- zoo/Habitat.java
        package zoo;
        public class Habitat {
            private String coordinates;
            private double area;
            public Habitat(String coordinates) { this.coordinates = coordinates; }
            public void grow(double newArea) {
                double newValue = this.area + newArea;
                this.area = newValue;
            }
        }
        //- zoo/Scene.java
        package zoo;
        class Scene {
            private static Object monkey() { return new Monkey(6, Color.BLUE, new Habitat("59.34743,18.07378")); }
            private static Object young() { return new Monkey(1); }
            private static Object grown() {
                Habitat habitat = new Habitat("42, 42");
                habitat.grow(1.5);
                habitat.grow(0.5);
                return habitat;
            }
        }
    "#;
    check(
        fixture,
        "zoo.Scene",
        &[
            ("monkey", r#"new Monkey(6, Color.BLUE, new Habitat("59.34743,18.07378"))"#),
            ("young", "new Monkey(1)"),
            ("grown", r#"habitat = new Habitat("42, 42"); habitat.grow(2.0); habitat"#),
        ],
        &[],
    );
}

/// PRODJ's own acceptance samples, and those that it must refuse.
#[test]
fn the_samples_of_prodj() {
    let fixture = r#"
        //- zoo/Bean.java
        package zoo;
        public class Bean {
            private String name;
            private short size;
            private byte kind;
            private char mark;
            private long count;
            private float ratio;
            private boolean open;
            public void setName(String name) { this.name = name; }
            public void setSize(short size) { this.size = size; }
            public void setKind(byte kind) { this.kind = kind; }
            public void setMark(char mark) { this.mark = mark; }
            public void setCount(long count) { this.count = count; }
            public void setRatio(float ratio) { this.ratio = ratio; }
            public void setOpen(boolean open) { this.open = open; }
        }
        //- zoo/Open.java
        package zoo;
        public class Open { public int x; int y; protected String text; }
        //- zoo/Pair.java
        package zoo;
        public class Pair {
            private int left, right; private String name;
            public void setBoth(int left, int right) { this.left = left; this.right = right; }
            public void setLeft(int left) { this.left = left; }
            public void setName(String name) { this.name = name; }
        }
        //- zoo/Made.java
        package zoo;
        public class Made {
            private final int number; public String note;
            private Made(int number) { this.number = number; }
            public static Made of(int number) { return new Made(number); }
        }
        //- zoo/Painted.java
        package zoo;
        public class Painted {
            private Color color;
            public Painted(Color color) { this.color = color; }
        }
        //- zoo/Color.java
        package zoo;
        public enum Color { RED, GREEN { @Override public String toString() { return "green"; } } }
        //- zoo/Held.java
        package zoo;
        public class Held {
            public static final Held DEFAULT = new Held();
            private static final Held HIDDEN = new Held();
            public static Held hidden() { return HIDDEN; }
            private int state;
            void turn() { state = state * 31 + 7; }
            private Held() { }
        }
        //- zoo/Twice.java
        package zoo;
        public class Twice {
            private final Object one, two;
            public Twice(Object one, Object two) { this.one = one; this.two = two; }
        }
        //- zoo/Copying.java
        package zoo;
        import java.util.*;
        public class Copying {
            private final List<String> names;
            private final Collection<Integer> numbers;
            public Copying(List<String> names, Collection<Integer> numbers) {
                this.names = new ArrayList<>(names);
                this.numbers = numbers;
            }
        }
        //- zoo/Base.java
        package zoo;
        public class Base {
            private int id; private String label;
            public Base(int id) { this.id = id; }
            public void setLabel(String label) { this.label = label; }
        }
        //- zoo/Derived.java
        package zoo;
        public class Derived extends Base {
            private int extra;
            public Derived(int id, int extra) { super(id); this.extra = extra; }
        }
        //- zoo/Two.java
        package zoo;
        public class Two {
            private int a, b;
            public Two(int a) { this.a = a; }
            public Two(String b) { this.b = b.length(); }
            static Two both() { Two two = new Two(1); two.b = 2; return two; }
        }
        //- zoo/NoCopy.java
        package zoo;
        public class NoCopy {
            private int value;
            public NoCopy(NoCopy other) { if (other != null) this.value = other.value; }
            private NoCopy(int value) { this.value = value; }
        }
        //- zoo/Scene.java
        package zoo;
        import java.util.*;
        class Scene {
            private static Object bean() {
                Bean bean = new Bean();
                bean.setName("b"); bean.setSize((short) 3); bean.setKind((byte) -1); bean.setMark('x');
                bean.setCount(1L << 40); bean.setRatio(0.5f); bean.setOpen(true);
                return bean;
            }
            private static Object partly() { Bean bean = new Bean(); bean.setCount(2); return bean; }
            private static Object open() { Open open = new Open(); open.x = 1; open.y = 2; open.text = "t"; return open; }
            private static Object pair() { Pair pair = new Pair(); pair.setBoth(1, 2); pair.setName("p"); return pair; }
            private static Object left() { Pair pair = new Pair(); pair.setLeft(1); return pair; }
            private static Object made() { return Made.of(5); }
            private static Object noted() { Made made = Made.of(5); made.note = "n"; return made; }
            private static Object painted() { return new Painted(Color.RED); }
            private static Object bodied() { return new Painted(Color.GREEN); }
            private static Object held() { return Held.DEFAULT; }
            private static Object hidden() { return Held.hidden(); }
            private static Object twice() { Open open = new Open(); return new Twice(open, open); }
            private static Object equal() { return new Twice(new Open(), new Open()); }
            private static Object copying() { return new Copying(List.of("a", "b"), new HashSet<>(Set.of(1))); }
            private static Object nulls() { return new Copying(Arrays.asList("a", null), null); }
            private static Object derived() { Derived d = new Derived(1, 2); d.setLabel("l"); return d; }
            private static Object two() throws Exception {
                Two two = new Two(1);
                java.lang.reflect.Field b = Two.class.getDeclaredField("b");
                b.setAccessible(true);
                b.setInt(two, 7);
                return two;
            }
            private static Object noCopy() throws Exception {
                NoCopy made = new NoCopy((NoCopy) null);
                java.lang.reflect.Field value = NoCopy.class.getDeclaredField("value");
                value.setAccessible(true);
                value.setInt(made, 7);
                return made;
            }
        }
    "#;
    check(
        fixture,
        "zoo.Scene",
        &[
            (
                "bean",
                r#"bean = new Bean(); bean.setName("b"); bean.setSize(3); bean.setKind(-1); bean.setMark('x'); bean.setCount(1099511627776L); bean.setRatio(0.5f); bean.setOpen(true); bean"#,
            ),
            ("partly", "bean = new Bean(); bean.setCount(2L); bean"),
            ("open", r#"open = new Open(); open.x = 1; open.y = 2; open.text = "t"; open"#),
            ("pair", r#"pair = new Pair(); pair.setBoth(1, 2); pair.setName("p"); pair"#),
            ("left", "pair = new Pair(); pair.setLeft(1); pair"),
            ("made", "Made.of(5)"),
            ("noted", r#"made = Made.of(5); made.note = "n"; made"#),
            ("painted", "new Painted(Color.RED)"),
            ("bodied", "new Painted(Color.GREEN)"),
            ("held", "Held.DEFAULT"),
            ("hidden", "Held.hidden()"),
            ("twice", "one = new Open(); new Twice(one, one)"),
            ("equal", "new Twice(new Open(), new Open())"),
            ("copying", r#"new Copying(List.of("a", "b"), new HashSet(List.of(Integer.valueOf(1))))"#),
            ("nulls", r#"new Copying(Arrays.asList("a", null), null)"#),
            ("derived", r#"derived = new Derived(1, 2); derived.setLabel("l"); derived"#),
            ("two", "null ! Two: no way to Two.b"),
            ("noCopy", "null ! NoCopy: no way to NoCopy.value"),
        ],
        &["zoo.Held"],
    );
}
