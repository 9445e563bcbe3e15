// A list that is shuffled in place.
package targets.system.shuffles;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;

class Deck {
    List<String> shuffled(List<String> cards) { // point: system
        List<String> deck = new ArrayList<>(cards);
        Collections.shuffle(deck);
        return deck;
    }

    List<String> ordered(List<String> cards) { // no point
        List<String> deck = new ArrayList<>(cards);
        List<String> other = new ArrayList<>(cards);
        Collections.shuffle(other);
        Collections.shuffle(deck, new Random(7));
        System.out.println(other);
        return deck;
    }
}
