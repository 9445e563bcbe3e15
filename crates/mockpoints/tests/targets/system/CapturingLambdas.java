// A lambda that captured the time decides what a stream lets through. Its body is not a point; the method that creates it is.
package targets.system.capturinglambdas;

import java.util.List;

class Subscriptions {
    List<Long> running(List<Long> ends) { // point: system
        long now = System.currentTimeMillis();
        return ends.stream().filter(end -> end > now).toList();
    }

    List<Long> positive(List<Long> ends) { // no point
        long now = System.currentTimeMillis();
        Runnable log = () -> System.out.println("asked at " + now);
        log.run();
        return ends.stream().filter(end -> end > 0).toList();
    }
}
