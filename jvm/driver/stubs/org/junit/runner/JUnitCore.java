package org.junit.runner;

import org.junit.runner.notification.RunListener;

public class JUnitCore {
    public void addListener(RunListener listener) { throw new Error(); }
    public Result run(Runner runner) { throw new Error(); }
}
