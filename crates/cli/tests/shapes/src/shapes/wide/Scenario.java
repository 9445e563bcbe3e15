package shapes.wide;

import java.lang.reflect.Proxy;

/** An interface with more methods than anybody wants to read in a test that asks for two of them. */
class Scenario {
    static void run() {
        Session session = (Session) Proxy.newProxyInstance(
                Scenario.class.getClassLoader(),
                new Class<?>[] {Session.class},
                (proxy, method, given) -> switch (method.getName()) {
                    case "user" -> "ann";
                    case "attribute" -> given[0].equals("theme") ? "dark" : null;
                    case "size" -> 3L;
                    case "self" -> proxy;
                    case "invalidate" -> throw new IllegalStateException("gone");
                    default -> throw new UnsupportedOperationException();
                });
        Page page = new Page(session);
        page.title("theme", "font");
        page.weight();
        page.leave();
        Page.count(session, 2);
    }
}

interface Session {
    String user();

    Object attribute(String name);

    void setAttribute(String name, Object value);

    long size();

    long created();

    long accessed();

    String id();

    boolean isNew();

    int timeout();

    void setTimeout(int seconds);

    void invalidate();

    Session self();

    String host();

    String scheme();

    int port();

    String path();

    String query();
}

class Page {
    private final Session session;

    Page(Session session) {
        this.session = session;
    }

    public String title(String first, String second) {
        return session.user() + " " + session.attribute(first) + " " + session.attribute(second);
    }

    public long weight() {
        return session.self().size() * 2;
    }

    public String leave() {
        try {
            session.invalidate();
            return "left";
        } catch (IllegalStateException gone) {
            return gone.getMessage();
        }
    }

    public static int count(Session unused, int times) {
        return unused == null ? 0 : times + 1;
    }
}
