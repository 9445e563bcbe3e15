package types;

import java.util.*;

record Stamp(long time, String text) { // point: system time // point: system toString // point: system hashCode // point: system equals
    static Stamp now(String text) { return new Stamp(System.nanoTime(), text); } // no point
}

record Pair(long left, String right) { // no point
    static Pair of(String text) { long unused = System.nanoTime(); return new Pair(1, text); } // no point
}

enum Dice {
    ONE, TWO;
    static Dice roll() { return values()[(int) (Math.random() * 2)]; } // point: system
    Dice other() { return this == ONE ? TWO : ONE; } // no point
}

class Outer {
    private long born = System.nanoTime();
    private long size = 3;
    class Inner {
        long age() { return born; } // point: system
        long size() { return size; } // no point
    }
    static class Nested {
        long stamp() { return System.nanoTime(); } // point: system
        long none() { return 1; } // no point
    }
    Object anonymous() { // no point
        return new Object() {
            public String toString() { return "" + System.nanoTime(); } // point: system
        };
    }
    Comparable<Long> local() { // no point
        class Local implements Comparable<Long> {
            public int compareTo(Long other) { return (int) (System.nanoTime() - other); } // point: system
        }
        return new Local();
    }
}

class Builder {
    private long time;
    private String name;
    Builder time(long time) { this.time = time; return this; } // no point
    Builder name(String name) { this.name = name; return this; } // no point
    Built build() { return new Built(time, name); } // no point
    static Built make() { return new Builder().time(System.nanoTime()).name("a").build(); } // no point
}

class Built {
    private final long time;
    private final String name;
    Built(long time, String name) { this.time = time; this.name = name; }
    long time() { return time; } // point: system
    String name() { return name; } // no point
}

class Generic<T> {
    private T value;
    void set(T value) { this.value = value; } // no point
    T get() { return value; } // point: system
    static void use(Generic<Long> generic) { generic.set(System.nanoTime()); } // no point
}

class OtherGeneric<T> {
    private T value;
    void set(T value) { this.value = value; } // no point
    T get() { return value; } // no point
    static void use(OtherGeneric<Long> generic) { generic.set(3L); } // no point
}

sealed interface Animal permits Cat, Dog {}
final class Cat implements Animal { long lives() { return 9; } } // no point
final class Dog implements Animal { long barks() { return System.nanoTime() % 9; } } // point: system
