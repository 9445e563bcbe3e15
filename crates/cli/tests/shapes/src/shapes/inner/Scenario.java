package shapes.inner;

/** Inner classes need their outer instance. */
class Scenario {
    static void run() {
        Account account = new Account("A-1");
        Account.Entry entry = account.new Entry(250);
        entry.describe();
        new Account.Currency("EUR").upper();
    }
}

class Account {
    private final String number;

    Account(String number) {
        this.number = number;
    }

    class Entry {
        private final int cents;

        Entry(int cents) {
            this.cents = cents;
        }

        public String describe() {
            return number + ": " + cents;
        }
    }

    static class Currency {
        private final String code;

        Currency(String code) {
            this.code = code;
        }

        public String upper() {
            return code.toUpperCase(java.util.Locale.ROOT);
        }
    }
}
