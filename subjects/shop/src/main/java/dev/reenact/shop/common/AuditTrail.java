package dev.reenact.shop.common;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import java.lang.reflect.InvocationHandler;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.LongAdder;

/**
 * Counts what passes through the ports of the shop and keeps the last few entries for support.
 *
 * <p>A port takes part by carrying {@link Audited} on the methods that matter and by being
 * {@linkplain #watch watched} when the shop is put together.
 */
public final class AuditTrail {

    /** Marks a method of a port whose calls must be traceable afterwards. */
    @Documented
    @Retention(RetentionPolicy.RUNTIME)
    @Target(ElementType.METHOD)
    public @interface Audited {

        /** The name under which calls are counted, such as {@code payment.charge}. */
        String value();

        /** Whether the first argument may be kept; leave it off where it could hold personal data. */
        boolean keepSubject() default false;
    }

    /** One call, with what it was about if the port lets that be kept. */
    public record Entry(Instant at, String action, String subject, boolean failed) {}

    private static final int KEPT_ENTRIES = 64;

    private final Map<String, LongAdder> counts = new ConcurrentHashMap<>();
    private final Deque<Entry> recent = new ArrayDeque<>(KEPT_ENTRIES);

    /** The target behind its port, with every audited call noted. */
    public <T> T watch(Class<T> port, T target) {
        InvocationHandler handler = (proxy, method, arguments) -> {
            Audited audited = method.getAnnotation(Audited.class);
            boolean failed = true;
            try {
                Object result = method.invoke(target, arguments);
                failed = false;
                return result;
            } catch (InvocationTargetException e) {
                throw e.getCause();
            } finally {
                if (audited != null) {
                    note(audited, arguments, failed);
                }
            }
        };
        return port.cast(Proxy.newProxyInstance(port.getClassLoader(), new Class<?>[] {port}, handler));
    }

    private void note(Audited audited, Object[] arguments, boolean failed) {
        counts.computeIfAbsent(audited.value(), action -> new LongAdder()).increment();
        boolean keeps = audited.keepSubject() && arguments != null && arguments.length > 0;
        Entry entry = new Entry(Instant.now(), audited.value(), keeps ? String.valueOf(arguments[0]) : "-", failed);
        synchronized (recent) {
            if (recent.size() == KEPT_ENTRIES) {
                recent.removeFirst();
            }
            recent.addLast(entry);
        }
    }

    public SortedMap<String, Long> counts() {
        SortedMap<String, Long> result = new TreeMap<>();
        counts.forEach((action, count) -> result.put(action, count.sum()));
        return result;
    }

    /** The latest entries, oldest first. */
    public List<Entry> recent() {
        synchronized (recent) {
            return new ArrayList<>(recent);
        }
    }
}
