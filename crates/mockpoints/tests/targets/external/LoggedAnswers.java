// An answer that is only logged: replay must not call out, so that this is a point unlike with the clock.
package targets.external.loggedanswers;

import org.springframework.web.client.RestTemplate;

class Pings {
    private RestTemplate template;

    int ping(int count) { // point: external
        System.out.println(template.getForObject("http://neighbour/ping", String.class));
        return count + 1;
    }

    int pretend(int count) { // no point
        System.out.println("http://neighbour/ping");
        return count + 1;
    }
}
