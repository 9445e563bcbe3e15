package org.junit.platform.launcher.core;

import org.junit.platform.engine.TestEngine;

public interface LauncherConfig {
    static Builder builder() { throw new Error(); }

    class Builder {
        public Builder enableTestEngineAutoRegistration(boolean enabled) { throw new Error(); }
        public Builder enableLauncherSessionListenerAutoRegistration(boolean enabled) { throw new Error(); }
        public Builder enableLauncherDiscoveryListenerAutoRegistration(boolean enabled) { throw new Error(); }
        public Builder enableTestExecutionListenerAutoRegistration(boolean enabled) { throw new Error(); }
        public Builder enablePostDiscoveryFilterAutoRegistration(boolean enabled) { throw new Error(); }
        public Builder addTestEngines(TestEngine... engines) { throw new Error(); }
        public LauncherConfig build() { throw new Error(); }
    }
}
