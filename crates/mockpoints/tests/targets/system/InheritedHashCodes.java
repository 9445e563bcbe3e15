// A class without a hash code of its own has Object's, which is the identity's.
package targets.system.inheritedhashcodes;

final class Ticket {
    final String seat;

    Ticket(String seat) {
        this.seat = seat;
    }
}

final class Seat {
    final int row;

    Seat(int row) {
        this.row = row;
    }

    @Override
    public int hashCode() { // no point
        return row;
    }

    @Override
    public boolean equals(Object other) { // no point
        return other instanceof Seat seat && seat.row == row;
    }
}

class Gates {
    int ofTicket(Ticket ticket) { // point: system
        return ticket.hashCode() % 4;
    }

    int ofSeat(Seat seat) { // no point
        return seat.hashCode() % 4;
    }
}

enum Side {
    LEFT,
    RIGHT
}

class Places {
    int ofSide(Side side) { // point: system
        return side.hashCode() % 2;
    }

    int ofOrder(Side side) { // no point
        return side.ordinal() + side.name().hashCode();
    }
}
