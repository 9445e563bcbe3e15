// A future of an answer cannot be recorded; the method that waits for it can be.
package targets.external.liftedfutures;

import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.util.concurrent.CompletableFuture;

class Quotes {
    private final HttpClient client;

    Quotes(HttpClient client) {
        this.client = client;
    }

    private CompletableFuture<HttpResponse<String>> ask(String symbol) { // no point
        HttpRequest request = HttpRequest.newBuilder(URI.create("http://quotes/" + symbol)).build();
        return client.sendAsync(request, HttpResponse.BodyHandlers.ofString());
    }

    String quote(String symbol) { // point: external
        return ask(symbol).join().body();
    }

    String label(String symbol) { // no point
        return CompletableFuture.completedFuture(symbol).join();
    }
}
