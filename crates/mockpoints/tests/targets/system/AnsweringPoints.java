// A point answers whatever it is given: the clock that comes to it from its caller goes no further. What it does to what it is
// given, replay does in its stead.
package targets.system.answeringpoints;

import java.util.Calendar;
import java.util.Date;
import java.util.GregorianCalendar;

class Days {
    static Date end(Date day, Calendar calendar) { // point: system
        if (day == null) {
            day = new Date();
        }
        calendar.setTime(day);
        calendar.set(Calendar.HOUR_OF_DAY, 23);
        return calendar.getTime();
    }

    static Date noon(Date day, Calendar calendar) { // no point
        calendar.setTime(day);
        calendar.set(Calendar.HOUR_OF_DAY, 12);
        return calendar.getTime();
    }

    static void stamp(Calendar calendar) { // no point
        calendar.setTime(new Date());
    }

    Date endOf(Date day) { // no point
        return end(day, Calendar.getInstance());
    }

    Date endOfToday() { // no point
        return end(new Date(), new GregorianCalendar(2020, 1, 1));
    }

    Date after(Date day) { // no point
        Calendar calendar = new GregorianCalendar(2020, 1, 1);
        end(day, calendar);
        return calendar.getTime();
    }

    Date noonOfToday() { // point: system
        return noon(new Date(), new GregorianCalendar(2020, 1, 1));
    }

    Date stamped() { // point: system
        Calendar calendar = new GregorianCalendar(2020, 1, 1);
        stamp(calendar);
        return calendar.getTime();
    }
}
