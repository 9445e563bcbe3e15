// An id by chance, and one by name.
package targets.system.uuids;

import java.nio.charset.StandardCharsets;
import java.util.UUID;

class Orders {
    UUID next() { // point: system
        return UUID.randomUUID();
    }

    UUID of(String number) { // no point
        System.out.println(UUID.randomUUID());
        return UUID.nameUUIDFromBytes(number.getBytes(StandardCharsets.UTF_8));
    }
}
