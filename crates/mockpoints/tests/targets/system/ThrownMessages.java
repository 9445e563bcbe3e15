// An exception is an outcome as a result is: what its message says comes out. (The paper names branch and return only.)
package targets.system.thrownmessages;

import java.time.LocalDate;

class Bookings {
    int days(int wanted) { // point: system
        if (wanted < 1) {
            throw new IllegalArgumentException("no booking of " + wanted + " days on " + LocalDate.now());
        }
        return wanted;
    }

    int nights(int wanted) { // no point
        LocalDate today = LocalDate.now();
        if (wanted < 1) {
            System.out.println("refused on " + today);
            throw new IllegalArgumentException("no booking of " + wanted + " nights");
        }
        return wanted;
    }
}
