// The call is in a `try` and in a loop; that it fails and is called again changes nothing.
package targets.external.caughtfailures;

import org.springframework.web.client.RestTemplate;

class Retries {
    private RestTemplate template;

    String fetch(String path, int attempts) { // point: external
        for (int attempt = 0; attempt < attempts; attempt++) {
            try {
                return template.getForObject("http://neighbour/" + path, String.class);
            } catch (IllegalStateException refused) {
                System.out.println(refused.getMessage());
            }
        }
        return "";
    }

    int pauses(int attempts) { // no point
        int sum = 0;
        for (int attempt = 0; attempt < attempts; attempt++) {
            sum += attempt * 100;
        }
        return sum;
    }
}
