package shapes.hidden;

import java.util.AbstractList;
import java.util.List;

public final class Matchers {
    /** A class that is not public, without state. */
    public Matcher digits() {
        return new Digits();
    }

    /** A list whose class, and the field that a test in this package could read, are not public. */
    public List<String> repeated(String text) {
        return new Repeated(text.trim());
    }

    public int count(String text) {
        int count = 0;
        for (char character : text.toCharArray()) {
            count += digits().matches(character) ? 1 : 0;
        }
        return count;
    }

    static final class Digits implements Matcher {
        @Override
        public boolean matches(char character) {
            return Character.isDigit(character);
        }
    }

    static final class Repeated extends AbstractList<String> {
        final String text;

        private Repeated(String text) {
            this.text = text;
        }

        @Override
        public String get(int index) {
            return text;
        }

        @Override
        public int size() {
            return 2;
        }
    }
}
