// A switch over an enum looks the constant up in an array of the compiler's; the index carries the state.
package targets.system.switchstatements;

import java.time.LocalDate;

class Rota {
    int staff() { // point: system
        switch (LocalDate.now().getDayOfWeek()) {
            case SATURDAY:
            case SUNDAY:
                return 2;
            default:
                return 5;
        }
    }

    int staffOn(LocalDate day) { // no point
        System.out.println("asked on " + LocalDate.now());
        switch (day.getDayOfWeek()) {
            case SATURDAY:
            case SUNDAY:
                return 2;
            default:
                return 5;
        }
    }
}
