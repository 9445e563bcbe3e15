// Calls by a server while it starts the program are part of initialization; calls at other times are not.
package targets.internal.contextlisteners;

import javax.servlet.ServletContextListener;

class Started implements ServletContextListener {
    private static String context;
    private static String last;

    @Override
    public void contextInitialized(String event) { // no point
        context = event;
    }

    @Override
    public void contextDestroyed(String event) { // no point
        last = event;
    }

    static String context() { // no point
        return context;
    }

    static String last() { // point: internal
        return last;
    }
}
