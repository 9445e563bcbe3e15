// Written while the container builds the bean, and never again.
package targets.internal.postconstructs;

import jakarta.annotation.PostConstruct;
import java.util.HashMap;
import java.util.Map;
import org.springframework.stereotype.Component;

@Component
class Tariffs {
    private final Map<String, Integer> fees = new HashMap<>();
    private String name;
    private int asked;

    @PostConstruct
    void load() { // no point
        fees.put("letter", 85);
        name = "2024";
    }

    Integer fee(String kind) { // no point
        asked++;
        return fees.get(kind);
    }

    String name() { // no point
        return name;
    }

    int asked() { // point: internal
        return asked;
    }
}

class Client {
    Integer fee(Tariffs tariffs) { // no point
        return tariffs.fee("letter");
    }
}
