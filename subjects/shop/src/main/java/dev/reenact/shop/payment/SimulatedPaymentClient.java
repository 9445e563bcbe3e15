package dev.reenact.shop.payment;

import dev.reenact.shop.common.Money;
import java.math.BigDecimal;
import java.util.Collections;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.atomic.AtomicLong;

/**
 * Plays the provider's test mode, where the end of a token decides what happens:
 * {@code _ok} is accepted, {@code _stolen} is declined, {@code _limited} is declined above 400 units,
 * {@code _flaky} is unavailable at the first attempt and {@code _down} always.
 */
public final class SimulatedPaymentClient implements PaymentClient {

    private static final BigDecimal LIMIT = BigDecimal.valueOf(400);
    private static final int REMEMBERED_KEYS = 10_000;

    private final AtomicLong counter = new AtomicLong(System.nanoTime() & 0xFFFF);
    private final Map<UUID, Receipt> byKey = Collections.synchronizedMap(remembering(REMEMBERED_KEYS));
    private final Map<UUID, Integer> attempts = Collections.synchronizedMap(remembering(REMEMBERED_KEYS));
    private final Map<String, Money> charged = new HashMap<>();

    private static <K, V> Map<K, V> remembering(int most) {
        return new LinkedHashMap<>() {
            private static final long serialVersionUID = 1L;

            @Override
            protected boolean removeEldestEntry(Map.Entry<K, V> eldest) {
                return size() > most;
            }
        };
    }

    @Override
    public Receipt charge(Request request) throws PaymentException {
        Receipt earlier = byKey.get(request.key());
        if (earlier != null) {
            return earlier;
        }
        int attempt = attempts.merge(request.key(), 1, Integer::sum);
        String behaviour = request.token().substring(request.token().lastIndexOf('_') + 1);
        switch (behaviour) {
            case "ok" -> {}
            case "stolen" -> throw new PaymentException.Declined("card_stolen");
            case "limited" -> {
                if (request.amount().amount().compareTo(LIMIT) > 0) {
                    throw new PaymentException.Declined("limit_exceeded");
                }
            }
            case "flaky" -> {
                if (attempt == 1) {
                    throw new PaymentException.Unavailable("simulated time-out");
                }
            }
            case "down" -> throw new PaymentException.Unavailable("simulated outage");
            default -> throw new PaymentException.Declined("token_unknown");
        }
        Receipt receipt = new Receipt("SIM-" + Long.toHexString(counter.incrementAndGet()), request.amount());
        byKey.put(request.key(), receipt);
        synchronized (charged) {
            charged.put(receipt.reference(), receipt.amount());
        }
        return receipt;
    }

    /** Several refunds of one charge are fine as long as they do not add up to more than it. */
    @Override
    public void refund(String reference, Money amount) throws PaymentException {
        synchronized (charged) {
            Money open = charged.get(reference);
            if (open == null) {
                throw new PaymentException.Declined("charge_unknown");
            }
            if (amount.compareTo(open) > 0) {
                throw new PaymentException.Declined("refund_exceeds_charge");
            }
            charged.put(reference, open.minus(amount));
        }
    }
}
