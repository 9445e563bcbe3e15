// A client by an annotated interface, and an interface of the same form that is implemented here.
package targets.external.feignclients;

import org.springframework.cloud.openfeign.FeignClient;

@FeignClient("tax")
interface TaxClient {
    double rate(String country);
}

interface TaxTable {
    double rate(String country);
}

class FixedTable implements TaxTable {
    @Override
    public double rate(String country) { // no point
        return country.equals("de") ? 0.19 : 0.2;
    }
}

class Taxes {
    private TaxClient client;
    private TaxTable table;

    double remote(double net, String country) { // point: external
        return net * client.rate(country);
    }

    double local(double net, String country) { // no point
        return net * table.rate(country);
    }
}
