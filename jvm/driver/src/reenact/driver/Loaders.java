package reenact.driver;

import java.io.File;
import java.io.IOException;
import java.net.URI;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.jar.Attributes;
import java.util.jar.Manifest;

/** Which loader tests are run with. */
final class Loaders {
    private final List<String> classPath;
    private final Set<String> kept;
    private List<String> keptFor = Collections.emptyList();
    private ClassLoader keptLoader = ClassLoader.getSystemClassLoader();

    /**
     * @param classPath what the JVM was started with, without the driver
     * @param kept those entries whose classes stay when others are loaded anew
     */
    Loaders(List<String> classPath, List<String> kept) {
        this.classPath = classPath;
        this.kept = new LinkedHashSet<>(kept);
    }

    /** A loader that stays as long as the same places are asked for. */
    ClassLoader kept(List<String> first) throws IOException {
        // Classes on the JVM's class path are found there as in any program.
        List<String> extra = classPath.containsAll(first) ? Collections.<String>emptyList() : first;
        if (!extra.equals(keptFor)) {
            keptFor = new ArrayList<>(extra);
            keptLoader = extra.isEmpty() ? ClassLoader.getSystemClassLoader() : fresh(extra);
        }
        return keptLoader;
    }

    /** A new loader that looks into these places first. */
    FreshLoader fresh(List<String> first) throws IOException {
        Set<String> anew = new LinkedHashSet<>(first);
        for (String entry : classPath) {
            if (!kept.contains(entry)) {
                anew.add(entry);
            }
        }
        return new FreshLoader(places(anew), places(kept));
    }

    /** Opens what is there; like the JVM, passes over what is not. */
    private static List<Place> places(Set<String> paths) throws IOException {
        Set<String> seen = new LinkedHashSet<>();
        List<Place> places = new ArrayList<>();
        for (String path : paths) {
            addPlace(path, seen, places);
        }
        return places;
    }

    /** A jar's manifest may name further places, which come right after it. */
    private static void addPlace(String path, Set<String> seen, List<Place> places) throws IOException {
        Place place = seen.add(path) ? Place.at(path) : null;
        if (place == null) {
            return;
        }
        places.add(place);
        Manifest manifest = place.manifest();
        String named = manifest == null ? null : manifest.getMainAttributes().getValue(Attributes.Name.CLASS_PATH);
        if (named == null) {
            return;
        }
        for (String relative : named.trim().split("\\s+")) {
            try {
                URI uri = new File(path).toURI().resolve(relative);
                if ("file".equals(uri.getScheme())) {
                    addPlace(new File(uri).getPath(), seen, places);
                }
            } catch (IllegalArgumentException isNoFile) {
                // The JVM passes over it too.
            }
        }
    }
}
