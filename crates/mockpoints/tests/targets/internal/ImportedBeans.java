// Spring: a class that an annotation imports is a bean without saying so.
package targets.internal.importedbeans;

import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Import;
import org.springframework.web.bind.annotation.GetMapping;

class Visits {
    private int count;

    @GetMapping("/visit")
    void visit() { // no point
        count++;
    }

    int count() { // point: internal
        return count;
    }
}

class Steps {
    private int count;

    @GetMapping("/step")
    void step() { // no point
        count++;
    }

    int count() { // no point
        return count;
    }
}

@Configuration
@Import(Visits.class)
class Wiring {}
