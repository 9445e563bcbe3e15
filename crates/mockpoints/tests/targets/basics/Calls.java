package calls;

class Calls {
    static long now() { return System.currentTimeMillis(); } // point: system
    static long twice() { return now() * 2; } // no point
    static long identity(long value) { return value; } // no point
    static long constant(long value) { return 7; } // no point
    static long through() { return identity(System.nanoTime()); } // point: system
    static long dropped() { return constant(System.nanoTime()); } // no point
    static void act(long time) { if (time > 10) { System.gc(); } } // no point
    static void acting() { act(System.nanoTime()); } // point: system
    static void notActing() { skip(System.nanoTime()); } // no point
    static void skip(long time) { } // no point
    static long deep(long value, int depth) { // no point
        return depth == 0 ? value : deep(value, depth - 1);
    }
    static long recursive(int depth) { return deep(System.nanoTime(), depth); } // point: system
    static long loop(int times) { // point: system
        long sum = 0;
        for (int i = 0; i < times; i++) sum += i * System.nanoTime();
        return sum;
    }
    static long idleLoop(int times) { // no point
        long sum = 0, other = 0;
        for (int i = 0; i < times; i++) { other += System.nanoTime(); sum += i; }
        return sum;
    }
    static int even(int n) { return n == 0 ? 0 : odd(n - 1); } // no point
    static int odd(int n) { return n == 0 ? (int) System.nanoTime() : even(n - 1); } // point: system
    static long many(long a, long b, long c, long d, long e) { return c; } // no point
    static long third() { return many(1, 2, System.nanoTime(), 4, 5); } // point: system
    static long fourth() { return many(1, 2, 3, System.nanoTime(), 5); } // no point
    static int choose(int key) { // point: system
        switch ((int) System.nanoTime() % 3) { case 0: return key; case 1: return 2; default: return 3; }
    }
    static int chooseText(String key) { // point: system
        switch (key + System.nanoTime()) { case "a": return 1; default: return 3; }
    }
    static int chooseKey(String key) { // no point
        long unused = System.nanoTime();
        switch (key) { case "a": return 1; default: return 3; }
    }
    static long ternary(boolean flag) { return flag ? System.nanoTime() : 0; } // point: system
    static boolean isInstance(Object any) { return any instanceof String; } // no point
}

interface Shape { long area(); }
class Square implements Shape { public long area() { return 4; } } // no point
class Cloud implements Shape { public long area() { return System.nanoTime(); } } // point: system
class Shapes {
    static long any(Shape shape) { return shape.area(); } // no point
}

abstract class Template {
    long run() { return step(System.nanoTime()); } // point: system
    abstract long step(long time);
}
class Passing extends Template { long step(long time) { return time; } } // no point

abstract class Quiet {
    long run() { return step(System.nanoTime()); } // no point
    abstract long step(long time);
}
class Dropping extends Quiet { long step(long time) { return 1; } } // no point

class Made {
    final int kind;
    Made() { if (System.nanoTime() % 2 == 0) { kind = 1; } else { kind = 2; } } // no point
    Made(int kind) { this.kind = kind; } // no point
    static Made make() { return new Made(); } // point: system
    static Made make(int kind) { return new Made(kind); } // no point
}

interface Gen<T> { T get(T given); }
class Bridged implements Gen<Long> {
    public Long get(Long given) { return given + System.nanoTime(); } // point: system
}
class BridgedTwin implements Gen<Long> {
    public Long get(Long given) { System.out.println(System.nanoTime()); return given; } // no point
}
