// Dubbo: an interface that the program implements as well. A method with a client of it calls out; a method with the
// implementation does not.
package targets.external.dubboholders;

import org.apache.dubbo.config.annotation.DubboReference;
import org.springframework.stereotype.Service;

interface Rates {
    int rate(String currency);
}

@Service
class LocalRates implements Rates {
    @Override
    public int rate(String currency) { // no point
        return currency.length();
    }
}

class Abroad {
    @DubboReference
    private Rates rates;

    int rate(String currency) { // point: external
        return rates.rate(currency);
    }

    class Fees {
        int fee(String currency) { // point: external
            return rates.rate(currency) / 100;
        }
    }
}

record Note(String currency) {
    String shown() { // no point
        return currency;
    }
}

interface Notes {
    void take(String currency);
}

class LocalNotes implements Notes {
    Note last;

    @Override
    public void take(String currency) { // no point
        last = new Note(currency);
    }
}

class Writer {
    @DubboReference
    private Notes notes;

    // Arguments of an outgoing call do not reach the implementation here.
    void write() { // point: external
        notes.take("currency " + System.nanoTime());
    }
}

class AtHome {
    private final Rates rates;

    AtHome(LocalRates rates) {
        this.rates = rates;
    }

    int rate(String currency) { // no point
        return rates.rate(currency);
    }
}
