// The JDK's new client: creating a request does not call out.
package targets.external.httpclients;

import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;

class Weather {
    private final HttpClient client = HttpClient.newHttpClient();

    String today(String city) throws IOException, InterruptedException { // point: external
        return client.send(request(city), HttpResponse.BodyHandlers.ofString()).body();
    }

    HttpRequest request(String city) { // no point
        return HttpRequest.newBuilder(URI.create("http://weather/" + city)).header("Accept", "text/plain").build();
    }
}
