// A constructor that branches on the time cannot be intercepted: its callers are, as the nearest that can.
package targets.system.branchingconstructors;

class Season {
    private final String name;

    Season() {
        if (java.time.LocalDate.now().getMonthValue() < 6) {
            name = "first";
        } else {
            name = "second";
        }
    }

    Season(int month) {
        System.out.println(java.time.LocalDate.now());
        name = month < 6 ? "first" : "second";
    }

    String name() { // no point
        return name;
    }
}

class Calendar {
    Season current() { // point: system
        return new Season();
    }

    Season of(int month) { // no point
        return new Season(month);
    }
}
