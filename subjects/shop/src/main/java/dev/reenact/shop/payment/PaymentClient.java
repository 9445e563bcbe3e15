package dev.reenact.shop.payment;

import dev.reenact.shop.common.AuditTrail.Audited;
import dev.reenact.shop.common.Money;
import java.time.Duration;
import java.util.Objects;
import java.util.UUID;
import java.util.concurrent.ThreadLocalRandom;

/** The payment provider. Implementations are safe for use by several threads. */
public interface PaymentClient {

    /** A charge; sent twice with the same key it is made once. */
    record Request(UUID key, String token, Money amount) {
        public Request {
            Objects.requireNonNull(key, "key");
            Objects.requireNonNull(token, "token");
            if (!amount.isPositive()) {
                throw new IllegalArgumentException("cannot charge " + amount);
            }
        }

        public static Request of(String token, Money amount) {
            return new Request(UUID.randomUUID(), token, amount);
        }
    }

    /** Proof of a charge. */
    record Receipt(String reference, Money amount) {}

    @Audited("payment.charge")
    Receipt charge(Request request) throws PaymentException;

    @Audited("payment.refund")
    void refund(String reference, Money amount) throws PaymentException;

    /** This client, asking again when the provider is not available, with a pause that grows and varies. */
    default PaymentClient retrying(int attempts, Duration firstPause) {
        if (attempts < 1) {
            throw new IllegalArgumentException("at least one attempt is needed, not " + attempts);
        }
        PaymentClient once = this;
        return new PaymentClient() {
            @Override
            public Receipt charge(Request request) throws PaymentException {
                return persist(() -> once.charge(request));
            }

            @Override
            public void refund(String reference, Money amount) throws PaymentException {
                persist(() -> {
                    once.refund(reference, amount);
                    return null;
                });
            }

            private <T> T persist(Call<T> call) throws PaymentException {
                PaymentException.Unavailable failure = null;
                for (int attempt = 1; attempt <= attempts; attempt++) {
                    try {
                        if (attempt > 1) {
                            pause(attempt);
                        }
                        return call.run();
                    } catch (PaymentException.Unavailable e) {
                        if (failure != null) {
                            e.addSuppressed(failure);
                        }
                        failure = e;
                    }
                }
                throw new PaymentException.Unavailable("gave up after " + attempts + " attempts", failure);
            }

            private void pause(int attempt) throws PaymentException.Unavailable {
                long most = firstPause.toMillis() << (attempt - 2);
                try {
                    Thread.sleep(ThreadLocalRandom.current().nextLong(most + 1));
                } catch (InterruptedException e) {
                    Thread.currentThread().interrupt();
                    throw new PaymentException.Unavailable("interrupted between attempts", e);
                }
            }
        };
    }

    /** Something to ask the provider. */
    @FunctionalInterface
    interface Call<T> {
        T run() throws PaymentException;
    }
}
