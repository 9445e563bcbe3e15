// A cache in a bean, asked by a controller.
package targets.internal.beancaches;

import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.springframework.stereotype.Component;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.RestController;

@Component
class Routes {
    private final Map<String, String> known = new ConcurrentHashMap<>();
    private final Map<String, String> aliases = Map.of("hq", "Main Street");

    String to(String place) { // point: internal
        return known.computeIfAbsent(place, name -> "road to " + name);
    }

    String alias(String place) { // no point
        return aliases.get(place);
    }
}

@RestController
class RouteController {
    private final Routes routes;

    RouteController(Routes routes) {
        this.routes = routes;
    }

    @GetMapping("/route")
    String route(String place) { // no point
        return routes.to(place) + routes.alias(place);
    }
}
