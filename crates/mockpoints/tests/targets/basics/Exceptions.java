package exceptions;

class Exceptions {
    static void thrown() { throw new IllegalStateException("at " + System.nanoTime()); } // point: system
    static void thrownPlain() { throw new IllegalStateException("plain"); } // no point
    static String caught() { // point: system
        try {
            throw new IllegalStateException("at " + System.nanoTime());
        } catch (RuntimeException e) {
            return e.getMessage();
        }
    }
    static String swallowed() { // no point
        try {
            throw new IllegalStateException("at " + System.nanoTime());
        } catch (RuntimeException e) {
            return "failed";
        }
    }
    static void raise(String text) { throw new IllegalStateException(text); } // no point
    static String fromCallee() { // point: system
        try {
            raise("" + System.nanoTime());
            return "";
        } catch (RuntimeException e) {
            return e.getMessage();
        }
    }
    static String inFinally(String given) { // no point
        try {
            return given;
        } finally {
            System.out.println(System.nanoTime());
        }
    }
    static long inHandler(String text) { // point: system
        try {
            return Long.parseLong(text);
        } catch (NumberFormatException e) {
            return System.nanoTime();
        }
    }
}
