package shapes.wide;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.lang.reflect.Proxy;
import org.junit.jupiter.api.Test;

/** Calls of {@link Page} as they were recorded. */
class PageRecordedTest {
    @Test
    void title_theme_font_returnsAnnDarkNull() {
        // Arrange
        Session session = (Session) Proxy.newProxyInstance(
                Session.class.getClassLoader(),
                new Class<?>[] {Session.class},
                (proxy, method, arguments) -> {
                    if (method.getName().equals("user")) {
                        return "ann";
                    }
                    if (method.getName().equals("attribute") && "theme".equals(arguments[0])) {
                        return "dark";
                    }
                    if (method.getName().equals("attribute") && "font".equals(arguments[0])) {
                        return null;
                    }
                    throw new UnsupportedOperationException("not recorded: " + method.getName());
                });
        Page page = new Page(session);

        // Act
        String result = page.title("theme", "font");

        // Assert
        assertEquals("ann dark null", result);
    }

    @Test
    void weight_returns6() {
        // Arrange
        Session session = (Session) Proxy.newProxyInstance(
                Session.class.getClassLoader(),
                new Class<?>[] {Session.class},
                (proxy, method, arguments) -> {
                    if (method.getName().equals("self")) {
                        return proxy;
                    }
                    if (method.getName().equals("size")) {
                        return 3L;
                    }
                    throw new UnsupportedOperationException("not recorded: " + method.getName());
                });
        Page page = new Page(session);

        // Act
        long result = page.weight();

        // Assert
        assertEquals(6L, result);
    }

    @Test
    void leave_returnsGone() {
        // Arrange
        Session session = (Session) Proxy.newProxyInstance(
                Session.class.getClassLoader(),
                new Class<?>[] {Session.class},
                (proxy, method, arguments) -> {
                    if (method.getName().equals("invalidate")) {
                        throw new IllegalStateException("gone");
                    }
                    throw new UnsupportedOperationException("not recorded: " + method.getName());
                });
        Page page = new Page(session);

        // Act
        String result = page.leave();

        // Assert
        assertEquals("gone", result);
    }

    @Test
    void count_2_returns3() {
        Session unused = (Session) Proxy.newProxyInstance(
                Session.class.getClassLoader(),
                new Class<?>[] {Session.class},
                (proxy, method, arguments) -> {
                    throw new UnsupportedOperationException("not recorded: " + method.getName());
                });

        assertEquals(3, Page.count(unused, 2));
    }
}
