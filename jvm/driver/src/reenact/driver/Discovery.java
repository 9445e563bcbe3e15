package reenact.driver;

import java.io.IOException;
import java.lang.reflect.Modifier;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Lists the tests of classes, as JUnit finds them. Classes are not initialized unless a runner does so. */
final class Discovery {
    private final Map<String, String[]> found = new LinkedHashMap<>();
    private final List<String[]> problems = new ArrayList<>();

    static FrameWriter discover(FrameReader command, Loaders loaders) throws IOException {
        List<String> places = command.texts();
        List<String> names = command.texts();
        command.end();
        Discovery discovery = new Discovery();
        FreshLoader loader = loaders.fresh(places);
        Thread thread = new Thread(() -> discovery.look(names, loader), "main");
        thread.setContextClassLoader(loader);
        thread.start();
        Main.join(thread);
        return discovery.answer();
    }

    private void look(List<String> names, ClassLoader loader) {
        Engines engines = new Engines();
        for (String name : names) {
            try {
                look(Class.forName(name, false, loader), engines);
            } catch (Throwable ofTheSubject) {
                problems.add(new String[] {name, Failure.of(ofTheSubject).trace});
            }
        }
    }

    private void look(Class<?> type, Engines engines) throws Exception {
        if (Modifier.isAbstract(type.getModifiers()) || type.isInterface() || type.isAnonymousClass()) {
            return;
        }
        boolean isJUnit4 = Test.isJUnit4Class(type) || hasJUnit4Methods(type);
        if (isJUnit4 && engines.junit4() != null) {
            engines.junit4().discover(type, this::add);
        }
        if (engines.platform() != null) {
            engines.platform().discover(type, this::add);
        }
    }

    private static boolean hasJUnit4Methods(Class<?> type) {
        for (Class<?> at = type; at != null && at != Object.class; at = at.getSuperclass()) {
            for (java.lang.reflect.Method method : at.getDeclaredMethods()) {
                if (Test.has(method.getDeclaredAnnotations(), "org.junit.Test")) {
                    return true;
                }
            }
        }
        return false;
    }

    private void add(String[] test) {
        found.putIfAbsent(String.join("#", test), test);
    }

    private FrameWriter answer() {
        FrameWriter frame = new FrameWriter(Protocol.DISCOVERED).number(found.size());
        for (String[] test : found.values()) {
            frame.text(test[0]).text(test[1]);
            String[] types = test[2].isEmpty() ? new String[0] : test[2].split(", ");
            frame.number(types.length);
            for (String type : types) {
                frame.text(type);
            }
        }
        frame.number(problems.size());
        for (String[] problem : problems) {
            frame.text(problem[0]).text(problem[1]);
        }
        return frame;
    }
}
