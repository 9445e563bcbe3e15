package containers;

import java.util.*;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;

class Containers {
    static List<Long> list() { // point: system
        List<Long> list = new ArrayList<>();
        list.add(System.nanoTime());
        return list;
    }
    static List<Long> otherList() { // no point
        List<Long> list = new ArrayList<>();
        List<Long> other = new ArrayList<>();
        other.add(System.nanoTime());
        return list;
    }
    static Map<String, Long> map() { // point: system
        Map<String, Long> map = new HashMap<>();
        map.put("now", System.nanoTime());
        return map;
    }
    static long fromMap(Map<String, Long> map) { // point: system
        map.put("now", System.nanoTime());
        return map.get("now");
    }
    static long[] array() { // point: system
        long[] array = new long[2];
        array[0] = System.nanoTime();
        return array;
    }
    static long[] otherArray() { // no point
        long[] array = new long[2], other = new long[2];
        other[0] = System.nanoTime();
        return array;
    }
    static String text() { // point: system
        StringBuilder builder = new StringBuilder();
        builder.append("at ").append(System.nanoTime()).append('.');
        return builder.toString();
    }
    static String otherText(String given) { // no point
        StringBuilder builder = new StringBuilder(), log = new StringBuilder();
        log.append(System.nanoTime());
        builder.append(given);
        return builder.toString();
    }
    static String formatted() { return String.format("%d", System.nanoTime()); } // point: system
    static String joined() { return String.join(",", List.of("" + System.nanoTime())); } // point: system
    static String concatenated(String name) { return name + ":" + System.nanoTime() + "!"; } // point: system
    static String plain(String name) { return name + ":!"; } // no point
    static String cut() { return ("" + System.nanoTime()).substring(3).trim(); } // point: system
    static Optional<Long> optional() { return Optional.of(System.nanoTime()); } // point: system
    static long orElse(Optional<Long> given) { return given.orElse(3L); } // no point
    static long orElseGet(Optional<Long> given) { return given.orElseGet(System::nanoTime); } // point: system
    static long atomic() { // point: system
        AtomicLong atomic = new AtomicLong();
        atomic.set(System.nanoTime());
        return atomic.get();
    }
    static long freshAtomic() { // no point
        AtomicLong atomic = new AtomicLong(), other = new AtomicLong();
        other.set(System.nanoTime());
        return atomic.incrementAndGet();
    }
    static Set<Long> nested() { // point: system
        Map<String, Set<Long>> map = new HashMap<>();
        map.computeIfAbsent("a", key -> new HashSet<>()).add(System.nanoTime());
        return map.get("a");
    }
    static void pour(List<Long> into) { into.add(System.nanoTime()); } // no point
    static List<Long> poured() { // point: system
        List<Long> list = new ArrayList<>();
        pour(list);
        return list;
    }
    static long boxed() { Long boxed = System.nanoTime(); return boxed; } // point: system
    static Object arrayCopy() { // point: system
        long[] from = {System.nanoTime()}, to = new long[1];
        System.arraycopy(from, 0, to, 0, 1);
        return to;
    }
    static long iterated() { // point: system
        long sum = 0;
        for (long each : List.of(1L, System.nanoTime())) sum += each;
        return sum;
    }
    static long iteratedOther(List<Long> given) { // no point
        long unused = System.nanoTime(), sum = 0;
        for (long each : given) sum += each;
        return sum;
    }
}
