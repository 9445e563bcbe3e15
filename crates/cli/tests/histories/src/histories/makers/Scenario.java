package histories.makers;

import java.util.Iterator;

/** Objects of classes that tests cannot name are made by the static method that gave them to the program. */
class Scenario {
    static void run() {
        Iterator<String> words = Words.of("one two three");
        words.next();
        words.next();
        words.hasNext();
        words.next();

        Iterator<Integer> numbers = Words.lengths("a bc def");
        numbers.next();
        numbers.next();
    }
}

class Words {
    static Iterator<String> of(String text) {
        return new Cursor(text);
    }

    static Iterator<Integer> lengths(String text) {
        Iterator<String> words = of(text);
        return new Iterator<>() {
            private int sum;

            @Override
            public boolean hasNext() {
                return words.hasNext();
            }

            @Override
            public Integer next() {
                sum += words.next().length();
                return sum;
            }
        };
    }

    private static class Cursor implements Iterator<String> {
        private final String text;
        private int position;

        private Cursor(String text) {
            this.text = text;
        }

        @Override
        public boolean hasNext() {
            return position <= text.length();
        }

        @Override
        public String next() {
            int end = text.indexOf(' ', position);
            String word = text.substring(position, end < 0 ? text.length() : end);
            position += word.length() + 1;
            return word;
        }
    }
}
