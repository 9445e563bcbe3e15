// A switch expression over a number that was drawn.
package targets.system.switchexpressions;

import java.util.concurrent.ThreadLocalRandom;

class Raffle {
    String draw() { // point: system
        int ticket = ThreadLocalRandom.current().nextInt(100);
        return switch (ticket % 3) {
            case 0 -> "a mug";
            case 1 -> "a pen";
            default -> "nothing";
        };
    }

    String prizeOf(int ticket) { // no point
        System.out.println(ThreadLocalRandom.current().nextInt(100));
        return switch (ticket % 3) {
            case 0 -> "a mug";
            case 1 -> "a pen";
            default -> "nothing";
        };
    }
}
