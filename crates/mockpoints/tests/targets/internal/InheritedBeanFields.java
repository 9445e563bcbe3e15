// The field is an abstract superclass's, the bean is below it.
package targets.internal.inheritedbeanfields;

import org.springframework.stereotype.Component;

abstract class Worker {
    protected String state = "idle";
    protected String kind = "worker";

    void start() { // no point
        state = "busy";
    }

    String state() { // point: internal
        return state;
    }

    String kind() { // no point
        return kind;
    }
}

@Component
class Packer extends Worker {}

class Client {
    void run(Packer packer) { // no point
        packer.start();
    }
}
