package javax.servlet;

public interface ServletContextListener {
    default void contextInitialized(String event) {}

    default void contextDestroyed(String event) {}
}
