// The name of the thread that happens to run it.
package targets.system.threadnames;

class Workers {
    String tag(String message) { // point: system
        return "[" + Thread.currentThread().getName() + "] " + message;
    }

    String log(String message) { // no point
        System.out.println("[" + Thread.currentThread().getName() + "] " + message);
        return message;
    }
}
