// A modifier that events call.
package targets.internal.listeners;

import org.springframework.context.event.EventListener;
import org.springframework.stereotype.Component;

@Component
class Dashboard {
    private String lastEvent = "";
    private String title = "Events";

    @EventListener
    void on(String event) { // no point
        lastEvent = event;
    }

    String lastEvent() { // point: internal
        return lastEvent;
    }

    String title() { // no point
        return title;
    }
}
