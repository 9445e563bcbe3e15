package net.devh.boot.grpc.client.inject;

import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;

@Retention(RetentionPolicy.RUNTIME)
public @interface GrpcClient {
    String value();
}
