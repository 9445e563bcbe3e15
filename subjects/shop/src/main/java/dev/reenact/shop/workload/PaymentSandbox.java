package dev.reenact.shop.workload;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import dev.reenact.shop.common.Money;
import dev.reenact.shop.payment.HttpPaymentClient.Form;
import dev.reenact.shop.payment.PaymentClient;
import dev.reenact.shop.payment.PaymentException;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.Currency;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;

/** The payment provider's sandbox on a free port of this machine, answering with another client's results. */
final class PaymentSandbox implements AutoCloseable {

    /** The provider's behaviour for one kind of request. */
    @FunctionalInterface
    private interface Endpoint {
        Map<String, String> answer(Map<String, String> fields) throws PaymentException;
    }

    private final PaymentClient provider;
    private final HttpServer server;
    private final ExecutorService executor;

    private PaymentSandbox(PaymentClient provider, HttpServer server, ExecutorService executor) {
        this.provider = provider;
        this.server = server;
        this.executor = executor;
    }

    static PaymentSandbox start(PaymentClient provider, int threads) throws IOException {
        // Small answers would otherwise wait for the client's delayed acknowledgement.
        System.setProperty("sun.net.httpserver.nodelay", "true");
        HttpServer server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        ExecutorService executor = Executors.newFixedThreadPool(threads);
        PaymentSandbox sandbox = new PaymentSandbox(provider, server, executor);
        server.createContext("/charges", exchange -> handle(exchange, sandbox::charge));
        server.createContext("/refunds", exchange -> handle(exchange, sandbox::refund));
        server.setExecutor(executor);
        server.start();
        return sandbox;
    }

    URI address() {
        InetSocketAddress address = server.getAddress();
        return URI.create("http://" + address.getAddress().getHostAddress() + ':' + address.getPort() + '/');
    }

    private Map<String, String> charge(Map<String, String> fields) throws PaymentException {
        var request = new PaymentClient.Request(
                UUID.fromString(fields.get("key")), fields.get("token"), amount(fields));
        return Map.of("reference", provider.charge(request).reference());
    }

    private Map<String, String> refund(Map<String, String> fields) throws PaymentException {
        provider.refund(fields.get("reference"), amount(fields));
        return Map.of("status", "refunded");
    }

    private static Money amount(Map<String, String> fields) {
        return Money.of(fields.get("amount"), Currency.getInstance(fields.get("currency")));
    }

    private static void handle(HttpExchange exchange, Endpoint endpoint) throws IOException {
        try (exchange) {
            String body = new String(exchange.getRequestBody().readAllBytes(), StandardCharsets.UTF_8);
            try {
                respond(exchange, 200, endpoint.answer(Form.decode(body)));
            } catch (PaymentException.Declined e) {
                respond(exchange, 402, Map.of("code", e.code()));
            } catch (PaymentException e) {
                respond(exchange, 503, Map.of("message", e.getMessage()));
            } catch (RuntimeException e) {
                respond(exchange, 400, Map.of("message", String.valueOf(e.getMessage())));
            }
        }
    }

    private static void respond(HttpExchange exchange, int status, Map<String, String> fields) throws IOException {
        byte[] body = Form.encode(fields).getBytes(StandardCharsets.UTF_8);
        exchange.getResponseHeaders().set("Content-Type", Form.CONTENT_TYPE);
        exchange.sendResponseHeaders(status, body.length);
        exchange.getResponseBody().write(body);
    }

    @Override
    public void close() {
        server.stop(0);
        executor.shutdown();
    }
}
