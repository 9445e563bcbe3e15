package targets.forms.carriers;

import io.reenact.serial.*;

/** A carrier that is not a record: accessors named by the deserializer's parameters. */
public class Carriers {
    public static final class State {
        private final String owner;
        public final long balance;
        private final boolean frozen;
        State(String owner, long balance, boolean frozen) { this.owner = owner; this.balance = balance; this.frozen = frozen; }
        public String getOwner() { return owner; }
        public boolean isFrozen() { return frozen; }
    }

    public static class Account {
        private final String owner;
        private long balance;
        private boolean frozen;

        private Account(String owner) { this.owner = owner; }

        @Serializer(version = 3)
        public State state() { return new State(owner, balance, frozen); } // writes: 3 (String owner, long balance, boolean frozen)

        @Deserializer(version = 3)
        public static Account open(String owner, long balance, boolean frozen) {
            Account account = new Account(owner); // reads: 3 (String owner, long balance, boolean frozen)
            if (balance < 0) throw new IllegalArgumentException("overdrawn: " + balance);
            account.balance = balance;
            account.frozen = frozen;
            return account;
        }

        @Deserializer(version = 2)
        public static Account open(String owner, long balance) { return open(owner, balance, false); } // reads: 2 (String owner, long balance)

        @Deserializer(version = 1)
        public static Account closed(String owner) { // by itself
            throw new IllegalStateException("accounts of version 1 have no balance"); // refuses: 1
        }
    }
}
