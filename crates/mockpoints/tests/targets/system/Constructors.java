// A constructor stores the time: it cannot be intercepted, and need not be, for the readers are points.
package targets.system.constructors;

class Visit {
    private final String guest;
    private final long arrived;

    Visit(String guest) {
        this.guest = guest;
        this.arrived = System.currentTimeMillis();
    }

    long arrived() { // point: system
        return arrived;
    }

    String guest() { // no point
        return guest;
    }
}

class Hotel {
    Visit checkIn(String guest) { // no point
        return new Visit(guest);
    }
}
