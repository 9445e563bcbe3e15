package dev.reenact.shop.customer;

import java.nio.charset.StandardCharsets;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Enumeration;
import java.util.Hashtable;
import java.util.List;
import java.util.StringTokenizer;
import java.util.Vector;
import java.util.zip.CRC32;

/**
 * Reads and writes the customer export of the former merchandise system.
 *
 * <p>Taken over from the importer of 2004 and kept in its style: it is to go when the last branch
 * has moved. One customer a line, columns in the order of {@link #COLUMNS}, {@code -} for empty ones.
 */
public class LegacyCustomerFile {

    /** A line could not be used and the file is read strictly. */
    public static class FormatException extends Exception {
        private static final long serialVersionUID = 1L;

        public FormatException(String message, Throwable cause) {
            super(message, cause);
        }
    }

    private static final String[] COLUMNS = {
        "ID", "NAME", "STREET", "ZIP", "CITY", "COUNTRY", "TOKEN", "VATID", "ADULT", "POINTS", "POINTDAYS"
    };
    private static final String EMPTY = "-";
    private static final int COMPARISON_WIDTH = 80;

    private char delimiter = '|';
    private boolean strict;
    private Vector<Hashtable<String, String>> rows = new Vector<>();
    private final Vector<String> errors = new Vector<>();

    public char getDelimiter() {
        return delimiter;
    }

    public void setDelimiter(char delimiter) {
        this.delimiter = delimiter;
    }

    public boolean isStrict() {
        return strict;
    }

    public void setStrict(boolean strict) {
        this.strict = strict;
    }

    public void load(String text) throws FormatException {
        rows = new Vector<>();
        errors.removeAllElements();
        StringTokenizer lines = new StringTokenizer(text, "\r\n");
        while (lines.hasMoreTokens()) {
            String line = lines.nextToken();
            StringTokenizer cells = new StringTokenizer(line, String.valueOf(delimiter));
            if (cells.countTokens() != COLUMNS.length) {
                report("expected " + COLUMNS.length + " columns: " + line, null);
                continue;
            }
            Hashtable<String, String> row = new Hashtable<>();
            for (int i = 0; i < COLUMNS.length; i++) {
                String cell = cells.nextToken().trim();
                if (!cell.equals(EMPTY)) {
                    row.put(COLUMNS[i], cell);
                }
            }
            rows.addElement(row);
        }
    }

    private void report(String problem, Exception cause) throws FormatException {
        if (strict) {
            throw new FormatException(problem, cause);
        }
        errors.addElement(problem);
    }

    public Enumeration<Hashtable<String, String>> rows() {
        return rows.elements();
    }

    public Vector<String> getErrors() {
        return new Vector<>(errors);
    }

    /** The customers of the file, without those that could not be understood. */
    public List<Customer> toCustomers(Clock clock) throws FormatException {
        List<Customer> customers = new ArrayList<>();
        for (Enumeration<Hashtable<String, String>> e = rows(); e.hasMoreElements(); ) {
            Hashtable<String, String> row = e.nextElement();
            try {
                customers.add(toCustomer(row, clock));
            } catch (IllegalArgumentException problem) {
                report("customer " + row.get("ID") + ": " + problem.getMessage(), problem);
            }
        }
        Collections.sort(customers);
        return customers;
    }

    private Customer toCustomer(Hashtable<String, String> row, Clock clock) {
        Region region = Region.ofIsoCode(cell(row, "COUNTRY"))
                .orElseThrow(() -> new IllegalArgumentException("no deliveries to " + row.get("COUNTRY")));
        Address address = new Address(cell(row, "STREET"), cell(row, "ZIP"), cell(row, "CITY"), region);
        LoyaltyAccount loyalty = new LoyaltyAccount(clock);
        Customer customer;
        if (row.containsKey("VATID")) {
            customer = new BusinessCustomer(
                    cell(row, "ID"), cell(row, "NAME"), address, cell(row, "TOKEN"), loyalty, row.get("VATID"));
        } else {
            customer = new Customer(cell(row, "ID"), cell(row, "NAME"), address, cell(row, "TOKEN"), loyalty);
            customer.ageVerified = "Y".equals(row.get("ADULT"));
        }
        if (row.containsKey("POINTS")) {
            // The old system kept one balance and the age of its last change, no single bookings.
            Instant earnedAt = Instant.now().minus(Duration.ofDays(Integer.parseInt(cell(row, "POINTDAYS"))));
            loyalty.credit(Integer.parseInt(row.get("POINTS")), earnedAt);
            customer.remarks.add("points taken over from the old system");
        }
        return customer;
    }

    private static String cell(Hashtable<String, String> row, String column) {
        String value = row.get(column);
        if (value == null) {
            throw new IllegalArgumentException("column " + column + " is empty");
        }
        return value;
    }

    /** The line that the old system expects for its monthly comparison of addresses. */
    @SuppressWarnings("deprecation") // The comparison goes by exactly this string.
    public String toComparisonLine(Customer customer) {
        StringBuffer line = new StringBuffer();
        line.append(customer.id()).append(delimiter);
        line.append(customer.getFullAddress().replace(delimiter, ' ')).append(delimiter);
        line.append(customer.loyalty().balance());
        while (line.length() < COMPARISON_WIDTH) {
            line.append(' ');
        }
        return line.toString();
    }

    /** The checksum over the comparison lines, by which both systems tell whether they agree. */
    public long comparisonChecksum(List<Customer> customers) {
        CRC32 checksum = new CRC32();
        for (Customer customer : customers) {
            checksum.update(toComparisonLine(customer).getBytes(StandardCharsets.ISO_8859_1));
        }
        return checksum.getValue();
    }
}
