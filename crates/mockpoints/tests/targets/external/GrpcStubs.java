// gRPC: a generated stub. Setting a deadline does not call out.
package targets.external.grpcstubs;

import io.grpc.stub.AbstractStub;
import java.util.concurrent.TimeUnit;

abstract class QuoteStub extends AbstractStub<QuoteStub> {
    abstract String quote(String symbol);
}

class Portfolio {
    private QuoteStub stub;

    String value(String symbol) { // point: external
        return stub.quote(symbol);
    }

    String quickValue(String symbol) { // point: external
        return stub.withDeadlineAfter(1, TimeUnit.SECONDS).quote(symbol);
    }

    void hurry() { // no point
        stub = stub.withDeadlineAfter(1, TimeUnit.SECONDS);
    }
}
