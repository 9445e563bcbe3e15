// An enum constant is one object for all: a field of it that changes is shared as a static field is. (The paper has
// static fields and beans only.)
package targets.internal.enumsingletons;

enum Ledger {
    INSTANCE;

    private long balance;
    private final String currency = "EUR";

    void post(long amount) { // no point
        balance += amount;
    }

    long balance() { // point: internal
        return balance;
    }

    String currency() { // no point
        return currency;
    }

    public static void main(String[] arguments) { // no point
        INSTANCE.post(1);
    }
}
