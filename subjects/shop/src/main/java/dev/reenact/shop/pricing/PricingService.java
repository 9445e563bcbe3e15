package dev.reenact.shop.pricing;

import dev.reenact.shop.catalog.Product;
import dev.reenact.shop.catalog.Product.TaxClass;
import dev.reenact.shop.common.Money;
import dev.reenact.shop.customer.BusinessCustomer;
import dev.reenact.shop.customer.Customer;
import dev.reenact.shop.customer.LoyaltyAccount.Tier;
import dev.reenact.shop.customer.Region;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.Predicate;

/**
 * Turns baskets into quotes: local prices, then volume breaks, then the member discount, then
 * promotions, then shipping and tax. Books stay at their price where the law binds it.
 */
public final class PricingService {

    /** Something that a customer brings along and that lowers the price. */
    public interface Promotion {

        String code();

        Discount discount();

        default boolean covers(Product product) {
            return true;
        }
    }

    private static final Discount VOLUME_BREAKS =
            new Discount.VolumeBreaks(new int[] {3, 6, 12, 24}, new double[] {2, 4.5, 7, 10});

    private static final double BAND_KG = 5;

    /** A line whose discounts are still being worked out. */
    private static final class Draft {
        private final Product product;
        private final int quantity;
        private final Money unitPrice;
        private Money discount;

        private Draft(Product product, int quantity, Money unitPrice) {
            this.product = product;
            this.quantity = quantity;
            this.unitPrice = unitPrice;
            this.discount = Money.zero(unitPrice.currency());
        }

        private Money net() {
            return unitPrice.times(quantity).minus(discount);
        }

        private Discount.Portion portion() {
            return new Discount.Portion(unitPrice, quantity, net());
        }
    }

    private final TaxTable taxes;

    public PricingService(TaxTable taxes) {
        this.taxes = taxes;
    }

    /** The goods at local prices, before anything is taken off: what minimum spends are measured by. */
    public Money subtotal(Customer customer, Basket basket) {
        Money total = Money.zero(customer.region().currency());
        for (Map.Entry<Product, Integer> entry : basket.quantities().entrySet()) {
            total = total.plus(PriceBook.localPrice(entry.getKey(), customer.region()).times(entry.getValue()));
        }
        return total;
    }

    public Quote quote(Customer customer, Basket basket, List<? extends Promotion> promotions) {
        Region region = customer.region();
        List<Draft> drafts = new ArrayList<>();
        basket.quantities().forEach((product, quantity) ->
                drafts.add(new Draft(product, quantity, PriceBook.localPrice(product, region))));

        Tier tier = customer.loyalty().tier();
        Predicate<Product> discountable = product -> !(product.hasBoundPrice() && region.bindsBookPrices());
        apply(VOLUME_BREAKS, drafts, discountable.and(product -> product.stockClass() != 'C'));
        if (tier.memberDiscount().signum() > 0) {
            apply(new Discount.Percentage(tier.memberDiscount()), drafts, discountable);
        }
        for (Promotion promotion : promotions) {
            apply(promotion.discount(), drafts, discountable.and(promotion::covers));
        }

        List<Quote.Line> lines = drafts.stream().map(draft -> finish(draft, customer)).toList();
        Money goods = drafts.stream().map(Draft::net).reduce(Money.zero(region.currency()), Money::plus);
        boolean waived = promotions.stream().map(Promotion::discount).anyMatch(Discount.FreeShipping.class::isInstance);
        Money shipping = waived || tier.shipsFree(goods)
                ? Money.zero(region.currency())
                : shipping(customer, weightKg(basket));
        return new Quote(
                region.currency(),
                lines,
                shipping,
                taxes.taxOn(shipping, TaxClass.STANDARD, customer),
                promotions.stream().map(Promotion::code).toList());
    }

    private static void apply(Discount discount, List<Draft> drafts, Predicate<? super Product> eligible) {
        List<Draft> targets = drafts.stream().filter(draft -> eligible.test(draft.product)).toList();
        if (targets.isEmpty()) {
            return;
        }
        List<Money> reductions = discount.reductions(targets.stream().map(Draft::portion).toList());
        for (int i = 0; i < targets.size(); i++) {
            Draft target = targets.get(i);
            target.discount = target.discount.plus(reductions.get(i));
        }
    }

    private Quote.Line finish(Draft draft, Customer customer) {
        Money tax = taxes.taxOn(draft.net(), draft.product.taxClass(), customer);
        return new Quote.Line(draft.product, draft.quantity, draft.unitPrice, draft.discount, tax);
    }

    private static double weightKg(Basket basket) {
        double weight = 0;
        for (Map.Entry<Product, Integer> entry : basket.quantities().entrySet()) {
            weight += entry.getKey().weightKg() * entry.getValue();
        }
        return weight;
    }

    /** A base price by region plus one step for every further band of weight and for remote places. */
    static Money shipping(Customer customer, double weightKg) {
        Region region = customer.region();
        long base = switch (region) {
            case GERMANY -> 490;
            case FRANCE, NETHERLANDS -> 750;
            case UNITED_KINGDOM -> 820;
            case SWITZERLAND -> 900;
        };
        long step = switch (region) {
            case GERMANY, FRANCE, NETHERLANDS -> 200;
            case UNITED_KINGDOM, SWITZERLAND -> 350;
        };
        long bands = (long) Math.ceil(weightKg / BAND_KG);
        if (customer instanceof BusinessCustomer business) {
            bands = -Math.floorDiv(-bands, (long) business.parcelsPerPallet());
        }
        long steps = Math.max(0, bands - 1);
        if (customer.address().isRemote()) {
            steps += 2;
        }
        return Money.ofMinor(base + steps * step, region.currency());
    }
}
