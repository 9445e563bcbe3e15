// An exception carries state to its handler; where the handler only logs, nothing comes out.
package targets.system.caughtexceptions;

class Imports {
    String describe(String line) { // point: system
        try {
            if (line.isEmpty()) {
                throw new IllegalStateException("empty line at " + System.currentTimeMillis());
            }
            return line;
        } catch (IllegalStateException refused) {
            return refused.getMessage();
        }
    }

    String tolerate(String line) { // no point
        try {
            if (line.isEmpty()) {
                throw new IllegalStateException("empty line at " + System.currentTimeMillis());
            }
            return line;
        } catch (IllegalStateException refused) {
            System.out.println(refused.getMessage());
            return "";
        }
    }
}
