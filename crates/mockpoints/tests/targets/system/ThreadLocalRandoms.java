// The thread's own generator.
package targets.system.threadlocalrandoms;

import java.util.concurrent.ThreadLocalRandom;

class Backends {
    String pick(String[] backends) { // point: system
        return backends[ThreadLocalRandom.current().nextInt(backends.length)];
    }

    String first(String[] backends) { // no point
        System.out.println(ThreadLocalRandom.current().nextInt(backends.length));
        return backends[0];
    }
}
