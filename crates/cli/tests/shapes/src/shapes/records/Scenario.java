package shapes.records;

import java.util.List;

/** Records, compact constructors included. */
class Scenario {
    static void run() {
        Order order = new Order("R-1", List.of(new Line("tea", 2, 350), new Line("mug", 1, 900)));
        order.total();
        order.largest();
    }
}

record Line(String name, int count, int cents) {
    Line {
        if (count < 1) {
            throw new IllegalArgumentException("count");
        }
    }

    public int total() {
        int total = count * cents;
        return total;
    }
}

record Order(String id, List<Line> lines) {
    public int total() {
        int total = 0;
        for (Line line : lines) {
            total += line.total();
        }
        return total;
    }

    public Line largest() {
        Line largest = lines.get(0);
        for (Line line : lines) {
            largest = line.total() > largest.total() ? line : largest;
        }
        return largest;
    }
}
