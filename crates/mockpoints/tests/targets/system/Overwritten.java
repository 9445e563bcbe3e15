// An object made with the clock and then set from an argument no longer depends on the clock. Order decides: what is looked
// at before, or kept besides, still has it.
package targets.system.overwritten;

import java.util.Calendar;
import java.util.Date;
import java.util.GregorianCalendar;
import org.joda.time.DateTime;

class Months {
    int of(Date day) { // no point
        Calendar calendar = Calendar.getInstance();
        calendar.setTime(day);
        return calendar.get(Calendar.MONTH);
    }

    Date after(Date day) { // no point
        try {
            Calendar calendar = new GregorianCalendar();
            calendar.setTimeInMillis(day.getTime());
            calendar.add(Calendar.MONTH, 1);
            return calendar.getTime();
        } catch (RuntimeException strange) {
            return null;
        }
    }

    int now(Date day) { // point: system
        Calendar calendar = Calendar.getInstance();
        int month = calendar.get(Calendar.MONTH);
        calendar.setTime(day);
        return month;
    }

    int perhaps(Date day) { // point: system
        Calendar calendar = Calendar.getInstance();
        if (day != null) {
            calendar.setTime(day);
        }
        return calendar.get(Calendar.MONTH);
    }

    Date today() { // point: system
        Calendar calendar = Calendar.getInstance();
        calendar.setTime(new Date());
        return calendar.getTime();
    }
}

class Cursors {
    long parse(String cursor) { // no point
        return new DateTime().withMillis(Long.parseLong(cursor)).getMillis();
    }

    long shift(String cursor) { // point: system
        DateTime now = new DateTime();
        return now.withMillis(Long.parseLong(cursor)).getMillis() - now.getMillis();
    }
}
