package histories.account;

import java.util.ArrayList;
import java.util.List;

/** What a constructor calls, and what a method calls, is part of it. */
class Scenario {
    static void run() {
        Account account = new Account("Ada", 100);
        account.transfer(30);
        account.withdraw(20);
        account.statement();
    }
}

class Account {
    private final String owner;
    private final List<String> log = new ArrayList<>();
    private long balance;
    private long fees;

    Account(String owner, long opening) {
        this.owner = owner;
        deposit(opening);
    }

    public void deposit(long amount) {
        balance += amount;
        log.add("+" + amount);
    }

    public void withdraw(long amount) {
        balance -= amount;
        log.add("-" + amount);
    }

    /** Costs a fee. */
    public void transfer(long amount) {
        withdraw(amount);
        withdraw(1);
        fees++;
    }

    public String statement() {
        return owner + ": " + balance + " after " + log + ", fees " + fees;
    }
}
