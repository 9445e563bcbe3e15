// A field that was written with state is state to every reader; a method that only writes it is not a point.
package targets.system.fields;

class Session {
    private final String user;
    private long lastSeen;
    private long lastLogged;

    Session(String user) {
        this.user = user;
    }

    void touch() { // no point
        lastSeen = System.currentTimeMillis();
        lastLogged = System.currentTimeMillis();
    }

    long idleSince() { // point: system
        return lastSeen;
    }

    boolean isIdle(long limit) { // point: system
        return limit > lastSeen;
    }

    String user() { // no point
        System.out.println("asked for the user after " + lastLogged);
        return user;
    }
}
