// Beans of libraries that make clients of interfaces: remote ones, and mappers one by one or by package.
package targets.external.factorybeans;

interface Ledger {
    long balance(String account);
}

interface BookMapper {
    String title(int id);
}

interface Rules {
    long limit(String account);
}

class Bank {
    private Ledger ledger;
    private BookMapper books;
    private Rules rules;

    long balance(String account) { // point: external
        return ledger.balance(account);
    }

    String title(int id) { // point: external
        return books.title(id);
    }

    long limit(String account) { // no point
        return rules.limit(account);
    }
}
