// A constructor that is given the time has it.
package targets.system.timestamps;

import java.sql.Timestamp;

class Audit {
    Timestamp now() { // point: system
        return new Timestamp(System.currentTimeMillis());
    }

    Timestamp at(long time) { // no point
        System.out.println(new Timestamp(System.currentTimeMillis()));
        return new Timestamp(time);
    }
}
