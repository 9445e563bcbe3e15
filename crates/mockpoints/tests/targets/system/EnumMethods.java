// Constants with bodies of their own: the one that asks for the date is a point, the others are not.
package targets.system.enummethods;

import java.time.LocalDate;

enum Period {
    MONTHLY {
        @Override
        boolean isDue(LocalDate last) { // point: system
            return last.plusMonths(1).isBefore(LocalDate.now());
        }
    },
    NEVER {
        @Override
        boolean isDue(LocalDate last) { // no point
            System.out.println(LocalDate.now());
            return false;
        }
    };

    abstract boolean isDue(LocalDate last);

    static boolean any(LocalDate last) { // no point
        return MONTHLY.isDue(last) || NEVER.isDue(last);
    }
}
