// SOFA: a reference by XML with a binding to another machine.
package targets.external.sofabolt;

interface LimitService {
    long limit(String card);
}

interface LimitTable {
    long limit(String card);
}

class Cards {
    private LimitService service;
    private LimitTable table;

    boolean isWithin(String card, long amount) { // point: external
        return amount <= service.limit(card);
    }

    boolean isWithinTable(String card, long amount) { // no point
        return amount <= table.limit(card);
    }
}
