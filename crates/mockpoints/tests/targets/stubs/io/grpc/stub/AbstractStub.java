package io.grpc.stub;

import java.util.concurrent.TimeUnit;

public abstract class AbstractStub<S extends AbstractStub<S>> {
    public final native S withDeadlineAfter(long duration, TimeUnit unit);
}
