package dev.reenact.bench;

/** The method whose calls are recorded for {@link Capture}. */
final class Captured {

    private Captured() {}

    static int visit(Object graph, int number) {
        int answer = graph == null ? 0 : number;
        return answer * 31;
    }
}
