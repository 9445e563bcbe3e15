package shapes.worth;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** Calls of {@link Deck} as they were recorded. */
class DeckRecordedTest {
    @Test
    void places_returnsMapOf2() {
        Deck deck = new Deck(List.of("ace", "ten"));

        assertEquals(Set.of("ace", "ten"), deck.places().keySet());
    }

    @Test
    void draw_king_2_throwsNoSuchCard() {
        Deck deck = new Deck(List.of("ace", "ten"));

        NoSuchCard thrown = assertThrows(NoSuchCard.class, () -> deck.draw("king", 2));

        assertEquals("king", thrown.card());
    }
}
