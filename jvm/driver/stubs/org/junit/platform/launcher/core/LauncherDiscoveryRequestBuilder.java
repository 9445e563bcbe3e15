package org.junit.platform.launcher.core;

import java.util.List;
import org.junit.platform.engine.DiscoverySelector;
import org.junit.platform.engine.Filter;
import org.junit.platform.launcher.LauncherDiscoveryRequest;

public final class LauncherDiscoveryRequestBuilder {
    public static LauncherDiscoveryRequestBuilder request() { throw new Error(); }
    public LauncherDiscoveryRequestBuilder selectors(List<? extends DiscoverySelector> selectors) { throw new Error(); }
    public LauncherDiscoveryRequestBuilder filters(Filter<?>... filters) { throw new Error(); }
    public LauncherDiscoveryRequestBuilder configurationParameter(String key, String value) { throw new Error(); }
    public LauncherDiscoveryRequest build() { throw new Error(); }
}
