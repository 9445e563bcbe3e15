package org.junit.platform.launcher;

import org.junit.platform.engine.Filter;

public class EngineFilter implements Filter<Object> {
    public static EngineFilter excludeEngines(String... engines) { throw new Error(); }
}
