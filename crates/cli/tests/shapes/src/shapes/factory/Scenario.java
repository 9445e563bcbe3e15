package shapes.factory;

/** A factory method alone, and with a field besides. */
class Scenario {
    static void run() {
        Money price = Money.of(1250, "EUR");
        price.plus(Money.of(50, "EUR"));
        Ticket ticket = Ticket.numbered(7);
        ticket.note = "window seat";
        ticket.print();
    }
}

final class Money {
    private final long cents;
    private final String currency;

    private Money(long cents, String currency) {
        this.cents = cents;
        this.currency = currency;
    }

    public static Money of(long cents, String currency) {
        return new Money(cents, currency);
    }

    public Money plus(Money other) {
        if (!currency.equals(other.currency)) {
            throw new IllegalArgumentException("cannot add " + other.currency + " to " + currency);
        }
        return new Money(cents + other.cents, currency);
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof Money && ((Money) other).cents == cents && ((Money) other).currency.equals(currency);
    }

    @Override
    public int hashCode() {
        return Long.hashCode(cents) + currency.hashCode();
    }
}

class Ticket {
    private final int number;
    String note;

    private Ticket(int number) {
        this.number = number;
    }

    static Ticket numbered(int number) {
        return new Ticket(number);
    }

    public String print() {
        return number + ": " + note;
    }
}
