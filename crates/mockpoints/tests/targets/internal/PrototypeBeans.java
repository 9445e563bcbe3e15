// A bean with the scope "prototype" is not shared.
package targets.internal.prototypebeans;

import org.springframework.context.annotation.Scope;
import org.springframework.stereotype.Component;

@Component
@Scope("prototype")
class Wizard {
    private int step;

    void next() { // no point
        step++;
    }

    int step() { // no point
        return step;
    }
}

@Component
@Scope("singleton")
class Progress {
    private int step;

    void next() { // no point
        step++;
    }

    int step() { // point: internal
        return step;
    }
}

class Client {
    void run(Wizard wizard, Progress progress) { // no point
        wizard.next();
        progress.next();
    }
}
