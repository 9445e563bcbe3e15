// A factory method of a third-party library of time is a point itself. Its constructor must run and cannot be one: there the
// caller is judged by where the value goes, as with the JDK's.
package targets.system.jodatimes;

import org.joda.time.DateTime;

class Shifts {
    DateTime start() { // no point
        return DateTime.now();
    }

    DateTime end() { // point: system
        return new DateTime();
    }

    String name(String name) { // no point
        System.out.println(new DateTime());
        return name;
    }
}
