package sources;

import java.io.File;
import java.net.InetAddress;
import java.time.*;
import java.util.*;
import java.util.concurrent.ThreadLocalRandom;

class Sources {
    long millis() { return System.currentTimeMillis(); } // point: system
    void millisUnused() { long unused = System.currentTimeMillis(); } // no point
    boolean nanos() { return System.nanoTime() > 5; } // point: system
    Date date() { return new Date(); } // point: system
    Date dateOf(long time) { return new Date(time); } // no point
    int year() { return Calendar.getInstance().get(Calendar.YEAR); } // point: system
    LocalDate today() { return LocalDate.now(); } // point: system
    LocalDate day(Clock clock) { return LocalDate.now(clock); } // no point
    LocalDate fixed() { return LocalDate.now(Clock.fixed(Instant.EPOCH, ZoneOffset.UTC)); } // no point
    LocalDate utc() { return LocalDate.now(Clock.systemUTC()); } // point: system
    Instant instant() { return Instant.now(); } // point: system
    Instant parsed(String text) { return Instant.parse(text); } // no point
    Instant fromClock(Clock clock) { return clock.instant(); } // point: system
    Instant fromFixed() { return Clock.fixed(Instant.EPOCH, ZoneOffset.UTC).instant(); } // no point
    UUID uuid() { return UUID.randomUUID(); } // point: system
    UUID uuidOf(byte[] bytes) { return UUID.nameUUIDFromBytes(bytes); } // no point
    double random() { return Math.random(); } // point: system
    int seeded() { return new Random(42).nextInt(); } // no point
    int seededByTime() { return new Random(System.nanoTime()).nextInt(); } // point: system
    int unseeded() { return new Random().nextInt(6); } // point: system
    int given(Random random) { return random.nextInt(); }  // point: system
    int local() { return ThreadLocalRandom.current().nextInt(); } // point: system
    List<Integer> shuffled(List<Integer> list) { Collections.shuffle(list); return list; } // point: system
    List<Integer> sorted(List<Integer> list) { Collections.sort(list); return list; } // no point
    byte[] bytes() { byte[] b = new byte[4]; new Random().nextBytes(b); return b; } // point: system
    byte[] zeros() { byte[] b = new byte[4]; new Random().nextBytes(new byte[4]); return b; } // no point
    String home() { return System.getenv("HOME"); } // point: system
    String property(Map<String, String> map) { return map.get("HOME"); } // no point
    String host() throws Exception { return InetAddress.getLocalHost().getHostName(); } // point: system
    boolean there(File file) { return file.exists(); } // point: system
    String name(File file) { return file.getName(); } // no point
    int processors() { return Runtime.getRuntime().availableProcessors(); } // point: system
    String thread() { return Thread.currentThread().getName(); } // point: system
    int identity(Object any) { return System.identityHashCode(any); } // point: system
}
