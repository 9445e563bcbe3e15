package dev.reenact.shop.payment;

import dev.reenact.shop.common.Money;
import java.io.IOException;
import java.net.URI;
import java.net.URLDecoder;
import java.net.URLEncoder;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.stream.Collectors;

/** Talks to the provider's name-value interface: forms go out, forms come back. */
public final class HttpPaymentClient implements PaymentClient {

    /** The encoding of both directions, {@code application/x-www-form-urlencoded}. */
    public static final class Form {
        public static final String CONTENT_TYPE = "application/x-www-form-urlencoded";

        private Form() {}

        public static String encode(Map<String, String> fields) {
            return fields.entrySet().stream()
                    .map(field -> escape(field.getKey()) + '=' + escape(field.getValue()))
                    .collect(Collectors.joining("&"));
        }

        public static Map<String, String> decode(String body) {
            Map<String, String> fields = new LinkedHashMap<>();
            for (String pair : body.split("&")) {
                int equals = pair.indexOf('=');
                if (equals > 0) {
                    fields.put(unescape(pair.substring(0, equals)), unescape(pair.substring(equals + 1)));
                }
            }
            return fields;
        }

        private static String escape(String text) {
            return URLEncoder.encode(text, StandardCharsets.UTF_8);
        }

        private static String unescape(String text) {
            return URLDecoder.decode(text, StandardCharsets.UTF_8);
        }
    }

    private static final Duration TIMEOUT = Duration.ofSeconds(10);

    private final URI base;
    private final HttpClient http;

    /** A client of the provider at the given address, which ends with a slash. */
    public HttpPaymentClient(URI base) {
        this.base = base;
        this.http = HttpClient.newBuilder()
                .version(HttpClient.Version.HTTP_1_1)
                .connectTimeout(TIMEOUT)
                .build();
    }

    @Override
    public Receipt charge(Request request) throws PaymentException {
        Map<String, String> fields = new LinkedHashMap<>();
        fields.put("key", request.key().toString());
        fields.put("token", request.token());
        putAmount(fields, request.amount());
        Map<String, String> answer = post("charges", fields);
        return new Receipt(answer.get("reference"), request.amount());
    }

    @Override
    public void refund(String reference, Money amount) throws PaymentException {
        Map<String, String> fields = new LinkedHashMap<>();
        fields.put("reference", reference);
        putAmount(fields, amount);
        post("refunds", fields);
    }

    private static void putAmount(Map<String, String> fields, Money amount) {
        fields.put("amount", amount.amount().toPlainString());
        fields.put("currency", amount.currency().getCurrencyCode());
    }

    private Map<String, String> post(String path, Map<String, String> fields) throws PaymentException {
        HttpRequest request = HttpRequest.newBuilder(base.resolve(path))
                .timeout(TIMEOUT)
                .header("Content-Type", Form.CONTENT_TYPE)
                .POST(BodyPublishers.ofString(Form.encode(fields)))
                .build();
        HttpResponse<String> response;
        try {
            response = http.send(request, BodyHandlers.ofString());
        } catch (IOException e) {
            throw new PaymentException.Unavailable("no answer from " + request.uri(), e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new PaymentException.Unavailable("interrupted while waiting for " + request.uri(), e);
        }
        Map<String, String> answer = Form.decode(response.body());
        return switch (response.statusCode()) {
            case 200 -> answer;
            case 402 -> throw new PaymentException.Declined(answer.getOrDefault("code", "unspecified"));
            default -> throw new PaymentException.Unavailable(
                    request.uri() + " answered " + response.statusCode() + ' ' + answer.getOrDefault("message", ""));
        };
    }
}
