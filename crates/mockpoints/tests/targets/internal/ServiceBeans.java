// Fields of a singleton bean by annotation, written while it serves.
package targets.internal.servicebeans;

import org.springframework.stereotype.Service;

@Service
class Dispatcher {
    private int pending;
    private int capacity = 10;

    void submit() { // no point
        pending++;
    }

    int pending() { // point: internal
        return pending;
    }

    int capacity() { // no point
        return capacity;
    }
}

class Client {
    void send(Dispatcher dispatcher) { // no point
        dispatcher.submit();
    }
}
