// What a record says of itself it asks its components for, and some of them have only their identity to tell.
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
