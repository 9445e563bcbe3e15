// SOFA: a reference without a binding is within the JVM, and so another microservice's. The interface is declared, its
// implementation is elsewhere.
package targets.external.sofaunbound;

interface RegionService {
    String region(String zip);
}

class Shipping {
    private RegionService regions;

    int days(String zip) { // point: external
        return regions.region(zip).isEmpty() ? 5 : 2;
    }

    int daysWithin(String region) { // no point
        return region.isEmpty() ? 5 : 2;
    }
}
