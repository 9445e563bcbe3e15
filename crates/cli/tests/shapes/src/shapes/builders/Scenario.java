package shapes.builders;

import java.util.ArrayList;
import java.util.List;

/** Builders, with required and repeated parts. */
class Scenario {
    static void run() {
        Pizza pizza = Pizza.builder().size(30).topping("olives").topping("cheese").build();
        pizza.price();
        Request request = new Request.Builder("/orders").method("POST").retries(3).build();
        request.line();
        request.attempts();
    }
}

final class Pizza {
    private final int size;
    private final List<String> toppings;

    private Pizza(Builder builder) {
        this.size = builder.size;
        this.toppings = new ArrayList<>(builder.toppings);
    }

    static Builder builder() {
        return new Builder();
    }

    public int price() {
        int price = size * 20;
        return price + toppings.size() * 100;
    }

    static final class Builder {
        private int size;
        private final List<String> toppings = new ArrayList<>();

        Builder size(int size) {
            this.size = size;
            return this;
        }

        Builder topping(String topping) {
            toppings.add(topping);
            return this;
        }

        Pizza build() {
            return new Pizza(this);
        }
    }
}

final class Request {
    private final String path;
    private final String method;
    private final int retries;

    private Request(String path, String method, int retries) {
        this.path = path;
        this.method = method;
        this.retries = retries;
    }

    public String line() {
        return method + " " + path + " (" + retries + ")";
    }

    /** Reads one of the values that the builder was given. */
    public int attempts() {
        return retries + 1;
    }

    static final class Builder {
        private final String path;
        private String method = "GET";
        private int retries;

        Builder(String path) {
            this.path = path;
        }

        Builder method(String method) {
            this.method = method;
            return this;
        }

        Builder retries(int retries) {
            this.retries = retries;
            return this;
        }

        Request build() {
            return new Request(path, method, retries);
        }
    }
}
