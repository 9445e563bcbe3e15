package shapes.worth;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;

/** Outcomes of which part is worth an assertion: what the call made, not what it found, nor how classes are built inside. */
class Scenario {
    static void run() {
        Card card = new Card("hearts", 7);
        card.hashCode();
        Deck deck = new Deck(List.of("ace", "ten"));
        deck.places();
        try {
            deck.draw("king", 2);
        } catch (NoSuchCard expected) {
            // Its message is made when it is asked for.
        }
        new Day(3, new Almanac("lunar")).plus(4);
        new Page(new char[] {'d', 'r', 'a', 'w'}).count('a');
        new Shelf<>().capacity(3);
    }
}

class Card {
    private final String suit;
    private final int rank;

    Card(String suit, int rank) {
        this.suit = suit;
        this.rank = rank;
    }

    @Override
    public int hashCode() {
        int hash = suit.length() * 31;
        return hash + rank;
    }
}

class Place {
    private final int number;

    Place(int number) {
        this.number = number;
    }

    public int next() {
        int next = number + 1;
        return next;
    }
}

class NoSuchCard extends RuntimeException {
    private final String card;
    private final int count;

    NoSuchCard(String card, int count) {
        this.card = card;
        this.count = count;
    }

    public String card() {
        return card;
    }

    @Override
    public String getMessage() {
        return count + " of " + card;
    }
}

class Deck {
    private final List<String> cards;

    Deck(List<String> cards) {
        this.cards = cards;
    }

    public Map<String, Place> places() {
        Map<String, Place> places = new LinkedHashMap<>();
        for (String card : cards) {
            places.put(card, new Place(places.size()));
        }
        return places;
    }

    public String draw(String card, int count) {
        if (!cards.contains(card)) {
            throw new NoSuchCard(card, count);
        }
        return card;
    }
}

class Almanac {
    private final String name;

    Almanac(String name) {
        this.name = name;
    }

    public String name() {
        return name;
    }
}

/** It has an {@code equals}, and a part that has none. */
class Day {
    private final int number;
    private final Almanac almanac;

    Day(int number, Almanac almanac) {
        this.number = number;
        this.almanac = almanac;
    }

    public int number() {
        return number;
    }

    public Almanac almanac() {
        return almanac;
    }

    public Day plus(int days) {
        int later = number + days;
        return new Day(later, almanac);
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof Day day && day.number == number && Objects.equals(day.almanac, almanac);
    }

    @Override
    public int hashCode() {
        return number;
    }
}

class Page {
    private final char[] text;

    Page(char[] text) {
        this.text = text;
    }

    public int count(char wanted) {
        int count = 0;
        for (char one : text) {
            count += one == wanted ? 1 : 0;
        }
        return count;
    }
}

class Shelf<T> {
    private T[] items;

    public int capacity(int rows) {
        int places = rows * 4;
        return places;
    }
}
