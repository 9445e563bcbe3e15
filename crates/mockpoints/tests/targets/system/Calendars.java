// The old calendar: with the time, and without.
package targets.system.calendars;

import java.util.Calendar;
import java.util.GregorianCalendar;

class Birthdays {
    int year() { // point: system
        Calendar calendar = Calendar.getInstance();
        calendar.add(Calendar.YEAR, 1);
        return calendar.get(Calendar.YEAR);
    }

    int nextYear(int year) { // no point
        System.out.println(Calendar.getInstance().getTime());
        Calendar calendar = new GregorianCalendar(year, Calendar.MAY, 1);
        calendar.add(Calendar.YEAR, 1);
        return calendar.get(Calendar.YEAR);
    }
}
