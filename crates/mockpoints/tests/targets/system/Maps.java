// Values of a map, by way of a function too.
package targets.system.maps;

import java.util.HashMap;
import java.util.Map;

class Headers {
    Map<String, String> make(String agent) { // point: system
        Map<String, String> headers = new HashMap<>();
        headers.put("Agent", agent);
        headers.put("Host", System.getenv("HOSTNAME"));
        return headers;
    }

    long firstSeen(Map<String, Long> seen, String user) { // point: system
        return seen.computeIfAbsent(user, key -> System.currentTimeMillis());
    }

    Map<String, String> makePlain(String agent) { // no point
        Map<String, String> headers = new HashMap<>();
        headers.put("Agent", agent);
        System.out.println(headers + System.getenv("HOSTNAME"));
        return headers;
    }
}
