// Values that the container injects, by field, setter, constructor or value, are there before the first request.
package targets.internal.injection;

import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.beans.factory.annotation.Value;
import org.springframework.stereotype.Service;

@Service
class Pricing {
    double price(double net) { // no point
        return net * 1.19;
    }
}

@Service
class Checkout {
    @Autowired
    private Pricing pricing;

    private Pricing special;

    @Value("${currency}")
    private String currency;

    private double lastTotal;

    @Autowired
    void setSpecial(Pricing special) { // no point
        this.special = special;
    }

    String total(double net) { // no point
        lastTotal = special.price(net);
        return pricing.price(net) + currency;
    }

    double lastTotal() { // point: internal
        return lastTotal;
    }
}

class Client {
    String run(Checkout checkout) { // no point
        return checkout.total(3);
    }
}
