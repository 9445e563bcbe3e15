// The modifier is called by the container alone, again and again: an entry point is called.
package targets.internal.scheduledrefresh;

import java.util.List;
import org.springframework.scheduling.annotation.Scheduled;
import org.springframework.stereotype.Component;

@Component
class Headlines {
    private List<String> current = List.of();
    private List<String> archive = List.of();

    @Scheduled(fixedDelay = 1000)
    void refresh() { // no point
        current = List.of("Rain");
    }

    void archive() { // no point
        archive = List.of("Sun");
    }

    List<String> current() { // point: internal
        return current;
    }

    List<String> archived() { // no point
        return archive;
    }
}
