package org.junit.runners;

import org.junit.runner.Runner;
import org.junit.runners.model.RunnerScheduler;

public abstract class ParentRunner<T> extends Runner {
    public void setScheduler(RunnerScheduler scheduler) {}
}
