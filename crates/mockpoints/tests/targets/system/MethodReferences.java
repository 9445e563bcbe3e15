// A reference to the source itself.
package targets.system.methodreferences;

import java.util.UUID;
import java.util.function.Supplier;
import java.util.stream.Stream;

class Batches {
    Object[] ids(int count) { // point: system
        return Stream.generate(UUID::randomUUID).limit(count).toArray();
    }

    String one() { // point: system
        Supplier<UUID> maker = UUID::randomUUID;
        return maker.get().toString();
    }

    int size(int count) { // no point
        Supplier<UUID> maker = UUID::randomUUID;
        System.out.println(maker.get());
        return count * 2;
    }
}
