package shapes.exceptions;

import java.util.ArrayList;
import java.util.List;

/** Exceptions, also after half of the work was done. */
class Scenario {
    static void run() throws Exception {
        Parser parser = new Parser();
        parser.parse("12");
        try {
            parser.parse("twelve");
        } catch (ParseFailure expected) {
            // It is what is recorded.
        }
        Ledger ledger = new Ledger();
        ledger.post(5);
        try {
            ledger.postAll(new int[] {7, -1, 9});
        } catch (IllegalArgumentException expected) {
            // Half of the numbers are posted by now.
        }
        ledger.total();
    }
}

class ParseFailure extends Exception {
    final String text;

    ParseFailure(String text, Throwable cause) {
        super("no number: " + text, cause);
        this.text = text;
    }
}

class Parser {
    public int parse(String text) throws ParseFailure {
        try {
            return Integer.parseInt(text);
        } catch (NumberFormatException failure) {
            throw new ParseFailure(text, failure);
        }
    }
}

class Ledger {
    private final List<Integer> entries = new ArrayList<>();

    public void post(int amount) {
        if (amount < 0) {
            throw new IllegalArgumentException("negative: " + amount);
        }
        entries.add(amount);
    }

    public void postAll(int[] amounts) {
        for (int amount : amounts) {
            post(amount);
        }
    }

    public int total() {
        int total = 0;
        for (int entry : entries) {
            total += entry;
        }
        return total;
    }

    public List<Integer> getEntries() {
        return entries;
    }
}
