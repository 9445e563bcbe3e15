// A variable captured by an anonymous class is a field of it, so that its own method reads the state. Its creator returns an
// object whose field is state, not the state: as with all fields, the reader is the point.
package targets.system.anonymousclasses;

class Reminders {
    Runnable remind(long due) { // no point
        long now = System.currentTimeMillis();
        return new Runnable() {
            @Override
            public void run() { // point: system
                if (now > due) {
                    System.out.println("overdue");
                }
            }
        };
    }

    Runnable log(long due) { // no point
        long now = System.currentTimeMillis();
        return new Runnable() {
            @Override
            public void run() { // no point
                System.out.println(due + " seen at " + now);
            }
        };
    }
}
