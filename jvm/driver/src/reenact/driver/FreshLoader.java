package reenact.driver;

import java.io.IOException;
import java.net.URL;
import java.net.URLClassLoader;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.Enumeration;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/**
 * A second class path beside the JVM's own: every class on it is loaded anew, so that static state is as at the
 * start of a program.
 *
 * <p>Tests and the classes they test come from one loader, or else they would not be in one run-time package (JVMS
 * 5.3) and could not reach each other's package-private members. Only what JUnit consists of is shared with the
 * JVM's class path, because the driver speaks to it, and because it is the same for all.
 *
 * <p>It is a {@link URLClassLoader} for programs that ask their loader for its URLs, but looks things up by itself.
 */
final class FreshLoader extends URLClassLoader {
    /** JUnit, and what stands in the signatures of its classes. */
    private static final String[] SHARED = {
        "org.junit.", "junit.framework.", "junit.extensions.", "junit.runner.", "junit.textui.", "org.opentest4j.",
        "org.hamcrest.", "org.apiguardian.", "org.jspecify.", "kotlin.", "reenact.driver.",
    };

    private static final ClassLoader SYSTEM = ClassLoader.getSystemClassLoader();

    /** The JDK's own classes: the platform loader, on Java 8 the extension loader. */
    private static final ClassLoader PLATFORM = SYSTEM.getParent();

    /** Asking the platform loader in vain costs an exception each time, and it never changes its mind. */
    private static final Set<String> NOT_IN_PLATFORM = ConcurrentHashMap.newKeySet();

    static {
        registerAsParallelCapable();
    }

    private final List<Place> places;
    /** Places of the JVM's class path whose classes are not loaded anew. */
    private final List<Place> kept;
    private final Set<String> packages = ConcurrentHashMap.newKeySet();

    FreshLoader(List<Place> places, List<Place> kept) {
        super(urls(places), SYSTEM);
        this.places = places;
        this.kept = kept;
    }

    private static URL[] urls(List<Place> places) {
        return places.stream().map(Place::url).toArray(URL[]::new);
    }

    @Override
    protected Class<?> loadClass(String name, boolean resolve) throws ClassNotFoundException {
        synchronized (getClassLoadingLock(name)) {
            Class<?> found = findLoadedClass(name);
            if (found == null) {
                found = isShared(name) ? SYSTEM.loadClass(name) : findAnew(name);
            }
            if (resolve) {
                resolveClass(found);
            }
            return found;
        }
    }

    private static boolean isShared(String name) {
        for (String prefix : SHARED) {
            if (name.startsWith(prefix)) {
                return true;
            }
        }
        return false;
    }

    private Class<?> findAnew(String name) throws ClassNotFoundException {
        if (!NOT_IN_PLATFORM.contains(name)) {
            try {
                return PLATFORM.loadClass(name);
            } catch (ClassNotFoundException isTheSubjects) {
                NOT_IN_PLATFORM.add(name);
            }
        }
        String file = name.replace('.', '/') + ".class";
        if (first(places, file) == null && first(kept, file) != null) {
            return SYSTEM.loadClass(name);
        }
        return findClass(name);
    }

    @Override
    protected Class<?> findClass(String name) throws ClassNotFoundException {
        String file = name.replace('.', '/') + ".class";
        Place place = first(places, file);
        if (place == null) {
            throw new ClassNotFoundException(name);
        }
        try {
            byte[] bytes = place.read(file);
            int dot = name.lastIndexOf('.');
            if (dot > 0 && packages.add(name.substring(0, dot))) {
                describePackage(name.substring(0, dot), place);
            }
            return defineClass(name, bytes, 0, bytes.length, place.source());
        } catch (IOException unreadable) {
            throw new ClassNotFoundException(name, unreadable);
        }
    }

    /** Programs read their own version out of their package. */
    private void describePackage(String name, Place place) throws IOException {
        try {
            if (place.manifest() != null) {
                definePackage(name, place.manifest(), place.url());
            }
        } catch (IllegalArgumentException isDescribedAlready) {
            // By another thread, or because it was asked for.
        }
    }

    private static Place first(List<Place> places, String file) {
        for (Place place : places) {
            if (place.has(file)) {
                return place;
            }
        }
        return null;
    }

    /** As a single class path would answer: the JVM's has the same places, and would give everything twice. */
    @Override
    public URL getResource(String name) {
        URL inPlatform = PLATFORM.getResource(name);
        return inPlatform == null ? findResource(name) : inPlatform;
    }

    @Override
    public Enumeration<URL> getResources(String name) throws IOException {
        List<URL> all = Collections.list(PLATFORM.getResources(name));
        all.addAll(Collections.list(findResources(name)));
        return Collections.enumeration(all);
    }

    @Override
    public URL findResource(String name) {
        List<URL> found = found(name);
        return found.isEmpty() ? null : found.get(0);
    }

    @Override
    public Enumeration<URL> findResources(String name) {
        return Collections.enumeration(found(name));
    }

    private List<URL> found(String name) {
        List<URL> found = new ArrayList<>();
        for (List<Place> some : Arrays.asList(places, kept)) {
            for (Place place : some) {
                URL url = place.has(name) ? place.urlOf(name) : null;
                if (url != null) {
                    found.add(url);
                }
            }
        }
        return found;
    }
}
