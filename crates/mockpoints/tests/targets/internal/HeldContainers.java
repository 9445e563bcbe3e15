// A shared object holds another, and that one a container: what is put in there changes what the shared object answers. Who reads
// the shared field and makes something of it is the point. (The paper has static fields and beans only.)
package targets.internal.heldcontainers;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.springframework.stereotype.Component;

interface Cache {
    Integer get(String key);

    void put(String key, Integer value);
}

class MapCache implements Cache {
    private final Map<String, Integer> entries = new HashMap<>();

    public Integer get(String key) { // no point
        return entries.get(key);
    }

    public void put(String key, Integer value) { // no point
        entries.put(key, value);
    }
}

class Throttle {
    private final Cache hits = new MapCache();
    private final List<String> friends = new ArrayList<>();

    Throttle(List<String> friends) {
        this.friends.addAll(friends);
    }

    boolean isAbusive(String client) { // no point
        Integer count = hits.get(client);
        hits.put(client, count == null ? 1 : count + 1);
        return count != null && count > 10;
    }

    boolean isFriend(String client) { // no point
        return friends.contains(client);
    }
}

class Names {
    private final List<String> names = new ArrayList<>();

    Names(List<String> names) {
        this.names.addAll(names);
    }

    boolean has(String name) { // no point
        return names.contains(name);
    }
}

@Component
class Comments {
    private final Throttle throttle = new Throttle(List.of("localhost"));
    private final Names names = new Names(List.of("anonymous"));

    String post(String client, String text) { // point: internal
        return throttle.isAbusive(client) ? "later" : text;
    }

    boolean isAnonymous(String name) { // no point
        return names.has(name);
    }

    boolean once(String client) { // no point
        return new Throttle(List.of()).isAbusive(client);
    }
}

class Program {
    public static void main(String[] arguments) { // no point
        System.out.println(new Comments().post("localhost", "Hello"));
    }
}
