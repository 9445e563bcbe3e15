// A static field that a container fills while it starts never changes afterwards; one that others fill as well does.
package targets.internal.staticholders;

import jakarta.annotation.PostConstruct;
import org.springframework.stereotype.Component;
import org.springframework.web.bind.annotation.GetMapping;

@Component
class Names {
    private static String name;
    private static String last;

    @PostConstruct
    void start() { // no point
        name = "started";
        last = "";
    }

    @GetMapping("/last")
    void remember(String text) { // no point
        last = text;
    }

    static String name() { // no point
        return name;
    }

    static String last() { // point: internal
        return last;
    }
}
