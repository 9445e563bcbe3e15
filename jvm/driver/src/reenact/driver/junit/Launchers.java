package reenact.driver.junit;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.net.URL;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.ServiceLoader;
import org.junit.platform.engine.TestEngine;
import org.junit.platform.launcher.Launcher;
import org.junit.platform.launcher.core.LauncherConfig;
import org.junit.platform.launcher.core.LauncherFactory;

/**
 * Launchers of the JUnit Platform. A launcher looks through the whole class path for engines, listeners and filters,
 * with every request. If there are none but JUnit's own, which are the same under every loader, it is configured so once.
 */
final class Launchers {
    private static final String[] SERVICES = {
        "org.junit.platform.engine.TestEngine",
        "org.junit.platform.launcher.LauncherSessionListener",
        "org.junit.platform.launcher.LauncherDiscoveryListener",
        "org.junit.platform.launcher.LauncherInterceptor",
        "org.junit.platform.launcher.PostDiscoveryFilter",
        "org.junit.platform.launcher.TestExecutionListener",
    };

    /** One for all, if JUnit is alone. */
    private static final Launcher SHARED = shared();

    private Launchers() {}

    /** A launcher for the loader of the thread. */
    static Launcher get() {
        return SHARED == null ? LauncherFactory.create() : SHARED;
    }

    private static Launcher shared() {
        ClassLoader system = ClassLoader.getSystemClassLoader();
        try {
            if (!isAlone(system)) {
                return null;
            }
            List<TestEngine> engines = new ArrayList<>();
            for (TestEngine engine : ServiceLoader.load(TestEngine.class, system)) {
                if (!engine.getClass().getName().startsWith("org.junit.vintage.")) {
                    engines.add(engine);
                }
            }
            LauncherConfig config = LauncherConfig.builder()
                .enableTestEngineAutoRegistration(false)
                .enableLauncherSessionListenerAutoRegistration(false)
                .enableLauncherDiscoveryListenerAutoRegistration(false)
                .enablePostDiscoveryFilterAutoRegistration(false)
                .enableTestExecutionListenerAutoRegistration(false)
                .addTestEngines(engines.toArray(new TestEngine[0]))
                .build();
            return LauncherFactory.create(config);
        } catch (Exception | LinkageError isTooOldOrIncomplete) {
            // Then it is done as usual, which reports the problem if there is one.
            return null;
        }
    }

    private static boolean isAlone(ClassLoader loader) throws IOException {
        for (String service : SERVICES) {
            for (URL url : Collections.list(loader.getResources("META-INF/services/" + service))) {
                try (BufferedReader lines = new BufferedReader(
                        new InputStreamReader(url.openStream(), StandardCharsets.UTF_8))) {
                    String line;
                    while ((line = lines.readLine()) != null) {
                        String provider = line.split("#", 2)[0].trim();
                        if (!provider.isEmpty() && !provider.startsWith("org.junit.")) {
                            return false;
                        }
                    }
                }
            }
        }
        return true;
    }
}
