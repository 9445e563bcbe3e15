package shapes.overloads;

import java.util.ArrayList;
import java.util.List;

/** Calls that javac finds ambiguous unless the types are said. */
class Scenario {
    static void run() {
        Overloads overloads = new Overloads();
        overloads.take((String) null);
        overloads.take((Integer) null);
        overloads.take(5L);
        overloads.take('c');
        overloads.remove(new ArrayList<>(List.of(1, 2, 3)), 2);
        new Label((CharSequence) null).length();
        overloads.pick((Class<? extends Number>) null);
    }
}

class Overloads {
    public String take(String text) {
        return "text " + text;
    }

    public String take(Integer number) {
        return "number " + number;
    }

    public String take(long number) {
        return "long " + number;
    }

    public String take(char letter) {
        return "letter " + letter;
    }

    public String pick(Class<? extends Number> type) {
        return "type " + type;
    }

    public String pick(List<String> names) {
        return "names " + names;
    }

    public boolean remove(List<Integer> numbers, Integer number) {
        return numbers.remove(number);
    }
}

class Label {
    private final Object text;

    Label(String text) {
        this.text = text;
    }

    Label(CharSequence text) {
        this.text = text;
    }

    public int length() {
        return text == null ? -1 : text.toString().length();
    }
}
