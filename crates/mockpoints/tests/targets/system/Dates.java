// A date without arguments is now.
package targets.system.dates;

import java.util.Date;

class Logbook {
    Date entry() { // point: system
        Date date = new Date();
        return date;
    }

    boolean isOver(Date end) { // point: system
        return new Date().after(end);
    }

    Date entryAt(long time) { // no point
        System.out.println(new Date());
        Date date = new Date(time);
        return date;
    }
}
