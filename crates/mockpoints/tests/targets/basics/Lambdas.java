package lambdas;

import java.util.*;
import java.util.function.*;
import java.util.stream.*;

class Lambdas {
    static Supplier<Long> supplier() { return () -> System.nanoTime(); } // point: system
    static Supplier<Long> constant() { return () -> 7L; } // no point
    static Supplier<Long> reference() { return System::nanoTime; } // point: system
    static Supplier<Long> captured() { long now = System.nanoTime(); return () -> now; } // point: system
    static long called() { Supplier<Long> clock = () -> System.nanoTime(); return clock.get(); } // point: system
    static long notCalled(long given) { Supplier<Long> clock = () -> System.nanoTime(); return given; } // no point
    static List<Long> mapped(List<Long> list) { // point: system
        return list.stream().map(each -> each + System.nanoTime()).collect(Collectors.toList());
    }
    static List<Long> mappedPlain(List<Long> list) { // no point
        return list.stream().map(each -> each + 1).collect(Collectors.toList());
    }
    static List<Long> peeked(List<Long> list) { // no point
        return list.stream().map(each -> { System.out.println(System.nanoTime()); return each; }).toList();
    }
    static List<Long> filtered(List<Long> list) { // point: system
        long now = System.nanoTime();
        return list.stream().filter(each -> each < now).toList();
    }
    static long generated() { return Stream.generate(Math::random).limit(3).count(); } // point: system
    static List<Long> collected(List<Long> given) { // point: system
        List<Long> out = new ArrayList<>();
        long now = System.nanoTime();
        given.forEach(each -> out.add(each + now));
        return out;
    }
    static void acted(List<Long> given) { // point: system
        given.forEach(each -> { if (System.nanoTime() > each) System.gc(); });
    }
    static void printed(List<Long> given) { // no point
        given.forEach(each -> System.out.println(System.nanoTime() + each));
    }
    static Comparator<String> byChance() { return (a, b) -> Math.random() > 0.5 ? 1 : -1; } // point: system
    static Comparator<String> byLength() { return (a, b) -> a.length() - b.length(); } // no point
    static Date newDate() { Supplier<Date> maker = Date::new; return maker.get(); } // point: system
    static Runnable task() { // no point
        return () -> System.out.println(new Date());
    }
}

interface Own { long apply(long given); }

class OwnFunctions {
    static long run(Own own, long given) { return own.apply(given); } // no point
    static long passing() { return run(given -> given, System.nanoTime()); } // point: system
}

class Stored {
    private final Supplier<Long> clock = System::nanoTime;
    private final Supplier<Long> fixed = () -> 3L;
    long now() { return clock.get(); } // point: system
    long three() { return fixed.get(); } // no point
}
