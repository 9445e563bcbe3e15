// Spring: classes that a scan takes in by a filter are beans: by annotation, by supertype, by name. Others of the package are not.
package targets.internal.scanfilters;

import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import org.springframework.context.annotation.ComponentScan;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.FilterType;
import org.springframework.web.bind.annotation.GetMapping;

@Retention(RetentionPolicy.RUNTIME)
@interface Handler {}

interface Worker {}

@Configuration
@ComponentScan(includeFilters = {
    @ComponentScan.Filter(classes = Handler.class),
    @ComponentScan.Filter(type = FilterType.ASSIGNABLE_TYPE, classes = Worker.class),
})
class Wiring {}

@Handler
class Marked {
    private int count;

    @GetMapping("/marked")
    void use() { // no point
        count++;
    }

    int count() { // point: internal
        return count;
    }
}

class Below implements Worker {
    private int count;

    @GetMapping("/below")
    void use() { // no point
        count++;
    }

    int count() { // point: internal
        return count;
    }
}

class NamedHelper {
    private int count;

    @GetMapping("/named")
    void use() { // no point
        count++;
    }

    int count() { // point: internal
        return count;
    }
}

class Plain {
    private int count;

    @GetMapping("/plain")
    void use() { // no point
        count++;
    }

    int count() { // no point
        return count;
    }
}
