// Singletons of jakarta.inject.
package targets.internal.injectsingletons;

import jakarta.inject.Singleton;
import java.util.ArrayDeque;
import java.util.Deque;

@Singleton
class UndoStack {
    private final Deque<String> steps = new ArrayDeque<>();
    private final Deque<String> none = new ArrayDeque<>();

    void push(String step) { // no point
        steps.push(step);
    }

    String last() { // point: internal
        return steps.peek();
    }

    String nothing() { // no point
        return none.peek();
    }
}

class Editor {
    void type(UndoStack undo) { // no point
        undo.push("typed");
    }
}
