// A listener that a test leaves behind throws.
//- eventbus/Bus.java
package eventbus;

import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Consumer;

public final class Bus {
    private static final Bus SHARED = new Bus();

    private final List<Consumer<String>> listeners = new CopyOnWriteArrayList<>();

    public static Bus shared() {
        return SHARED;
    }

    public void subscribe(Consumer<String> listener) {
        listeners.add(listener);
    }

    public void unsubscribeAll() {
        listeners.clear();
    }

    public int publish(String event) {
        listeners.forEach(listener -> listener.accept(event));
        return listeners.size();
    }
}
//- eventbus/BusTest.java
package eventbus;

import static org.junit.jupiter.api.Assertions.*;

import org.junit.jupiter.api.*;

class BusTest {
    @Test
    void rejectsEvents() { // polluter
        Bus.shared().subscribe(event -> {
            throw new IllegalStateException(event);
        });
        assertThrows(IllegalStateException.class, () -> Bus.shared().publish("a"));
    }

    @Test
    void publishes() { // victim of BusTest#rejectsEvents; state: eventbus.Bus.SHARED.listeners; fix: Bus.shared().unsubscribeAll()
        assertEquals(0, Bus.shared().publish("b"));
    }
}
