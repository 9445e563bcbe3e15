package org.junit.platform.engine.discovery;

import java.lang.reflect.Method;

public final class DiscoverySelectors {
    public static ClassSelector selectClass(Class<?> type) { throw new Error(); }
    public static MethodSelector selectMethod(Class<?> type, Method method) { throw new Error(); }
}
