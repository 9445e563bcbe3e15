// Dubbo: the reference is in XML.
package targets.external.dubboxml;

interface LoyaltyService {
    int points(String customer);
}

interface LoyaltyRules {
    int points(long amount);
}

class Loyalty {
    private LoyaltyService service;
    private LoyaltyRules rules;

    boolean isGold(String customer) { // point: external
        return service.points(customer) > 1000;
    }

    boolean isGoldBy(long amount) { // no point
        return rules.points(amount) > 1000;
    }
}
