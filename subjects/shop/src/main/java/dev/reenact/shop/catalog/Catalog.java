package dev.reenact.shop.catalog;

import dev.reenact.shop.common.Money;
import java.util.Collection;
import java.util.Collections;
import java.util.Comparator;
import java.util.Currency;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.NoSuchElementException;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.Predicate;
import java.util.stream.Collectors;

/** All articles on offer, by article number, and the category tree that they hang in. */
public final class Catalog {

    /** A catalogue text could not be read; says which line is at fault. */
    public static final class FormatException extends IllegalArgumentException {
        private static final long serialVersionUID = 1L;

        private final int line;

        FormatException(int line, String problem, Throwable cause) {
            super("catalogue line " + line + ": " + problem, cause);
            this.line = line;
        }

        public int line() {
            return line;
        }
    }

    private static final int COLUMNS = 10;

    private final NavigableMap<Sku, Product> products = new TreeMap<>();
    private final Category root = Category.newRoot();

    /**
     * Reads a catalogue with one article a line, columns separated by semicolons:
     * number; name; category path; list price; weight in kg; rating; months of warranty;
     * minimum age; stock class; tax class, with a trailing {@code !} where the price is bound.
     * Empty lines and lines that start with {@code #} are skipped.
     */
    public static Catalog parse(String text, Currency currency) {
        Catalog catalog = new Catalog();
        int number = 0;
        for (String line : text.lines().toList()) {
            number++;
            if (!line.isBlank() && !line.startsWith("#")) {
                catalog.add(parseLine(line, number, currency, catalog));
            }
        }
        return catalog;
    }

    private static Product parseLine(String line, int number, Currency currency, Catalog catalog) {
        String[] cells = line.split(";", -1);
        if (cells.length != COLUMNS) {
            throw new FormatException(number, "expected " + COLUMNS + " columns, found " + cells.length, null);
        }

        class Row {
            private int next;

            String text() {
                return cells[next++].strip();
            }

            int integer() {
                return Integer.parseInt(text());
            }

            double decimal() {
                return Double.parseDouble(text());
            }
        }

        Row row = new Row();
        try {
            Product.Builder product = Product.builder(Sku.of(row.text()))
                    .name(row.text())
                    .category(catalog.category(row.text()))
                    .listPrice(Money.of(row.text(), currency))
                    .weightKg(row.decimal())
                    .rating((float) row.decimal())
                    .warrantyMonths(row.integer())
                    .minimumAge(row.integer())
                    .stockClass(row.text().charAt(0));
            String tax = row.text();
            boolean bound = tax.endsWith("!");
            return product.taxClass(Product.TaxClass.valueOf(bound ? tax.substring(0, tax.length() - 1) : tax))
                    .boundPrice(bound)
                    .build();
        } catch (IllegalArgumentException e) {
            throw new FormatException(number, "column " + row.next + " is malformed", e);
        }
    }

    private Category category(String path) {
        Category category = root;
        for (String name : path.split("/")) {
            category = category.child(name);
        }
        return category;
    }

    private void add(Product product) {
        if (products.putIfAbsent(product.sku(), product) != null) {
            throw new IllegalArgumentException("article number used twice: " + product.sku());
        }
    }

    public Optional<Product> find(Sku sku) {
        return Optional.ofNullable(products.get(sku));
    }

    public Product require(Sku sku) {
        return find(sku).orElseThrow(() -> new NoSuchElementException("no article " + sku));
    }

    public Collection<Product> products() {
        return Collections.unmodifiableCollection(products.values());
    }

    public List<Product> search(Predicate<? super Product> condition) {
        return products.values().stream().filter(condition).toList();
    }

    /** The category at that path, if the catalogue has it. */
    public Optional<Category> findCategory(String path) {
        Optional<Category> category = Optional.of(root);
        for (String name : path.split("/")) {
            category = category.flatMap(each -> each.findChild(name));
        }
        return category;
    }

    public List<Category> departments() {
        return root.children();
    }

    /** The best rated article of each department, by department name. */
    public Map<String, Product> favourites() {
        return products.values().stream().collect(Collectors.toMap(
                product -> product.category().department().name(),
                product -> product,
                (left, right) -> Comparator.comparingDouble(Product::rating).compare(left, right) >= 0 ? left : right,
                TreeMap::new));
    }
}
