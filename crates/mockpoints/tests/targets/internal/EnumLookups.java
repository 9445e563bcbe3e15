// The usual way from a code to its enum constant: a map that is filled while the enum is loaded.
package targets.internal.enumlookups;

import java.util.HashMap;
import java.util.Map;

enum Status {
    OPEN("o"),
    CLOSED("c");

    private static final Map<String, Status> BY_CODE = new HashMap<>();
    private static final Map<String, Integer> USES = new HashMap<>();

    static {
        for (Status status : values()) {
            BY_CODE.put(status.code, status);
        }
    }

    private final String code;

    Status(String code) {
        this.code = code;
    }

    static Status of(String code) { // no point
        USES.merge(code, 1, Integer::sum);
        return BY_CODE.get(code);
    }

    static Integer uses(String code) { // point: internal
        return USES.get(code);
    }

    public static void main(String[] arguments) { // no point
        System.out.println(of("o"));
    }
}
