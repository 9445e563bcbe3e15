package dev.reenact.bench;

import java.math.BigDecimal;
import java.time.DayOfWeek;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Object graphs of about a given number of objects; how many they really are is read from the recording. */
final class Graphs {

    private Graphs() {}

    static Object make(String shape, int objects, int seed) {
        return switch (shape) {
            case "linked" -> linked(objects, seed);
            case "map" -> map(objects, seed);
            case "mixed" -> mixed(objects, seed);
            default -> throw new IllegalArgumentException("no shape " + shape);
        };
    }

    static final class Node {
        final int value;
        final Node next;

        Node(int value, Node next) {
            this.value = value;
            this.next = next;
        }
    }

    private static Node linked(int objects, int seed) {
        Node first = null;
        for (int i = 0; i < objects; i++) {
            first = new Node(seed + i, first);
        }
        return first;
    }

    record Point(int x, long y, double weight) {}

    /** An entry is three objects: the map's node, the key and the record. */
    private static Map<String, Point> map(int objects, int seed) {
        Map<String, Point> map = new HashMap<>();
        for (int i = 0; i < Math.max(1, objects / 3); i++) {
            map.put("key-" + (seed + i), new Point(i, seed, i / 3.0));
        }
        return map;
    }

    static class Party {
        String name;
        LocalDate since;
        List<Order> orders = new ArrayList<>();
    }

    /** Refers back to its party: the graph has cycles. */
    static final class Order {
        Party party;
        BigDecimal total;
        DayOfWeek day;
        int[] quantities;
        Map<String, Object> attributes = new LinkedHashMap<>();
    }

    /** An order is about ten objects. */
    private static Party mixed(int objects, int seed) {
        Party party = new Party();
        party.name = "party " + seed;
        party.since = LocalDate.ofEpochDay(seed);
        for (int i = 0; i < Math.max(1, objects / 10); i++) {
            Order order = new Order();
            order.party = party;
            order.total = BigDecimal.valueOf(seed + i, 2);
            order.day = DayOfWeek.of(i % 7 + 1);
            order.quantities = new int[] {i, seed, 3};
            order.attributes.put("remark", "order " + i);
            order.attributes.put("first", i == 0 ? order : party.orders.get(0));
            party.orders.add(order);
        }
        return party;
    }
}
