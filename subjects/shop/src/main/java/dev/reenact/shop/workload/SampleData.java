package dev.reenact.shop.workload;

import dev.reenact.shop.catalog.Catalog;
import dev.reenact.shop.catalog.Category;
import dev.reenact.shop.catalog.Product;
import dev.reenact.shop.coupon.Coupon;
import dev.reenact.shop.coupon.CouponBook;
import dev.reenact.shop.customer.BusinessCustomer;
import dev.reenact.shop.customer.Customer;
import dev.reenact.shop.customer.LegacyCustomerFile;
import dev.reenact.shop.customer.Region;
import dev.reenact.shop.inventory.Warehouse;
import dev.reenact.shop.pricing.Discount;
import dev.reenact.shop.pricing.PriceBook;
import java.math.BigDecimal;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.Arrays;
import java.util.List;

/** A shop to work with: what it sells, to whom, with which coupons and from which shelves. */
final class SampleData {

    private static final String CATALOGUE = """
            # number; name; category; price; kg; rating; warranty; age; stock class; tax
            AUD-1001; Studio headphones; Audio/Headphones; 129.00; 0.31; 4.6; 24; 0; A; STANDARD
            AUD-1002; Travel earbuds; Audio/Headphones; 79.90; 0.05; 4.1; 24; 0; A; STANDARD
            AUD-1003; Children's headphones; Audio/Headphones; 24.50; 0.18; 3.9; 24; 0; B; STANDARD
            AUD-1010; Bookshelf speaker; Audio/Speakers; 189.00; 5.40; 4.7; 36; 0; B; STANDARD
            AUD-1011; Kitchen radio; Audio/Speakers; 64.95; 1.20; 4.0; 24; 0; A; STANDARD
            AUD-1012; Turntable with preamplifier; Audio/Turntables; 349.00; 6.80; 4.8; 36; 0; C; STANDARD
            OFF-2001; Height-adjustable desk; Office/Desks; 479.00; 38.50; 4.4; 60; 0; C; STANDARD
            OFF-2002; Writing desk, oak; Office/Desks; 329.00; 24.00; 4.3; 36; 0; C; STANDARD
            OFF-2010; Task chair; Office/Chairs; 259.00; 14.20; 4.2; 60; 0; B; STANDARD
            OFF-2011; Kneeling stool; Office/Chairs; 98.00; 6.10; 3.6; 24; 0; C; STANDARD
            OFF-2020; Desk lamp; Office/Lighting; 45.90; 1.10; 4.5; 24; 0; A; STANDARD
            OFF-2021; Notebook, dotted, A5; Office/Stationery; 8.75; 0.28; 4.9; 0; 0; A; STANDARD
            OFF-2022; Fountain pen; Office/Stationery; 34.00; 0.03; 4.6; 24; 0; B; STANDARD
            KIT-3001; Chef's knife, 20 cm; Kitchen/Knives; 84.00; 0.24; 4.8; 120; 18; B; STANDARD
            KIT-3002; Bread knife; Kitchen/Knives; 52.00; 0.22; 4.5; 120; 18; B; STANDARD
            KIT-3010; Moka pot, 6 cups; Kitchen/Coffee; 29.95; 0.60; 4.4; 24; 0; A; STANDARD
            KIT-3011; Hand grinder; Kitchen/Coffee; 69.00; 0.55; 4.7; 24; 0; B; STANDARD
            KIT-3012; Espresso beans, 1 kg; Kitchen/Coffee; 18.40; 1.00; 4.6; 0; 0; A; REDUCED
            KIT-3020; Cast-iron pan; Kitchen/Cookware; 59.90; 2.60; 4.9; 120; 0; B; STANDARD
            KIT-3021; Stock pot, 8 l; Kitchen/Cookware; 74.50; 2.10; 4.3; 60; 0; C; STANDARD
            BOK-4001; Bread from scratch; Books/Cooking; 28.00; 0.90; 4.7; 0; 0; B; REDUCED!
            BOK-4002; Vegetables, season by season; Books/Cooking; 32.00; 1.10; 4.8; 0; 0; B; REDUCED!
            BOK-4010; Walking the Alps; Books/Travel; 24.95; 0.45; 4.4; 0; 0; B; REDUCED!
            BOK-4011; Night trains of Europe; Books/Travel; 19.95; 0.38; 4.6; 0; 0; A; REDUCED!
            BOK-4020; Atlas of coffee; Books/Reference; 45.00; 1.60; 4.5; 0; 0; C; REDUCED!
            CEL-5001; Riesling, dry; Cellar/Wine; 11.90; 1.25; 4.2; 0; 18; A; STANDARD
            CEL-5002; Pinot noir; Cellar/Wine; 16.50; 1.30; 4.4; 0; 18; A; STANDARD
            CEL-5003; Single malt, 12 years; Cellar/Spirits; 54.00; 1.35; 4.7; 0; 18; B; STANDARD
            CEL-5010; Apple juice, six bottles; Cellar/Juice; 15.60; 8.20; 4.3; 0; 0; B; REDUCED
            GAR-6001; Pruning shears; Garden/Tools; 42.00; 0.35; 4.6; 60; 0; B; STANDARD
            GAR-6002; Watering can, 9 l; Garden/Tools; 27.50; 1.10; 4.5; 24; 0; B; STANDARD
            GAR-6010; Seed collection, herbs; Garden/Seeds; 12.90; 0.10; 4.1; 0; 0; A; REDUCED
            GAR-6011; Tulip bulbs, 50 pieces; Garden/Seeds; 21.00; 1.40; 4.2; 0; 0; C; REDUCED
            """;

    /** Two lines are as broken as they were when the old system wrote them. */
    private static final String CUSTOMERS = """
            C-1001|Elena Fischer|Lindenallee 14|50668|K\u00f6ln|DE|tok_1001_ok|-|Y|820|40
            C-1002|Jonas Brandt|Am Hafen 3|20457|Hamburg|DE|tok_1002_ok|-|Y|-|-
            C-1003|Miriam Vogt|Deichweg 1|25849|Pellworm|DE|tok_1003_limited|-|Y|1450|200
            C-1004|Paul Seidel|Ringstra\u00dfe 77|04103|Leipzig|DE|tok_1004_ok|-|N|300|390
            C-1005|Werkstatt Ahrens GmbH|Gewerbepark 5|38112|Braunschweig|DE|tok_1005_ok|DE811234567|-|5200|90
            C-1006|Aylin Demir|Sonnenallee 201|12059|Berlin|DE|tok_1006_flaky|-|Y|60|12
            C-1007|Tobias Keller|Hauptstra\u00dfe 9|7924|Heidenheim|DE|tok_1007_ok|-|Y|-|-
            C-1008|Greta Lorenz|Kirchgasse 2|99084|Erfurt|DE|tok_1008_stolen|-|Y|-|-
            C-1009|Henrik Maas|Holstenplatz 6|24103|Kiel|DE|tok_1009_ok|-|Y|2210|150
            C-2001|Camille Laurent|12 rue des Lilas|75011|Paris|FR|tok_2001_ok|-|Y|640|75
            C-2002|Hugo Martin|8 quai de Sa\u00f4ne|69002|Lyon|FR|tok_2002_ok|-|N|-|-
            C-2003|Ines Paoli|3 cours Napol\u00e9on|20000|Ajaccio|FR|tok_2003_ok|-|Y|980|410
            C-2004|Atelier Roche SARL|41 avenue Foch|59000|Lille|FR|tok_2004_ok|FR40303265045|-|6100|30
            C-2005|Louise Girard|27 rue Nationale|37000|Tours|FR|tok_2005_limited|-|Y|110|5
            C-2006|Mathis Colin|5 place du March\u00e9|67000|Strasbourg|FR|tok_2006_down|-|Y|-|-
            C-2007|Zoe Renard|19 rue Haute|35000|Rennes|FR|tok_2007_flaky|-|Y|1730|180
            C-3001|Daan Visser|Prinsengracht 288|1016 GX|Amsterdam|NL|tok_3001_ok|-|Y|450|20
            C-3002|Sanne de Wit|Oudegracht 51|3511 AD|Utrecht|NL|tok_3002_ok|-|Y|1290|120
            C-3003|Bram Jansen|Dorpsstraat 4|1791 AB|Den Burg|NL|tok_3003_ok|-|N|-|-
            C-3004|Kantoor Plus BV|Havenkade 18|3011 XB|Rotterdam|NL|tok_3004_ok|NL004495445B01|-|7400|60
            C-3005|Femke Bos|Vismarkt 7|9712 CA|Groningen|NL|tok_3005_stolen|-|Y|-|-
            C-3006|Lotte Smit|Markt 33|6211 CK|Maastricht|NL|tok_3006_limited|-|Y|75|300
            C-4001|Oliver Hughes|22 Canal Street|M1 3HE|Manchester|GB|tok_4001_ok|-|Y|530|45
            C-4002|Amelia Clarke|7 Royal Terrace|EH7 5AB|Edinburgh|GB|tok_4002_ok|-|Y|-|-
            C-4003|Callum MacLeod|Harbour View|HS1 2XX|Stornoway|GB|tok_4003_flaky|-|Y|1100|730
            C-4004|Priya Shah|118 Park Road|LE2 1WN|Leicester|GB|tok_4004_ok|-|N|260|15
            C-4005|Northgate Studios Ltd|Unit 9, Mill Lane|YO1 9TJ|York|GB|tok_4005_ok|GB980780684|-|3900|70
            C-4006|Rhys Morgan|31 Castle Street|CF10 1BS|Cardiff|GB|tok_4006_ok|-|Y|1520|210
            C-4007|Evie Turner|Flat 2, Quayside
            C-5001|Luca Meier|Bahnhofstrasse 61|8001|Z\u00fcrich|CH|tok_5001_ok|-|Y|910|100
            C-5002|Chiara Bianchi|Via Nassa 12|6900|Lugano|CH|tok_5002_ok|-|Y|-|-
            C-5003|Reto Zumbrunn|Hinterdorf 8|3920|Zermatt|CH|tok_5003_ok|-|Y|2600|250
            C-5004|Noah Favre|Rue du Lac 30|1003|Lausanne|CH|tok_5004_limited|-|N|-|-
            C-5005|Buchhandlung Steiner AG|Marktgasse 44|3011|Bern|CH|tok_5005_ok|CHE107787577|-|4800|55
            """;

    private static final int[] SHELF_SIZES = {18, 8, 3};

    private SampleData() {}

    /** The treasury's rates on the first day. */
    static void openingRates() {
        PriceBook.setRate(Region.UNITED_KINGDOM, new BigDecimal("0.86"));
        PriceBook.setRate(Region.SWITZERLAND, new BigDecimal("0.94"));
    }

    static Catalog catalog() {
        return Catalog.parse(CATALOGUE, PriceBook.BASE);
    }

    /** The customers that the old system's export holds, by id. */
    static List<Customer> customers(Clock clock) {
        LegacyCustomerFile file = new LegacyCustomerFile();
        file.setDelimiter('|');
        try {
            file.load(CUSTOMERS);
            List<Customer> customers = file.toCustomers(clock);
            for (Customer customer : customers) {
                if (customer instanceof BusinessCustomer business) {
                    business.palletise(4);
                } else if (customer.remarks().isEmpty()) {
                    // The old system asked for consent only when it booked points.
                    customer.replaceConsents(List.of(Customer.Consent.NEWSLETTER));
                }
            }
            return customers;
        } catch (LegacyCustomerFile.FormatException e) {
            throw new IllegalStateException("a lenient import must not fail", e);
        }
    }

    static CouponBook coupons(Catalog catalog) {
        Instant now = Instant.now();
        Instant lastMonth = now.minus(Duration.ofDays(30));
        Instant nextMonth = now.plus(Duration.ofDays(30));
        Category books = category(catalog, "Books");
        Category cellar = category(catalog, "Cellar");
        return new CouponBook(
                Coupon.builder("WELCOME10", Discount.percent("10")).limits(1, 500).build(),
                Coupon.builder("FIVEOFF", Discount.amount("5")).minimumSpend("40").limits(3, 200).build(),
                Coupon.builder("AUDIO15", Discount.percent("15"))
                        .on(category(catalog, "Audio"))
                        .notWith("WELCOME10")
                        .valid(lastMonth, nextMonth)
                        .build(),
                Coupon.builder("TAKE3", new Discount.EveryNthFree(3))
                        .on(category(catalog, "Kitchen"))
                        .on(category(catalog, "Garden/Seeds"))
                        .notOn(category(catalog, "Kitchen/Knives"))
                        .standsAlone()
                        .build(),
                Coupon.builder("CELLAR", new Discount.VolumeBreaks(new int[] {6, 12, 18}, new double[] {5, 8, 12.5}))
                        .on(cellar)
                        .notWith("FIVEOFF", "WELCOME10")
                        .build(),
                Coupon.builder("SHIPFREE", new Discount.FreeShipping()).minimumSpend("25").limits(10, 1000).build(),
                Coupon.builder("SUMMER20", Discount.percent("20"))
                        .notOn(books)
                        .valid(lastMonth.minus(Duration.ofDays(90)), lastMonth)
                        .build());
    }

    private static Category category(Catalog catalog, String path) {
        return catalog.findCategory(path)
                .orElseThrow(() -> new IllegalStateException("the catalogue lacks category " + path));
    }

    static List<Warehouse> warehouses(Catalog catalog) {
        return Arrays.stream(Region.values()).map(region -> warehouse(region, catalog)).toList();
    }

    private static Warehouse warehouse(Region region, Catalog catalog) {
        Warehouse warehouse = new Warehouse(region);
        for (Product product : catalog.products()) {
            int size = SHELF_SIZES[product.stockClass() - 'A'];
            warehouse.stock(product, region == Region.GERMANY ? 2 * size : size);
        }
        return warehouse;
    }
}
