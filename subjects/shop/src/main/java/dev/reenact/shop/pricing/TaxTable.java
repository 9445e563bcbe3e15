package dev.reenact.shop.pricing;

import dev.reenact.shop.catalog.Product.TaxClass;
import dev.reenact.shop.common.Money;
import dev.reenact.shop.customer.Customer;
import dev.reenact.shop.customer.Region;
import java.math.BigDecimal;
import java.util.EnumMap;
import java.util.Map;

/** The rates of value added tax, by region and class of goods, in percent. */
public final class TaxTable {

    private final Region home;
    private final Map<Region, Map<TaxClass, BigDecimal>> rates = new EnumMap<>(Region.class);

    /** An empty table for a shop that is resident in the given region. */
    public TaxTable(Region home) {
        this.home = home;
    }

    /** The rates in force for a shop that is resident in Germany. */
    public static TaxTable standard() {
        TaxTable table = new TaxTable(Region.GERMANY);
        table.setRates(Region.GERMANY, "19", "7");
        table.setRates(Region.FRANCE, "20", "5.5");
        table.setRates(Region.NETHERLANDS, "21", "9");
        table.setRates(Region.UNITED_KINGDOM, "20", "0");
        table.setRates(Region.SWITZERLAND, "8.1", "2.6");
        return table;
    }

    public void setRates(Region region, String standard, String reduced) {
        Map<TaxClass, BigDecimal> row = new EnumMap<>(TaxClass.class);
        row.put(TaxClass.STANDARD, new BigDecimal(standard));
        row.put(TaxClass.REDUCED, new BigDecimal(reduced));
        row.put(TaxClass.EXEMPT, BigDecimal.ZERO);
        rates.put(region, row);
    }

    public BigDecimal rate(Region region, TaxClass taxClass) {
        Map<TaxClass, BigDecimal> row = rates.get(region);
        if (row == null) {
            throw new IllegalStateException("no tax rates for " + region);
        }
        return row.get(taxClass);
    }

    /** The tax that the customer pays to the shop on the amount. */
    public Money taxOn(Money net, TaxClass taxClass, Customer customer) {
        return customer.isReverseCharged(home)
                ? Money.zero(net.currency())
                : net.percent(rate(customer.region(), taxClass));
    }
}
