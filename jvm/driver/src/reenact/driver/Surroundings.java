package reenact.driver;

import java.io.InputStream;
import java.util.Locale;
import java.util.Properties;
import java.util.TimeZone;

/**
 * State that belongs to the whole JVM, and that a fresh class loader does not bring back. Taken down before the
 * first test, and put back before tests that ask for fresh state.
 */
final class Surroundings {
    private final Properties properties = (Properties) System.getProperties().clone();
    private final InputStream in = System.in;
    private final Locale locale = Locale.getDefault();
    private final Locale display = Locale.getDefault(Locale.Category.DISPLAY);
    private final Locale format = Locale.getDefault(Locale.Category.FORMAT);
    private final TimeZone timeZone = TimeZone.getDefault();
    private final Thread.UncaughtExceptionHandler handler = Thread.getDefaultUncaughtExceptionHandler();

    void restore() {
        System.setProperties((Properties) properties.clone());
        System.setIn(in);
        Capture.install();
        Locale.setDefault(locale);
        Locale.setDefault(Locale.Category.DISPLAY, display);
        Locale.setDefault(Locale.Category.FORMAT, format);
        TimeZone.setDefault((TimeZone) timeZone.clone());
        Thread.setDefaultUncaughtExceptionHandler(handler);
    }
}
