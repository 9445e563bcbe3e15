// Feign without Spring: a client is made of an interface's class.
package targets.external.feignbuilders;

import feign.Feign;

interface Quotes {
    String today();
}

interface Jokes {
    String today();
}

class Page {
    private final Quotes quotes = Feign.builder().target(Quotes.class, "http://localhost");
    private Jokes jokes;

    String quote() { // point: external
        return quotes.today();
    }

    String joke() { // no point
        return jokes.today();
    }
}
