// The string and hash code of a record come from its components, some of which have only their identity.
package targets.system.recordidentities;

enum Side {
    LEFT,
    RIGHT
}

final class Seat {
    final int row;

    Seat(int row) {
        this.row = row;
    }
}

record Place(Side side, int row) {} // point: system hashCode

record Ticket(Seat seat, int price) {} // point: system hashCode // point: system toString

record Price(String currency, long amount) {}
