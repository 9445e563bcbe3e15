// Spring's client.
package targets.external.resttemplates;

import org.springframework.web.client.RestOperations;
import org.springframework.web.client.RestTemplate;

class Currencies {
    private RestTemplate template;
    private RestOperations operations;

    Double rate(String currency) { // point: external
        return template.getForObject("http://rates/{c}", Double.class, currency);
    }

    void publish(String currency, double rate) { // point: external
        operations.put("http://rates/{c}", rate, currency);
    }

    void configure(Object handler) { // no point
        template.setErrorHandler(handler);
    }
}
