// The same by an interface of the container, with a helper that nothing else calls.
package targets.internal.initializing;

import org.springframework.beans.factory.InitializingBean;
import org.springframework.stereotype.Component;

@Component
class Holidays implements InitializingBean {
    private String[] days;
    private String chosen = "";

    @Override
    public void afterPropertiesSet() { // no point
        load();
    }

    private void load() { // no point
        days = new String[] {"1 May", "3 October"};
    }

    int count() { // no point
        return days.length;
    }

    void choose(String day) { // no point
        chosen = day;
    }

    String chosen() { // point: internal
        return chosen;
    }
}

class Client {
    void run(Holidays holidays) { // no point
        holidays.choose("1 May");
    }
}
