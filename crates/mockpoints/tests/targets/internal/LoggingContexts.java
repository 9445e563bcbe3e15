// A log's context is state when a program reads it, though logs are harmless.
package targets.internal.loggingcontexts;

import org.slf4j.MDC;

class Correlation {
    String id() { // point: internal
        String id = MDC.get("correlation");
        return id == null ? "none" : id;
    }

    void start(String id) { // no point
        MDC.put("correlation", id);
    }

    String log(String text) { // no point
        System.out.println(MDC.get("correlation") + text);
        return text;
    }
}
